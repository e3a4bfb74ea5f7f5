import GateKit

extension GateDocument {
    /// The facts about a gate other than its runs.
    public struct Circumstances: Hashable, Sendable {
        public let plan: Plan
        public let firmware: Firmware
        public let baseline: Firmware?
        public let bench: Bench
        /// The program's name and version.
        public let rig: String
        public let previousRecord: String?
        /// The start and the end, in RFC 3339 and UTC.
        public let started: String
        public let ended: String

        public init(
            plan: Plan, firmware: Firmware, baseline: Firmware? = nil, bench: Bench, rig: String,
            previousRecord: String? = nil, started: String, ended: String
        ) {
            self.plan = plan
            self.firmware = firmware
            self.baseline = baseline
            self.bench = bench
            self.rig = rig
            self.previousRecord = previousRecord
            self.started = started
            self.ended = ended
        }
    }

    /// Creates the document of a gate that has ended.
    public init(_ judge: GateJudge, _ circumstances: Circumstances) {
        let outcome = judge.outcome()
        var (result, reasons) = (outcome.result, outcome.reasons)
        if let fault = circumstances.clockFault {
            // A failure comes first, even if the clock is wrong.
            reasons.insert(fault, at: result == .failed ? reasons.count : 0)
            result = result.joined(with: .error)
        }
        let units = judge.attempts.compactMap { $0?.context.unit }.reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        self.init(
            result: result, reasons: reasons, plan: circumstances.plan, firmware: circumstances.firmware,
            bench: circumstances.bench, rig: circumstances.rig, rehearsal: outcome.rehearsal,
            scenarios: outcome.scenarios, unplayed: outcome.unplayed, quantities: outcome.quantities,
            baseline: circumstances.baseline.map { Baseline(firmware: $0, scenarios: outcome.baseline) },
            excused: outcome.excused,
            proves: GateSentences.proves(
                outcome, judge.plan, circumstances.firmware, circumstances.bench, units: units),
            doesNotProve: GateSentences.doesNotProve(outcome, judge.tracks.map(\.scenario), units: units),
            previousRecord: circumstances.previousRecord, started: circumstances.started, ended: circumstances.ended)
    }
}

extension GateDocument.Circumstances {
    /// The fault of the clock, without a final full stop; nil if there is none.
    var clockFault: String? {
        guard let first = GateInstant(started), let last = GateInstant(ended) else {
            return "it is not known when the gate began and ended"
        }
        if last < first { return "the clock was set back: the gate ended before it began" }
        let readings = firmware.identity.readings.map { GateInstant($0.when) }
        var before = first
        for reading in readings {
            guard let reading else { return "it is not known when the identity was read" }
            if reading < before { return "the clock was set back between two readings of the identity" }
            before = reading
        }
        return last < before ? "the clock was set back: the gate ended before the identity was read" : nil
    }
}

/// An instant in RFC 3339 format and UTC, such as `2026-11-22T10:00:00.250Z`, for comparison.
struct GateInstant: Comparable {
    private let day: CalendarDay
    private let milliseconds: Int

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[10] == 0x54, bytes[13] == 0x3A, bytes[16] == 0x3A, bytes.last == 0x5A,
            let day = CalendarDay(String(decoding: bytes[0..<10], as: UTF8.self)),
            let hour = Self.digits(bytes[11..<13]), let minute = Self.digits(bytes[14..<16]),
            let second = Self.digits(bytes[17..<19]), hour < 24, minute < 60, second <= 60
        else { return nil }
        var fraction = 0
        if bytes.count > 20 {
            guard bytes[19] == 0x2E, bytes.count > 21, bytes.count <= 30 else { return nil }
            let digits = Array(bytes[20..<(bytes.count - 1)])
            guard Self.digits(digits[...]) != nil, let first = Self.digits((digits + [0x30, 0x30]).prefix(3)) else {
                return nil
            }
            fraction = first
        }
        self.day = day
        milliseconds = ((hour * 60 + minute) * 60 + second) * 1000 + fraction
    }

    private static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for byte in bytes {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    static func < (one: GateInstant, other: GateInstant) -> Bool {
        (one.day, one.milliseconds) < (other.day, other.milliseconds)
    }
}
