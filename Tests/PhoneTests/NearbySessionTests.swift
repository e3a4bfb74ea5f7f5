import Ground
import NearbyInteraction
import Phone
import Testing

@Suite struct NearbySessionTests {
    enum Happening: CaseIterable {
        case start, stop, windDown, configuration, didStart, didStop, paired, unknown, empty, phonesOwn
        case measured, measuredNothing, peerEnded, loseChannel, time
    }

    private static let run = "write configureAndStart, received configuration, runs, generated, range"
    private static let removed = "stop ranging, removed timeout, retry 1, write stop"

    /// What every place gives, and the places that give something else.
    private static func expected(_ happening: Happening, in place: SessionBench.Place) -> String {
        let (common, special): (String, [SessionBench.Place: String]) =
            switch happening {
            case .start: ("write initialize", [.running: "stop ranging, write initialize"])
            case .stop: ("write stop", [.running: "write stop, stop ranging"])
            case .windDown: ("", [.running: "write stop, stop ranging", .backingOff: "write stop"])
            case .configuration: ("received configuration, fault", [.awaitingConfiguration: run])
            case .didStart:
                (
                    "received didStart, fault",
                    [
                        .running: "received didStart, started", .awaitingStop: "received didStart",
                        .startingAgain: "received didStart", .backingOff: "received didStart",
                    ]
                )
            case .didStop:
                (
                    "received didStop, note",
                    [
                        .running: "received didStop, stopped", .awaitingStop: "received didStop, stopped",
                        .startingAgain: "received didStop, stopped, write initialize",
                    ]
                )
            case .paired: ("received other", [:])
            case .unknown: ("received other, note", [:])
            case .empty, .phonesOwn: ("fault", [:])
            case .measured: ("", [.running: "update 2.00 m"])
            case .measuredNothing: ("", [.running: "update none"])
            case .peerEnded: ("", [.running: "stop ranging, removed peerEnded, gave up 0"])
            case .loseChannel: ("", [.running: "stop ranging"])
            case .time:
                (
                    "",
                    [
                        .awaitingConfiguration: "warning", .running: "warning, " + removed, .awaitingStop: "warning",
                        .startingAgain: "warning, write initialize", .backingOff: "write stop",
                    ]
                )
            }
        return special[place] ?? common
    }

    private static func play(_ happening: Happening, in bench: inout SessionBench) -> String {
        switch happening {
        case .start: bench.act { $0.start(at: $1) }
        case .stop: bench.act { $0.stop(at: $1) }
        case .windDown: bench.act { $0.windDown(at: $1) }
        case .configuration: bench.receive(SessionBench.answer)
        case .didStart: bench.receive(SessionBench.didStart)
        case .didStop: bench.receive(SessionBench.didStop)
        case .paired: bench.receive([0x04])
        case .unknown: bench.receive([0x77, 1, 2])
        case .empty: bench.receive([])
        case .phonesOwn: bench.receive([0x0A])
        case .measured: bench.act { $0.measured(.metres(2), at: $1) }
        case .measuredNothing: bench.act { $0.measured(nil, at: $1) }
        case .peerEnded: bench.act { $0.peerEnded(at: $1) }
        case .loseChannel: bench.act { session, _ in session.loseChannel() }
        case .time: bench.pass(.seconds(10))
        }
    }

    @Test(arguments: SessionBench.Place.allCases) func everyHappeningHasItsEffects(in place: SessionBench.Place) {
        for happening in Happening.allCases {
            var bench = SessionBench(in: place)
            let seen = Self.play(happening, in: &bench)
            #expect(seen == Self.expected(happening, in: place), "\(happening) in \(place)")
        }
    }

    @Test(arguments: SessionBench.Place.allCases) func noDeadlineStaysInThePast(in place: SessionBench.Place) {
        for happening in Happening.allCases {
            var bench = SessionBench(in: place)
            _ = Self.play(happening, in: &bench)
            for _ in 0..<20 {
                bench.pass(.milliseconds(700))
                #expect(bench.session.deadline.map { $0 > bench.now } ?? true, "\(happening) in \(place)")
            }
        }
    }

    @Test(arguments: SessionBench.Place.allCases) func windingDownEndsAtRest(in place: SessionBench.Place) {
        var bench = SessionBench(in: place)
        bench.act { $0.windDown(at: $1) }
        #expect(!bench.effects.contains(.write(.initialize)))
        if bench.session.isBusy { #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped") }
        #expect(!bench.session.isBusy && !bench.session.isRunning && bench.session.deadline == nil)
        #expect(bench.pass(.seconds(60)) == "")
    }

    @Test func anAccessoryThatWasGivenUpIsStillToldToStop() {
        var bench = SessionBench(retry: RetryRule(attempts: 0))
        bench.startAndRun()
        #expect(bench.pass(.seconds(3)).hasSuffix("gave up 0"))
        #expect(bench.act { $0.windDown(at: $1) } == "write stop")
    }

    @Test func answersThatCrossTheNextMessageAreNoFaults() {
        var bench = SessionBench()
        bench.act { $0.start(at: $1) }
        bench.act { $0.stop(at: $1) }
        #expect(bench.receive(SessionBench.answer) == "received configuration")
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped")
        #expect(bench.receive(SessionBench.answer) == "received configuration, fault")
        bench.act { $0.stop(at: $1) }
        bench.act { $0.stop(at: $1) }
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped")
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped")
        #expect(bench.receive(SessionBench.didStop) == "received didStop, note")
    }

    @Test func anAnswerToALaterInitializeIsRunAnew() {
        var bench = SessionBench()
        bench.act { $0.start(at: $1) }
        bench.act { $0.start(at: $1) }
        #expect(bench.receive(SessionBench.answer) == Self.run)
        let again = "write configureAndStart, received configuration, stop ranging, runs, generated, range"
        #expect(bench.receive(SessionBench.answer) == again)
        #expect(bench.receive(SessionBench.answer) == "received configuration, fault")
        #expect(bench.session.isRunning)
    }

    @Test func wordThatRangingStartedComesOnceForEachConfiguration() {
        var bench = SessionBench(in: .running)
        #expect(bench.receive(SessionBench.didStart) == "received didStart, started")
        #expect(bench.receive(SessionBench.didStart) == "received didStart, fault")
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped")
        #expect(bench.session.isRunning)
    }

    @Test func bytesBehindAMessageAreAWarning() {
        var bench = SessionBench(in: .running)
        #expect(bench.receive([0x02, 0xFF]) == "received didStart, started, warning")
        #expect(bench.findings.first?.offset == 1)
    }

    @Test func aMeasurementPutsTheTimeoutOffAndAnEmptyRoundDoesNot() {
        var bench = SessionBench(in: .running)
        bench.receive(SessionBench.didStart)
        bench.pass(.seconds(2))
        bench.act { $0.measured(.metres(1), at: $1) }
        #expect(bench.pass(.milliseconds(2_999)) == "")
        bench.act { $0.measured(nil, at: $1) }
        #expect(bench.pass(.milliseconds(1)) == Self.removed)
    }

    @Test func theTableOfIdsIsTheScenarios() {
        var ids = MessageIdentifiers.appleSample
        ids.accessoryConfigurationData = 0x51
        var session = NearbySession(
            settings: NearbySettings(identifiers: ids), generator: SeededGenerator(seed: 1))
        _ = session.start(at: .start)
        let answer = [0x51] + SessionBench.configuration.encoded
        guard case .write(.configureAndStart) = session.receive(answer, at: .start).first else {
            Issue.record("the answer was not understood")
            return
        }
    }
}
