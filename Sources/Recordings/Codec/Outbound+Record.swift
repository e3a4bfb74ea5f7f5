import Ground
import Links

/// What goes to the world as bytes of a record; the codes are in FORMAT.md and never change their meaning.
extension Outbound {
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .bluetooth(let name, let request):
            bytes.append(1)
            bytes.append(text: name.rawValue)
            request.append(to: &bytes)
        case .kit(let request):
            bytes.append(2)
            request.append(to: &bytes)
        case .reader(let request):
            bytes.append(3)
            request.append(to: &bytes)
        case .stage(let request):
            bytes.append(4)
            request.append(to: &bytes)
        }
    }

    init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a kind of link")
        switch code {
        case 1:
            let name = try reader.accessory("an accessory's name")
            self = .bluetooth(name, try BluetoothRequest(&reader))
        case 2: self = .kit(try KitRequest(&reader))
        case 3: self = .reader(try ReaderRequest(&reader))
        case 4: self = .stage(try StageRequest(&reader))
        default: throw reader.unknown(code, "a link that takes requests")
        }
    }
}

extension BluetoothRequest {
    fileprivate func append(to bytes: inout [UInt8]) {
        switch self {
        case .connect(let limit):
            bytes.append(1)
            bytes.append(span: limit)
        case .find(let limit):
            bytes.append(2)
            bytes.append(span: limit)
        case .frame(let frame):
            bytes.append(3)
            bytes.append(counted: frame)
        case .pair: bytes.append(4)
        case .forget: bytes.append(5)
        case .disconnect: bytes.append(6)
        }
    }

    fileprivate init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a Bluetooth request")
        switch code {
        case 1: self = .connect(within: try reader.span("a limit"))
        case 2: self = .find(within: try reader.span("a limit"))
        case 3: self = .frame(try reader.counted("a frame"))
        case 4: self = .pair
        case 5: self = .forget
        case 6: self = .disconnect
        default: throw reader.unknown(code, "a Bluetooth request")
        }
    }
}

extension KitRequest {
    fileprivate func append(to bytes: inout [UInt8]) {
        switch self {
        case .open: bytes.append(1)
        case .bytes(let content):
            bytes.append(2)
            bytes.append(counted: content)
        case .close: bytes.append(3)
        }
    }

    fileprivate init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a kit's request")
        switch code {
        case 1: self = .open
        case 2: self = .bytes(try reader.counted("UCI bytes"))
        case 3: self = .close
        default: throw reader.unknown(code, "a kit's request")
        }
    }
}

extension ReaderRequest {
    fileprivate func append(to bytes: inout [UInt8]) {
        switch self {
        case .open: bytes.append(1)
        case .poll: bytes.append(2)
        case .exchange(let command, let limit):
            bytes.append(3)
            bytes.append(counted: command)
            bytes.append(span: limit)
        case .checkPresence: bytes.append(4)
        case .close: bytes.append(5)
        }
    }

    fileprivate init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a reader's request")
        switch code {
        case 1: self = .open
        case 2: self = .poll
        case 3:
            let command = try reader.counted("a tag command")
            self = .exchange(command, within: try reader.span("a limit"))
        case 4: self = .checkPresence
        case 5: self = .close
        default: throw reader.unknown(code, "a reader's request")
        }
    }
}
