import Benches
import Engine
import Ground
import Journal
import Links
import Recordings
import Replay
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Zoo

struct LiveReplayTests {
    /// The ranging parameters of two phones depend on their tokens, which are newly generated in a live run.
    @Test(
        "a healthy run played as phone against the same rig with another seed is the same",
        arguments: Scenario.all.filter { $0.phones.isEmpty && $0.phone.companions.isEmpty && !restsOnOwnNumbers($0) })
    func healthy(scenario: Scenario) throws {
        let recording = try Recording(of: scenario, seed: 3)
        let live = try LiveReplaying(recording, seed: 12)
        #expect(live.outcome.difference == nil, "\(live.words)")
        #expect(live.outcome.fault == nil)
        #expect(live.judgement.difference == nil, "\(live.words)")
        #expect(live.judgement.summary.verdict == recording.summary.verdict, "\(live.words)")
    }

    /// Returns whether data on the data channel depends on distances: a live run measures them again, and the command
    /// rejects such a trace.
    private static func restsOnOwnNumbers(_ scenario: Scenario) -> Bool {
        scenario.needs.contains { need in
            switch need {
            case .part(.sentDistances, _), .part(.zoneMessages, _): true
            default: false
            }
        }
    }

    /// Defects whose failure is random, so it need not recur with another seed.
    private static let chance: [Defect] = [.failsStartAfterDisconnect, .losesRounds]

    @Test("a defect's first failure recurs against the same defect, with another seed", arguments: Defect.allCases)
    func failing(defect: Defect) throws {
        let rig = rig(with: defect)
        guard let recording = try firstFailure(on: rig), !Self.restsOnOwnNumbers(recording.scenario) else { return }
        let live = try LiveReplaying(recording, seed: 5)
        let failedAgain = live.failedAgain(as: recording)
        let words = "\(recording.scenario.name): \(recording.summary.reason ?? ""); live: \(live.words)"
        #expect(failedAgain != Self.chance.contains(defect), "\(words)")
    }

    @Test(
        "a recorded failure does not recur against a healthy accessory, and the difference is named",
        arguments: [
            Defect.answersTwice, .shortConfiguration, .ignoresStop, .hangsUpOnConnection, .neverStarts, .wrongService,
        ])
    func healed(defect: Defect) throws {
        let recording = try #require(try firstFailure(on: rig(with: defect)))
        let live = try LiveReplaying(recording, on: rig(with: nil), seed: 5)
        #expect(!live.failedAgain(as: recording), "\(live.words)")
        #expect(live.outcome.difference != nil, "\(recording.summary.reason ?? ""); live: \(live.words)")
    }

    /// Returns what another program captures of a run: the connections alone, without what the phone asked for.
    private static func capture(
        of name: String, encryptions: Int = .max
    ) throws -> (recording: Recording, script: PhoneScript) {
        let recording = try Recording(of: #require(Scenario.all.first { $0.name == name }))
        var seen = 0
        let events = recording.events.compactMap { event -> TraceEvent? in
            switch event {
            case .began(var header):
                header.scenarioText = ""
                return .began(header)
            case .received(let arrival, _, _):
                switch arrival.inbound {
                case .bluetooth(_, .discovered), .bluetooth(_, .pairingBegan): return nil
                case .bluetooth(_, .encrypted):
                    seen += 1
                    return seen <= encryptions ? event : nil
                case .bluetooth: return event
                default: return nil
                }
            case .sent(.bluetooth(_, .frame), _, _): return event
            default: return nil
            }
        }
        return (recording, PhoneScript(events))
    }

    @Test(
        "a capture of connections alone is played, though it does not show what the phone asked for",
        arguments: ["fullFlow", "pairsAndComesBack", "keepsBondWithoutPower", "reconnectsAtOnce"], [0, 1, .max])
    func capture(name: String, encryptions: Int) throws {
        let (recording, script) = try Self.capture(of: name, encryptions: encryptions)
        let bench = try BenchFactory.open(recording.rig, for: recording.scenario, seed: 9)
        defer { bench.close() }
        let outcome = PhoneReplay(script, on: bench).play()
        #expect(outcome.difference == nil && outcome.fault == nil, "\(String(describing: outcome.difference))")
        #expect(outcome.itemsPlayed == outcome.itemsInAll && outcome.answersSeen > 10)
        // Only this one asks for a configuration.
        guard name == "fullFlow" else { return }
        let changed = try BenchFactory.open(rig(with: .answersTwice), for: recording.scenario, seed: 9)
        defer { changed.close() }
        #expect(PhoneReplay(script, on: changed).play().difference != nil)
    }

    @Test("a capture ends where it loses the accessory to the air, which is not the accessory's doing")
    func lost() throws {
        let (recording, script) = try Self.capture(of: "linkLossWhileRanging")
        #expect(script.lossAtFrame != nil)
        let bench = try BenchFactory.open(recording.rig, for: recording.scenario, seed: 9)
        defer { bench.close() }
        let outcome = PhoneReplay(script, on: bench).play()
        #expect(outcome.difference == nil && outcome.answersSeen > 10, "\(String(describing: outcome.difference))")
    }

    /// Returns the first scenario of the conformance suite that fails on a rig.
    private func firstFailure(on rig: Rig) throws -> Recording? {
        for scenario in Scenario.all
        where [.conformance, .robustness].contains(scenario.suite) && scenario.phone.companions.isEmpty {
            guard ScenarioRun.reasonToSkip(scenario, on: rig) == nil else { continue }
            let recording = try Recording(of: scenario, on: rig)
            if recording.summary.verdict == .failed { return recording }
        }
        return nil
    }
}
