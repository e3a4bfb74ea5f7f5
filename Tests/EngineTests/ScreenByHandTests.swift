import Ground
import Journal
import Links
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Benches
@testable import Engine

/// Screens at which a person carries out the acts, and takes some time.
struct ScreenByHandTests {
    /// The time in which the person carries out an act, and then confirms it; nil for a person who never does.
    struct Person: Sendable, CustomTestStringConvertible {
        let act: Lapse
        let word: Lapse?

        var testDescription: String { "acts after \(act), says so \(word.map { "\($0) later" } ?? "never")" }
    }

    /// A simulated bench whose screens wait for a person.
    private final class HandLinks: LinkSet {
        private enum Due {
            case act(ScreenName, ScreenAct)
            case word(ScreenName)
        }

        private let links: any LinkSet
        private let person: Person
        private var agenda = Agenda<Due>()

        init(_ links: any LinkSet, _ person: Person) { (self.links, self.person) = (links, person) }

        var now: Instant { links.now }

        func send(_ outbound: Outbound) -> Instant {
            guard case .stage(.screen(let name, let act)) = outbound else { return links.send(outbound) }
            agenda.add(.act(name, act), at: now + person.act)
            if let word = person.word { agenda.add(.word(name), at: now + person.act + word) }
            return now
        }

        func receive(until deadline: Instant) -> Reception {
            while true {
                let reception = links.receive(until: min(deadline, agenda.next ?? .never))
                guard case .deadline = reception, let (due, item) = agenda.popDue(at: links.now) else {
                    return reception
                }
                switch item {
                case .act(let name, let act): _ = links.send(.stage(.screen(name, act)))
                case .word(let name): return .arrival(Arrival(.stage(.acted(name)), at: due))
                }
            }
        }

        func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
        func close() { links.close() }
    }

    private static let rig = Result {
        try Rig.simulated.replacing([
            "tv=network:eth0", "secondTV=network:eth0", "tv.has=game", "secondTV.has=game",
        ])
    }
    private static let scenarios = Scenario.all.filter { scenario in
        !scenario.phone.companions.isEmpty && !scenario.tags.contains(.long)
    }

    private static func played(
        _ scenario: Scenario, by person: Person, defects: Set<ScreenDefect> = []
    ) throws -> RunSummary {
        let rig = try rig.get()
        var model = EnvironmentModel(accessories: [])
        model.screens = rig.screens.map { ($0.name, ScreenBuild(defects: defects)) }
        model.screenConsoles = rig.screens.map(\.name)
        let links = HandLinks(SimulatedLinks(model, seed: 1), person)
        return ScenarioRun(scenario: scenario, rig: rig, seed: 1)
            .play(on: links, recorder: JournalRecorder(keepsEntries: false))
    }

    @Test(
        "The time a person takes never counts against the screen",
        arguments: [
            Person(act: .milliseconds(1), word: .milliseconds(1)), Person(act: .milliseconds(1), word: .seconds(100)),
            Person(act: .seconds(100), word: .milliseconds(1)), Person(act: .seconds(2), word: .seconds(4)),
        ])
    func patience(person: Person) throws {
        var passed = 0
        for scenario in Self.scenarios {
            let summary = try Self.played(scenario, by: person)
            switch summary.verdict {
            case .passed:
                passed += 1
                #expect(summary.operatorAnswers != nil, "\(scenario.name)")
            case .skipped: continue
            case .error, .failed, .timedOut, .aborted: Issue.record("\(scenario.name): \(summary.reason ?? "")")
            }
        }
        #expect(passed > 40)
    }

    @Test("A person who never confirms is the rig's error", arguments: scenarios)
    func silence(scenario: Scenario) throws {
        let summary = try Self.played(scenario, by: Person(act: .seconds(1), word: nil))
        if case .skipped = summary.verdict { return }
        #expect(summary.verdict == .error && summary.code == "rig.stage", "\(summary.reason ?? "")")
    }

    /// The excluded defects show only on a network provided by the bench (a second cable, silence, no IPv4), with a
    /// screen that the rig makes send frames or leave a picker while a companion's clock runs, or in a long scenario.
    private static let visible = ScreenDefect.allCases.filter {
        ![
            .connectsByEachInterface, .ignoresIPv6, .losesLargeFrames, .ignoresLeaving, .waitsForEver, .asksToGoOn,
        ].contains($0)
    }

    @Test("A screen's defect is still found if it shows while the person is busy", arguments: visible)
    func defects(defect: ScreenDefect) throws {
        for person in [Person(act: .seconds(1), word: .seconds(3)), Person(act: .milliseconds(50), word: .seconds(60))]
        {
            let codes = try Self.scenarios.flatMap { scenario in
                try Self.played(scenario, by: person, defects: [defect]).failures.map(\.code)
            }
            // A connection that was given up, or a game that went wrong, is reported by the scenarios the rig can
            // play.
            #expect(codes.contains(defect.sign), "\(codes)")
        }
    }

    @Test("Scenarios that only a simulated screen can play are skipped with the reason")
    func skipped() throws {
        let rig = try Self.rig.get()
        for name in ["bulkBesideInput", "lossyNetwork", "slowNetwork", "cableOut", "quickToReady"] {
            #expect(ScenarioRun.reasonToSkip(.named(name), on: rig) != nil, "\(name)")
            #expect(ScenarioRun.reasonToSkip(.named(name), on: .simulated) == nil, "\(name)")
        }
        for name in ["picksAndPlays", "quickReturns", "secondScreen", "comesWhileListed"] {
            #expect(ScenarioRun.reasonToSkip(.named(name), on: rig) == nil, "\(name)")
        }
        // Moves are counted only if every screen is declared to play the game.
        let otherGame = try rig.replacing("tv.has=none")
        for name in ["picksAndPlays", "quickAnswers", "secondScreen"] {
            #expect(ScenarioRun.reasonToSkip(.named(name), on: otherGame)?.contains("tv.has=game") == true, "\(name)")
        }
        #expect(ScenarioRun.reasonToSkip(.named("comesWhileListed"), on: otherGame) == nil)
        // The consoles of the simulated rig are independent of the screens' ports that were replaced.
        #expect(try ScenarioRun.reasonToSkip(.named("showsStates"), on: rig.replacing("tv.console=none")) != nil)
    }

    @Test("A console that never prints is the rig's fault, and one that prints something else the screen's")
    func console() throws {
        let scenario = Scenario.named("showsStates")
        let rig = Rig.simulated
        var model = EnvironmentModel(accessories: [])
        model.screens = [("tv", ScreenBuild())]
        func run() -> RunSummary {
            ScenarioRun(scenario: scenario, rig: rig, seed: 1)
                .play(on: SimulatedLinks(model, seed: 1), recorder: JournalRecorder())
        }
        let silent = run()
        #expect(silent.verdict == .error && silent.errorLink == .console("tv"), "\(silent.reason ?? "")")
        model.screenConsoles = ["tv"]
        #expect(run().verdict == .passed)
        model.screens = [("tv", ScreenBuild(defects: [.printsNumbers]))]
        let other = run()
        #expect(other.verdict == .failed && other.failures.map(\.code) == ["screen.endUnnamed"])
    }

    @Test("The connection to the screens is proved before a failure, or an absence, counts")
    func proof() throws {
        let fault = RigFault("eth0 does not work", remedy: "Plug it in")
        func run(_ name: String, _ defects: Set<ScreenDefect>) throws -> RunSummary {
            var model = EnvironmentModel(accessories: [])
            model.screens = [("tv", ScreenBuild(defects: defects))]
            let links = BentLinks(SimulatedLinks(model, seed: 1), proof: { $0 == .discovery ? fault : nil })
            return ScenarioRun(scenario: .named(name), rig: .simulated, seed: 1)
                .play(on: links, recorder: JournalRecorder(keepsEntries: false))
        }
        let failing = try run("picksAndPlays", [.doesNothing])
        #expect(failing.verdict == .error && failing.errorLink == .discovery)
        #expect(try run("picksAndPlays", []).verdict == .error)
    }
}
