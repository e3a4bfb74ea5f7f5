public import Ground
public import JSON

/// The result of tests, for other tools: in-toto's test-result predicate v0.1 (gate.md, 5.1).
public struct TestResult: Hashable, Sendable {
    public static let type = "https://in-toto.io/attestation/test-result/v0.1"

    public enum Result: String, Hashable, Sendable {
        case passed = "PASSED"
        /// Passed, but there is something that a person should know.
        case warned = "WARNED"
        /// Read but never written: only what passed gets a statement.
        case failed = "FAILED"
    }

    public let result: Result
    /// What was tested: plan, scenarios, rig, the program itself.
    public let configuration: [ResourceDescriptor]
    public let url: String?
    public let passedTests: [String]
    public let warnedTests: [String]
    public let failedTests: [String]

    /// Creates the result of tests that passed; if any are `warned`, so is the result.
    public init(passed: [String], warned: [String] = [], configuration: [ResourceDescriptor], url: String? = nil) {
        result = warned.isEmpty ? .passed : .warned
        self.configuration = configuration
        self.url = url
        (passedTests, warnedTests, failedTests) = (passed, warned, [])
    }

    /// Reads the predicate of a statement of this type.
    public init(_ statement: Statement) throws(DocumentError) {
        guard statement.predicateType == Self.type else {
            throw DocumentError("the statement is of another kind: '\(statement.predicateType.shown())'")
        }
        guard let predicate = statement.predicate else { throw DocumentError("'predicate' is missing") }
        let field = JSONField(predicate, path: "predicate")
        let word = try field.field("result")
        guard let result = Result(rawValue: try word.text()) else {
            throw word.mistake("is neither PASSED nor WARNED nor FAILED")
        }
        self.result = result
        var configuration: [ResourceDescriptor] = []
        for item in try field.field("configuration").list() {
            configuration.append(try ResourceDescriptor(item, needsDigest: false))
        }
        self.configuration = configuration
        url = try field.optional("url")?.text()
        passedTests = try Self.names(field, "passedTests")
        warnedTests = try Self.names(field, "warnedTests")
        failedTests = try Self.names(field, "failedTests")
    }

    private static func names(_ field: JSONField, _ name: String) throws(DocumentError) -> [String] {
        var names: [String] = []
        for item in try field.optional(name)?.list() ?? [] { names.append(try item.text()) }
        return names
    }

    public var value: JSONValue {
        .fields([
            "result": .text(result.rawValue), "configuration": .list(configuration.map(\.value)),
            "url": url.map { .text($0) }, "passedTests": .list(passedTests.map { .text($0) }),
            "warnedTests": .list(warnedTests.map { .text($0) }), "failedTests": .list(failedTests.map { .text($0) }),
        ])
    }
}
