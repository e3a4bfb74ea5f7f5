import Ground
import Journal
import Links
import RigKit
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Engine
@testable import RigZoo

/// Returns a bench on which the rig itself stalls once, right before or right after one of the run loop's calls.
///
/// The run loop reads the clock, sends and waits; it does not observe time in between.
func stalling(
    _ links: any LinkSet, at point: Int, for span: Span, _ extent: StandstillLinks.Extent
) -> StandstillLinks {
    var points = 0
    return StandstillLinks(links, extent, for: span) { _ in
        defer { points += 1 }
        return points == point
    }
}

/// A rig that stalls anywhere in a turn of its loop causes no blame.
@Suite struct StallTests {
    private static let spans: [Span] = [.milliseconds(150), .milliseconds(390), .milliseconds(1200), .seconds(10)]

    private func points(of scenario: Scenario) -> Int {
        var points = 0
        _ = play(scenario) { links in
            StandstillLinks(links, .loop, for: .zero) { _ in
                points += 1
                return false
            }
        }
        return points
    }

    @Test(
        "A standstill at any point of any turn fails no healthy accessory, whatever stands still with it",
        arguments: StandstillLinks.Extent.allCases)
    func anywhere(extent: StandstillLinks.Extent) {
        for (scenario, step) in [
            (Scenario.named("configurationExchange"), 1), (.named("tagOpensApp"), 1), (.named("fullFlow"), 17),
        ] {
            let count = points(of: scenario)
            #expect(count > 100)
            var passed = 0
            for (number, point) in stride(from: 0, to: count, by: step).enumerated() {
                let span = Self.spans[number % Self.spans.count]
                let played = play(scenario) { stalling($0, at: point, for: span, extent) }
                let verdict = played.summary.verdict
                passed += verdict == .passed ? 1 : 0
                #expect(
                    verdict == .passed || verdict == .error || verdict == .timedOut,
                    "\(scenario.name), \(span) at \(point): \(verdict), \(played.summary.reason ?? "")")
                #expect(played.summary.failures.isEmpty)
            }
            #expect(passed > 0, "\(scenario.name): a rig that was late for a moment goes on")
        }
    }

    @Test("An accessory that is really silent has failed, on a rig that keeps its time", arguments: [true, false])
    func silent(wakesLate: Bool) {
        let played = play(.named("configurationExchange")) { links in
            let mute = BentLinks(
                links,
                incoming: { reception in
                    if case .arrival(let arrival) = reception, case .bluetooth(_, .frame(let bytes)) = arrival.inbound,
                        bytes.first == 0x1B
                    {
                        return nil
                    }
                    return reception
                })
            // A short delay at the beginning invalidates no evidence.
            return wakesLate ? stalling(mute, at: 3, for: .milliseconds(20), .machine) : mute
        }
        #expect(played.summary.verdict == .failed, "\(played.summary.reason ?? "")")
    }

    @Test("A loop that stands still for a moment takes in what came meanwhile before any deadline passes")
    func inTime() {
        for point in 0..<points(of: .named("configurationExchange")) {
            let played = play(.named("configurationExchange")) {
                stalling($0, at: point, for: .milliseconds(150), .loop)
            }
            #expect(played.summary.verdict == .passed, "at \(point): \(played.summary.reason ?? "")")
        }
    }

    @Test("Malformed bytes are malformed on a rig that was late, too")
    func bytes() {
        for point in 0..<points(of: .named("configurationExchange")) {
            let played = play(.named("configurationExchange"), defects: [.shortConfiguration]) {
                stalling($0, at: point, for: .milliseconds(400), .machine)
            }
            #expect(played.summary.verdict == .failed, "at \(point): \(played.summary.reason ?? "")")
        }
    }

    @Test("Delays that overlap count once, and the longest one is the longest of them")
    func overlapping() {
        func at(_ milliseconds: Int) -> Instant { .start + .milliseconds(milliseconds) }
        var lateness = Lateness()
        lateness.note(from: at(0), to: at(100))
        for start in stride(from: 10, to: 100, by: 10) { lateness.note(from: at(start), to: at(101)) }
        #expect(lateness.doubt(about: .milliseconds(1011), since: .start) == nil)
        #expect(lateness.doubt(about: .milliseconds(1010), since: .start) != nil)
        #expect(lateness.doubt(about: .milliseconds(910), since: at(101)) != nil, "it was just before")
        #expect(lateness.doubt(about: .seconds(1), since: at(101) + Lateness.aftermath + .milliseconds(1)) == nil)
        #expect(lateness.doubt(at: at(200), since: at(150)) == nil, "no timer of 2 s ran out by that")
        lateness.note(from: at(300), to: at(700))
        #expect(lateness.doubt(at: at(800), since: at(750)) != nil, "a fifth at once")
        var often = Lateness()
        for number in 0..<5 { often.note(from: at(1000 * number), to: at(1000 * number + 100)) }
        #expect(often.doubt(at: at(5000), since: at(4900)) != nil, "a quarter in all")
    }
}
