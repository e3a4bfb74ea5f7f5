import Ground
import Journal
import Links
import NearbyInteraction
import Phone
import ScenarioKit
import Scenarios
import UWB
import Wording

@testable import Engine

/// A director without a phone and a world: a test supplies events, to the millisecond.
struct DirectorBench {
    var director: Director
    private(set) var effects: [DirectorEffect] = []
    private(set) var now = Instant.start

    private static let token = DiscoveryToken(rawValue: 1, phoneAt: ShortAddress(rawValue: 1))

    /// Creates a director that has begun a scenario, on a bench whose kit and reader are ready.
    init(_ scenario: Scenario, changing change: (inout RunSetting) -> Void = { _ in }) {
        var setting = RunSetting(scenario: scenario, stagePatience: .seconds(5))
        change(&setting)
        director = Director(setting)
        effects += director.begin(at: now)
        effects += director.receive(.kitReady(name: "a kit"), at: now)
        effects += director.receive(.tag(event: .readerReady(name: "a reader")), at: now)
    }

    /// Supplies an event at a number of milliseconds after the start.
    mutating func hear(_ event: PhoneEvent, at milliseconds: Int) {
        pass(to: milliseconds)
        effects += director.receive(event, at: now)
    }

    mutating func hear(_ event: NearbyEvent, from name: AccessoryName = .door, at milliseconds: Int) {
        hear(.nearby(accessory: name, event: event), at: milliseconds)
    }

    mutating func stage(_ event: StageEvent, at milliseconds: Int) {
        pass(to: milliseconds)
        effects += director.receive(event, at: now)
    }

    /// Advances the time, deadline by deadline.
    mutating func pass(to milliseconds: Int) {
        let end = Instant.start + .milliseconds(milliseconds)
        while let due = director.deadline, due <= end {
            now = max(now, due)
            let before = effects.count
            effects += director.advance(to: now)
            if effects.count == before, director.deadline == due { break }
        }
        now = end
    }

    /// Supplies a ranging round of the kit, with or without a distance in millimetres.
    mutating func measure(_ millimetres: Int32?, of name: AccessoryName = .door, at milliseconds: Int) {
        hear(.kitRound(accessory: name, failure: millimetres == nil ? .receptionTimeout : nil), at: milliseconds)
        let object = NearbyObject(token: Self.token, distance: millimetres.map { .millimetres($0) })
        hear(.didUpdate(object: object), from: name, at: milliseconds)
    }

    /// The phone writes a message, and the accessory answers it after a delay in milliseconds.
    mutating func exchange(
        _ message: MessageKind, _ answer: MessageKind, after delay: Int, at milliseconds: Int
    ) {
        hear(.sent(accessory: .door, message: message), at: milliseconds)
        hear(.received(message: answer), at: milliseconds + delay)
    }

    /// The session generates shareable configuration data, after which the kit should report rounds.
    mutating func runSession(of name: AccessoryName = .door, every interval: UInt16 = 200, at milliseconds: Int) {
        let accessory = AccessoryConfigurationData(role: .responder, address: ShortAddress(rawValue: 2))
        var generator = SeededGenerator(seed: 1)
        var data = ShareableConfigurationData.generate(for: accessory, using: &generator)
        data.intervalMilliseconds = interval
        hear(.didGenerateShareableConfigurationData(data: data, token: Self.token), from: name, at: milliseconds)
    }

    var ending: Ending? {
        for case .end(let ending) in effects { return ending }
        return nil
    }

    var failure: StepFailure? { if case .failed(let failure) = ending { failure } else { nil } }
    /// The expectation and the observation as sentences.
    var expected: String? { failure?.expected.description }
    var seen: String? { failure?.seen.description }

    /// The texts of the steps that were started, in order.
    var started: [String] {
        effects.compactMap { if case .journal(.stepStarted(let record)) = $0 { record.text } else { nil } }
    }
}
