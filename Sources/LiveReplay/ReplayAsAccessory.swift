public import Evidence
import Ground
import Journal
import Links
import OperatingSystem
import Recordings
import Replay
import Reports
import RigKit
import ScenarioKit
import Simulators

/// A recorded run from the accessory's side: the rig advertises and answers as the recorded accessory did.
///
/// On a simulated or virtual rig our own phone plays the recorded scenario against it. On hardware, or with an adapter
/// of its own, it stands there for a phone that is under test.
public struct ReplayAsAccessory {
    let source: ReplaySource
    let options: LiveReplayOptions
    let console: ReplayConsole

    public init(source: ReplaySource, options: LiveReplayOptions, console: ReplayConsole) {
        self.source = source
        self.options = options
        self.console = console
    }

    /// Plays it as often as was asked for, and says what came of it.
    public func play() throws(CommandTrouble) -> LiveReplayEnd {
        Interruption.listen()
        guard case .began(let header)? = source.first else {
            throw CommandTrouble(what: "\(ReplayTrouble.noHeader)", remedy: nil)
        }
        if let scenario = try? ScenarioFile.scenario(from: header.scenarioText) {
            if let obstacle = scenario.obstacleToOtherPart { throw ReplayWays(source, header).refuse(obstacle) }
            if !scenario.phone.companions.isEmpty { return try playScreens(header) }
        }
        let isForAnotherPhone = options.rig.kind == .hardware || options.adapter != nil
        let names = try chosen(of: header, onlyOne: isForAnotherPhone)
        guard isForAnotherPhone, let only = names.first else {
            return try ReplayAsAccessoryRun(self, header, names).play()
        }
        return LiveReplayEnd(try ReplayAsAccessoryHost(self, header, only).play())
    }

    /// The recorded screens in the place of accessories, for our own companions.
    private func playScreens(_ header: TraceHeader) throws(CommandTrouble) -> LiveReplayEnd {
        let recording = ScreenRecording(in: frames(since: header.start), since: header.start)
        if let obstacle = recording.obstacle { throw ReplayWays(source, header).refuse(obstacle) }
        guard options.rig.kind == .simulated, options.adapter == nil else {
            throw CommandTrouble(
                what: "a recorded screen knows no certificate of a live agent, and cannot connect to it over TLS",
                remedy: "Play it to our own companions: --rig simulated")
        }
        return try ReplayAsAccessoryRun(self, header, [], screens: recording).play()
    }

    /// What the trace has of its bench, up to the last frame that is wanted, at the wanted speed.
    ///
    /// It is read from the trace each time that it is gone through.
    func frames(since start: Instant) -> some Sequence<RecordedFrame> {
        source.events.lazy.prefix { !$0.isGap }.compactMap { event -> RecordedFrame? in
            guard let frame = RecordedFrame(event), frame.number <= options.until ?? .max else { return nil }
            return RecordedFrame(frame.content, at: sped(frame.instant, since: start), number: frame.number)
        }
    }

    /// When the run had failed, in the same time; nil for one that did not.
    func failure(since start: Instant) -> Instant? {
        for case .journal(let note) in source.events where note.isOf(.stepFailed) {
            return sped(note.instant, since: start)
        }
        return nil
    }

    private func sped(_ instant: Instant, since start: Instant) -> Instant {
        options.speed == 1 ? instant : start + .seconds((instant - start).seconds / options.speed)
    }

    /// What an accessory advertises where the trace does not tell: what its rig looked for, or else its own name.
    func advertisedName(of name: AccessoryName) -> String {
        let entry = (source.rig ?? options.rig).accessories.first { $0.name == name }
        switch entry?.port {
        case .simulated(let model): return model.advertisedName ?? name.rawValue
        case .le(.name(let selected), _): return selected
        case .le, .lan, nil: return name.rawValue
        }
    }

    /// The accessory that was asked for, where the trace has others and not that one.
    public var unknownAccessory: (name: String, known: [String])? {
        guard let asked = options.accessory, case .began(let header)? = source.first else { return nil }
        let known = source.accessories(of: header).map(\.rawValue)
        return known.isEmpty || known.contains(asked)
            ? nil : (asked, known)
    }

    /// The accessories that are played: the one that was asked for, or all of the trace.
    private func chosen(of header: TraceHeader, onlyOne: Bool) throws(CommandTrouble) -> [AccessoryName] {
        let known = source.accessories(of: header)
        guard !known.isEmpty else {
            throw CommandTrouble(what: "nothing of an accessory is in the trace", remedy: nil)
        }
        if let name = known.first(where: { $0.rawValue == options.accessory }) { return [name] }
        guard !onlyOne || known.count == 1 else {
            let there = "the trace has \(known.map(\.description).joined(separator: ", "))".escapedForDisplay
            throw CommandTrouble(
                what: "one adapter plays one accessory, and \(there)", remedy: "Say which with --accessory NAME")
        }
        return known
    }
}
