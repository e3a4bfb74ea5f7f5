import FoundationEssentials
import Ground

/// A scenario as JSON: kind, version and scenario.
///
/// `{"kind": "trammel scenario", "version": 2, "scenario": {...}}`; every value inside has a name.
public enum ScenarioFile {
    /// The version of the format, the only one that is read.
    public static let version = 2
    static let kind = "trammel scenario"

    /// Returns the scenario as JSON with sorted keys: the same text for the same scenario.
    public static func text(of scenario: Scenario) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let envelope = Envelope(kind: kind, version: version, scenario: scenario)
        // Only non-finite numbers cannot be encoded, and a scenario contains integers only.
        guard let data = try? encoder.encode(envelope) else {
            preconditionFailure("a scenario holds only what JSON can hold")
        }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// Reads a scenario. Throws an error with the path of the first value that is wrong or unknown in this version.
    public static func scenario(from text: String) throws(ScenarioFileError) -> Scenario {
        let data = Data(text.utf8)
        let read = Result { try JSONDecoder().decode(Envelope.self, from: data) }
        let written: String? = if case .success(let envelope) = read { self.text(of: envelope.scenario) } else { nil }
        // A text that encodes back to the same bytes was understood completely, including the head.
        if case .success(let envelope) = read, written == text { return envelope.scenario }
        let tree: JSONTree = try decode(data, tree: nil)
        try checkHead(tree)
        let scenario = try understood(read, tree: tree).scenario
        // A key that is missing when the scenario is written again was not understood.
        let again: JSONTree = try decode(Data((written ?? self.text(of: scenario)).utf8), tree: nil)
        if let path = tree.firstKey(missingIn: again) {
            throw ScenarioFileError(path: path, message: "version \(version) knows no such field")
        }
        return scenario
    }

    private struct Envelope: Codable {
        let kind: String
        let version: Int
        let scenario: Scenario
    }

    private static func checkHead(_ tree: JSONTree) throws(ScenarioFileError) {
        guard case .object(let fields) = tree else {
            throw ScenarioFileError(path: "", message: "a scenario file is an object with kind, version and scenario")
        }
        guard fields["kind"] == .string(kind) else {
            throw ScenarioFileError(path: "kind", message: "this is not a scenario: expected \"\(kind)\"")
        }
        guard fields["version"] == .number(Double(version)) else {
            let found = fields["version"]?.description ?? "none"
            throw ScenarioFileError(
                path: "version", message: "the version is \(found), and this program reads version \(version)")
        }
    }

    private static func decode<Value: Decodable>(_ data: Data, tree: JSONTree?) throws(ScenarioFileError) -> Value {
        try understood(Result { try JSONDecoder().decode(Value.self, from: data) }, tree: tree)
    }

    private static func understood<Value>(
        _ read: Result<Value, any Error>, tree: JSONTree?
    ) throws(ScenarioFileError) -> Value {
        switch read {
        case .success(let value): return value
        case .failure(let error as DecodingError): throw ScenarioFileError(error, in: tree)
        case .failure(let error): throw ScenarioFileError(path: "", message: "not readable as JSON: \(error)")
        }
    }
}

/// The reason a file is not a scenario, with the value at fault.
public struct ScenarioFileError: Error, Hashable, Sendable {
    /// The path of the value, as in `scenario.steps[2].action.connect.within`; empty for the whole file.
    public let path: String
    /// The problem, without a full stop.
    public let message: String

    init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    fileprivate init(_ error: DecodingError, in tree: JSONTree?) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(path: JSONTree.path(context.codingPath), message: "the field \"\(key.stringValue)\" is missing")
        case .valueNotFound(_, let context):
            self.init(path: JSONTree.path(context.codingPath), message: "a value is missing")
        case .typeMismatch(_, let context):
            let path = context.codingPath
            // The synthesized coding of an enumeration reports the number of keys if it knows none of them.
            if case .object(let fields)? = tree?.value(at: path), context.debugDescription.contains("number of keys") {
                let names = fields.keys.sorted().map { "\"\($0.escapedForDisplay)\"" }.joined(separator: ", ")
                let found = fields.isEmpty ? "is empty" : "has \(names)"
                self.init(
                    path: JSONTree.path(path),
                    message:
                        "expected exactly one case that version \(ScenarioFile.version) knows, but the object \(found)")
            } else {
                self.init(
                    path: JSONTree.path(path), message: "the value has the wrong type: \(context.debugDescription)")
            }
        case .dataCorrupted(let context):
            self.init(path: JSONTree.path(context.codingPath), message: context.debugDescription)
        @unknown default:
            self.init(path: "", message: "not readable as a scenario: \(error)")
        }
    }
}

extension ScenarioFileError: CustomStringConvertible {
    public var description: String {
        path.isEmpty ? message : "\(path.escapedForDisplay): \(message.escapedForDisplay)"
    }
}
