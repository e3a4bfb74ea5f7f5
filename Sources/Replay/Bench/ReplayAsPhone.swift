import Benches
import Engine
public import Evidence
import Ground
import Journal
import Links
import OperatingSystem
import Recordings
import Reports
import RigKit
public import ScenarioKit
import Wording

/// A replay of a recorded phone against a live rig, which compares the answers and judges the run like the recorded
/// one.
public struct ReplayAsPhone {
    private let source: ReplaySource
    private let options: LiveReplayOptions
    private let script: PhoneScript
    private let header: TraceHeader
    /// The recorded run; nil if the trace holds no scenario and none was named.
    private let replay: Replay?
    /// The outcome of the recorded run according to an offline replay.
    private let recorded: RunSummary?
    private let console: ReplayConsole
    private let report: ConsoleReport

    /// Creates a replay of a trace with its own scenario, or judged by another one.
    public init(
        source: ReplaySource, judgedBy scenario: Scenario?, options: LiveReplayOptions, console: ReplayConsole
    ) throws(CommandError) {
        self.source = source
        self.options = options
        self.console = console
        report = console.report()
        guard case .began(let header)? = source.first else {
            throw CommandError(what: "\(ReplayError.noHeader)", remedy: nil)
        }
        self.header = header
        try source.checkFitsInMemory()
        let ways = ReplayWays(source, header)
        if header.hasKit, options.rig.uwb.speaksCLI || source.rig?.uwb.speaksCLI == true {
            throw ways.refusePhone(ReplayObstacle.textFirmware)
        }
        script = PhoneScript(source.events, until: options.until)
        try Self.check(script.carriers, on: options.rig)
        guard !script.hasNetworkTrouble else { throw ways.refusePhone(ReplayObstacle.networkTrouble) }
        if scenario == nil, header.scenarioText.isEmpty {
            replay = nil
        } else {
            replay = try source.replay(judgedBy: scenario)
        }
        if replay?.scenario.phones.isEmpty == false { throw ways.refusePhone(ReplayObstacle.tokens) }
        if replay?.scenario.restsOnOwnNumbers == true { throw ways.refusePhone(ReplayObstacle.numbers) }
        let outcome = replay?.play(keepingJournal: false)
        let isWhole = options.until == nil && outcome?.isCutShort == false
        if isWhole, let replay, let outcome { recorded = replay.recordedSummary(outcome) } else { recorded = nil }
        if isWhole, replay?.isOwnScenario == true, let divergence = outcome?.divergence {
            console.warn("the recording itself does not replay as it was recorded: \(divergence)")
        }
    }

    /// Throws if the rig reaches an accessory over another kind of link than the recorded one.
    private static func check(_ carriers: [AccessoryName: LinkID], on rig: Rig) throws(CommandError) {
        for entry in rig.accessories {
            guard let then = carriers[entry.name], then != rig.dataChannel(of: entry.name) else { continue }
            let (was, isNow, port) =
                then == .bluetooth(entry.name)
                ? ("over Bluetooth LE", "on the network", "le")
                : ("on the network", "over Bluetooth LE", "lan")
            throw CommandError(
                what: "\(entry.name) was reached \(was) in the recording, and is \(isNow) on the rig",
                remedy: "Name another port for it, such as --port \(entry.name)=simulated:link=\(port)")
        }
    }

    /// Plays all rounds.
    public func play() throws(CommandError) -> LiveReplayEnd {
        Interruption.listen()
        let rig = options.rig
        if let replay, let reason = ScenarioRun.reasonToSkip(replay.scenario, on: rig) {
            report.announce("replay as phone: skipped: \(reason)")
            return LiveReplayEnd(.nothingShown)
        }
        if replay == nil, let reason = captureObstacle {
            report.announce("replay as phone: skipped: \(reason)", isWrapped: true)
            return LiveReplayEnd(.nothingShown)
        }
        if let frame = script.lossAtFrame {
            console.warn(
                "frame \(frame) loses the accessory to the air, which cannot be repeated: the replay ends there")
        }
        if options.output != nil, replay == nil {
            throw CommandError(
                what: "--output keeps judged runs, and the trace holds no scenario",
                remedy: "Name one with --scenario")
        }
        let result = try ReplayRounds(
            options: options, rig: rig, run: run, scenario: header.scenario, seed: header.seed, report: report,
            heading: { number in
                "replay as phone on \(rig.name): " + (options.rounds > 1 ? "round \(number): " : "")
            }
        ).play(playRound)
        if options.rounds > 1, recorded.flatMap(FailureKey.init) != nil {
            let again = result.rounds.count { $0.failedAgain }
            report.announce("the recorded failure happened again in \(again) of \(result.rounds.count) rounds")
        }
        return result.end
    }

    /// The reason why the rig cannot play a capture; nil if it can.
    private var captureObstacle: String? {
        let rig = options.rig
        guard script.count > 0 else { return "the capture shows no connection of the phone from its beginning" }
        for (name, link) in script.carriers.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            if case .bluetooth = link, rig.bluetooth == .none {
                return Sentence.rig(rig.name, lacks: .bluetooth).description
            }
            if !rig.accessories.contains(where: { $0.name == name }) {
                let own = rig.accessories.first.map { ": import the capture with --accessory \($0.name)" } ?? ""
                return Sentence.rig(rig.name, lacks: .accessory(name)).description + own
            }
        }
        return nil
    }

    /// The run to judge; nil without a scenario.
    private var run: ScenarioRun? {
        replay.map { ScenarioRun(scenario: $0.scenario, rig: options.rig, seed: header.seed) }
    }

    private func playRound(_ kept: RunEvidence?) throws(CommandError) -> ReplayRounds.Played {
        let rig = options.rig
        let isLive = rig.kind != .simulated
        var events: [TraceEvent] = []
        let outcome: PhoneReplayOutcome
        let start: Instant
        do {
            let bench = try BenchFactory.open(
                rig, needs: needs, seed: options.seed ?? header.seed, warn: console.warn)
            defer { bench.close() }
            let interruptible = InterruptibleLinks(bench, isLive: isLive) { Interruption.isRequested }
            let record = { (event: TraceEvent) in
                // This player may read the clock at any time, and its calls are never replayed one by one.
                if case .clock = event { return }
                events.append(event)
                kept?.trace.record(event)
            }
            let links = RecordedLinks(interruptible, beforeWaiting: { kept?.trace.flush() }, record: record)
            start = links.start
            var beginning = header
            beginning.start = start
            events.append(.began(beginning))
            if let kept, let replay {
                kept.trace.begin(TraceHeader.playingAgain(replay.scenario, on: rig, seed: header.seed, at: start))
            }
            outcome = PhoneReplay(script, on: links, pace: pace).play()
        } catch {
            throw CommandError(what: "\(error.what)", remedy: error.remedy)
        }
        return judge(outcome, TraceStream(events), from: start, kept)
    }

    /// Judges the played events.
    private func judge(
        _ outcome: PhoneReplayOutcome, _ events: TraceStream, from start: Instant, _ kept: RunEvidence?
    ) -> ReplayRounds.Played {
        let judgement = replay.map { judge(events, from: start, by: $0.scenario, kept) }
        let difference = outcome.difference.map { ReplayMeaning(source.events).text(of: $0, live: events) }
        return ReplayRounds.Played(
            round: ReplayRound(
                outcome, judgement: judgement, recorded: recorded, until: options.until, difference: difference),
            summary: run.flatMap { run in judgement.map { standing($0, outcome, of: run) } })
    }

    /// Returns the summary to keep, which is an error or an abort if nothing supports the verdict.
    private func standing(
        _ judgement: LiveJudgement, _ outcome: PhoneReplayOutcome, of run: ScenarioRun
    ) -> RunSummary {
        if let fault = outcome.fault {
            return run.summary(RunError("rig.fault", fault.link, fault.fault.what))
        }
        if outcome.isInterrupted { return run.summary(.aborted, reason: "ended by a person or a signal") }
        if outcome.isScriptLost {
            return run.summary(RunError("run.notJudged", "the trace could not be read a second time: it has changed"))
        }
        if options.until != nil { return run.summary(.aborted, reason: "only a part of the recording was played") }
        if let difference = judgement.difference {
            return run.summary(.aborted, reason: "our phone would go on otherwise: \(difference.what)")
        }
        return judgement.summary
    }

    private func judge(
        _ events: TraceStream, from start: Instant, by scenario: Scenario, _ kept: RunEvidence?
    ) -> LiveJudgement {
        let printer = ReplayPrinter(options.isVerbose ? console.report(isVerbose: true) : nil)
        defer { printer.show() }
        return LiveJudgement(
            events, from: start, by: scenario, on: options.rig, seed: header.seed,
            watchers: (options.isVerbose ? [printer.receive] : []) + (kept.map { [$0.receive] } ?? []),
            wrap: printer.remembering, explaining: printer.explained)
    }

    private var pace: PhoneReplay.Pace {
        PhoneReplay.Pace(
            speed: options.speed, patience: options.patience,
            stagePatience: options.rig.hasOperator || options.rig.hasProgram
                ? max(options.patience, .seconds(120)) : nil)
    }

    /// The parts of the rig that are used.
    private var needs: [Need] {
        if let replay { return replay.scenario.needs }
        let parts: [(Need, Bool)] = [
            (.bluetooth, !header.accessories.isEmpty), (.uwb, header.hasKit), (.nfc, header.hasReader),
        ]
        return parts.filter(\.1).map(\.0) + header.accessories.map { .accessory($0) }
    }
}

extension Scenario {
    /// Whether the traffic on the data channel depends on distances, which a live run measures afresh.
    var restsOnOwnNumbers: Bool {
        needs.contains { need in
            switch need {
            case .part(.sentDistances, _), .part(.zoneMessages, _): true
            default: false
            }
        }
    }
}
