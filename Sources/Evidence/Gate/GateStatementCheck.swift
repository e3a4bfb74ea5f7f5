import Ground
import Journal
import OpenSSL
import OperatingSystem
import Reports

/// Compares the statements in a gate's folder with the gate's files, and verifies their signatures.
struct GateStatementCheck {
    private(set) var problems: [GateProblem] = []
    private(set) var remarks: [String] = []
    /// Whether all statements are signed by one of the keys; nil if that cannot be determined.
    private(set) var isSigned: Bool?
    /// Whether something is signed and there is no key to check it with.
    private(set) var isUnchecked = false

    private let folder: String
    private let record: GateRecordReading
    private let end: GateEnd
    private let document: [UInt8]?
    private let keys: [VerifyingKey]
    private static let mostBytes = 64 << 20

    init(
        _ folder: String, _ record: GateRecordReading, _ end: GateEnd, document: [UInt8]?, keys: [VerifyingKey]
    ) {
        (self.folder, self.record, self.end) = (folder, record, end)
        (self.document, self.keys) = (document, keys)
        var signed: [GateStatements.Kind] = []
        var unsigned: [GateStatements.Kind] = []
        for kind in GateStatements.Kind.allCases {
            if check(kind, isSigned: true) { signed.append(kind) }
            if check(kind, isSigned: false) { unsigned.append(kind) }
        }
        conclude(signed, unsigned)
    }

    private mutating func conclude(_ signed: [GateStatements.Kind], _ unsigned: [GateStatements.Kind]) {
        guard end.result == "passed" else {
            for kind in signed + unsigned {
                note(
                    kind.fileName(isSigned: signed.contains(kind)),
                    "is a statement of what passed, and the gate's result is \(end.result)")
            }
            return
        }
        for kind in GateStatements.Kind.allCases where !signed.contains(kind) && !unsigned.contains(kind) {
            note(kind.fileName(isSigned: true), "is missing: a gate that passed leaves this statement")
        }
        guard !keys.isEmpty else {
            isUnchecked = !signed.isEmpty
            remarks.append(
                signed.isEmpty
                    ? "the statements are not signed: they show no more than the rest of the folder"
                    : "the statements are signed, but no key was given to verify them")
            return
        }
        for kind in unsigned { note(kind.fileName(isSigned: false), "is not signed, and a key was named") }
        isSigned = problems.isEmpty && !signed.isEmpty
    }

    private mutating func note(_ file: String, _ what: String) { problems.append(GateProblem(file, nil, what)) }

    /// Checks one statement; returns false if it does not exist.
    private mutating func check(_ kind: GateStatements.Kind, isSigned: Bool) -> Bool {
        let name = kind.fileName(isSigned: isSigned)
        let path = "\(folder)/\(name)"
        guard let there = Files.kind(of: path) else { return false }
        guard there == .regular, let bytes = try? Files.bytes(of: path, atMost: Self.mostBytes) else {
            note(name, "is no file that can be read")
            return true
        }
        if !end.files.contains(where: { $0.path == name }) { note(name, "is not in the record: it came later") }
        do throws(DocumentError) {
            guard isSigned else {
                try compare(try Statement(json: bytes), kind, name)
                return true
            }
            let envelope = try Envelope(json: bytes)
            guard envelope.payloadType == Envelope.statementType else {
                throw DocumentError("it signs something else: '\(envelope.payloadType.shown())'")
            }
            // Even without a key, the content is compared: it must be of this gate.
            let payload = keys.isEmpty ? envelope.uncheckedPayload : try envelope.payload(verifiedBy: keys)
            try compare(try Statement(json: payload), kind, name)
        } catch {
            note(name, "cannot be relied on: \(error)")
        }
        return true
    }

    private mutating func compare(
        _ statement: Statement, _ kind: GateStatements.Kind, _ name: String
    ) throws(DocumentError) {
        let firmware = record.start.firmware
        guard statement.subject.count == 1, statement.subject[0].sha256 == firmware.sha256 else {
            return note(name, "is of another file than the gate's firmware")
        }
        if statement.subject[0].name != firmware.name {
            let told = (statement.subject[0].name ?? "").shown()
            note(name, "calls the firmware \(told), and the record \(firmware.name.shown())")
        }
        switch kind {
        case .testResult:
            let result = try TestResult(statement)
            if result.result == .failed || !result.failedTests.isEmpty { note(name, "lists failed tests") }
            for (what, hash) in [
                ("plan", record.start.plan), (GateRecord.documentName, document.map { ContentHash.of($0) }),
                (GateRecord.fileName, record.chainBeforeEnd),
            ] {
                guard let hash else { continue }
                guard result.configuration.contains(where: { $0.name == what && $0.sha256 == hash }) else {
                    note(name, "is of another \(what)")
                    continue
                }
            }
        case .claim:
            let claim = try GateClaim(statement)
            if claim.result != "passed", claim.result != "warned" { note(name, "does not say that the gate passed") }
            if claim.record != record.chainBeforeEnd { note(name, "is of another record") }
            guard let document else { return }
            for difference in try claim.differences(from: document) { note(name, difference) }
        }
    }
}
