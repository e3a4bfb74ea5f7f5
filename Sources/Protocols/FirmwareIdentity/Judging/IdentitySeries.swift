/// A reading of the identity between runs.
public struct IdentityCheckpoint: Hashable, Codable, Sendable {
    /// Runs with this ordinal and later ones were begun after it; earlier ones had ended.
    public let beforeRun: Int
    /// Counts on whenever the accessory was reset, lost its power, or lost its link.
    public let cycle: Int
    public let readings: [IdentityReading]

    public init(beforeRun: Int, cycle: Int, readings: [IdentityReading]) {
        (self.beforeRun, self.cycle, self.readings) = (beforeRun, cycle, readings)
    }
}

/// A run whose accessory's firmware is in question.
public struct IdentifiedRun: Hashable, Codable, Sendable {
    public let ordinal: Int
    /// In which cycle it began, and in which it ended: others, where the scenario itself resets the accessory.
    public let cycles: ClosedRange<Int>

    public init(ordinal: Int, cycles: ClosedRange<Int>) { (self.ordinal, self.cycles) = (ordinal, cycles) }
}

/// What the readings between runs say of each run.
///
/// A run is known by the reading before it and the one after it, each in the same power cycle, and has the worse of the
/// two levels: so a change in the middle unmakes all runs since the last good reading. `flashed` alone needs no
/// reading. Sheet gate.md, section 6.1.
public struct IdentitySeries: Hashable, Codable, Sendable {
    public struct Run: Hashable, Codable, Sendable {
        public let ordinal: Int
        public let identity: IdentityJudgement
    }

    public let runs: [Run]
    /// Each checkpoint by itself, in the order of the runs.
    public let checkpoints: [IdentityJudgement]

    /// The worst level of a run or a checkpoint; `unknown` without any.
    public var level: IdentityLevel {
        (runs.map(\.identity.level) + checkpoints.map(\.level)).min() ?? .unknown
    }

    /// The first run that is not known as well as `level`; nil when all are.
    public func firstBelow(_ level: IdentityLevel) -> Int? { runs.first { $0.identity.level < level }?.ordinal }

    public init(
        of candidate: FirmwareCandidate, runs: [IdentifiedRun], checkpoints: [IdentityCheckpoint],
        expecting wanted: IdentityExpectation = .init()
    ) {
        let ordered = checkpoints.enumerated().sorted {
            ($0.element.beforeRun, $0.element.cycle, $0.offset) < ($1.element.beforeRun, $1.element.cycle, $1.offset)
        }.map(\.element)
        let judged = ordered.map { IdentityJudgement(of: candidate, by: $0.readings, expecting: wanted) }
        self.checkpoints = judged
        self.runs = runs.sorted { $0.ordinal < $1.ordinal }.map { run in
            let before = ordered.lastIndex {
                $0.beforeRun <= run.ordinal && $0.cycle == run.cycles.lowerBound
            }
            let after = ordered.firstIndex { $0.beforeRun > run.ordinal && $0.cycle == run.cycles.upperBound }
            let identity = Self.between(
                before.map { (judged[$0], ordered[$0]) }, after.map { (judged[$0], ordered[$0]) })
            return Run(ordinal: run.ordinal, identity: identity)
        }
    }

    private typealias Judged = (identity: IdentityJudgement, checkpoint: IdentityCheckpoint)

    private static func between(_ before: Judged?, _ after: Judged?) -> IdentityJudgement {
        let known = [before, after].compactMap { $0?.identity }
        var reasons: [IdentityReason] = []
        for reason in known.flatMap(\.reasons) where !reasons.contains(reason) { reasons.append(reason) }
        if known.contains(where: { $0.level == .contradicted }) {
            return IdentityJudgement(level: .contradicted, reasons: reasons)
        }
        if let before, let after, hasChanged(before.checkpoint, after.checkpoint) {
            return IdentityJudgement(level: .contradicted, reasons: reasons + [.changed])
        }
        let isFlashed = known.contains { $0.reasons.contains(.flashed) }
        if before == nil { reasons.append(.notReadBefore) }
        if after == nil { reasons.append(.notReadAfter) }
        let read = before != nil && after != nil ? known.map(\.level).min() ?? .unknown : .unknown
        return IdentityJudgement(level: isFlashed ? max(read, .flashed) : read, reasons: reasons)
    }

    /// Whether something that both tell of is told otherwise; what one of them could not read is no change.
    private static func hasChanged(_ before: IdentityCheckpoint, _ after: IdentityCheckpoint) -> Bool {
        before.readings.contains { first in
            guard let topic = first.topic else { return false }
            let second = after.readings.filter { $0.topic == topic }
            return !second.isEmpty && !second.contains { $0.claim == first.claim && $0.lasting == first.lasting }
        }
    }
}

extension IdentityReading {
    /// The bytes that must stay the same; nil where they have a number that counts on.
    fileprivate var lasting: [UInt8]? { source == .deviceInformation || source == .characteristic ? bytes : nil }

    /// What it is about, where that must stay the same from one reading to the next; nil for what need not.
    fileprivate var topic: String? {
        switch claim {
        case .text(let field, _, _), .raw(let field): field.rawValue
        case .systemID: "systemID"
        case .product: "product"
        case .images: "images \(source.rawValue)"
        case .system: "system \(source.rawValue)"
        case .fingerprint: "fingerprint"
        case .shown(let place, _): "shown \(place)"
        case .version, .imageHash, .buildID, .flashed, .nothing: nil
        }
    }
}
