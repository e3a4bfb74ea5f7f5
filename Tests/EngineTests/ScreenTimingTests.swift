import ApplicationServices
import Ground
import Phone
import ScenarioKit
import Testing

@testable import Engine

/// The figures measured for a screen, which never include the phone's own time.
@Suite struct ScreenTimingTests {
    private static func at(_ milliseconds: Int) -> Instant { .start + .milliseconds(milliseconds) }
    private static let listener = ServiceObject(.companion, .listener, 1)
    private static let connection = ServiceObject(.companion, .connection, 1)

    /// Returns the samples from these events, each with its millisecond.
    private static func samples(
        _ timing: ScreenTiming, _ events: [(Int, CompanionEvent)]
    ) -> (timing: ScreenTiming, samples: [String]) {
        var timing = timing
        var samples: [String] = []
        for (milliseconds, event) in events {
            for (measure, span) in timing.note(event, of: "pad", at: at(milliseconds)) {
                samples.append("\(measure) \(span.nanoseconds / 1_000_000)")
            }
        }
        return (timing, samples)
    }

    private static func picked(at milliseconds: Int) -> ScreenTiming {
        var timing = ScreenTiming()
        timing.note(.pick(name: "Pad"), at: at(milliseconds))
        return timing
    }

    private static let ready: [(Int, CompanionEvent)] = [(60, .state(object: connection, state: .ready))]

    @Test func thePersonTheLaunchAndTheListenerAreNotTheScreens() {
        let (_, samples) = Self.samples(
            Self.picked(at: 100),
            [
                (50, .published(name: "Pad", pin: "")), (140, .invited(service: "game")),
                (140, .prompted(service: "game")), (5_140, .answered(service: "game", isAllowed: true)),
                (7_000, .launched(bundle: "app")), (9_000, .state(object: Self.listener, state: .ready)),
                (9_025, .state(object: Self.connection, state: .setup)),
                (9_030, .state(object: Self.connection, state: .ready)),
            ])
        #expect(samples == ["pickToReady 70"])
    }

    @Test func whoIsShownLateIsNotChosenEarlier() {
        let (_, samples) = Self.samples(
            Self.picked(at: 100),
            [
                (4_000, .published(name: "Pad", pin: "")), (4_010, .invited(service: "game")),
                (4_010, .answered(service: "game", isAllowed: true)),
                (4_015, .state(object: Self.connection, state: .ready)),
            ])
        #expect(samples == ["pickToReady 15"])
    }

    /// Refused, invited again without a choice, chosen under another name, or away meanwhile: nothing is measured.
    @Test(arguments: 0..<4) func whatNobodyChoseIsNotMeasured(_ number: Int) {
        let refused: [(Int, CompanionEvent)] = [
            (1, .published(name: "Pad", pin: "")), (10, .invited(service: "game")),
            (20, .answered(service: "game", isAllowed: false)),
        ]
        let again: [(Int, CompanionEvent)] =
            refused + [(30, .invited(service: "game")), (40, .answered(service: "game", isAllowed: true))]
        let other: [(Int, CompanionEvent)] = [
            (1, .published(name: "Pad #2", pin: "")), (10, .invited(service: "game")),
        ]
        let away: [(Int, CompanionEvent)] = [
            (1, .published(name: "Pad", pin: "")), (10, .invited(service: "game")), (20, .parked(connection: 2)),
        ]
        #expect(Self.samples(Self.picked(at: 5), [refused, again, other, away][number] + Self.ready).samples.isEmpty)
    }

    @Test func aReturnIsMeasuredFromWhatThePhoneSaid() {
        var (timing, _) = Self.samples(ScreenTiming(), [(0, .state(object: Self.connection, state: .ready))])
        timing.note(.background, with: "pad", at: Self.at(1_000))
        var measured: [String] = []
        (timing, measured) = Self.samples(timing, [(1_018, .parked(connection: 3))])
        #expect(measured == ["abortToReconnect 18"])
        (timing, measured) = Self.samples(
            timing,
            [
                (61_000, .state(object: Self.connection, state: .failed(.aborted))),
                (61_000, .state(object: Self.connection, state: .cancelled)),
                (61_000, .state(object: ServiceObject(.companion, .connection, 2), state: .ready)),
                (61_007, .received(type: 3, payload: [0x30])), (61_008, .received(type: 2, payload: [0x31])),
            ])
        #expect(measured == ["resumeToReady 7"])
    }

    @Test func anAppThatIsKilledIsNotWaitedFor() {
        var (timing, _) = Self.samples(ScreenTiming(), [(0, .state(object: Self.connection, state: .ready))])
        timing.note(.background, with: "pad", at: Self.at(1_000))
        timing.note(.kill, with: "pad", at: Self.at(1_010))
        #expect(Self.samples(timing, [(9_000, .parked(connection: 3))]).samples.isEmpty)
    }

    @Test func aMoveIsAnsweredOnItsConnectionOrNotAtAll() {
        let move = CompanionEvent.sent(type: 1, payload: Array("4".utf8))
        let (_, samples) = Self.samples(
            ScreenTiming(),
            [
                (0, move), (5, .sent(type: 1, payload: Array("5".utf8))), (30, .acknowledged(move: 4)),
                (40, .state(object: Self.connection, state: .failed(.aborted))), (90, .acknowledged(move: 5)),
            ])
        #expect(samples == ["frameRoundTrip 30"])
    }
}
