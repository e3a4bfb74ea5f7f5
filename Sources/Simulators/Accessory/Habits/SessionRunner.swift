import Ground
import Links
import UWB

/// The ranging sessions on an accessory's UWB chip: at most one if it is healthy.
struct SessionRunner: Sendable {
    /// The reason to end ranging.
    enum Reason: Hashable, Sendable {
        case initialize
        case stop
        case linkLost
    }

    /// The most sessions on the chip.
    private static let chipLimit = 5

    private let model: AccessoryBuild
    /// The sessions that range.
    private(set) var running: [RangingParameters] = []
    private var wasStopped = false
    private var wasCutOff = false

    init(model: AccessoryBuild) { self.model = model }

    /// Starts a session in place of the previous one; false if it did not start, and no report will follow.
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
        // A chip that lost track of a session cannot end it.
        let kept = model.has(.secondConfigureLeaks) ? running : []
        running = kept + (isSilent ? [] : [parameters])
        return true
    }

    mutating func end(_ reason: Reason) {
        switch reason {
        case .initialize:
            wasStopped = false
            // NXP's demo keeps the session running under its old address until the next one starts.
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

/// The quality of an accessory's ranging: every round, and every distance, as the air allows if it is healthy.
struct RangingQuality: Sendable {
    /// The antenna delay of a board that was never calibrated, as a distance.
    static let uncalibrated = Distance.millimetres(400)
    static let noisy = Distance.millimetres(400)
    static let lossPermille = 600
    static let lazyPeriod = 5

    private let model: AccessoryBuild
    private var isCalibrated = true
    private var rounds = 0
    /// The number of consecutive rounds in which nothing was heard.
    private var unheard = 0
    /// The number of such rounds after which a firmware that dies out of range stops ranging.
    static let patience = 10

    init(model: AccessoryBuild) { self.model = model }

    /// Records the result of a round that it took part in.
    mutating func roundEnded(isHeard: Bool) {
        if model.has(.diesOutOfRange), unheard >= Self.patience { return }
        unheard = isHeard ? 0 : unheard + 1
    }

    /// Records the end of the link, or of its power.
    mutating func linkEnded() { unheard = 0 }

    mutating func wasReset() { isCalibrated = !model.has(.losesCalibration) }

    /// Resets the count of rounds, because its sessions changed.
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

    /// Returns the ranging model adapted to this accessory.
    func bend(_ ranging: WorldModel) -> WorldModel {
        var bent = ranging
        if !isCalibrated { bent.bias = ranging.bias + Self.uncalibrated }
        if model.has(.noisyDistance) { bent.noise = max(ranging.noise, Self.noisy) }
        return bent
    }
}
