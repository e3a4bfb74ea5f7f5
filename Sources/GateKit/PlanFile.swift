import Attestation
import FoundationEssentials
import Ground

/// A plan as JSON with its kind and version.
///
/// `{"kind": "trammel gate plan", "version": 1, "plan": {"name": ..., "summary": ..., "entries": [...]}}`; every value
/// inside has a name. An entry without a spot gets its own line.
public enum PlanFile {
    /// The version of the format; no other is written or read.
    public static let version = 1
    static let kind = "trammel gate plan"
    /// The maximum length of a plan in bytes.
    public static let mostBytes = 1_000_000

    /// Returns the plan as JSON with sorted keys: the same text for the same plan. Its hash is the plan's hash.
    public static func text(of plan: GatePlan) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(Envelope(kind: kind, version: version, plan: plan)) else {
            preconditionFailure("a plan holds only what JSON can hold")
        }
        return String(decoding: Array(data).escapedAsJSON, as: UTF8.self) + "\n"
    }

    /// Parses a plan. Throws with the path and the line of the first value that is wrong, duplicated or unknown to
    /// this version.
    ///
    /// `file` is used in the entries' source locations.
    public static func plan(from text: String, file: String = "") throws(PlanFileError) -> GatePlan {
        do throws(PlanFileError) { return try read(text, file: file) } catch { throw error.placed(in: text) }
    }

    private static func read(_ text: String, file: String) throws(PlanFileError) -> GatePlan {
        guard text.utf8.count <= mostBytes else {
            throw PlanFileError(path: "", message: "a plan has \(mostBytes) bytes at most, and this is longer")
        }
        try check(text)
        let data = Data(text.utf8)
        let read = Result { try JSONDecoder().decode(ReadEnvelope.self, from: data) }
        if case .success(let envelope) = read {
            let plan = Self.plan(envelope.plan, in: text, file: file)
            // Text that round-trips to the last byte was understood completely, including its head.
            if self.text(of: plan) == text { return plan }
        }
        let tree: JSONTree = try decode(data)
        try checkHead(tree)
        let plan: GatePlan
        switch read {
        case .success(let envelope): plan = Self.plan(envelope.plan, in: text, file: file)
        case .failure(let error): throw PlanFileError(error)
        }
        // A field that does not reappear when the plan is encoded again was not understood.
        let written: JSONTree = try decode(Data(self.text(of: plan).utf8))
        if let path = tree.firstKey(missingIn: written) {
            throw PlanFileError(path: path, message: "version \(version) knows no such field")
        }
        return plan
    }

    private static func plan(_ read: ReadEnvelope.Plan, in text: String, file: String) -> GatePlan {
        let lines = entryLines(in: text)
        return GatePlan(
            name: read.name, summary: read.summary,
            entries: read.entries.enumerated().map { index, entry in
                let line = index < lines.count ? lines[index] : 1
                return PlanEntry(entry.content, spot: entry.spot ?? SourceSpot(file: file, line: line))
            },
            spot: read.spot ?? SourceSpot(file: file, line: 1))
    }

    private struct Envelope: Encodable {
        let kind: String
        let version: Int
        let plan: GatePlan
    }

    private struct ReadEnvelope: Decodable {
        struct Entry: Decodable {
            let content: PlanEntry.Content
            let spot: SourceSpot?
        }

        struct Plan: Decodable {
            let name: String
            let summary: String
            let entries: [Entry]
            let spot: SourceSpot?
        }

        let plan: Plan
    }

    private static func checkHead(_ tree: JSONTree) throws(PlanFileError) {
        guard case .object(let fields) = tree else {
            throw PlanFileError(path: "", message: "a plan is an object with kind, version and plan")
        }
        guard fields["kind"] == .string(kind) else {
            throw PlanFileError(path: "kind", message: "this is no plan: expected \"\(kind)\"")
        }
        guard fields["version"] == .number(Double(version)) else {
            throw PlanFileError(path: "version", message: "this program reads version \(version) alone")
        }
    }

    /// Rejects text that is not JSON, and duplicate names, of which a decoder would silently take one.
    static func check(_ text: String) throws(PlanFileError) {
        let bytes = Array(text.utf8)
        do throws(AttestationError) { _ = try JSONValue(json: bytes) } catch {
            let place = error.offset.map { TextPosition(offset: $0, in: bytes) }
            throw PlanFileError(
                path: "", message: "not readable: \(error.what)" + (place.map { ", at \($0)" } ?? ""),
                line: place?.line)
        }
    }

    static func decode<Value: Decodable>(_ data: Data) throws(PlanFileError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: data)
        } catch {
            throw PlanFileError(error)
        }
    }

    /// Returns the lines on which the entries begin: the objects in an array in an object in the outermost object.
    static func entryLines(in text: String) -> [Int] {
        var lines: [Int] = []
        var open: [UInt8] = []
        var line = 1
        var isText = false
        var isEscaped = false
        for byte in text.utf8 {
            if byte == 0x0A { line += 1 }
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == 0x5C {
                    isEscaped = true
                } else if byte == 0x22 {
                    isText = false
                }
                continue
            }
            switch byte {
            case 0x22: isText = true
            case 0x7B:
                if open == [0x7B, 0x7B, 0x5B] { lines.append(line) }
                open.append(byte)
            case 0x5B: open.append(byte)
            case 0x7D, 0x5D: _ = open.popLast()
            default: break
            }
        }
        return lines
    }
}

/// The reason why a file is not a plan: the path of a value and its problem.
public struct PlanFileError: Error, Hashable, Sendable {
    /// The path in the notation of scripts: `plan.entries[2]`; empty for the whole file.
    public let path: String
    public let message: String
    /// The line number, starting at 1; nil for the whole file.
    public let line: Int?

    public init(path: String, message: String, line: Int? = nil) {
        self.path = path
        self.message = message
        self.line = line
    }

    /// Returns the error with the line of the value at its path.
    func placed(in text: String) -> PlanFileError {
        guard line == nil, !path.isEmpty else { return self }
        let way = path.split(separator: ".").flatMap { part in
            let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
            return pieces.prefix(1).filter { !$0.isEmpty }.map(String.init) + pieces.dropFirst().map { "[\($0)" }
        }
        let bytes = Array(text.utf8)
        guard let place = try? JSONValue.place(of: way, in: bytes) else { return self }
        return PlanFileError(path: path, message: message, line: TextPosition(offset: place, in: bytes).line)
    }

    /// Returns the error prefixed with the name of its file and the line: `plan.json:7: ...`.
    public func told(in file: String) -> String {
        "\(file.escapedForDisplay):\(line.map { "\($0):" } ?? "") \(self)"
    }

    init(_ error: any Error) {
        guard let error = error as? DecodingError else {
            self.init(path: "", message: "not readable as JSON: \(error)")
            return
        }
        switch error {
        case .keyNotFound(let key, let context):
            self.init(path: JSONTree.path(context.codingPath), message: "the field \(key.stringValue) is missing")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            self.init(path: JSONTree.path(context.codingPath), message: "not readable: \(context.debugDescription)")
        @unknown default:
            self.init(path: "", message: "not readable: \(error)")
        }
    }
}

extension PlanFileError: CustomStringConvertible {
    public var description: String {
        path.isEmpty ? message.escapedForDisplay : "\(path.escapedForDisplay): \(message.escapedForDisplay)"
    }
}
