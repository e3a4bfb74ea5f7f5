import Ground
import Links

/// What comes from the world as bytes of a record; the codes are in FORMAT.md and never change their meaning.
extension Inbound {
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .bluetooth(let name, let event):
            bytes.append(1)
            bytes.append(text: name.rawValue)
            event.append(to: &bytes)
        case .kit(let event):
            bytes.append(2)
            event.append(to: &bytes)
        case .reader(let event):
            bytes.append(3)
            event.append(to: &bytes)
        case .stage(let event):
            bytes.append(4)
            event.append(to: &bytes)
        case .console(let name, let line):
            bytes.append(5)
            bytes.append(text: name.rawValue)
            bytes.append(text: line)
        case .fault(let link, let fault):
            bytes.append(6)
            link.append(to: &bytes)
            bytes.append(text: fault.what)
            bytes.append(text: fault.remedy)
        }
    }

    init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a kind of link")
        switch code {
        case 1:
            let name = try reader.accessory("an accessory's name")
            self = .bluetooth(name, try BluetoothEvent(&reader))
        case 2: self = .kit(try KitEvent(&reader))
        case 3: self = .reader(try ReaderEvent(&reader))
        case 4: self = .stage(try StageEvent(&reader))
        case 5:
            let name = try reader.accessory("an accessory's name")
            self = .console(name, try reader.text("an accessory's line"))
        case 6:
            let link = try LinkID(&reader)
            let what = try reader.text("a fault")
            self = .fault(link, RigFault(what, remedy: try reader.text("a remedy")))
        default: throw reader.unknown(code, "a link that tells something")
        }
    }
}

extension KitEvent {
    fileprivate func append(to bytes: inout [UInt8]) {
        switch self {
        case .opened(let name):
            bytes.append(1)
            bytes.append(text: name)
        case .bytes(let content):
            bytes.append(2)
            bytes.append(counted: content)
        }
    }

    fileprivate init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a kit's event")
        switch code {
        case 1: self = .opened(try reader.text("a kit's name"))
        case 2: self = .bytes(try reader.counted("UCI bytes"))
        default: throw reader.unknown(code, "a kit's event")
        }
    }
}

extension ReaderEvent {
    fileprivate func append(to bytes: inout [UInt8]) {
        switch self {
        case .opened(let name):
            bytes.append(1)
            bytes.append(text: name)
        case .tagFound(let identity):
            bytes.append(2)
            identity.append(to: &bytes)
        case .tagsFound(let identities):
            bytes.append(3)
            bytes.append(each: identities) { $1.append(to: &$0) }
        case .noTag: bytes.append(4)
        case .response(let answer):
            bytes.append(5)
            bytes.append(counted: answer)
        case .exchangeFailed(let reason):
            bytes.append(6)
            bytes.append(text: reason)
        case .tagPresent: bytes.append(7)
        case .tagAbsent: bytes.append(8)
        case .lost(let reason):
            bytes.append(9)
            bytes.append(text: reason)
        case .readerFailed(let reason):
            bytes.append(10)
            bytes.append(text: reason)
        }
    }

    fileprivate init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a reader's event")
        switch code {
        case 1: self = .opened(try reader.text("a reader's name"))
        case 2: self = .tagFound(try TagIdentity(&reader))
        case 3:
            self = .tagsFound(
                try reader.list("a list of tags") { reader throws(Malformed) in try TagIdentity(&reader) })
        case 4: self = .noTag
        case 5: self = .response(try reader.counted("a tag's answer"))
        case 6: self = .exchangeFailed(try reader.text("a reason"))
        case 7: self = .tagPresent
        case 8: self = .tagAbsent
        case 9: self = .lost(try reader.text("a reason"))
        case 10: self = .readerFailed(try reader.text("a reason"))
        default: throw reader.unknown(code, "a reader's event")
        }
    }
}

extension TagIdentity {
    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(counted: uid)
        bytes.append(little: atqa)
        bytes.append(sak)
        bytes.append(counted: ats)
    }

    fileprivate init(_ reader: inout ByteReader) throws(Malformed) {
        let uid = try reader.counted("a tag's UID")
        let atqa = try reader.u16("a tag's ATQA")
        let sak = try reader.u8("a tag's SAK")
        self.init(uid: uid, atqa: atqa, sak: sak, ats: try reader.counted("a tag's ATS"))
    }
}

extension StageEvent {
    fileprivate func append(to bytes: inout [UInt8]) {
        switch self {
        case .arrived(let name):
            bytes.append(1)
            bytes.append(text: name.rawValue)
        case .presented(let tag):
            bytes.append(2)
            bytes.append(text: tag.rawValue)
        case .removed(let tag):
            bytes.append(3)
            bytes.append(text: tag.rawValue)
        case .powered(let name):
            bytes.append(4)
            bytes.append(text: name.rawValue)
        }
    }

    fileprivate init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a stage's event")
        switch code {
        case 1: self = .arrived(try reader.accessory("an accessory's name"))
        case 2: self = .presented(try reader.tag("a tag's name"))
        case 3: self = .removed(try reader.tag("a tag's name"))
        case 4: self = .powered(try reader.accessory("an accessory's name"))
        default: throw reader.unknown(code, "a stage's event")
        }
    }
}
