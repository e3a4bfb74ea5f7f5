import Ground

extension CLIMessage {
    /// The reason why a line with a known beginning could not be parsed.
    struct ParseFailure: Error {
        let meaning: String
    }

    /// Parses a line that is complete by itself.
    init(line text: Substring) throws(ParseFailure) {
        let lower = text.lowercased()
        if lower == "ok" {
            self = .ok
        } else if lower == "ko" || lower.hasPrefix("error") {
            self = .refused(String(text))
        } else if text.hasPrefix("SESSION_STATUS_NTF: {") {
            let fields = try Self.braced(text.dropFirst("SESSION_STATUS_NTF:".count).trimmed, "=")
            guard let state = fields.value("state") else { throw ParseFailure(meaning: "a session's state is missing") }
            self = .state(state.unquoted, reason: fields.value("reason")?.unquoted ?? "")
        } else if text.hasPrefix("JS") {
            self = try Self.framed(text)
        } else if text.hasPrefix("{") || text.hasPrefix("[{") {
            self = try Self.object(text)
        } else {
            self = .other(String(text))
        }
    }

    /// Returns the line as a result, for a caller that keeps it either way.
    static func reading(_ text: Substring) -> Result<CLIMessage, ParseFailure> {
        do throws(ParseFailure) { return .success(try CLIMessage(line: text)) } catch { return .failure(error) }
    }

    /// Parses `JS`, four hexadecimal digits, and an object.
    ///
    /// The digits are not checked against the object's length, because on a real line they differ by two.
    private static func framed(_ text: Substring) throws(ParseFailure) -> CLIMessage {
        let digits = text.dropFirst(2).prefix(4)
        guard digits.count == 4, digits.allSatisfy({ $0.isHexDigit && $0.isASCII }) else {
            return .other(String(text))
        }
        let body = text.dropFirst(6)
        guard body.hasPrefix("{") else { throw ParseFailure(meaning: "a JS frame holds no object") }
        return try object(body, otherwise: text)
    }

    /// Parses a round of the older firmware, the listener's frame, the answer to STAT, or the end of a session.
    private static func object(_ text: Substring, otherwise: Substring? = nil) throws(ParseFailure) -> CLIMessage {
        if text.hasPrefix("[{") {
            return .round(Round(heading: [], measurements: try measurements(text)))
        }
        let fields = try braced(text, ":")
        if let frame = fields.value("LSTN") { return .heard(try heard(frame, fields)) }
        if let results = fields.value("results") {
            let heading = fields.filter { $0.name.unquoted != "results" }.map(\.withoutQuotes)
            return .round(Round(heading: heading, measurements: try measurements(results[...])))
        }
        if let info = fields.value("Info") { return .status(try braced(info[...], ":").map(\.withoutQuotes)) }
        if let reason = fields.value("Session Stopped") { return .stopped(reason: reason.unquoted) }
        return .other(String(otherwise ?? text))
    }

    private static func heard(_ frame: String, _ fields: [Parameter]) throws(ParseFailure) -> Heard {
        guard frame.hasPrefix("["), frame.hasSuffix("]") else {
            throw ParseFailure(meaning: "a heard frame is no list")
        }
        var bytes: [UInt8] = []
        // The bytes are bare hexadecimal, so this is not JSON.
        for item in frame.dropFirst().dropLast().split(separator: ",") {
            guard let byte = UInt8(item.trimmed, radix: 16) else {
                throw ParseFailure(meaning: "a heard frame has something that is no byte")
            }
            bytes.append(byte)
        }
        return Heard(frame: bytes, others: fields.filter { $0.name.unquoted != "LSTN" }.map(\.withoutQuotes))
    }

    /// Parses `[{…},{…}]` with the older firmware's names.
    private static func measurements(_ text: Substring) throws(ParseFailure) -> [Measurement] {
        guard text.hasPrefix("["), text.hasSuffix("]") else { throw ParseFailure(meaning: "a round is no list") }
        var measurements: [Measurement] = []
        for item in text.dropFirst().dropLast().cut(at: ",") {
            let fields = try braced(item.trimmed, ":")
            measurements.append(
                try Measurement(fields, address: "Addr", status: "Status", distance: "D_cm"))
        }
        return measurements
    }

    /// Parses `{name<sign>value,…}` into fields.
    private static func braced(_ text: Substring, _ sign: Character) throws(ParseFailure) -> [Parameter] {
        guard text.hasPrefix("{"), text.hasSuffix("}"), text.count >= 2 else {
            throw ParseFailure(meaning: "braces do not close")
        }
        return try fields(text.dropFirst().dropLast(), sign)
    }

    fileprivate static func fields(_ text: Substring, _ sign: Character) throws(ParseFailure) -> [Parameter] {
        var fields: [Parameter] = []
        for piece in text.cut(at: ",") {
            guard let place = piece.firstIndex(of: sign) else { throw ParseFailure(meaning: "a field has no value") }
            fields.append(
                Parameter(
                    name: String(piece[..<place].trimmed), value: String(piece[piece.index(after: place)...].trimmed)))
        }
        return fields
    }
}

extension CLIMessage.Parameter {
    /// Parses `NAME: value`, with or without a comma after it.
    init?(parameter text: Substring) {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
        let value = text[text.index(after: colon)...].trimmed
        self.init(name: String(text[..<colon]), value: String(value.last == "," ? value.dropLast() : value))
    }

    fileprivate var withoutQuotes: CLIMessage.Parameter {
        CLIMessage.Parameter(name: name.unquoted, value: value.unquoted)
    }
}

extension CLIMessage.Round {
    /// Parses `SESSION_INFO_NTF: {name=value, … [measurement]; [measurement]}`, with or without the semicolons, which
    /// some forwarders drop.
    init?(notification text: Substring) {
        let body = text.dropFirst("SESSION_INFO_NTF: {".count)
        guard let open = body.firstIndex(of: "["), let heading = try? CLIMessage.fields(body[..<open].trimmed, "=")
        else { return nil }
        var measurements: [CLIMessage.Measurement] = []
        var rest = body[open...]
        while rest.first == "[" {
            // The distance's name contains brackets itself: `distance[cm]`.
            guard let end = rest.closingBracket,
                let fields = try? CLIMessage.fields(rest[rest.index(after: rest.startIndex)..<end], "="),
                let measurement = try? CLIMessage.Measurement(
                    fields, address: "mac_address", status: "status", distance: "distance[cm]")
            else { return nil }
            measurements.append(measurement)
            rest = rest[rest.index(after: end)...].trimmed
            if rest.first == ";" { rest = rest.dropFirst().trimmed }
        }
        guard rest == "}" else { return nil }
        self.init(heading: heading, measurements: measurements)
    }
}

extension CLIMessage.Measurement {
    fileprivate init(
        _ fields: [CLIMessage.Parameter], address: String, status: String, distance: String
    ) throws(CLIMessage.ParseFailure) {
        guard let text = fields.value(address)?.unquoted, text.hasPrefix("0x"),
            let number = UInt16(text.dropFirst(2), radix: 16)
        else { throw CLIMessage.ParseFailure(meaning: "a measurement has no address") }
        guard let outcome = fields.value(status)?.unquoted,
            outcome.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else {
            throw CLIMessage.ParseFailure(meaning: "a measurement has no status")
        }
        var centimetres: Int?
        if let text = fields.value(distance)?.unquoted {
            guard let value = Int(text) else {
                throw CLIMessage.ParseFailure(meaning: "a distance is no number of centimetres")
            }
            centimetres = value
        }
        self.init(
            address: number, status: outcome, centimetres: centimetres,
            others: fields.map(\.withoutQuotes).filter { ![address, status, distance].contains($0.name) })
    }
}

extension [CLIMessage.Parameter] {
    /// Returns the value of a field whose name may or may not be quoted.
    fileprivate func value(_ name: String) -> String? { first { $0.name.unquoted == name }?.value }
}

extension StringProtocol {
    /// The text without enclosing quotation marks.
    fileprivate var unquoted: String {
        count >= 2 && first == "\"" && last == "\"" ? String(dropFirst().dropLast()) : String(self)
    }
}

extension Substring {
    /// The text without leading and trailing white space.
    var trimmed: Substring {
        var text = drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// Whether brackets and braces outside quotation marks are balanced.
    var closes: Bool {
        var depth = 0
        var isQuoted = false
        for character in self {
            switch character {
            case "\"": isQuoted.toggle()
            case "[", "{": if !isQuoted { depth += 1 }
            case "]", "}": if !isQuoted { depth -= 1 }
            default: break
            }
        }
        return depth <= 0
    }

    /// The index of the bracket that closes the first one; nil if there is none.
    var closingBracket: Index? {
        var depth = 0
        for index in indices {
            switch self[index] {
            case "[": depth += 1
            case "]": depth -= 1
            default: break
            }
            if depth == 0 { return index }
        }
        return nil
    }

    /// Splits the text at separators outside brackets, braces and quotation marks; omits empty pieces.
    func cut(at separator: Character) -> [Substring] {
        var pieces: [Substring] = []
        var depth = 0
        var isQuoted = false
        var start = startIndex
        for index in indices {
            switch self[index] {
            case "\"": isQuoted.toggle()
            case "[", "{": if !isQuoted { depth += 1 }
            case "]", "}": if !isQuoted { depth -= 1 }
            case separator where depth <= 0 && !isQuoted:
                pieces.append(self[start..<index])
                start = self.index(after: index)
            default: break
            }
        }
        pieces.append(self[start...])
        return pieces.filter { !$0.trimmed.isEmpty }
    }
}
