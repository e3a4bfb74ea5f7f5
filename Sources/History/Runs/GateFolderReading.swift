import Evidence
import Gate
import GateKit
import Ground
import OpenSSL
import OperatingSystem

/// The result of reading a gate's folder as a whole, without trusting any of it; its runs are read like all others.
enum GateFolderReading {
    case gate(HistoryGate)
    /// It did not end, or is still in progress, so it has no result yet.
    case unended
    /// It is not evidence, for this reason.
    case refused(RefusedFolder)

    private static let mostOfText = 300

    /// Returns whether a folder with these names was left by a gate.
    static func isGate(_ names: [String]) -> Bool { names.contains(GateRecord.fileName) }

    /// Reads a gate's folder, given by its absolute path.
    init(_ folder: String) {
        func refusal(_ code: String, _ why: String) -> GateFolderReading {
            .refused(RefusedFolder(folder, code, why))
        }
        let record: GateRecordReading
        do {
            record = try GateRecordReading(
                try Files.bytes(of: "\(folder)/\(GateRecord.fileName)", atMost: GateRecordReading.mostBytes))
        } catch {
            self = refusal("evidence.unreadable", "\(GateRecord.fileName) cannot be read: \(error)")
            return
        }
        if let problem = record.problems.first {
            self = refusal("evidence.contradicts", "\(GateRecord.fileName), \(problem)")
            return
        }
        guard let end = record.end else {
            self = .unended
            return
        }
        let name = GateRecord.documentName
        do {
            let bytes = try Files.bytes(of: "\(folder)/\(name)", atMost: GateFile.mostBytes)
            let hash = ContentHash.of(bytes)
            guard end.files.contains(where: { $0.path == name && $0.hash == hash }) else {
                self = refusal("evidence.contradicts", "\(name) is not the one that the gate's record names")
                return
            }
            let document = try GateFile.document(from: bytes)
            guard document.result.rawValue == end.result else {
                self = refusal("evidence.contradicts", "\(name) has another result than the gate's record")
                return
            }
            self = .gate(Self.gate(document, hash, record, folder))
        } catch {
            self = refusal("evidence.unreadable", "\(name) cannot be read: \(error)")
        }
    }

    private static func gate(
        _ document: GateDocument, _ hash: ContentHash, _ record: GateRecordReading, _ folder: String
    ) -> HistoryGate {
        let scenarios = document.scenarios
        func sum(_ count: (GateDocument.Scenario) -> Int) -> Int { scenarios.reduce(0) { $0 + count($1) } }
        return HistoryGate(
            record: record.id, document: hash, folder: folder, result: document.result.rawValue,
            isRehearsal: document.rehearsal, plan: String(document.plan.name.prefix(mostOfText)),
            planHash: document.plan.hash,
            firmware: TestedFirmware(
                sha256: document.firmware.sha256, name: String(document.firmware.file.prefix(mostOfText))),
            identity: document.firmware.identity.level.rawValue, bench: document.bench.name,
            fingerprint: document.bench.fingerprint, scenarios: scenarios.count,
            passed: scenarios.count { $0.decision == .passed }, trials: sum(\.trials), failures: sum(\.failures),
            leftOut: sum(\.leftOut.count), confidence: scenarios.map { Int($0.confidence.perMillion) }.min() ?? 0,
            upperLimit: Int(((scenarios.map(\.upperLimit).max() ?? 1) * 1e9).rounded(.up)),
            started: UTCDate(document.started)?.nanoseconds ?? 0, ended: UTCDate(document.ended)?.nanoseconds ?? 0)
    }
}
