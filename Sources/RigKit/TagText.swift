import Ground

// The text forms of tags.

extension TagPort: PortText {
    /// Reads `hand`, `program:/usr/local/bin/door-tag`, a simulated tag with an address,
    /// `simulated:ntag215:https://example.com/door`, or any simulated tag:
    /// `simulated:chip=ntag215,state=locked,uid=04a1b2c3d4e5f6,records=text:en:Hello+uri:https://example.com`.
    ///
    /// Instead of `records`: `message=` or `data=` with hexadecimal digits, or nothing for a blank tag. `cc=` sets
    /// the capability container, `mle=` a Type 4 tag's longest answer. `records` comes last; a `+` or a backslash
    /// inside a record is preceded by a backslash.
    public init(_ text: String) throws(PortError) {
        if text == "hand" {
            self = .hand
            return
        }
        if let path = programPath(in: text) {
            self = .program(path: path)
            return
        }
        guard let fields = rest(of: text, behind: "simulated:") else {
            throw PortError(
                text,
                "write hand, program:/path/of/a/program, or a tag as simulated:ntag215:https://example.com/door")
        }
        if fields.prefix(while: { $0 != ":" && $0 != "," }).contains("=") {
            self = .simulated(try TagModel(fields: fields, in: text))
        } else {
            self = .simulated(try Self.short(fields, in: text))
        }
    }

    private static func short(_ fields: String, in text: String) throws(PortError) -> TagModel {
        let parts = fields.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let chip = try TagModel.chip(parts.first ?? "", in: text)
        guard parts.count == 2, !parts[1].isEmpty else {
            throw PortError(
                text,
                "the tag needs an address: simulated:\(chip.rawValue):https://example.com/door, "
                    + "or simulated:chip=\(chip.rawValue) for a blank one")
        }
        let model = TagModel(chip, uri: String(parts[1]))
        if let problem = model.problems().first { throw PortError(text, problem) }
        return model
    }

    /// The port as text: `hand`, `program:/usr/local/bin/door-tag`, `simulated:ntag215:https://example.com/door`, or
    /// `simulated:` with the tag's fields.
    public var description: String {
        switch self {
        case .simulated(let model): "simulated:\(model.text)"
        case .hand: "hand"
        case .program(let path): "program:\(path)"
        }
    }
}

extension TagModel {
    fileprivate static func chip(_ name: Substring, in text: String) throws(PortError) -> Chip {
        if let chip = Chip(rawValue: String(name)) { return chip }
        let known = Chip.allCases.map(\.rawValue)
        let hint = suggestion(for: String(name), in: known)
        throw PortError(
            text,
            "the chip is one of \(known.joined(separator: ", "))\(hint.isEmpty ? ": simulated:ntag215:ADDRESS" : hint)")
    }

    private static let keys = ["chip", "state", "uid", "cc", "mle", "message", "data", "records"]

    /// Reads `key=value` pairs with commas between them; the records come last and may contain commas.
    fileprivate init(fields: String, in text: String) throws(PortError) {
        var (chip, state, content) = (Chip?.none, State.writable, Content?.none)
        var (uid, container, longest) = ([UInt8]?.none, [UInt8]?.none, Int?.none)
        var rest = fields[...]
        var seen: [Substring] = []
        while !rest.isEmpty {
            let key = rest.prefix { $0 != "=" && $0 != "," }
            guard key.endIndex < rest.endIndex, rest[key.endIndex] == "=" else {
                throw PortError(text, "\"\(key)\" has no value: write key=value with commas between")
            }
            if seen.contains(key) { throw PortError(text, "\(key) is given twice") }
            seen.append(key)
            rest = rest[rest.index(after: key.endIndex)...]
            let value = key == "records" ? rest : rest.prefix { $0 != "," }
            rest = rest[value.endIndex...].dropFirst()
            if content != nil, ["message", "data", "records"].contains(key) {
                throw PortError(text, "a tag holds one thing only: write records, message or data")
            }
            switch key {
            case "chip": chip = try Self.chip(value, in: text)
            case "state": state = try Self.state(value, in: text)
            case "uid": uid = try Self.bytes(value, of: key, in: text)
            case "cc": container = try Self.bytes(value, of: key, in: text)
            case "mle": longest = try Self.number(value, in: text)
            case "message": content = .message(try Self.bytes(value, of: key, in: text))
            case "data": content = .data(try Self.bytes(value, of: key, in: text))
            case "records": content = .records(try TagRecord.list(value, in: text))
            default:
                let hint = suggestion(for: String(key), in: Self.keys)
                throw PortError(
                    text,
                    "a tag has no \"\(key)\"\(hint.isEmpty ? ": it has " + Self.keys.joined(separator: ", ") : hint)")
            }
        }
        guard let chip else { throw PortError(text, "say which chip it is: simulated:chip=ntag215,...") }
        self.init(
            chip, content ?? .blank, state: state, uid: uid, container: container, longestAnswer: longest)
        if let problem = problems().first { throw PortError(text, problem) }
    }

    private static func state(_ value: Substring, in text: String) throws(PortError) -> State {
        if let state = State(rawValue: String(value)) { return state }
        let known = State.allCases.map(\.rawValue).joined(separator: ", ")
        throw PortError(text, "state is one of \(known), not \"\(value)\"")
    }

    private static func bytes(_ value: Substring, of key: Substring, in text: String) throws(PortError) -> [UInt8] {
        guard !value.contains(where: \.isWhitespace), let bytes = [UInt8](hex: value), !bytes.isEmpty else {
            throw PortError(text, "\(key) is an even number of hexadecimal digits, as \(key)=04a1, not \"\(value)\"")
        }
        return bytes
    }

    private static func number(_ value: Substring, in text: String) throws(PortError) -> Int {
        guard let number = UInt16(value), "\(number)" == value else {
            throw PortError(text, "mle is a number of bytes up to 65535, not \"\(value)\"")
        }
        return Int(number)
    }

    fileprivate var text: String {
        if let uri, self == TagModel(chip, uri: uri), !uri.isEmpty { return "\(chip.rawValue):\(uri)" }
        var fields = ["chip=\(chip.rawValue)"]
        if state != .writable { fields.append("state=\(state.rawValue)") }
        if let uid { fields.append("uid=\(uid.hex(separator: ""))") }
        if let container { fields.append("cc=\(container.hex(separator: ""))") }
        if let longestAnswer { fields.append("mle=\(longestAnswer)") }
        switch content {
        case .blank: break
        case .message(let bytes): fields.append("message=\(bytes.hex(separator: ""))")
        case .data(let bytes): fields.append("data=\(bytes.hex(separator: ""))")
        case .records(let records): fields.append("records=" + records.map(\.text).joined(separator: "+"))
        }
        return fields.joined(separator: ",")
    }
}
