import Benches
import Engine
import Ground
import Journal
import Links
import Recordings
import Replay
import Reports
import RigKit
import ScenarioKit

/// A recorded phone, played against a live rig: its answers compared, and its run judged like the recorded one.
struct ReplayAsPhone {
    private let source: ReplaySource
    private let options: LiveReplayOptions
    private let script: PhoneScript
    private let header: TraceHeader
    /// The recorded run; nil where the trace holds no scenario and none was named.
    private let replay: Replay?
    /// What the recorded run came to, as our phone sees it offline.
    private let recorded: RunSummary?
    private let report = ConsoleReport(to: StandardOutput.shared, terminal: StandardOutput.shared.terminal)

    /// A trace with its scenario, or judged by another one.
    init(source: ReplaySource, judgedBy scenario: Scenario?, options: LiveReplayOptions) throws(CommandTrouble) {
        self.source = source
        self.options = options
        guard case .began(let header)? = source.first else {
            throw CommandTrouble(what: "\(ReplayTrouble.noHeader)", remedy: nil)
        }
        self.header = header
        script = PhoneScript(source.allEvents(), until: options.until)
        if scenario == nil, header.scenarioText.isEmpty {
            replay = nil
        } else {
            replay = try source.replay(judgedBy: scenario)
        }
        let outcome = replay?.play()
        let isWhole = options.until == nil && outcome?.isCutShort == false
        if isWhole, let replay, let outcome { recorded = replay.recordedSummary(outcome) } else { recorded = nil }
        if isWhole, replay?.isOwnScenario == true, let divergence = outcome?.divergence {
            Doubt.tell("the recording itself does not replay as it was recorded: \(divergence)")
        }
    }

    /// Plays it as often as was asked for.
    func play() throws(CommandTrouble) -> CommandStatus {
        Interruption.listen()
        let rig = options.rig
        if let replay, let reason = Run.reasonToSkip(replay.scenario, on: rig) {
            report.announce("replay as phone: skipped: \(reason)")
            return .nothingShown
        }
        let evidence = try options.output.map { path throws(CommandTrouble) in
            try Evidence(in: path, options: options.trace)
        }
        if evidence != nil, replay == nil {
            throw CommandTrouble(
                what: "--output keeps judged runs, and the trace holds no scenario",
                remedy: "Name one with --scenario")
        }
        var (rounds, tally) = ([ReplayRound](), RunTally())
        for number in 1...options.rounds where !Interruption.isRequested {
            let round = try play(round: number, evidence, &tally)
            rounds.append(round)
            let prefix = options.rounds > 1 ? "round \(number): " : ""
            report.announce("replay as phone on \(rig.name): \(prefix)\(round.line)")
        }
        try evidence?.end(tally)
        if options.rounds > 1, recorded.flatMap(FailureKey.init) != nil {
            let again = rounds.filter(\.failedAgain).count
            report.announce("the recorded failure came again in \(again) of \(rounds.count) rounds")
        }
        if rounds.count < options.rounds { rounds.append(.notPlayed) }
        return ReplayRound.status(of: rounds)
    }

    private func play(
        round number: Int, _ evidence: Evidence?, _ tally: inout RunTally
    ) throws(CommandTrouble) -> ReplayRound {
        let rig = options.rig
        let isLive = rig.kind != .simulated
        let kept = try evidence?.begin(run: number, of: header.scenario, seed: header.seed, isLive: isLive)
        var events: [TraceEvent] = []
        let outcome: PhoneReplayOutcome
        let start: Instant
        do {
            let bench = try BenchFactory.open(
                rig, needs: needs, seed: options.seed ?? header.seed, warn: Doubt.tell)
            defer { bench.close() }
            let interruptible = InterruptibleLinks(bench, isLive: isLive) { Interruption.isRequested }
            let record = { (event: TraceEvent) in
                // This player reads the clock as it likes, and nobody repeats it call by call.
                if case .clock = event { return }
                events.append(event)
                kept?.trace.record(event)
            }
            let links = RecordedLinks(interruptible, beforeWaiting: { kept?.trace.flush() }, record: record)
            start = links.start
            if let kept, let replay {
                kept.trace.begin(PlayedAgainTrace.header(replay.scenario, on: rig, seed: header.seed, at: start))
            }
            outcome = PhoneReplay(script, on: links, pace: pace).play()
        } catch {
            throw CommandTrouble(what: "\(error.what)", remedy: error.remedy)
        }
        let judgement = replay.map { judge(events, from: start, by: $0.scenario, kept) }
        if let replay, let judgement {
            let summary = standing(judgement, outcome, of: replay.scenario)
            tally.count(summary)
            try kept?.end(with: summary)
        }
        return ReplayRound(
            outcome, judgement: judgement, recorded: recorded, until: options.until,
            difference: outcome.difference.map {
                ReplayMeaning(source.events).text(of: $0, live: events)
            })
    }

    /// What is kept as the verdict: one that nothing supports is none.
    private func standing(
        _ judgement: LiveJudgement, _ outcome: PhoneReplayOutcome, of scenario: Scenario
    ) -> RunSummary {
        let run = Run(scenario: scenario, rig: options.rig, seed: header.seed)
        if let fault = outcome.fault { return run.summary(.error, reason: "\(fault.link): \(fault.fault.what)") }
        if outcome.isInterrupted { return run.summary(.aborted, reason: "ended by a person or a signal") }
        if options.until != nil { return run.summary(.aborted, reason: "only a part of the recording was played") }
        if let parting = judgement.parting {
            return run.summary(.aborted, reason: "our phone would go on otherwise: \(parting.what)")
        }
        return judgement.summary
    }

    private func judge(
        _ events: [TraceEvent], from start: Instant, by scenario: Scenario, _ kept: RunEvidence?
    ) -> LiveJudgement {
        let shown = options.isVerbose ? [verboseReport.receive] : []
        return LiveJudgement(
            events, from: start, by: scenario, on: options.rig, seed: header.seed,
            watchers: shown + (kept.map { [$0.receive] } ?? []))
    }

    private var verboseReport: ConsoleReport {
        ConsoleReport(to: StandardOutput.shared, terminal: StandardOutput.shared.terminal, isVerbose: true)
    }

    private var pace: PhoneReplay.Pace {
        let hands = options.rig.motion == .hand || options.rig.tags.contains { $0.port == .hand }
        return PhoneReplay.Pace(
            speed: options.speed, patience: options.patience,
            stagePatience: hands ? max(options.patience, .seconds(120)) : nil)
    }

    /// What of the rig is used.
    private var needs: [Need] {
        if let replay { return replay.scenario.needs }
        let parts: [(Need, Bool)] = [
            (.bluetooth, !header.accessories.isEmpty), (.uwb, header.hasKit), (.nfc, header.hasReader),
        ]
        return parts.filter(\.1).map(\.0) + header.accessories.map { .accessory($0) }
    }
}
