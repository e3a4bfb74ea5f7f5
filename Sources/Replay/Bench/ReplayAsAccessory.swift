public import Evidence
import Ground
import Journal
import Links
import OperatingSystem
import Recordings
import Reports
import RigKit
import ScenarioKit
import Simulators

/// A replay of a recorded run from the accessory's side: the rig advertises and answers as the recorded accessory
/// did.
///
/// On a simulated or virtual rig our own phone plays the recorded scenario against it. On hardware, or with a
/// separate adapter, it serves a phone under test.
public struct ReplayAsAccessory {
    let source: ReplaySource
    let options: LiveReplayOptions
    let console: ReplayConsole

    public init(source: ReplaySource, options: LiveReplayOptions, console: ReplayConsole) {
        self.source = source
        self.options = options
        self.console = console
    }

    /// Plays all rounds and reports the outcome.
    public func play() throws(CommandError) -> LiveReplayEnd {
        Interruption.listen()
        guard case .began(let header)? = source.first else {
            throw CommandError(what: "\(ReplayError.noHeader)", remedy: nil)
        }
        try source.checkFitsInMemory()
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

    /// Plays the recorded screens instead of accessories, for our own companions.
    private func playScreens(_ header: TraceHeader) throws(CommandError) -> LiveReplayEnd {
        let recording = ScreenRecording(in: frames(since: header.start), since: header.start)
        if let obstacle = recording.obstacle { throw ReplayWays(source, header).refuse(obstacle) }
        guard options.rig.kind == .simulated, options.adapter == nil else {
            throw CommandError(
                what: "a recorded screen knows no certificate of a live agent, and cannot connect to it over TLS",
                remedy: "Play it to our own companions: --rig simulated")
        }
        return try ReplayAsAccessoryRun(self, header, [], screens: recording).play()
    }

    /// The frames of the trace's bench, up to the last one requested, at the requested speed.
    ///
    /// They are read from the trace on each pass.
    func frames(since start: Instant) -> some Sequence<RecordedFrame> {
        source.events.lazy.prefix { !$0.isGap }.compactMap { event -> RecordedFrame? in
            guard let frame = RecordedFrame(event), frame.number <= options.until ?? .max else { return nil }
            return RecordedFrame(frame.content, at: sped(frame.instant, since: start), number: frame.number)
        }
    }

    /// The instant at which the run failed, on the same time scale; nil if it did not fail.
    func failure(since start: Instant) -> Instant? {
        for case .journal(let note) in source.events where note.isOf(.stepFailed) {
            return sped(note.instant, since: start)
        }
        return nil
    }

    private func sped(_ instant: Instant, since start: Instant) -> Instant {
        options.speed == 1 ? instant : start + .seconds((instant - start).seconds / options.speed)
    }

    /// The name that an accessory advertises if the trace does not have it: the one its rig looked for, or else its
    /// own.
    func advertisedName(of name: AccessoryName) -> String {
        let entry = (source.rig ?? options.rig).accessories.first { $0.name == name }
        switch entry?.port {
        case .simulated(let model): return model.advertisedName ?? name.rawValue
        case .le(.name(let selected), _): return selected
        case .le, .lan, nil: return name.rawValue
        }
    }

    /// The requested accessory and the known ones, if the trace has others but not that one.
    public var unknownAccessory: (name: String, known: [String])? {
        guard let asked = options.accessory, case .began(let header)? = source.first else { return nil }
        let known = source.accessories(of: header).map(\.rawValue)
        return known.isEmpty || known.contains(asked)
            ? nil : (asked, known)
    }

    /// The accessories to play: the requested one, or all of the trace.
    private func chosen(of header: TraceHeader, onlyOne: Bool) throws(CommandError) -> [AccessoryName] {
        let known = source.accessories(of: header)
        guard !known.isEmpty else {
            throw CommandError(what: "the trace has nothing from an accessory", remedy: nil)
        }
        if let name = known.first(where: { $0.rawValue == options.accessory }) { return [name] }
        guard !onlyOne || known.count == 1 else {
            let there = "the trace has \(known.map(\.description).joined(separator: ", "))".escapedForDisplay
            throw CommandError(
                what: "one adapter plays one accessory, and \(there)", remedy: "Say which with --accessory NAME")
        }
        return known
    }
}
