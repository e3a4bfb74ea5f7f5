import Ground
import ScenarioKit
import Testing

/// The common properties of a group's scenarios, and the individual ones.
@Suite struct ScenarioGroupTests {
    private static let parting = SharedSteps {
        Stop("door", within: .seconds(3))
        Disconnect("door", within: .seconds(2)).otherwise("it clings", when: "rig.mute")
    }

    private static let line = Int(#line)
    private static let group = ScenarioGroup(
        suite: .conformance, tags: [.quick], phone: PhoneSetup(retry: .never),
        opening: SharedSteps { Connect("door", within: .seconds(5)) }, closing: parting
    ) {
        Scenario("plain", "Says nothing itself") { Lock() }

        Scenario(
            "own", "Says everything itself", suite: .robustness, tags: [.long], phone: .standard, opening: .nothing,
            closing: .nothing
        ) {
            Play(parting)
            Lock()
        }
        ScenarioGroup(tags: [.pairing], closing: .nothing) {
            Scenario("inner", "Asks the inner group first", opening: .nothing) { Lock() }
        }
        for speed in ["slow", "fast.2"] {
            Scenario("walks", "Walks \(speed)", argument: speed) { Lock() }
        }
    }

    private func scenario(_ name: String) throws -> Scenario {
        try #require(Self.group.scenarios.first { $0.name == name })
    }

    @Test func whatAScenarioDoesNotSayItsGroupSays() throws {
        let plain = try scenario("plain")
        #expect(plain.suite == .conformance && plain.tags == [.quick] && plain.phone.retry == .never)
        #expect(
            plain.steps.map(\.action) == [
                .link(act: .connect(upTo: .subscribed), accessory: "door", within: .seconds(5)), .system(act: .lock),
                .stop(accessory: "door", within: .seconds(3)),
                .link(act: .disconnect, accessory: "door", within: .seconds(2)),
            ])
        #expect(plain.steps.last?.cause?.text == "it clings")
    }

    @Test func whatAScenarioSaysItselfCounts() throws {
        let own = try scenario("own")
        #expect(own.suite == .robustness && own.tags == [.long] && own.phone == .standard)
        #expect(own.steps.count == 3 && own.steps.last?.action == .system(act: .lock))
    }

    @Test func theInnerGroupIsAskedFirst() throws {
        let inner = try scenario("inner")
        #expect(inner.suite == .conformance && inner.tags == [.pairing] && inner.phone.retry == .never)
        #expect(inner.steps.map(\.action) == [.system(act: .lock)])
    }

    @Test func sharedStepsAreOnTheLineThatAskedForThem() throws {
        let plain = try scenario("plain")
        #expect(plain.spot.line == Self.line + 5)
        #expect(plain.steps.map { $0.spot.line - Self.line } == [5, 5, 5, 5])
        #expect(try scenario("own").steps.map { $0.spot.line - Self.line } == [11, 11, 12])
    }

    @Test func everySpotInASharedBlockMoves() throws {
        let shared = SharedSteps {
            Repeat(2) {
                Stay(.seconds(1)) { Expect(.ranging("door"), count: 1) }
                Losing(.stop, times: 1) { Lock() }
            }
            Throughout {
                Require(.exchange(of: "door"), atMost: .seconds(1)).otherwise("slow", when: .limitMissed)
            } steps: {
                Together {
                    Lane { Lock() }
                    Lane { Unlock() }
                }
            }
            Walk(toward: "door", from: .metres(3), to: .metres(1), at: .metresPerSecond(1)) {
                Enter("near", at: .metres(2), give: .metres(1))
            }
            Inspect("tag") { Is(.type2) }
        }
        let scenario = Scenario("all", "All of it") { Play(shared) }
        let text = ScenarioFile.text(of: scenario)
        let lines = text.split(separator: "\n").filter { $0.contains("\"line\" : ") }
        #expect(lines.count == 17 && Set(lines.map { $0.drop { $0 == " " } }).count == 1, "\(lines)")
        #expect(scenario.steps.allSatisfy { $0.spot.line == #line - 4 })
    }

    @Test("a problem in a group's opening or closing names the part, as it is on the scenario's own line")
    func parts() throws {
        let unconnected = SharedSteps { Stop("door", within: .seconds(3)) }
        let group = ScenarioGroup(closing: unconnected) {
            Scenario("closes", "Stops what never ranged") {
                Connect("door", within: .seconds(5))
                Expect(.connected("door"), count: 1)
            }
            Scenario("opens", "Stops what was never connected", opening: unconnected, closing: .nothing) {
                Connect("door", within: .seconds(5))
                Expect(.connected("door"), count: 1)
            }
            Scenario("own", "Has the mistake in its own steps", closing: .nothing) {
                Stop("door", within: .seconds(3))
            }
        }
        let found = group.scenarios.map { $0.problems().map(\.message) }
        #expect(found.count == 3 && found.allSatisfy { !$0.isEmpty }, "\(found)")
        #expect(found[0].allSatisfy { $0.hasPrefix("in the closing: ") }, "\(found[0])")
        #expect(found[1].contains { $0.hasPrefix("in the opening: ") }, "\(found[1])")
        #expect(!found[2].contains { $0.hasPrefix("in the") }, "\(found[2])")
    }

    @Test func anArgumentTellsScenariosOfOneNameApart() throws {
        let walks = Self.group.scenarios.filter { $0.base == "walks" }
        #expect(walks.map(\.name) == ["walks.slow", "walks.fast.2"])
        #expect(walks.map(\.oneWord) == ["walksSlow", "walksFast.2"])
        #expect(walks.map(\.summary) == ["Walks slow", "Walks fast.2"])
        #expect(try scenario("plain").oneWord == "plain")
        for scenario in walks {
            let text = ScenarioFile.text(of: scenario)
            #expect(text.contains("\"name\" : \"walks\"") && text.contains("\"argument\" : "))
            #expect(try ScenarioFile.scenario(from: text) == scenario)
        }
    }

    @Test(arguments: ["a", "162ms", "0x0102", "fast.2", "a_b-c", "A9"]) func anArgumentIsPartOfAName(argument: String) {
        #expect(problems(argument) == [])
    }

    @Test(arguments: ["", ".", "a.", ".a", "-a", "a b", "a/b", "ü", "5.00 s", String(repeating: "a", count: 61)])
    func anArgumentThatIsNoPartOfANameIsAProblem(argument: String) {
        #expect(problems(argument).count == 1)
        #expect(problems(argument).first?.message.contains("cannot be in a name") == true)
    }

    private func problems(_ argument: String) -> [Problem] {
        Scenario("walks", "Walks", argument: argument) {
            Connect("door", within: .seconds(5))
            Disconnect("door", within: .seconds(2))
        }.problems()
    }
}
