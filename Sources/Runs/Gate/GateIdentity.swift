import Evidence
import FirmwareIdentity
import Gate
import GateKit
import Ground
import Journal
import Recordings
import Wording

/// The results of the runs that read the firmware's identity, for a gate and its document.
struct GateIdentity {
    /// The folder of these runs, relative to the gate's.
    static let place = "identity"

    /// All readings so far, in order.
    private var readings: [(side: GateSide, reading: GateDocument.Reading)] = []
    /// The reasons for their levels, each once.
    private var reasons: [GateSide: [String]] = [:]
    /// The numbers of the runs that produced a reading.
    private(set) var visited: [Int] = []
    /// The number of identity runs.
    private(set) var visits = 0
    /// The unit's most recently reported serial number.
    private(set) var unit: String?

    private func readings(of side: GateSide) -> [GateDocument.Reading] {
        readings.filter { $0.side == side }.map(\.reading)
    }

    mutating func beginVisit() -> Int {
        visits += 1
        return visits
    }

    /// Continues after the visits of an earlier command.
    mutating func skip(to visit: Int) { visits = max(visits, visit) }

    /// The statement about a bench that makes its accessories, which have no real firmware.
    private static let made = "the bench made the accessory itself, which has no real firmware"

    /// The statement about an accessory into which a command wrote the firmware.
    private static let written = "the command that wrote the candidate says that it verified it"

    /// Judges a reading; of several accessories, the lowest level counts.
    ///
    /// `last` holds the previous readings of the accessories. `flashed` is the rig's own knowledge; if no file was
    /// written into an accessory, the bench made it.
    static func note(
        _ identities: [RunIdentity], after last: LastTold, flashed: IdentityReading?, isWritten: Bool,
        of candidate: FirmwareCandidate, _ side: GateSide,
        by marks: IdentitySources, when: String, afterOrdinal: Int, visit: Int?
    ) -> GateNote.Identity {
        // The baseline has another version.
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

    /// Returns the reading for a firmware that the rig itself wrote.
    static func flashed(_ sha256: ContentHash) -> IdentityReading {
        IdentityReading(.rig, .flashed(sha256: sha256.hex, isVerified: true), bytes: sha256.bytes)
    }

    /// Records the unit's serial number, if it was read.
    mutating func see(_ identities: [RunIdentity]) {
        for case .text(.serialNumber, let text, _) in identities.flatMap(\.readings).map(\.claim) where !text.isEmpty {
            unit = text
        }
    }

    /// Adds an identity note from a record.
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

    /// Returns the identity of a side's firmware, for the document.
    func told(of side: GateSide) -> GateDocument.Identity {
        let own = readings(of: side)
        return GateDocument.Identity(
            level: own.map(\.level).min() ?? .unknown, readings: own, reasons: reasons[side] ?? [])
    }
}
