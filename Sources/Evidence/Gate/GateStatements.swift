public import Ground
public import JSON
import Journal
import OpenSSL
import Reports

/// The statements of a gate that passed: in-toto's test result for other tools, and Trammel's own claim with figures.
///
/// A gate that did not pass leaves none. Without a key they are written too, under names that say that they are
/// unsigned.
public struct GateStatements {
    /// The two kinds of statement.
    public enum Kind: String, CaseIterable, Sendable {
        case testResult = "test-result"
        case claim = "gate"

        /// Returns the name of the statement's file.
        public func fileName(isSigned: Bool) -> String {
            isSigned ? "\(rawValue).intoto.json" : "\(rawValue).unsigned.json"
        }

        /// Returns the content that identifies such a file.
        func signature(isSigned: Bool) -> FileSignature {
            let words = isSigned ? [Envelope.statementType] : [Statement.type]
            return FileSignature(start: "{", words: words)
        }
    }

    /// The file that was tested.
    public let subject: ResourceDescriptor
    public let testResult: TestResult
    public let claim: GateClaim
    /// The predicate type of the claim.
    public let claimType: String

    /// Creates the statements of a gate that passed. `configuration` is what was used for the test: scenario sources,
    /// rig description, the program, the quarantine file. Plan, document and record are added here.
    public init(
        of document: [UInt8], in record: GateRecord, passed: [String], warned: [String] = [],
        configuration: [ResourceDescriptor], annotations: [String: JSONValue] = [:],
        claimType: String = GateClaim.defaultType
    ) throws(DocumentError) {
        subject = ResourceDescriptor(
            record.start.firmware.name, record.start.firmware.sha256, annotations: annotations)
        let own = [
            ResourceDescriptor("plan", record.start.plan),
            ResourceDescriptor(GateRecord.documentName, ContentHash.of(document)),
            ResourceDescriptor(GateRecord.fileName, record.chain),
        ]
        testResult = TestResult(passed: passed, warned: warned, configuration: own + configuration)
        claim = try GateClaim(of: document, record: record.chain, warned: !warned.isEmpty)
        self.claimType = claimType
    }

    /// Writes both statements to a folder, signed if there is a key. Returns the files' names, for the record's last
    /// line.
    ///
    /// Statements of a gate that was killed before that line are replaced.
    public func write(in folder: String, with key: SigningKey?) throws(CommandError) -> [String] {
        var names: [String] = []
        for kind in Kind.allCases {
            let name = kind.fileName(isSigned: key != nil)
            let path = "\(folder)/\(name)"
            let bytes: [UInt8]
            do throws(DocumentError) {
                let statement = try statement(kind).json
                bytes =
                    try key.map { key throws(DocumentError) in
                        try Envelope(signing: statement, of: Envelope.statementType, with: key).json
                    } ?? statement
            } catch {
                throw .cannotWrite(path, error)
            }
            try UnfinishedFile.write(bytes, to: path, .renewing(kind.signature(isSigned: key != nil)))
            Files.remove("\(folder)/\(kind.fileName(isSigned: key == nil))")
            names.append(name)
        }
        return names
    }

    /// Removes the statements of a gate that did not pass in the end.
    public static func remove(from folder: String) {
        for kind in Kind.allCases {
            for isSigned in [true, false] { Files.remove("\(folder)/\(kind.fileName(isSigned: isSigned))") }
        }
    }

    func statement(_ kind: Kind) throws(DocumentError) -> Statement {
        switch kind {
        case .testResult: try Statement(of: [subject], TestResult.type, testResult.value)
        case .claim: try Statement(of: [subject], claimType, claim.value)
        }
    }
}
