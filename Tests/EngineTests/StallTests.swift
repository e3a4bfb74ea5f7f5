import Ground
import Journal
import Links
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Engine
@testable import Zoo

/// Returns a bench on which the rig itself stalls once, right before or right after one of the run loop's calls.
///
/// The run loop reads the clock, sends and waits; it does not observe time in between.
func stalling(
    _ links: any LinkSet, at point: Int, for span: Lapse, _ extent: StallingLinks.Extent
) -> StallingLinks {
    var points = 0
    return StallingLinks(links, extent, for: span) { _ in
        defer { points += 1 }
        return points == point
    }
}

/// A rig that stalls anywhere in a turn of its loop causes no blame.
@Suite struct StallTests {
    private static let spans: [Lapse] = [.milliseconds(150), .milliseconds(390), .milliseconds(1200), .seconds(10)]

    private func points(of scenario: Scenario) -> Int {
        var points = 0
        _ = play(scenario) { links in
            StallingLinks(links, .loop, for: .zero) { _ in
                points += 1
                return false
            }
        }
        return points
    }

    @Test(
        "A stall at any point of any turn fails no healthy accessory, whatever else stalls",
        arguments: StallingLinks.Extent.allCases)
    func anywhere(extent: StallingLinks.Extent) {
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

    @Test("A silent accessory fails on a rig that keeps time", arguments: [true, false])
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

    @Test("After a short stall, the loop processes everything that arrived meanwhile before any deadline expires")
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

    @Test("Whether a message was taken without encryption is no question of time, however late the rig was")
    func unencrypted() throws {
        let accessory = ZooAccessory(.appleSample, .openDespiteEncryption)
        let bench = ZooBench(accessory, on: .simulated)
        let models = bench.played.accessories.map { (name: $0.name, model: accessory.model(inPlaceOf: $0)) }
        func played(_ wrap: (any LinkSet) -> any LinkSet) -> Played {
            play(.named("answersAtOnce"), rig: bench.played, accessories: models, through: wrap)
        }
        var points = 0
        let undisturbed = played { links in
            StallingLinks(links, .loop, for: .zero) { _ in
                points += 1
                return false
            }
        }
        #expect(undisturbed.failure?.code == "channel.openWithoutEncryption" && points > 100)
        for point in 0..<points {
            let played = played { stalling($0, at: point, for: .milliseconds(480), .machine) }
            #expect(
                played.summary.verdict == .failed && played.failure?.code == "channel.openWithoutEncryption",
                "at \(point): \(played.summary.verdict), \(played.summary.reason ?? "")")
        }
    }

    /// Plays a scenario whose failure depends on no limit, with a stall at each point before its first step starts.
    private func expectBlame(_ scenario: Scenario, through bend: (any LinkSet) -> any LinkSet = { $0 }) {
        // The first step starts after the last call before its request to the stage or an adapter.
        var (points, last) = (0, 0)
        var before: Int?
        let undisturbed = play(scenario) { links in
            let counting = StallingLinks(bend(links), .loop, for: .zero) { _ in
                points += 1
                return false
            }
            return BentLinks(
                counting,
                incoming: { reception in
                    // An arrival has its instant before the point that follows the call.
                    last = points - 1
                    return reception
                },
                outgoing: { _, outbound in
                    switch outbound {
                    case .stage(.present), .bluetooth: before = before ?? last
                    default: last = points
                    }
                    return true
                })
        }
        #expect(undisturbed.summary.verdict == .failed && (before ?? 0) > 2, "\(undisturbed.summary)")
        for point in 0..<(before ?? 0) {
            let played = play(scenario) { stalling(bend($0), at: point, for: .milliseconds(480), .machine) }
            #expect(
                played.summary.verdict == .failed, "\(scenario.name) at \(point): \(played.summary.reason ?? "")")
        }
    }

    @Test("A stall while the rig opens, or waits for its reader, leaves the first step to be judged")
    func beforeFirstStep() {
        let wrongApp = Scenario("wrongApp", "Expects the door's app of the poster", phone: .withDoorApp) {
            Tap(.posterTag) { Expect(.opened(.doorApp), count: 1) }
        }
        expectBlame(wrongApp)
        let lost = Scenario("lost", "Exchanges with a door that hangs up") {
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))
        }
        expectBlame(lost) { links in
            BentLinks(
                links,
                incoming: { reception in
                    guard case .arrival(let arrival) = reception,
                        case .bluetooth(let name, .frame) = arrival.inbound
                    else { return reception }
                    return .arrival(Arrival(.bluetooth(name, .disconnected(.remote)), at: arrival.instant))
                })
        }
    }

    @Test("A limit is extended by the time that the rig lost within it, once")
    func extended() throws {
        func scenario(_ limit: Lapse) -> Scenario {
            Scenario("tight", "Exchanges within a tight limit") {
                Connect(.door, within: .seconds(5))
                Exchange(.configuration, with: .door, within: limit)
            }
        }
        let relaxed = play(scenario(.seconds(5)))
        var (began, needed) = (Instant.start, Lapse.zero)
        for entry in relaxed.entries {
            switch entry.event {
            case .stepStarted(let step) where step.number == 2: began = entry.instant
            case .stepPassed(let step, let elapsed, _) where step.number == 2: needed = elapsed
            default: break
            }
        }
        let limit = needed + .milliseconds(2)
        try #require(began > .start && needed > .milliseconds(20) && play(scenario(limit)).summary.verdict == .passed)
        // Each is too large a part of the limit for it to be kept without an extension, and too small to cast doubt on
        // what is extended.
        for part in [8, 6] {
            let lost = Lapse(nanoseconds: needed.nanoseconds / Int64(part))
            let late = play(scenario(limit)) {
                StallingLinks($0, .machine, from: began + .milliseconds(5), for: lost)
            }
            #expect(late.summary.verdict == .passed, "\(lost) of \(limit): \(late.summary.reason ?? "")")
            // The accessory itself is as late, and nothing excuses it.
            let slow = play(scenario(needed - .milliseconds(2))) {
                StallingLinks($0, .machine, from: began + .milliseconds(5), for: lost)
            }
            #expect(slow.summary.verdict == .failed, "\(lost) of \(limit): \(slow.summary.reason ?? "")")
        }
    }

    @Test("Overlapping delays count once, and the longest one is reported as such")
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
