import Ground
import Links

extension BluetoothEvent {
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .discovered(let advertisement):
            bytes.append(1)
            advertisement.append(to: &bytes)
        case .connected(let address):
            bytes.append(2)
            address.append(to: &bytes)
        case .connectFailed(let reason):
            bytes.append(3)
            bytes.append(text: reason)
        case .frame(let frame):
            bytes.append(4)
            bytes.append(counted: frame)
        case .encrypted(let security):
            bytes.append(5)
            bytes.append(flag: security.isSecureConnections)
            bytes.append(flag: security.isBonded)
            bytes.append(count: security.keySize)
        case .pairingFailed(let reason):
            bytes.append(6)
            bytes.append(text: reason)
        case .connectionParametersRequested(let parameters):
            bytes.append(7)
            bytes.append(little: parameters.minimumInterval)
            bytes.append(little: parameters.maximumInterval)
            bytes.append(little: parameters.latency)
            bytes.append(little: parameters.supervisionTimeout)
        case .finding(let finding):
            bytes.append(11)
            finding.append(to: &bytes)
            bytes.append(text: finding.code.rawValue)
        case .disconnected(let reason):
            bytes.append(9)
            reason.append(to: &bytes)
        case .pairingBegan:
            bytes.append(10)
        }
    }

    init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a Bluetooth event")
        switch code {
        case 1: self = .discovered(try Advertisement(&reader))
        case 2: self = .connected(try BluetoothAddress(&reader))
        case 3: self = .connectFailed(try reader.text("a reason"))
        case 4: self = .frame(try reader.counted("a frame"))
        case 5:
            let isSecure = try reader.flag("whether Secure Connections made a key")
            let isBonded = try reader.flag("whether a key was stored")
            let size = try reader.count("a key's size")
            self = .encrypted(LinkSecurity(isSecureConnections: isSecure, isBonded: isBonded, keySize: size))
        case 6: self = .pairingFailed(try reader.text("a reason"))
        case 7:
            let least = try reader.u16("a connection interval")
            let greatest = try reader.u16("a connection interval")
            let latency = try reader.u16("a latency")
            self = .connectionParametersRequested(
                ConnectionParameters(
                    minimumInterval: least, maximumInterval: greatest, latency: latency,
                    supervisionTimeout: try reader.u16("a supervision timeout")))
        case 8: self = .finding(try Finding(&reader))
        case 9: self = .disconnected(try DisconnectReason(&reader))
        case 10: self = .pairingBegan
        case 11:
            let finding = try Finding(&reader)
            let code = FailureCode(rawValue: try reader.text("a finding's code"))
            self = .finding(Finding(code, finding.weight, finding.meaning, offset: finding.offset))
        default: throw reader.unknown(code, "a Bluetooth event")
        }
    }
}

extension Advertisement {
    fileprivate func append(to bytes: inout [UInt8]) {
        address.append(to: &bytes)
        bytes.append(rssi) { $0.append(UInt8(bitPattern: $1)) }
        bytes.append(name) { $0.append(text: $1) }
        bytes.append(each: services) { $0.append(text: $1) }
    }

    fileprivate init(_ reader: inout ByteReader) throws(Malformed) {
        let address = try BluetoothAddress(&reader)
        let rssi = try reader.optional("whether there is a signal strength") { reader throws(Malformed) in
            Int8(bitPattern: try reader.u8("a signal strength"))
        }
        let name = try reader.optional("whether there is a name") { reader throws(Malformed) in
            try reader.text("an advertised name")
        }
        let services = try reader.list("a list of services") { reader throws(Malformed) in
            try reader.text("a service")
        }
        self.init(address: address, rssi: rssi, name: name, services: services)
    }
}

extension BluetoothAddress {
    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(kind == .public ? 0 : 1)
        bytes.append(contentsOf: wire)
    }

    fileprivate init(_ reader: inout ByteReader) throws(Malformed) {
        let isRandom = try reader.flag("whether an address is random")
        let place = reader.offset
        guard let address = Self(wire: try reader.take(6, "an address"), kind: isRandom ? .random : .public) else {
            throw Malformed(at: place, "an address has 6 bytes")
        }
        self = address
    }
}

extension DisconnectReason {
    fileprivate func append(to bytes: inout [UInt8]) {
        switch self {
        case .remote: bytes.append(1)
        case .supervisionTimeout: bytes.append(2)
        case .local: bytes.append(3)
        case .authentication: bytes.append(4)
        case .other(let text):
            bytes.append(5)
            bytes.append(text: text)
        }
    }

    fileprivate init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a reason to disconnect")
        switch code {
        case 1: self = .remote
        case 2: self = .supervisionTimeout
        case 3: self = .local
        case 4: self = .authentication
        case 5: self = .other(text: try reader.text("a reason"))
        default: throw reader.unknown(code, "a reason to disconnect")
        }
    }
}

extension Finding {
    fileprivate func append(to bytes: inout [UInt8]) {
        switch weight {
        case .note: bytes.append(1)
        case .warning: bytes.append(2)
        case .fault: bytes.append(3)
        }
        bytes.append(text: meaning)
        bytes.append(offset) { $0.append(count: $1) }
    }

    fileprivate init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a finding's weight")
        let weight: Weight
        switch code {
        case 1: weight = .note
        case 2: weight = .warning
        case 3: weight = .fault
        default: throw reader.unknown(code, "a finding's weight")
        }
        let meaning = try reader.text("a finding")
        let offset = try reader.optional("whether a finding has a place") { reader throws(Malformed) in
            try reader.count("a finding's place")
        }
        self.init(Self.uncoded, weight, meaning, offset: offset)
    }
}

extension LinkID {
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .bluetooth(let name):
            bytes.append(1)
            bytes.append(text: name.rawValue)
        case .kit: bytes.append(2)
        case .reader: bytes.append(3)
        case .stage: bytes.append(4)
        case .console(let name):
            bytes.append(5)
            bytes.append(text: name.rawValue)
        }
    }

    init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a link")
        switch code {
        case 1: self = .bluetooth(try reader.accessory("an accessory's name"))
        case 2: self = .kit
        case 3: self = .reader
        case 4: self = .stage
        case 5: self = .console(try reader.accessory("an accessory's name"))
        default: throw reader.unknown(code, "a link")
        }
    }
}
