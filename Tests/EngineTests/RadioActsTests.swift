import Ground
import Links
import Phone
import ScenarioKit
import Scenarios
import Testing
import UWB
import Wording

@testable import Engine

/// Radios that programs block, judged by what the rig then hears.
@Suite("Radios blocked by programs")
struct RadioActsTests {
    private static let setting = RunSetting(
        scenario: Scenario("a", "b") { Stay(.seconds(1)) }, stagePatience: .zero, powerByProgram: [.door],
        blockedByProgram: [.ble: [.door], .uwb: [.door]])

    private static let link = PhoneEvent.channel(accessory: .door, event: .opened(peer: "door"))
    private static let lostRound = round(.receptionTimeout)

    private static func round(_ failure: RangingFailure?) -> PhoneEvent {
        .kitRound(accessory: .door, failure: failure)
    }

    private static func lost(_ reason: DisconnectReason, _ name: AccessoryName = .door) -> PhoneEvent {
        .channel(accessory: name, event: .lost(reason: reason))
    }

    private static func radio(_ radio: Radio, _ isBlocked: Bool) -> StageEvent {
        .radio(radio, of: .door, isBlocked: isBlocked)
    }

    /// Something that happens at a number of milliseconds after the start.
    private enum Happening {
        case asked(StageRequest, Int)
        case stage(StageEvent, Int)
        case phone(PhoneEvent, Int)
    }

    private func acts(_ happenings: [Happening]) -> RadioActs {
        var acts = RadioActs()
        func at(_ milliseconds: Int) -> Instant { .start + .milliseconds(milliseconds) }
        for happening in happenings {
            switch happening {
            case .asked(let request, let time): acts.note(request, Self.setting, at: at(time))
            case .stage(let event, let time): acts.note(event, at: at(time))
            case .phone(let event, let time): acts.note(event, at: at(time))
            }
        }
        return acts
    }

    /// Returns the acts after the UWB was blocked one second after the start, and what happened then.
    private func silenced(_ happenings: [Happening] = []) -> RadioActs {
        acts(
            [.phone(Self.link, 0), .asked(.silenceUWB(.door, true), 500), .stage(Self.radio(.uwb, true), 1_000)]
                + happenings)
    }

    private static let lostRounds = [1_200, 1_400, 1_600].map { Happening.phone(lostRound, $0) }

    @Test("a blocked UWB is shown by lost rounds, and contradicted by a round that was not in the air before")
    func silence() {
        #expect(silenced().doubt != nil && silenced(Self.lostRounds).doubt == nil)
        #expect(silenced(Array(Self.lostRounds.dropLast())).doubt != nil, "a round or two may be lost by chance")
        #expect(
            silenced(Self.lostRounds.map { _ in .phone(Self.round(.transmission), 1_200) }).doubt != nil,
            "the kit did not send")
        #expect(silenced([.stage(.readBack(Self.reading(true)), 1_100)]).doubt != nil, "it was reported before")
        let underWay = Happening.phone(Self.round(nil), 2_000)
        #expect(silenced([underWay] + Self.lostRounds).doubt == nil)
        for late in [
            [.phone(Self.round(nil), 2_001)] + Self.lostRounds, Self.lostRounds + [.phone(Self.round(nil), 5_000)],
        ] {
            #expect(
                silenced(late).doubt != nil
                    && silenced(late).evidence.map(\.description).allSatisfy {
                        $0.hasSuffix("contradicted")
                    })
        }
    }

    private static func reading(_ isBlocked: Bool) -> StageReading { .radio(.uwb, of: .door, isBlocked: isBlocked) }

    @Test("what was read back counts, for the block and for its end")
    func readBack() {
        let acts = acts([
            .asked(.silenceUWB(.door, true), 0), .stage(.readBack(Self.reading(true)), 900),
            .stage(Self.radio(.uwb, true), 900), .asked(.silenceUWB(.door, false), 2_000),
            .stage(.readBack(Self.reading(false)), 2_900), .stage(Self.radio(.uwb, false), 2_900),
        ])
        #expect(acts.doubt == nil && acts.evidence.count == 2)
        #expect(acts.evidence.allSatisfy { $0.description.hasSuffix("read back") })
    }

    @Test("an unblocked UWB is shown by a measured round")
    func end() {
        let end: [Happening] = [.asked(.silenceUWB(.door, false), 3_000), .stage(Self.radio(.uwb, false), 3_500)]
        #expect(silenced(Self.lostRounds + end).doubt != nil)
        #expect(silenced(Self.lostRounds + end + [.phone(Self.round(nil), 3_700)]).doubt == nil)
        #expect(silenced(Self.lostRounds).isChanging == false)
        #expect(silenced(Self.lostRounds + [end[0]]).isChanging)
    }

    @Test("another program's accessory is none of its business")
    func otherAccessory() {
        let trunk = acts([.asked(.silenceUWB("trunk", true), 0), .asked(.dropLink("trunk"), 0)])
        #expect(!trunk.isChanging && trunk.evidence.isEmpty && trunk.doubt(aboutFailureOf: "trunk", at: .start) == nil)
    }

    @Test(
        "a link that falls silent while UWB is blocked, or on the way there or back, shows that more is blocked",
        arguments: [AccessoryName.door, "trunk"])
    func wrongRadio(_ name: AccessoryName) {
        let loss = Happening.phone(Self.lost(.supervisionTimeout, name), 2_500)
        #expect(silenced(Self.lostRounds + [loss]).doubt != nil)
        #expect(acts([.phone(Self.link, 0), .asked(.silenceUWB(.door, true), 500), loss]).doubt != nil)
        #expect(silenced(Self.lostRounds + [.asked(.silenceUWB(.door, false), 2_000), loss]).doubt != nil)
        let over = [
            Happening.asked(.silenceUWB(.door, false), 2_000), .stage(.readBack(Self.reading(false)), 2_100),
            .stage(Self.radio(.uwb, false), 2_100), loss,
        ]
        #expect(silenced(Self.lostRounds + over).doubt == nil, "the accessory is to blame")
        #expect(silenced(Self.lostRounds + [.phone(Self.lost(.remote, name), 2_500)]).doubt == nil, "it hung up")
    }

    @Test("a link that ends because the power was switched contradicts nothing")
    func power() {
        let cycle: [Happening] = [.asked(.power(.door, .cycle), 2_000), .phone(Self.lost(.supervisionTimeout), 2_500)]
        #expect(silenced(Self.lostRounds + cycle).doubt == nil)
        let again: [Happening] = [.phone(Self.link, 4_000), .phone(Self.lost(.supervisionTimeout), 6_000)]
        #expect(silenced(Self.lostRounds + cycle + again).doubt != nil)
    }

    /// Returns the acts of a cut whose link ends for a reason, after a time from the request to the answer.
    private func cut(_ reason: DisconnectReason, answer: Int = 1_000, unblocked: Int = 3_500) -> RadioActs {
        acts([
            .phone(Self.link, 0), .asked(.dropLink(.door), 0), .stage(Self.radio(.ble, true), answer),
            .phone(Self.lost(reason), answer + 1_500), .stage(Self.radio(.ble, false), unblocked),
            .phone(Self.link, unblocked + 100),
        ])
    }

    @Test("a cut is shown by a link that falls silent, and its end by a new one")
    func cuts() {
        #expect(cut(.supervisionTimeout).doubt == nil)
        #expect(cut(.supervisionTimeout).evidence.allSatisfy { $0.description.hasSuffix("witnessed") })
        #expect(!cut(.supervisionTimeout).isChanging)
        for reason in [DisconnectReason.remote, .local, .authentication] {
            #expect(cut(reason).doubt != nil, "\(reason): the link was not lost because of the block")
        }
        for reason in [DisconnectReason.remote, .supervisionTimeout] {
            let early = acts([
                .phone(Self.link, 0), .asked(.dropLink(.door), 0), .stage(Self.radio(.ble, true), 500),
                .phone(Self.lost(.supervisionTimeout), 1_000), .phone(Self.link, 1_500),
                .phone(Self.lost(reason), 1_600),
                .stage(Self.radio(.ble, false), 1_700),
            ])
            #expect(early.doubt == nil, "it came back before the program had ended, and was lost again")
        }
    }

    @Test("a failure after an act that took more than 2 s is undecided, and a pass is not")
    func slow() {
        func isSlow(_ acts: RadioActs) -> Bool {
            acts.doubt == nil && acts.doubt(aboutFailureOf: nil, at: .start) != nil
        }
        #expect(!isSlow(cut(.supervisionTimeout, answer: 2_000, unblocked: 5_500)))
        #expect(isSlow(cut(.supervisionTimeout, answer: 2_001, unblocked: 5_500)))
        #expect(isSlow(cut(.supervisionTimeout, answer: 1_000, unblocked: 4_501)), "counted from the loss")
        let busy = silenced(Self.lostRounds + [.asked(.silenceUWB(.door, false), 3_000)])
        #expect(busy.doubt(aboutFailureOf: nil, at: .start + .milliseconds(5_000)) == nil)
        #expect(busy.doubt(aboutFailureOf: nil, at: .start + .milliseconds(5_001)) != nil, "it is still at work")
    }

    @Test("a failure on Bluetooth while UWB is blocked counts only if Bluetooth was heard since")
    func unheard() {
        let quiet = silenced(Self.lostRounds)
        #expect(
            quiet.doubt(aboutFailureOf: .door, at: .start) != nil && quiet.doubt(aboutFailureOf: nil, at: .start) == nil
        )
        let heard = silenced(
            Self.lostRounds + [.phone(.nearby(accessory: .door, event: .received(message: .didStop)), 1_700)])
        #expect(heard.doubt(aboutFailureOf: .door, at: .start) == nil)
    }

    @Test("two overlapping silences end one after the other")
    func overlap() {
        let acts = acts([
            .asked(.silenceUWB(.door, true), 0), .asked(.silenceUWB(.door, true), 0),
            .stage(Self.radio(.uwb, true), 100), .stage(Self.radio(.uwb, true), 200),
            .asked(.silenceUWB(.door, false), 1_000), .stage(Self.radio(.uwb, false), 1_100),
        ])
        #expect(!acts.isChanging && acts.evidence.count == 3, "the second goes on")
        var over = acts
        over.note(.silenceUWB(.door, false), Self.setting, at: .start + .seconds(2))
        #expect(over.isChanging)
        over.note(Self.radio(.uwb, false), at: .start + .seconds(2))
        #expect(!over.isChanging && over.evidence.count == 4)
    }

    // MARK: Steps

    private func played(_ scenario: Scenario, _ events: (inout DirectorBench) -> Void) -> DirectorBench {
        var bench = DirectorBench(scenario, changing: { $0.blockedByProgram = Self.setting.blockedByProgram })
        events(&bench)
        return bench
    }

    @Test(
        "the steps and blocks of a silenced accessory begin when its UWB is blocked, and those after it when it is not")
    func waits() {
        let scenario = Scenario("silent", "Silences the door") {
            Simulating(.uwbSilence, of: .door) {
                Throughout {
                    Expect(.kitMeasured(.door), count: 0)
                } steps: {
                    Stay(.seconds(2))
                }
            }
            Stay(.seconds(1)) { Expect(.zoneChange(.door), count: 0) }
        }
        let bench = played(scenario) { bench in
            #expect(bench.effects.contains { $0.stageRequest == .silenceUWB(.door, true) })
            bench.measure(1_000, at: 4_000)
            bench.pass(to: 5_000)
            #expect(bench.director.active == nil && bench.ending == nil)
            bench.stage(Self.radio(.uwb, true), at: 6_000)
            #expect(bench.director.active != nil)
            for time in [6_500, 7_000, 7_500] { bench.measure(nil, at: time) }
            bench.pass(to: 8_000)
            #expect(bench.director.active == nil && bench.ending == nil, "it is not unblocked yet")
            bench.stage(Self.radio(.uwb, false), at: 9_000)
            bench.pass(to: 10_000)
        }
        #expect(bench.ending == .complete, "\(String(describing: bench.ending))")
    }

    @Test("the step that cuts a link waits until its radio is unblocked, and is the rig's error if that never comes")
    func cutStep() {
        let scenario = Scenario("cut", "Cuts the link") {
            Simulate(.linkLoss, of: .door)
            Expect(.disconnected(.door), within: .seconds(1))
        }
        let bench = played(scenario) { bench in
            bench.stage(Self.radio(.ble, true), at: 1_000)
            bench.hear(Self.lost(.supervisionTimeout), at: 2_000)
            #expect(bench.ending == nil)
            bench.stage(Self.radio(.ble, false), at: 9_000)
        }
        #expect(bench.ending == .complete, "the loss was seen in its block")
        let never = played(scenario) { $0.pass(to: 200_000) }
        guard case .error? = never.ending else {
            Issue.record("\(String(describing: never.ending))")
            return
        }
    }
}

extension DirectorEffect {
    fileprivate var stageRequest: StageRequest? { if case .stage(let request) = self { request } else { nil } }
}
