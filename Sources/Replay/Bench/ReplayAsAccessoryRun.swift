import Benches
import Engine
import Evidence
import Ground
import Journal
import Links
import OperatingSystem
import Recordings
import Reports
import RigKit
import Runs
import ScenarioKit
import Simulators
import Wording

/// A replay of recorded accessories to our own phone, which plays the recorded scenario with the recorded seed.
struct ReplayAsAccessoryRun {
    private let options: LiveReplayOptions
    private let console: ReplayConsole
    private let recording: BenchRecording
    /// The recorded screens, if those are played instead of accessories.
    private let screens: ScreenRecording?
    private let scenario: Scenario
    private let rig: Rig
    private let seed: UInt64
    /// The outcome of the recorded run; nil if the trace does not have it or only part of the run is played.
    private let recorded: RunSummary?
    /// The instant at which the recorded run failed or its recording stops short; nil if it ran to its end.
    private let decided: Instant?
    /// Whether the recorded outcome is known with its failure, rather than by its verdict alone.
    private let isSound: Bool

    init(
        _ replay: ReplayAsAccessory, _ header: TraceHeader, _ names: [AccessoryName], screens: ScreenRecording? = nil
    ) throws(CommandError) {
        self.screens = screens
        options = replay.options
        console = replay.console
        let offline = try replay.source.replay()
        scenario = offline.scenario
        recording = BenchRecording(
            of: names.map { ($0, replay.advertisedName(of: $0), header.channels[$0]) },
            in: replay.frames(since: header.start), since: header.start)
        let onNetwork = Set(recording.accessories.filter(\.isOnNetwork).map(\.name))
        rig = options.rig.playing(
            header.accessories, as: replay.source.rig, speaking: header.channels, onNetwork: onNetwork)
        seed = options.seed ?? header.seed
        let outcome = offline.play(keepingJournal: false)
        let isWhole = !outcome.isCutShort && options.until == nil
        recorded = isWhole ? offline.recordedSummary(outcome) : nil
        isSound = outcome.divergence == nil
        decided = replay.failure(since: header.start) ?? (isWhole ? nil : .never)
        if isWhole, let divergence = outcome.divergence {
            console.warn("without its bench the trace does not play as it was recorded: \(divergence)")
        }
        for what in recording.accessories.flatMap(\.assumptions) { console.warn(what) }
    }

    func play() throws(CommandError) -> LiveReplayEnd {
        if let reason = ScenarioRun.reasonToSkip(scenario, on: rig) {
            console.output.write("replay as accessory: skipped: \(reason.escapedForDisplay)\n")
            return LiveReplayEnd(.nothingShown)
        }
        let report = console.report(isVerbose: options.isVerbose)
        let result = try ReplayRounds(
            options: options, rig: rig, run: run, scenario: scenario.name, seed: seed, report: report,
            heading: { _ in "replay as accessory: " }
        ).play { kept throws(CommandError) in
            let printer = ReplayPrinter(report)
            let recorder = JournalRecorder(
                watchers: [printer.receive] + (kept.map { [$0.receive] } ?? []), keepsEntries: false)
            let (raw, watched) = try playOnce(recorder, kept, printer)
            let summary = printer.explained(raw)
            printer.show()
            return ReplayRounds.Played(round: judge(summary, watched), summary: summary)
        }
        if options.rounds > 1 {
            let same = result.rounds.count { $0.status == .passed }
            report.announce("replay as accessory: \(same) of \(result.rounds.count) times as recorded")
        }
        return result.end
    }

    private var run: ScenarioRun { ScenarioRun(scenario: scenario, rig: rig, seed: seed) }

    private func playOnce(
        _ recorder: JournalRecorder, _ evidence: RunEvidence?, _ printer: ReplayPrinter
    ) throws(CommandError) -> (RunSummary, WatchedPhone) {
        if let screens { return play(screens, recorder, evidence, printer) }
        let rehearsal = rig.kind == .simulated ? nil : WarmUp(of: scenario, on: rig, seed: seed)
        defer { rehearsal?.end() }
        let links: any LinkSet
        do throws(RigFault) {
            links = try BenchFactory.open(
                rig, needs: scenario.needs, seed: seed, playing: recording, warn: console.warn)
        } catch {
            throw CommandError(what: error.what, remedy: error.remedy)
        }
        rehearsal?.end()
        defer { links.close() }
        let interruptible = InterruptibleLinks(links, isLive: rig.kind != .simulated) { Interruption.isRequested }
        let watched = ComparedLinks(
            interruptible, recording, patience: options.patience, until: decided)
        return (play(on: printer.remembering(watched), recorder, evidence), WatchedPhone(watched))
    }

    /// Plays the run with recorded screens.
    private func play(
        _ recording: ScreenRecording, _ recorder: JournalRecorder, _ evidence: RunEvidence?, _ printer: ReplayPrinter
    ) -> (RunSummary, WatchedPhone) {
        let screens = RecordedScreens(recording, until: decided)
        let links = InterruptibleLinks(screens, isLive: false) { Interruption.isRequested }
        return (play(on: printer.remembering(links), recorder, evidence), WatchedPhone(screens))
    }

    private func play(on links: any LinkSet, _ recorder: JournalRecorder, _ evidence: RunEvidence?) -> RunSummary {
        guard let evidence else { return run.play(on: links, recorder: recorder) }
        let kept = RecordedLinks(links, beforeWaiting: evidence.flush, record: evidence.trace.record)
        evidence.trace.begin(TraceHeader(scenario, on: rig, seed: seed, at: kept.start))
        return run.play(on: kept, recorder: recorder)
    }

    // MARK: What came of it

    private func judge(_ summary: RunSummary, _ watched: WatchedPhone) -> ReplayRound {
        func ended(_ line: Sentence, _ status: CommandStatus) -> ReplayRound {
            ReplayRound(line.and(ReplayRound.earlier(watched.difference)), status: status)
        }
        if summary.verdict == .aborted || Interruption.isRequested { return ended(.endedBeforeTheRun, .nothingShown) }
        let isOfTheRig = summary.verdict == .error || summary.verdict == .timedOut
        if isOfTheRig, summary.verdict != recorded?.verdict {
            return ended(.rigWasWrong(summary.reason ?? ""), .rigWrong)
        }
        let compared = recorded.map { compare(summary, with: $0) }
        // A run with the same outcome may have ended a little sooner, so messages not yet due are not missing.
        if compared?.isSame != true { watched.end() }
        let differs = watched.difference.map { Sentence.phoneDiffers(at: $0) }
        let phone = differs ?? .phoneWrote(asRecorded: watched.compared)
        guard let compared else {
            let status: CommandStatus = differs != nil ? .failed : watched.compared > 0 ? .passed : .nothingShown
            return ReplayRound(phone.and(.verdictNotCompared), status: status)
        }
        let isAlike = compared.isSame && differs == nil
        // The same verdict shows little if none of the recorded messages came.
        let isShown =
            watched.compared > 0 || (screens == nil && recording.accessories.allSatisfy(\.messages.isEmpty))
        let status: CommandStatus = isAlike ? (isShown ? .passed : .nothingShown) : .failed
        return ReplayRound(phone.and(compared.words), status: status)
    }

    private func compare(_ summary: RunSummary, with recorded: RunSummary) -> (isSame: Bool, words: Sentence) {
        let (now, then) = (Sentence.verdict(of: summary), Sentence.verdict(of: recorded))
        let isSame =
            summary.verdict.kind == recorded.verdict.kind
            && (!isSound || FailureKey(summary) == FailureKey(recorded))
        return switch (FailureKey(recorded), isSame) {
        case (nil, true): (true, .verdict(is: now).asRecorded)
        case (nil, false): (false, .verdict(is: now).was(then).inTheRecording)
        case (.some, true): (true, .failedAgain(now))
        case (.some, false): (false, .failedOtherwise(now, then))
        }
    }
}

extension Rig {
    /// Returns the rig with a recording's accessories, all of which are played, instead of its own.
    ///
    /// The recorded rig's capabilities with them and its simulated tags are kept.
    fileprivate func playing(
        _ names: [AccessoryName], as recorded: Rig?, speaking channels: [AccessoryName: DataChannelProfile],
        onNetwork: Set<AccessoryName>
    ) -> Rig {
        let entries = names.map { name in
            let own = accessories.first { $0.name == name }
            let theirs = recorded?.accessories.first { $0.name == name } ?? own
            let link: AccessoryModel.Link = onNetwork.contains(name) ? .lan : .le
            var port = AccessoryPort.simulated(AccessoryModel.standard.over(link))
            if case .simulated(let model) = own?.port {
                port = .simulated(model.over(link).speaking(link == .le ? channels[name] : nil))
            }
            return AccessoryEntry(
                name, port, console: theirs.map { $0.console == .none ? .none : .simulated } ?? .simulated,
                power: theirs.map { $0.power == .none ? .none : .simulated } ?? .simulated)
        }
        let simulatedTags = (recorded?.tags ?? []).filter { if case .simulated = $0.port { true } else { false } }
        let ownTags = tags.filter { tag in !simulatedTags.contains { $0.name == tag.name } }
        return Rig(
            name: name, summary: summary, kind: kind, bluetooth: bluetooth, uwb: uwb, nfc: nfc, accessories: entries,
            tags: simulatedTags + ownTags, motion: motion, world: recorded?.world ?? world,
            phones: phones, screens: screens)
    }
}
