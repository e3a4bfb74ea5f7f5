import Evidence
import FirmwareIdentity
import Gate
import Ground
import Journal

/// What the runs of the scenario that reads the firmware's identity said, for a gate and its document.
struct GateIdentity {
    /// The folder of these runs inside of the gate's.
    static let place = "identity"

    /// All readings so far, in the order in which they were made.
    private var readings: [(side: GateSide, reading: GateDocument.Reading)] = []
    /// How many runs of the scenario there were.
    private(set) var visits = 0
    /// The unit's serial number, as it told it last.
    private(set) var unit: String?

    func readings(of side: GateSide) -> [GateDocument.Reading] {
        readings.filter { $0.side == side }.map(\.reading)
    }

    /// The worst of a firmware's readings.
    func level(of side: GateSide) -> IdentityLevel { readings(of: side).map(\.level).min() ?? .unknown }

    mutating func beginVisit() -> Int {
        visits += 1
        return visits
    }

    /// Goes on behind visits of an earlier command.
    mutating func skip(to visit: Int) { visits = max(visits, visit) }

    /// Judges what was read: of several accessories the worst counts.
    mutating func take(
        _ identities: [RunIdentity], flashed: IdentityReading?, of firmware: GateFirmware, _ side: GateSide,
        when: String, afterOrdinal: Int
    ) -> (level: IdentityLevel, reasons: [IdentityReason]) {
        let read = identities.flatMap(\.readings)
        for case .text(.serialNumber, let text, _) in read.map(\.claim) where !text.isEmpty { unit = text }
        let judged = (identities.isEmpty ? [[]] : identities.map(\.readings)).map { readings in
            IdentityJudgement(of: firmware.candidate, by: readings + (flashed.map { [$0] } ?? []))
        }
        let level = judged.map(\.level).min() ?? .unknown
        let told = read.filter(\.tells) + (flashed.map { [$0] } ?? [])
        func note(_ source: String, _ bytes: String) {
            let reading = GateDocument.Reading(
                when: when, afterOrdinal: afterOrdinal, level: level, source: source, bytes: bytes)
            readings.append((side, reading))
        }
        if told.isEmpty { note("nothing", "") }
        for reading in told { note(reading.source.rawValue, reading.bytes.hex(separator: "")) }
        return (level, judged.flatMap(\.reasons))
    }
}
