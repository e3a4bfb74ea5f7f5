import Ground
import Journal
import Links

// The values in Bluetooth frames, in the forms for records and for the journal.

extension Advertisement: FrameField {
    func append(to bytes: inout [UInt8]) {
        address.append(to: &bytes)
        bytes.append(rssi) { $0.append(UInt8(bitPattern: $1)) }
        bytes.append(name) { $0.append(text: $1) }
        bytes.append(each: services) { $0.append(text: $1) }
    }

    func tell(as name: String, in values: inout [String: FrameValue]) {
        address.tell(as: "address", in: &values)
        values["rssiDBm"] = rssi.map { .number(Int64($0)) }
        values["name"] = self.name.map { .text($0) }
        values["services"] = .texts(services)
    }

    func words(_ style: inout MeaningStyle) -> String {
        let name = name.map { " \"\($0.escapedForDisplay)\"" } ?? " without a name"
        let services = services.map(\.escapedForDisplay).joined(separator: ", ")
        return "advertises: \(style.device(address))\(name)" + (services.isEmpty ? "" : ", services \(services)")
            + (style.purpose == .comparing ? "" : rssi.map { ", \($0) dBm" } ?? "")
    }

    init(_ reader: inout ByteReader) throws(Malformed) {
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

extension BluetoothAddress: FrameField {
    func append(to bytes: inout [UInt8]) {
        bytes.append(kind == .public ? 0 : 1)
        bytes.append(contentsOf: wire)
    }

    func tell(as name: String, in values: inout [String: FrameValue]) { values[name] = .text(description) }

    init(_ reader: inout ByteReader) throws(Malformed) {
        let isRandom = try reader.flag("whether an address is random")
        let place = reader.offset
        guard let address = Self(wire: try reader.take(6, "an address"), kind: isRandom ? .random : .public) else {
            throw Malformed(at: place, "an address has 6 bytes")
        }
        self = address
    }
}

extension DisconnectReason: FrameField {
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .remote: bytes.append(1)
        case .supervisionTimeout: bytes.append(2)
        case .local: bytes.append(3)
        case .authentication: bytes.append(4)
        case .other(let text):
            bytes.append(5)
            bytes.append(text: text)
        case .reset: bytes.append(6)
        case .unacknowledged: bytes.append(7)
        }
    }

    func tell(as name: String, in values: inout [String: FrameValue]) {
        switch self {
        case .remote: values[name] = .text("remote")
        case .supervisionTimeout: values[name] = .text("supervisionTimeout")
        case .local: values[name] = .text("local")
        case .authentication: values[name] = .text("authentication")
        case .reset: values[name] = .text("reset")
        case .unacknowledged: values[name] = .text("unacknowledged")
        case .other(let text): (values[name], values["text"]) = (.text("other"), .text(text))
        }
    }

    init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a reason to disconnect")
        switch code {
        case 1: self = .remote
        case 2: self = .supervisionTimeout
        case 3: self = .local
        case 4: self = .authentication
        case 5: self = .other(text: try reader.text("a reason"))
        case 6: self = .reset
        case 7: self = .unacknowledged
        default: throw reader.unknown(code, "a reason to disconnect")
        }
    }
}

extension LinkSecurity: FrameField {
    func append(to bytes: inout [UInt8]) {
        bytes.append(flag: isSecureConnections)
        bytes.append(flag: isBonded)
        bytes.append(count: keySize)
    }

    func tell(as name: String, in values: inout [String: FrameValue]) {
        values["isSecureConnections"] = .flag(isSecureConnections)
        values["isBonded"] = .flag(isBonded)
        values["keySizeBytes"] = .number(Int64(keySize))
    }
}

extension ConnectionParameters: FrameField {
    func append(to bytes: inout [UInt8]) {
        bytes.append(little: minimumInterval)
        bytes.append(little: maximumInterval)
        bytes.append(little: latency)
        bytes.append(little: supervisionTimeout)
    }

    func tell(as name: String, in values: inout [String: FrameValue]) {
        leastInterval.tell(as: "minimumInterval", in: &values)
        greatestInterval.tell(as: "maximumInterval", in: &values)
        values["latencyEvents"] = .number(Int64(latency))
        timeout.tell(as: "supervisionTimeout", in: &values)
    }
}
