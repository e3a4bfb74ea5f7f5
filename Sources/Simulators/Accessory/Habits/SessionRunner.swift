import Ground
import Links
import UCI

/// Which ranging sessions an accessory's UWB chip runs: one at most, while it is healthy.
struct SessionRunner: Sendable {
    /// Why ranging is to end.
    enum Reason: Hashable, Sendable {
        case initialize
        case stop
        case linkLost
    }

    /// How many sessions the chip can hold.
    private static let chipLimit = 5

    private let model: AccessoryBuild
    /// What ranges now.
    private(set) var running: [RangingParameters] = []
    private var wasStopped = false
    private var wasCutOff = false

    init(model: AccessoryBuild) { self.model = model }

    /// Starts a session in place of the one before; false when it did not start, and nothing will be said.
    mutating func begin(_ parameters: RangingParameters, isSecond: Bool) -> Bool {
        if model.has(.neverStarts) { return false }
        if model.has(.failsStartAfterDisconnect), wasCutOff { return false }
        if model.has(.alreadyRanging), !running.isEmpty { return false }
        if model.has(.duplicateConfigureKillsSession), isSecond {
            running = []
            return false
        }
        if model.has(.secondConfigureLeaks), isSecond {
            guard running.count < Self.chipLimit else { return false }
            running.append(parameters)
            return true
        }
        let isSilent = model.has(.saysItStarts) || (model.has(.neverRestartsAfterStop) && wasStopped)
        // A chip that lost hold of a session cannot end it.
        let kept = model.has(.secondConfigureLeaks) ? running : []
        running = kept + (isSilent ? [] : [parameters])
        return true
    }

    mutating func end(_ reason: Reason) {
        switch reason {
        case .initialize:
            wasStopped = false
            // NXP's demo lets the session run on under its old address until the next one starts.
            if model.variant == .nxp || model.has(.alreadyRanging) { return }
        case .stop:
            wasStopped = true
            if model.has(.keepsRangingAfterStop) { return }
        case .linkLost:
            wasCutOff = wasCutOff || !running.isEmpty
            if model.has(.keepsRangingAfterDisconnect) { return }
        }
        if model.has(.secondConfigureLeaks) { running = running.dropLast() } else { running = [] }
    }
}

/// How well an accessory takes part in ranging: each round, and each distance, as the air allows while it is healthy.
struct RangingQuality: Sendable {
    /// The antenna delay of a board that was never calibrated, as a distance.
    static let uncalibrated = Distance.millimetres(400)
    static let noisy = Distance.millimetres(400)
    static let lossPermille = 600
    static let lazyPeriod = 5

    private let model: AccessoryBuild
    private var isCalibrated = true
    private var rounds = 0
    /// Rounds in a row in which nobody was heard.
    private var unheard = 0
    /// How many of those a firmware bears that dies out of range.
    static let patience = 10

    init(model: AccessoryBuild) { self.model = model }

    /// What came of a round that it took part in.
    mutating func roundEnded(isHeard: Bool) {
        if model.has(.diesOutOfRange), unheard >= Self.patience { return }
        unheard = isHeard ? 0 : unheard + 1
    }

    /// The link ended, or its power.
    mutating func linkEnded() { unheard = 0 }

    mutating func wasReset() { isCalibrated = !model.has(.losesCalibration) }

    /// Its sessions have changed: rounds are counted anew.
    mutating func sessionsChanged() { rounds = 0 }

    /// Whether it answers in the next round.
    mutating func joins(using generator: inout SeededGenerator) -> Bool {
        rounds += 1
        if model.has(.rangesOnce), rounds > 1 { return false }
        if model.has(.diesOutOfRange), unheard >= Self.patience { return false }
        if model.has(.lowUpdateRate), rounds % Self.lazyPeriod != 1 { return false }
        if model.has(.losesRounds) { return !generator.chance(Double(Self.lossPermille) / 1000) }
        return true
    }

    /// What the air gives for this accessory.
    func bend(_ ranging: WorldModel) -> WorldModel {
        var bent = ranging
        if !isCalibrated { bent.bias = ranging.bias + Self.uncalibrated }
        if model.has(.noisyDistance) { bent.noise = max(ranging.noise, Self.noisy) }
        return bent
    }
}
