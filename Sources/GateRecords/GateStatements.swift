public import Attestation
public import Evidence
import Ground
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
    ) throws(AttestationError) {
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
    public func write(in folder: String, with key: SigningKey?) throws(CommandTrouble) -> [String] {
        var names: [String] = []
        for kind in Kind.allCases {
            let name = kind.fileName(isSigned: key != nil)
            let path = "\(folder)/\(name)"
            let bytes: [UInt8]
            do throws(AttestationError) {
                let statement = try statement(kind).json
                bytes =
                    try key.map { key throws(AttestationError) in
                        try Envelope(signing: statement, of: Envelope.statementType, with: key).json
                    } ?? statement
            } catch {
                throw .cannotWrite(path, error)
            }
            try UnfinishedFile.write(bytes, to: path, .replacing)
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

    func statement(_ kind: Kind) throws(AttestationError) -> Statement {
        switch kind {
        case .testResult: try Statement(of: [subject], TestResult.type, testResult.value)
        case .claim: try Statement(of: [subject], claimType, claim.value)
        }
    }
}
