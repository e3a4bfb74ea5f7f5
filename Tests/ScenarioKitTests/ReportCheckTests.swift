import ScenarioKit
import Testing

/// The reports of an accessory that a scenario may ask for, each problem with its line.
@Suite struct ReportCheckTests {
    private func asking(_ report: AccessoryReport, phone: PhoneSetup = .standard) -> Scenario {
        .made(phone: phone, .connecting, .exchanging, .expecting(.reported(report, by: "door")))
    }

    private func limiting(_ figure: Figure, _ bound: Bound, phone: PhoneSetup = .standard) -> Scenario {
        .made(
            phone: phone, .place(accessory: "door", at: .metres(2)), .connecting, .exchanging,
            .requiring(figure, bound, percentile: nil))
    }

    private let limit = Bound.within(.distance(.metres(0.3)))

    @Test func whatCanBeKnownAgainIsSound() {
        expectSound(asking(.line("UWB started")))
        expectSound(asking(.message(beginning: [0x31])))
        expectSound(asking(.distance(.known)))
        expectSound(limiting(.toldDistance(report: .known, accessory: "door"), limit))
        expectSound(limiting(.toldError(report: .qorvo, accessory: "door"), limit))
        expectSound(limiting(.toldRate(report: .nxp, accessory: "door"), .atLeast(.rate(.hertz(3)))))
    }

    @Test func aReportThatEveryLineOrMessageIsHasAProblemAtItsLine() {
        let bad: [(AccessoryReport, String)] = [
            (.line(""), "every line matches this"), (.line("{m}"), "every line with a number matches this"),
            (.line(LinePattern(String(repeating: "x", count: 200))), "at most 120 bytes"),
            (.message(beginning: []), "every message begins with an empty prefix"),
            (.message(beginning: [UInt8](repeating: 1, count: 513)), "a message has at most 512 bytes"),
            (.distance(.printed(lines: [])), "without a pattern no line is a distance"),
            (.distance(.printed("started")), "has no number"), (.distance(.printed("a{inch}")), "no hole {inch}"),
            (.distance(.printed(lines: ["d={cm}", "d={cm}"])), "is in the list twice"),
            (
                .distance(.printed(lines: (0..<17).map { LinePattern("d\(Character(UnicodeScalar(97 + $0)!))={cm}") })),
                "at most 16 patterns, not 17"
            ),
            (.distance(.sent(field: MessageField(of: 1, at: 512, width: 1, .metres))), "is beyond"),
        ]
        for (report, message) in bad {
            expect(asking(report), says: message, line: Self.line(of: asking(report)))
        }
        expect(
            limiting(.toldRate(report: .printed(lines: []), accessory: "door"), .atLeast(.rate(.hertz(3)))),
            says: "without a pattern", line: 80)
    }

    private static func line(of scenario: Scenario) -> Int { scenario.problems(on: nil).first?.spot.line ?? -1 }

    @Test func whatIsToldIsLimitedToBothSidesAndEachOfThem() {
        expect(
            limiting(.toldDistance(report: .known, accessory: "door"), .atMost(.distance(.metres(1)))),
            says: "write within", line: 80)
        let rate = Scenario.made(
            .connecting, .exchanging,
            .requiring(.toldRate(report: .known, accessory: "door"), .atLeast(.rate(.hertz(3))), percentile: 90))
        expect(rate, says: "omit the percentile", line: 80)
        #expect(Requirement(.toldError(report: .nxp, accessory: "a"), limit, spot: madeLine(1)).samplesNeeded == 8)
    }

    @Test func aReactionNeedsAFeatureThatWrites() {
        let silent = PhoneSetup(features: [Feature(name: "unlock", inside: "near")])
        let writing = PhoneSetup(features: [Feature(name: "unlock", inside: "near", onEntering: [0x30])])
        func reacting(_ feature: FeatureName, _ isOn: Bool) -> Figure {
            .reaction(feature: feature, on: isOn, report: .message(beginning: [0x31]), accessory: "door")
        }
        let second = Bound.atMost(.span(.seconds(1)))
        expectSound(limiting(reacting("unlock", true), second, phone: writing))
        expect(limiting(reacting("unlock", true), second, phone: silent), says: "give it onEntering", line: 80)
        expect(limiting(reacting("unlock", false), second, phone: writing), says: "give it onLeaving", line: 80)
        expect(limiting(reacting("light", true), second, phone: writing), says: "no feature of the phone", line: 80)
        for bytes in [[], [UInt8](repeating: 0, count: 513)] as [[UInt8]] {
            let phone = PhoneSetup(features: [Feature(name: "unlock", inside: "near", onEntering: bytes)])
            #expect(!Scenario.made(phone: phone, .connecting).problems(on: nil).isEmpty)
        }
    }

    @Test func onlyWhoIsSaidToTellIsAsked() {
        #expect(asking(.distance(.known)).needs.contains(.part(.printedDistances, of: "door")))
        #expect(asking(.distance(.known)).needs.contains(.console("door")))
        #expect(!asking(.line("UWB started")).needs.contains(.part(.printedDistances, of: "door")))
        let field = DistanceReport.sent(field: MessageField(of: 0x32, at: 1, width: 2, .centimetres))
        #expect(asking(.distance(field)).needs.contains(.part(.sentDistances, of: "door")))
        #expect(!asking(.distance(field)).needs.contains(.console("door")))
    }

    @Test func aConsoleIsSearchedForMoreThanABlank() {
        func searching(_ text: String) -> Scenario {
            .made(.connecting, .expecting(.console(of: "door", containing: text)))
        }
        expect(searching("  "), says: "contains a space", line: Self.line(of: searching("  ")))
        #expect(!searching(String(repeating: "x", count: 121)).problems(on: nil).isEmpty)
        expectSound(searching("started"))
    }
}
