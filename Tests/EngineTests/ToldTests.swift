import Ground
import Journal
import Links
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Engine

/// An accessory's own numbers: the measurement each is paired with, the blame, and what is no evidence.
struct ToldTests {
    private static let source = ToldLog.Source(name: .door, report: .printed("d={cm}"))

    private func at(_ milliseconds: Int) -> Instant { Instant.start + .milliseconds(milliseconds) }

    @Test("A number is paired with the phone's nearest round, before or after it, within the window")
    func nearest() {
        var log = ToldLog(of: [Self.source])
        log.note(round: .metres(1), of: .door, at: at(0))
        log.note(line: "d=110", of: .door, truth: nil, at: at(150))
        log.note(round: .metres(2), of: .door, at: at(200))
        log.note(line: "d=210", of: .door, truth: .metres(2), at: at(210))
        log.note(round: .metres(3), of: .door, at: at(300))
        log.note(round: .metres(9), of: .trunk, at: at(301))
        log.note(line: "d=330", of: .door, truth: nil, at: at(551))
        log.note(line: "d=440", of: .door, truth: nil, at: at(1000))
        log.note(round: .metres(4), of: .door, at: at(1250))
        let samples = log.samples(of: Self.source, since: 0)
        #expect(samples.map(\.told) == [.metres(1.1), .metres(2.1), .metres(3.3), .metres(4.4)])
        #expect(samples.map(\.measured) == [.metres(2), .metres(2), nil, .metres(4)])
        #expect(samples.map(\.truth) == [nil, .metres(2), nil, nil])
        #expect(log.samples(of: Self.source, since: 2).count == 2)
    }

    @Test("A line counts once, for its own accessory, by the first pattern that fits")
    func lines() {
        let both = ToldLog.Source(name: .door, report: .printed(lines: ["d={cm} m", "d={cm}"]))
        var log = ToldLog(of: [both])
        log.note(line: "d=5 m", of: .door, truth: nil, at: at(0))
        log.note(line: "d=5", of: .trunk, truth: nil, at: at(1))
        log.note(line: "d=5", of: .door, truth: nil, at: at(2))
        log.note(line: "d=x", of: .door, truth: nil, at: at(3))
        log.note(line: "boot", of: .door, truth: nil, at: at(4))
        #expect(log.count == 2 && log.broken(of: both, since: 0) == 1 && log.broken(of: both, since: 3) == 0)
        #expect(log.heard(of: .door).lines == 4 && log.heard(of: .door).last == "boot")
        #expect(log.hasMatched(both.report, of: .door) && !log.hasMatched(both.report, of: .trunk))
    }

    @Test("What is wrong with the numbers is named by the numbers themselves")
    func diagnosis() {
        func code(_ told: [Double], _ right: [Double], _ report: DistanceReport = .qorvo) -> FailureCode {
            let pairs = zip(told, right).map { (told: Distance.metres($0), right: Distance.metres($1)) }
            return ToldDiagnosis.code(of: pairs, limit: .metres(0.3), as: report, other: "told.differs")
        }
        #expect(code([100, 210, 390], [1, 2, 4]) == "told.unit")
        #expect(code([0.01, 0.02, 0.04], [1, 2, 4]) == "told.unit")
        #expect(code([1, 1, 1], [1, 2, 4]) == "told.stale")
        #expect(code([1, 1, 1], [1.5, 1.6, 1.7]) == "told.differs")
        #expect(code([2, 3, 5], [1, 2, 4]) == "told.differs")
        let field = DistanceReport.sent(field: MessageField(of: 0x32, at: 1, width: 2, .centimetres))
        #expect(code([256, 512.01], [1, 1], field) == "told.differs")
        #expect(code([256, 256], [1, 1], field) == "told.byteOrder")
        #expect(code([512, 368.65], [2, 4], field) == "told.byteOrder")
    }

    // MARK: Plays

    private static let scenario = Scenario("tells", "Holds the door's numbers against the phone's") {
        Place(.door, at: .metres(2))
        Play(.ranging(.door))
        Stay(.seconds(3))
        Require(.distance(toldBy: .door, .known), within: .metres(0.3))
    }

    private func bending(_ bend: @escaping (String) -> String?) -> (any LinkSet) -> any LinkSet {
        { links in
            BentLinks(
                links,
                incoming: { reception in
                    guard case .arrival(let arrival) = reception, case .console(let name, let line) = arrival.inbound
                    else { return reception }
                    return bend(line).map { .arrival(Arrival(.console(name, $0), at: arrival.instant)) }
                })
        }
    }

    @Test("A healthy accessory's numbers are the phone's")
    func healthy() {
        let played = play(Self.scenario)
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
    }

    @Test("A console that is silent, prints something else or is damaged is no evidence")
    func noEvidence() {
        let silent = play(Self.scenario, through: bending { _ in nil })
        let others = play(Self.scenario, through: bending { $0.contains("distance") ? nil : $0 })
        let cut = play(Self.scenario, through: bending { $0.contains("distance") ? String($0.dropLast(4)) : $0 })
        var count = 0
        let damaged = play(
            Self.scenario,
            through: bending { line in
                guard line.contains("distance") else { return line }
                count += 1
                return count == 3 ? String(line.dropLast(3)) : count == 5 ? "Ranging: distance 9.99 m" : line
            })
        for played in [silent, others, cut, damaged] {
            #expect(played.summary.verdict == .error, "\(played.summary.verdict)")
            #expect(played.summary.code == "rig.undecided" && played.summary.errorLink == .console(.door))
        }
    }

    @Test("A wrong number on an undamaged console is the accessory's, even if it is the only one")
    func wrong() {
        var count = 0
        let played = play(
            Self.scenario,
            through: bending { line in
                guard line.contains("distance") else { return line }
                count += 1
                return count == 5 ? "Ranging: distance 9.99 m" : line
            })
        #expect(played.summary.verdict == .failed && played.failure?.code == "told.differs")
    }

    @Test("The absence of numbers passes only if the accessory is known to print them")
    func absence() {
        let quiet = Scenario("quiet", "Prints no distance while idle") {
            Connect(.door, within: .seconds(5))
            Expect(.reported(.distance(.known), by: .door), count: 0, for: .seconds(2))
        }
        let played = play(quiet)
        #expect(played.summary.verdict == .error && played.summary.errorLink == .console(.door))
        let known = Scenario("known", "Prints distances while it ranges, and none when it has stopped") {
            Play(.ranging(.door))
            Stay(.seconds(1))
            Stop(.door, within: .seconds(3))
            Stay(.milliseconds(500))
            Stay(.seconds(1)) { Expect(.reported(.distance(.known), by: .door), count: 0) }
        }
        #expect(play(known).summary.verdict == .passed)
        #expect(play(known, defects: [.printsAfterStop]).summary.verdict == .failed)
    }

    @Test("A line that never came is reported with the last one that did")
    func otherLine() {
        var lines: [String] = []
        let played = play(
            Scenario("never", "Waits for a line") {
                Play(.ranging(.door))
                Await(.reported(.line("says nothing of the kind"), by: .door), within: .seconds(2))
            },
            through: bending { line in
                lines.append(line)
                return line
            })
        #expect(played.failure?.code == "expectation.never")
        let seen = played.failure?.seen ?? ""
        #expect(lines.contains { seen.contains("\"\($0.prefix(80))\"") }, "\(seen)")
    }

    @Test("A rate counts the numbers that are missing while the phone measured")
    func rate() {
        func scenario(_ span: Lapse) -> Scenario {
            Scenario("rate", "Counts") {
                Play(.ranging(.door))
                Stay(span) { Require(.rate(toldBy: .door, .known), atLeast: .hertz(3)) }
            }
        }
        #expect(play(scenario(.seconds(4))).summary.verdict == .passed)
        let sick = play(scenario(.seconds(4)), defects: [.stopsPrinting])
        #expect(sick.summary.verdict == .failed && sick.failure?.seenCode == "told.seldom")
    }

    @Test("A message that an app writes on a zone change belongs to the feature, and a known answer gives no finding")
    func zones() {
        let played = play(.named("answersZones"))
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(played.summary.findings.allSatisfy { $0.finding.code != "message.unknown" })
        let told = played.entries.compactMap { entry in
            if case .phone(.nearby(_, .told(let bytes))) = entry.event { bytes } else { nil }
        }
        #expect(told == [[0x31, 1, 1], [0x31, 2, 1], [0x31, 2, 0], [0x31, 1, 0]])
    }
}
