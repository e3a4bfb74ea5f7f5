extension CLIMessage {
    /// The lines as firmware 1.1 prints them, each with its line end, in the form the reader parses.
    public var text: String {
        switch self {
        case .parameters(let list):
            "FiRa Session Parameters: {\r\n"
                + list.map { "\($0.name): \($0.value)" }.joined(separator: ",\r\n") + "\r\n}\r\n"
        case .state(let state, let reason): "SESSION_STATUS_NTF: {state=\"\(state)\", reason=\"\(reason)\"}\r\n"
        case .round(let round): round.text
        case .stopped(let reason): "{\"Session Stopped\":\"\(reason)\"}\r\n"
        case .heard(let heard):
            "{\"LSTN\":[\(heard.frame.map { String($0, radix: 16, uppercase: true) }.joined(separator: ","))]"
                + heard.others.map { ",\"\($0.name)\":\($0.value)" }.joined() + "}\r\n"
        case .status(let fields): Self.frame(fields)
        case .ok: "ok\r\n"
        case .refused(let text), .other(let text): "\(text)\r\n"
        }
    }

    /// Returns `JS`, the length in four hexadecimal digits, and the object.
    private static func frame(_ fields: [Parameter]) -> String {
        let object = "{\"Info\":{" + fields.map { "\"\($0.name)\":\"\($0.value)\"" }.joined(separator: ",") + "}}"
        let digits = String(object.utf8.count, radix: 16, uppercase: true)
        return "JS" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + object + "\r\n"
    }
}

extension CLIMessage.Round {
    /// The heading, then one line per measurement that begins with a carriage return and a space.
    fileprivate var text: String {
        let measured = measurements.map { measurement in
            var fields = ["mac_address=\(CLIMessage.hexadecimal(measurement.address))"]
            fields.append("status=\"\(measurement.status)\"")
            if let centimetres = measurement.centimetres { fields.append("distance[cm]=\(centimetres)") }
            return "[" + (fields + measurement.others.map { "\($0.name)=\($0.value)" }).joined(separator: ", ") + "]"
        }
        return "SESSION_INFO_NTF: {" + heading.map { "\($0.name)=\($0.value)" }.joined(separator: ", ")
            + "\r\n\r " + measured.joined(separator: ";\r\n\r ") + "}\r\n"
    }
}

extension CLIMessage {
    /// Returns an address in the form `0x0001`.
    static func hexadecimal(_ address: UInt16) -> String {
        let digits = String(address, radix: 16)
        return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Returns the session parameters as firmware 1.1 prints them after INITF and RESPF.
    static func parameters(of session: RangingParameters) -> [Parameter] {
        let vendor = [UInt8(session.vendorID >> 8), UInt8(session.vendorID & 0xFF)].colonHexadecimal
        let isInitiator = session.role == .initiator
        return [
            ("SESSION_ID", "\(session.sessionID)"), ("CHANNEL_NUMBER", "\(session.channel)"),
            ("DEVICE_ROLE", isInitiator ? "INITIATOR" : "RESPONDER"),
            ("SLOT_DURATION [rstu]", "\(session.slotDurationRSTU)"),
            ("RANGING_DURATION [ms]", "\(session.rangingIntervalMilliseconds)"),
            ("SLOTS_PER_RR", "\(session.slotsPerRound)"), ("MULTI_NODE_MODE", "UNICAST"),
            ("HOPPING_MODE", session.isHopping ? "Enabled" : "Disabled"),
            ("RFRAME_CONFIG", "SP\(session.rframe)"), ("SFD_ID", "\(session.sfd)"),
            ("PREAMBLE_CODE_INDEX", "\(session.preambleCode)"),
            ("STATIC_STS_IV", "\"\(session.staticSTSIV.bytes.colonHexadecimal)\""), ("VENDOR_ID", "\"\(vendor)\""),
            ("DEVICE_MAC_ADDRESS", hexadecimal(session.address.rawValue)),
            (isInitiator ? "DST_MAC_ADDRESS[0]" : "DST_MAC_ADDRESS", hexadecimal(session.peers.first?.rawValue ?? 0)),
        ].map { Parameter(name: $0.0, value: $0.1) }
    }
}
