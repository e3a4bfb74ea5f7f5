import Ground
import NearbyInteraction
import Phone

/// What the director knows of one accessory besides the step that is being played: it says why something did not come.
struct AccessoryRecord: Sendable {
    let name: AccessoryName
    /// What the two sides did last, in words that follow "the accessory hung up".
    private(set) var lastAct = "before it was connected"
    /// Since the session began to run.
    private(set) var rounds = 0
    private(set) var measurements = 0
    private(set) var isRunning = false
    private var saysItRanges = false
    private var lastRoundAt = Instant.start
    private var interval = Span.zero

    init(_ name: AccessoryName) { self.name = name }

    /// How the ranging goes, in words.
    var ranging: String {
        let word = saysItRanges ? "\(name) said that it ranges" : "\(name) did not say that it ranges"
        return "\(word), and the kit reported \(rounds) rounds, \(measurements) of them with a distance"
    }

    mutating func note(_ event: PhoneEvent, at now: Instant) {
        switch event {
        case .channel(name, .connected): lastAct = "while the data channel was set up"
        case .channel(name, .ready): lastAct = "with the data channel just open"
        case .channel(name, .lost): isRunning = false
        case .sent(name, let kind):
            lastAct = "after the phone sent \(kind.rawValue)"
            if kind == .stop { isRunning = false }
        case .withheld(name, .stop): isRunning = false
        case .nearby(name, let event): note(event, at: now)
        default: break
        }
    }

    /// How long the kit has reported nothing although a session runs; nil while it does what it should.
    ///
    /// A kit reports every round, also one that gave no distance: its silence says nothing about the accessory.
    func kitSilence(at now: Instant, timeout: Span) -> Span? {
        guard isRunning else { return nil }
        let silence = now - lastRoundAt
        let isLong = silence * 2 >= timeout && silence >= interval * 3
        return isLong ? silence : nil
    }

    private mutating func note(_ event: NearbyEvent, at now: Instant) {
        switch event {
        case .sessionDidStartRunning:
            (isRunning, saysItRanges, rounds, measurements, lastRoundAt) = (true, false, 0, 0, now)
        case .didGenerateShareableConfigurationData(let data):
            interval = .milliseconds(Int(data.intervalMilliseconds))
        case .accessoryDidStart:
            saysItRanges = true
            lastAct = "while it ranged"
        case .accessoryDidStop:
            lastAct = "after it had stopped"
        case .didUpdate(let distance):
            rounds += 1
            measurements += distance == nil ? 0 : 1
            lastRoundAt = now
        case .didRemove, .didInvalidate: isRunning = false
        case .received, .retry, .gaveUp, .finding: break
        }
    }
}
