import Evidence
import FirmwareIdentity
import Gate
import GateKit
import GateRecords
import Ground
import Journal
import Recordings
import Wording

/// What the runs of the scenario that reads the firmware's identity said, for a gate and its document.
struct GateIdentity {
    /// The folder of these runs inside of the gate's.
    static let place = "identity"

    /// All readings so far, in the order in which they were made.
    private var readings: [(side: GateSide, reading: GateDocument.Reading)] = []
    /// Why they came to their levels, each once.
    private var reasons: [GateSide: [String]] = [:]
    /// The numbers of the runs that told something.
    private(set) var visited: [Int] = []
    /// How many runs of the scenario there were.
    private(set) var visits = 0
    /// The unit's serial number, as it told it last.
    private(set) var unit: String?

    private func readings(of side: GateSide) -> [GateDocument.Reading] {
        readings.filter { $0.side == side }.map(\.reading)
    }

    mutating func beginVisit() -> Int {
        visits += 1
        return visits
    }

    /// Goes on behind visits of an earlier command.
    mutating func skip(to visit: Int) { visits = max(visits, visit) }

    /// What is told of a bench that makes its accessories: they have no firmware of their own.
    private static let made = "the bench made the accessory itself, which has no firmware of its own"

    /// What is told of an accessory into which a command wrote the firmware.
    private static let written = "the command of --flash says that it wrote the candidate and verified it"

    /// Judges what was read: of several accessories the worst counts.
    ///
    /// `last` is what the accessories told before. `flashed` is what the rig knows by itself; where no file was written
    /// into an accessory, the bench made it.
    static func note(
        _ identities: [RunIdentity], after last: LastTold, flashed: IdentityReading?, isWritten: Bool,
        of candidate: FirmwareCandidate, _ side: GateSide,
        by marks: IdentityMarks, when: String, afterOrdinal: Int, visit: Int?
    ) -> GateNote.Identity {
        // The baseline is of another version.
        let version = side == .baseline ? nil : marks.version
        let wanted = IdentityExpectation(
            versions: version.map { [IdentityExpectation.Version(text: $0)] } ?? [],
            buildIDProves: marks.buildID, revisionEndsInHash: marks.hashInRevision, shown: marks.hashInCharacteristic)
        let read = identities.flatMap(\.readings)
        let both = identities.map { ($0.readings, last.readings(of: $0.accessory, side)) }
        let judged = (both.isEmpty ? [([], [])] : both).map { readings, before in
            IdentityJudgement(
                of: candidate, by: readings + (flashed.map { [$0] } ?? []), after: before, expecting: wanted)
        }
        let told = read.filter(\.tells) + (flashed.map { [$0] } ?? [])
        let sentences = judged.flatMap(\.reasons).map { reason in
            reason == .flashed ? (isWritten ? written : made) : reason.sentence
        }
        let reasons = sentences.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return GateNote.Identity(
            isBaseline: side == .baseline, afterOrdinal: afterOrdinal,
            level: (judged.map(\.level).min() ?? .unknown).rawValue, when: when, visit: visit,
            told: told.isEmpty
                ? [GateNote.Identity.Told(source: "nothing", bytes: "")]
                : told.map { GateNote.Identity.Told(source: $0.source.rawValue, bytes: $0.bytes.hex(separator: "")) },
            reasons: reasons)
    }

    /// What the rig knows by itself of a firmware that it wrote.
    static func flashed(_ sha256: ContentHash) -> IdentityReading {
        IdentityReading(.rig, .flashed(sha256: sha256.hex, isVerified: true), bytes: sha256.bytes)
    }

    /// Remembers the unit's serial number, where it was read.
    mutating func see(_ identities: [RunIdentity]) {
        for case .text(.serialNumber, let text, _) in identities.flatMap(\.readings).map(\.claim) where !text.isEmpty {
            unit = text
        }
    }

    /// Takes what a record notes of a reading.
    mutating func take(_ note: GateNote.Identity) {
        let side: GateSide = note.isBaseline ? .baseline : .candidate
        if let visit = note.visit { visited.append(visit) }
        for told in note.told {
            let reading = GateDocument.Reading(
                when: note.when, afterOrdinal: note.afterOrdinal,
                level: IdentityLevel(rawValue: note.level) ?? .unknown, source: told.source, bytes: told.bytes)
            readings.append((side, reading))
        }
        for reason in note.reasons where !(reasons[side] ?? []).contains(reason) {
            reasons[side, default: []].append(reason)
        }
    }

    /// What is known of a firmware's identity, for the document.
    func told(of side: GateSide) -> GateDocument.Identity {
        let own = readings(of: side)
        return GateDocument.Identity(
            level: own.map(\.level).min() ?? .unknown, readings: own, reasons: reasons[side] ?? [])
    }
}
