import Evidence
import Journal
import Recordings
import Reports
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import TestSupport
import Testing

@testable import Replay

/// The output of a replay about recordings of companions and screens: other kinds of failure, and the meaning of the
/// last frames.
@Suite struct CompanionReplayTests {
    typealias Rounds = LiveReplayRoundsTests

    private static func offline(_ trace: String) throws -> (status: CommandStatus, text: String) {
        let lines = Rounds.Lines()
        let source = try ReplaySource(trace, tell: { _ in })
        let status = try OfflineReplay(source, until: nil, speed: nil, rounds: 1)
            .play(judgedBy: nil, ConsoleReport(to: lines, terminal: .plain))
        return (status, lines.text)
    }

    private static func ways(withoutPhoneFor trace: String) throws -> [ReplayWay] {
        let source = try ReplaySource(trace, tell: { _ in })
        guard case .began(let header)? = source.first else { return [] }
        return ReplayWays(source, header).withoutPhone
    }

    @Test(
        "a refusal to replay the phone of a disturbed network suggests ways that work",
        arguments: ["lossyNetwork", "cableOut", "twoInterfaces"])
    func troubledNetwork(name: String) throws {
        let scratch = try Scratch()
        let trace = try Rounds.recorded(.named(name), on: .simulated, in: scratch("a")).folder
        let ways = try Self.ways(withoutPhoneFor: trace)
        #expect(ways == [.offline, .screens])
        let refusal = #expect(throws: CommandError.self) { try Rounds.replay(.phone, of: trace, on: .simulated) }
        #expect(refusal?.remedy == ReplayWay.remedy(ways))
        #expect(try Self.offline(trace).status == .passed)
        let (end, text) = try Rounds.replay(.accessory, of: trace, on: .simulated)
        #expect(end.status == .passed && end.troubles.isEmpty, "\(text)")
    }

    @Test(
        "the screens of a recording can be replayed only in the ways that support them",
        arguments: Scenario.all.filter { !$0.phone.companions.isEmpty })
    func screens(scenario: Scenario) throws {
        let scratch = try Scratch()
        let trace = try Rounds.recorded(scenario, on: .simulated, in: scratch("a")).folder
        let ways = try Self.ways(withoutPhoneFor: trace)
        guard ways.contains(.screens) else {
            let refusal = #expect(throws: CommandError.self) {
                try Rounds.replay(.accessory, of: trace, on: .simulated)
            }
            #expect(refusal?.remedy == ReplayWay.remedy([.offline]))
            return
        }
        let (end, text) = try Rounds.replay(.accessory, of: trace, on: .simulated)
        #expect(end.status == .passed && end.troubles.isEmpty, "\(text)")
    }

    @Test("an accessory that sends its measurements can be replayed as the accessory")
    func numbers() throws {
        let scratch = try Scratch()
        let trace = try Rounds.recorded(.named("sendsWhatItMeasures"), on: .simulated, in: scratch("a")).folder
        let ways = try Self.ways(withoutPhoneFor: trace)
        #expect(ways == [.offline, .accessory])
        let refusal = #expect(throws: CommandError.self) { try Rounds.replay(.phone, of: trace, on: .simulated) }
        #expect(refusal?.remedy == ReplayWay.remedy(ways))
        let (end, text) = try Rounds.replay(.accessory, of: trace, on: .simulated)
        #expect(end.status == .passed && end.troubles.isEmpty, "\(text)")
    }

    // MARK: The last frames

    /// Records a run that fails; returns the lines that show its last frames.
    private static func failing(
        _ name: String, _ port: String, in path: String
    ) throws -> (folder: String, rig: Rig, frames: [Substring]) {
        let rig = try Rig.simulated.replacing(port)
        let (folder, summary) = try Rounds.recorded(.named(name), on: rig, in: path)
        try #require(summary.verdict == .failed)
        let lines = Rounds.Lines()
        ConsoleReport(to: lines, terminal: .plain).receive(JournalEntry(.runEnded(summary: summary), at: .start))
        let frames = Self.frames(lines.text)
        try #require(frames.count > 1, "\(lines.text)")
        return (folder, rig, frames)
    }

    /// Returns the last frames in a text: those after the last line about what was seen.
    private static func frames(_ text: String) -> [Substring] {
        let lines = text.split(separator: "\n")
        let start = lines.lastIndex { $0.hasPrefix("    seen") } ?? lines.startIndex
        return lines[start...].drop { !$0.hasPrefix("      #") }.prefix { $0.hasPrefix("      ") }.map { $0 }
    }

    /// Returns the text after number, instant and arrow, regardless of line breaks.
    private static func meanings(_ lines: [Substring]) -> [String] {
        lines.reduce(into: [String]()) { meanings, line in
            let words = line.split(separator: " ")
            guard line.hasPrefix("      #"), let arrow = words.firstIndex(where: { $0 == "<-" || $0 == "->" }) else {
                meanings.append([meanings.popLast() ?? "", words.joined(separator: " ")].joined(separator: " "))
                return
            }
            meanings.append(words[arrow...].joined(separator: " "))
        }
    }

    private static let failures = [
        ("backgroundOnce", "tv=simulated:defect=neverReconnects"),
        ("configurationExchange", "door=simulated:defect=shortConfiguration"),
    ]

    @Test("a replay shows the last frames of a failure as the run does", arguments: failures)
    func offline(name: String, port: String) throws {
        let scratch = try Scratch()
        let (trace, _, frames) = try Self.failing(name, port, in: scratch("a"))
        let (status, text) = try Self.offline(trace)
        #expect(status == .passed && Self.frames(text) == frames, "\(text)")
    }

    @Test("so do live replays, and replays of their traces", arguments: failures, Rounds.Part.allCases)
    func live(failure: (name: String, port: String), part: Rounds.Part) throws {
        let scratch = try Scratch()
        let (trace, rig, frames) = try Self.failing(failure.name, failure.port, in: scratch("a"))
        let (end, text) = try Rounds.replay(part, of: trace, on: rig, output: scratch("b"), isVerbose: true)
        #expect(end.troubles.isEmpty, "\(text)")
        #expect(Self.meanings(Self.frames(text)) == Self.meanings(frames), "\(text)")
        guard part == .phone else { return }
        let lines = Rounds.Lines()
        let again = try PlayedAgainTrace(
            ReplaySource(scratch("b/001-\(failure.name)-seed1"), tell: { _ in }), judgedBy: nil)
        _ = again?.play(ConsoleReport(to: lines, terminal: .plain), rounds: 2)
        #expect(Self.meanings(Self.frames(lines.text)) == Self.meanings(frames), "\(lines.text)")
    }
}
