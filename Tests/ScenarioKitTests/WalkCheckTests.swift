import ScenarioKit
import Testing

@Suite struct WalkCheckTests {
    private func problems(_ walks: Action..., phone: PhoneSetup = .standard) -> [String] {
        let steps = ([.connecting, .exchanging] + walks).enumerated()
            .map { Step($0.element, spot: madeLine($0.offset + 1)) }
        return Scenario(name: "made", summary: "Made", phone: phone, steps: steps, spot: madeLine(0))
            .problems().map(\.description)
    }

    private func expect(_ found: [String], _ part: String, source: SourceLocation = #_sourceLocation) {
        #expect(found.contains { $0.contains(part) }, "found \(found)", sourceLocation: source)
    }

    @Test func aZoneMustLieOnTheWalk() {
        expect(problems(.walking(from: 5, to: 2, .entering("near", at: 2.1))), "never passes")
        expect(problems(.walking(from: 2.5, to: 0.5, .entering("far", at: 2.4))), "never passes")
        expect(problems(.walking(from: 5, to: 2, .entering("far", at: 1))), "1.00 m is not passed on this walk")
        expect(problems(.walking(from: 0.5, to: 3.1, .leaving("far", at: 3))), "left at 3.20 m, which this walk")
    }

    @Test func crossingsStandInTheOrderOfTheWalk() {
        expect(
            problems(.walking(from: 5, to: 0.5, .entering("near", at: 1.4), .entering("far", at: 2.8))),
            "2.80 m comes before 1.40 m on this walk")
        expect(
            problems(.walking(from: 0.5, to: 5, .leaving("far", at: 3.4), .leaving("near", at: 1.9))),
            "1.90 m comes before 3.40 m on this walk")
        expect(
            problems(.walking(from: 5, to: 0.5, .entering("far", at: 2.8), .entering("far", at: 2.7))),
            "far is crossed twice")
    }

    @Test func zonesAreEnteredTowardAndLeftAwayFrom() {
        expect(problems(.walking(from: 5, to: 0.5, .leaving("far", at: 3))), "a walk toward door leaves no zone")
        expect(problems(.walking(from: 0.5, to: 5, .entering("far", at: 3))), "a walk away from door enters no zone")
    }

    @Test func theWordsDirectionMustBeThatOfTheDistances() {
        expect(problems(.walking(from: 1, to: 5, direction: .toward)), "write Walk(awayFrom: .door, ...)")
        expect(problems(.walking(from: 5, to: 1, direction: .away)), "write Walk(toward: .door, ...)")
    }

    @Test func aWalkGoesSomewhereInTime() {
        expect(problems(.walking(from: 5, to: 1, speed: 0)), "never ends")
        expect(problems(.walking(from: 5, to: 1, speed: -1)), "never ends")
        expect(problems(.walking(from: 5, to: 5)), "write Stay instead")
        expect(problems(.walking(from: 5, to: -1)), "a distance cannot be negative")
    }

    @Test func aToleranceMustBeReachable() {
        expect(problems(.walking(from: 5, to: 0.5, .entering("far", at: 2.8, give: 0))), "cannot be met")
        // At 10 m/s the median of five measurements and a delay of one more, at 40 ms each, cost 1.2 m, whatever the
        // accessory does.
        expect(
            problems(.walking(from: 5, to: 0.5, speed: 10, .entering("far", at: 3, give: 1))),
            "the phone cannot notice far before 1.80 m")
        #expect(problems(.walking(from: 5, to: 2, speed: 10, .entering("far", at: 3, give: 1.3))) == [])
        expect(
            problems(.walking(from: 0.5, to: 6, speed: 10, .leaving("far", at: 3.2, give: 1))),
            "the phone cannot notice far before 4.40 m")
    }

    @Test func aJumpBetweenWalksIsAWarning() {
        let found = problems(.walking(from: 8, to: 5), .walking(from: 6, to: 8))
        #expect(
            found == [
                "Tests/Made.swift:4: warning: the phone is at 5.00 m and would jump to 6.00 m: "
                    + "begin at its position"
            ])
    }

    @Test func thePhoneItselfIsChecked() {
        func phone(_ setup: PhoneSetup) -> [String] {
            Scenario.made(phone: setup, .connecting).problems().map(\.description)
        }
        func zone(_ name: ZoneName, _ radius: Double, _ hysteresis: Double = 0.2) -> Zone {
            Zone(name: name, radius: .metres(radius), hysteresis: .metres(hysteresis))
        }
        expect(phone(PhoneSetup(zones: [zone("far", 3), zone("far", 1)])), "two zones are called far")
        expect(phone(PhoneSetup(zones: [zone("far", 3), zone("near", 3)])), "the same radius")
        expect(phone(PhoneSetup(zones: [zone("far", 3), zone("near", 2.9)])), "warning: near is only left at 3.10 m")
        expect(phone(PhoneSetup(zones: [zone("far", 3, 0)])), "warning: the zone far has no hysteresis")
        expect(phone(PhoneSetup(zones: [zone("far", 3, -1)])), "negative hysteresis")
        expect(phone(PhoneSetup(zones: [zone("far", 0)])), "a radius of 0.00 m")
        expect(phone(PhoneSetup(smoothing: Smoothing(window: 0, confirmations: 0))), "at least one measurement")
        expect(phone(PhoneSetup(smoothing: Smoothing(window: 1, confirmations: 0))), "at least one confirmation")
        let huge = Smoothing(window: .max, confirmations: .max)
        expect(phone(PhoneSetup(smoothing: huge)), "more than 1000 measurements")
        expect(phone(PhoneSetup(smoothing: huge)), "more than 1000 confirmations")
        expect(
            problems(.walking(from: 5, to: 1, .entering("far", at: 2)), phone: PhoneSetup(smoothing: huge)), "before")
        expect(phone(PhoneSetup(rangingTimeout: .zero)), "removed immediately")
        let retry = RetryPolicy(attempts: -1, onlyOnTimeout: true, cycle: .full, backOff: .seconds(-1))
        expect(phone(PhoneSetup(retry: retry)), "cannot retry -1 times")
        expect(phone(PhoneSetup(retry: retry)), "cannot wait -1.00 s")
        let app = App(identifier: "a", links: [.init(host: "https://a", pathPrefix: "b")])
        expect(phone(PhoneSetup(apps: [app, app])), "the app a is on the phone twice")
        expect(phone(PhoneSetup(apps: [app])), "needs a bare host")
        expect(phone(PhoneSetup(apps: [app])), "begins with a slash: /b")
    }

    @Test func aNameMustBeTypeable() {
        let scenario = Scenario("walk up", " ") { Connect("door", within: .seconds(1)) }
        #expect(scenario.problems().map(\.message).count == 2)
        #expect(Scenario("walkUp2", "Walks") { Connect("door", within: .seconds(1)) }.problems() == [])
    }
}
