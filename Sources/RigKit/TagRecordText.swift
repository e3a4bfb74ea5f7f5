import Ground

// A record in text: its type, a colon, and its contents; `+` between records.

extension TagRecord {
    private static let kinds = ["uri", "text", "poster", "media", "external", "application", "absolute", "empty"]

    /// Reads records with a `+` between them; a backslash escapes the next character.
    static func list(_ list: Substring, in text: String) throws(PortError) -> [TagRecord] {
        var records: [TagRecord] = []
        var (part, isEscaped) = ("", false)
        for character in list {
            if isEscaped {
                guard character == "+" || character == "\\" else {
                    throw PortError(text, "a backslash stands before a + or another backslash only")
                }
                part.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "+" {
                records.append(try TagRecord(part, in: text))
                part = ""
            } else {
                part.append(character)
            }
        }
        if isEscaped { throw PortError(text, "nothing follows the last backslash") }
        records.append(try TagRecord(part, in: text))
        return records
    }

    /// Reads one record: `uri:https://example.com`, `text:en:Hello`, and the other types of a rig's tags.
    public init(text: String) throws(PortError) { try self.init(text, in: text) }

    private init(_ part: String, in text: String) throws(PortError) {
        let kind = part.prefix { $0 != ":" }
        let rest = String(part[kind.endIndex...].dropFirst())
        switch kind {
        case "uri": self = .uri(try Self.filled(rest, as: "uri:https://example.com", in: text))
        case "text":
            let (language, words) = try Self.split(rest, as: "text:en:Hello", in: text)
            self = .text(words, language: language)
        case "poster":
            let (title, uri) = try Self.split(rest, as: "poster:Title:https://example.com", in: text)
            let full = try Self.filled(uri, as: "poster:Title:https://example.com", in: text)
            self = .poster(full, title: title.isEmpty ? nil : title)
        case "media":
            let (type, digits) = try Self.split(rest, as: "media:text/plain:48656c6c6f", in: text)
            self = .media(type: type, try Self.bytes(digits, in: text))
        case "external":
            guard let last = rest.lastIndex(of: ":"), last > rest.startIndex else {
                throw PortError(text, "write it as external:example.com:door:01")
            }
            self = .external(
                type: String(rest[..<last]), try Self.bytes(String(rest[rest.index(after: last)...]), in: text))
        case "application": self = .application(try Self.filled(rest, as: "application:com.example.door", in: text))
        case "absolute": self = .absolute(try Self.filled(rest, as: "absolute:https://example.com", in: text))
        case "empty" where rest.isEmpty: self = .empty
        default:
            let hint = suggestion(for: String(kind), in: Self.kinds)
            let help = hint.isEmpty ? ": there are " + Self.kinds.joined(separator: ", ") : hint
            throw PortError(text, "no record is called \"\(kind)\"\(help)")
        }
    }

    private static func filled(_ value: String, as example: String, in text: String) throws(PortError) -> String {
        if value.isEmpty { throw PortError(text, "a record is empty: write it as \(example)") }
        return value
    }

    private static func split(_ rest: String, as example: String, in text: String) throws(PortError) -> (String, String)
    {
        guard let colon = rest.firstIndex(of: ":") else { throw PortError(text, "write a record as \(example)") }
        return (String(rest[..<colon]), String(rest[rest.index(after: colon)...]))
    }

    private static func bytes(_ digits: String, in text: String) throws(PortError) -> [UInt8] {
        guard !digits.contains(where: \.isWhitespace), let bytes = [UInt8](hex: digits) else {
            throw PortError(text, "the data of a record is an even number of hexadecimal digits, not \"\(digits)\"")
        }
        return bytes
    }

    var text: String {
        let plain =
            switch self {
            case .uri(let uri): "uri:\(uri)"
            case .text(let words, let language): "text:\(language):\(words)"
            case .poster(let uri, let title): "poster:\(title ?? ""):\(uri)"
            case .media(let type, let bytes): "media:\(type):\(bytes.hex(separator: ""))"
            case .external(let type, let bytes): "external:\(type):\(bytes.hex(separator: ""))"
            case .application(let package): "application:\(package)"
            case .absolute(let uri): "absolute:\(uri)"
            case .empty: "empty"
            }
        var escaped = ""
        for character in plain {
            if character == "+" || character == "\\" { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }
}
