import Ground
import NearbyInteraction
import Phone
import Testing
import UWB

@Suite struct NearbySessionTests {
    enum Happening: CaseIterable {
        case start, stop, runAgain, pause, invalidate, suspend, endSuspension, background, fail, deny, relaunch
        case windDown, measured, measuredNothing, measuredStranger, peerEnded, loseChannel, time
    }

    private static let run = "write configureAndStart, received configuration, runs, generated, range"
    private static let again = "runs, generated, write configureAndStart, range"
    private static let removed = "stop ranging, removed timeout, retry 1, write stop"

    /// The usual effect, and the stages with a different one.
    private static let table: [Happening: (common: String, special: [SessionBench.Place: String])] = [
        .start: ("write initialize", ranged("stop ranging, write initialize")),
        .stop: ("write stop", ranged("write stop, stop ranging")),
        .runAgain: (
            again,
            ranged("stop ranging, \(again)").merging([
                .idle: "note", .awaitingConfiguration: "note", .invalidated: "note", .linkless: "note",
                .suspended: "note", .prompted: "",
            ]) { $1 }
        ),
        .pause: ("", ranged("stop ranging, paused").merging([.prompted: "paused"]) { $1 }),
        .invalidate: ("invalidated", ranged("stop ranging, invalidated").merging([.invalidated: ""]) { $1 }),
        .suspend: (
            "", ranged("stop ranging, suspended, write stop").merging([.linkless: "stop ranging, suspended"]) { $1 }
        ),
        .endSuspension: ("", [.suspended: "suspension ended, write initialize"]),
        .background: (
            "", ranged("stop ranging, suspended, write stop").merging([.linkless: "stop ranging, suspended"]) { $1 }
        ),
        .fail: ("invalid -5887", ranged("stop ranging, invalid -5887").merging([.invalidated: ""]) { $1 }),
        .deny: (
            "",
            ranged("stop ranging, invalid -5884").merging([.suspended: "invalid -5884", .prompted: "doubt: warning"]) {
                $1
            }
        ),
        .relaunch: ("", ranged("stop ranging")),
        .windDown: (
            "",
            ranged("write stop, stop ranging").merging([
                .linkless: "stop ranging", .paused: "write stop", .backingOff: "write stop", .prompted: "write stop",
            ]) { $1 }
        ),
        .measured: ("", ranged("update 2.00 m")),
        .measuredNothing: ("", ranged("update none")),
        .measuredStranger: ("", ranged("doubt: warning, update none")),
        .peerEnded: ("", ranged("stop ranging, removed peerEnded, gave up 0 peerEnded")),
        .loseChannel: ("", [.startingAgain: "gave up 1 noChannel", .backingOff: "gave up 1 noChannel"]),
        .time: (
            "",
            [
                .awaitingConfiguration: "warning", .running: "warning, \(removed)", .ranging: removed,
                .awaitingStop: "warning", .startingAgain: "warning, write initialize", .backingOff: "write stop",
                .linkless: "stop ranging, removed timeout, gave up 0 noChannel",
            ]
        ),
    ]

    /// Returns the same words for all stages in which the session ranges.
    private static func ranged(_ words: String) -> [SessionBench.Place: String] {
        [.running: words, .ranging: words, .linkless: words]
    }

    private static func play(_ happening: Happening, in bench: inout SessionBench) -> String {
        switch happening {
        case .start: bench.start()
        case .stop: bench.stop()
        case .runAgain: bench.runAgain()
        case .pause: bench.act { $0.pause(SessionBench.name, at: $1) }
        case .invalidate: bench.act { $0.invalidate(SessionBench.name, at: $1) }
        case .suspend: bench.suspend()
        case .endSuspension: bench.endSuspension()
        case .background: bench.act { $0.setBackground(true, at: $1) }
        case .fail: bench.fail(.sessionFailed)
        case .deny: bench.act { $0.setPermission(.denied, at: $1) }
        case .relaunch: bench.act { $0.relaunch(at: $1) }
        case .windDown: bench.windDown()
        case .measured: bench.measure(.metres(2))
        case .measuredNothing: bench.measure(nil)
        case .measuredStranger: bench.measure(.metres(2), from: .init(rawValue: 0x3344))
        case .peerEnded: bench.peerEnded()
        case .loseChannel: bench.loseChannel()
        case .time: bench.pass(.seconds(10))
        }
    }

    @Test(arguments: SessionBench.Place.allCases) func everyHappeningHasItsEffects(in place: SessionBench.Place) {
        for happening in Happening.allCases {
            var bench = SessionBench(in: place)
            let seen = Self.play(happening, in: &bench)
            let row = Self.table[happening]
            #expect(seen == row?.special[place] ?? row?.common, "\(happening) in \(place)")
        }
    }

    @Test(arguments: SessionBench.Place.allCases) func noDeadlineStaysInThePast(in place: SessionBench.Place) {
        for happening in Happening.allCases {
            var bench = SessionBench(in: place)
            _ = Self.play(happening, in: &bench)
            for _ in 0..<20 {
                bench.pass(.milliseconds(700))
                #expect(bench.desk.deadline.map { $0 > bench.now } ?? true, "\(happening) in \(place)")
            }
        }
    }

    @Test(arguments: SessionBench.Place.allCases) func windingDownEndsAtRest(in place: SessionBench.Place) {
        var bench = SessionBench(in: place)
        bench.windDown()
        #expect(!bench.effects.contains(.write(.initialize)))
        if bench.isBusy { #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped") }
        #expect(!bench.isBusy && !bench.isRunning)
        #expect(bench.pass(.seconds(120)) == "" && bench.desk.deadline == nil)
    }

    @Test(arguments: SessionBench.Place.allCases) func everyPlaceCanBeStartedFrom(in place: SessionBench.Place) {
        var bench = SessionBench(in: place)
        if bench.isBusy { bench.receive(SessionBench.didStop) }
        if place == .suspended { bench.endSuspension() } else { bench.start() }
        if place == .prompted { bench.pass(.seconds(60)) }
        let words = bench.receive(SessionBench.answer)
        #expect(
            words == Self.run, "\(words)")
        #expect(bench.isRunning)
    }

    @Test func anAccessoryThatWasGivenUpIsStillToldToStop() {
        var bench = SessionBench(retry: RetryPolicy(attempts: 0, cycle: .full))
        bench.startAndRun()
        #expect(bench.pass(.seconds(3)).hasSuffix("gave up 0 attemptsSpent"))
        #expect(bench.windDown() == "write stop")
    }

    @Test func answersThatCrossTheNextMessageAreNoFaults() {
        var bench = SessionBench()
        bench.start()
        bench.stop()
        #expect(bench.receive(SessionBench.answer) == "received configuration")
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped")
        #expect(bench.receive(SessionBench.answer) == "received configuration, fault")
        bench.stop()
        bench.stop()
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped")
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped")
        #expect(bench.receive(SessionBench.didStop) == "received didStop, note")
    }

    @Test func anAnswerToALaterInitializeIsRunAnew() {
        var bench = SessionBench()
        bench.start()
        bench.start()
        #expect(bench.receive(SessionBench.answer) == Self.run)
        let again = "write configureAndStart, received configuration, stop ranging, runs, generated, range"
        #expect(bench.receive(SessionBench.answer) == again)
        #expect(bench.receive(SessionBench.answer) == "received configuration, fault")
        #expect(bench.isRunning)
    }

    @Test func wordThatRangingStartedComesOnceForEachConfiguration() {
        var bench = SessionBench(in: .running)
        #expect(bench.receive(SessionBench.didStart) == "received didStart, started")
        #expect(bench.receive(SessionBench.didStart) == "received didStart, warning")
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped, note")
        #expect(bench.receive(SessionBench.didStart) == "received didStart, fault")
        #expect(bench.isRunning)
    }

    @Test func aMeasurementPutsTheTimeoutOffAndAnEmptyRoundDoesNot() {
        var bench = SessionBench(in: .ranging)
        bench.pass(.seconds(2))
        bench.measure(.metres(1))
        #expect(bench.pass(.milliseconds(2_999)) == "")
        bench.measure(nil)
        #expect(bench.pass(.milliseconds(1)) == Self.removed)
    }

    @Test func theTableOfIdsIsTheScenarios() {
        var ids = MessageIdentifiers.appleSample
        ids.accessoryConfigurationData = 0x51
        var bench = SessionBench(settings: NearbySettings(), identifiers: ids)
        bench.start()
        #expect(bench.receive([0x51] + SessionBench.configuration.encoded).hasPrefix("write configureAndStart"))
    }
}
