import Benches
import Evidence
import Ground
import Links
import OperatingSystem
import Recordings
import Reports
import RigKit
import Simulators
import Views
import Wording

/// A recorded accessory on an adapter of this machine, for a phone under test.
struct ReplayAsAccessoryHost {
    private let options: LiveReplayOptions
    private let console: ReplayConsole
    private let recording: AccessoryRecording
    private let adapter: UInt16
    /// The instant at which the recorded run failed or its recording stops short; nil if it ran to its end.
    private let decided: Instant?

    init(_ replay: ReplayAsAccessory, _ header: TraceHeader, _ name: AccessoryName) throws(CommandError) {
        options = replay.options
        console = replay.console
        adapter = try Self.adapter(of: replay.options)
        var (isEnded, hasGap) = (false, false)
        for event in replay.source.events {
            switch event {
            case .ended: isEnded = true
            case .gap: hasGap = true
            default: break
            }
        }
        let isWhole = isEnded && !hasGap && options.until == nil
        decided = replay.failure(since: header.start) ?? (isWhole ? nil : .never)
        recording = AccessoryRecording(
            of: name, in: replay.frames(since: header.start), since: header.start,
            advertisedName: replay.advertisedName(of: name), channel: header.channels[name], playsStage: true)
        guard !recording.isOnNetwork else {
            throw CommandError(
                what: "\(name) was on the network, and an adapter plays accessories over Bluetooth LE alone",
                remedy: "Play it to our own phone: --rig simulated or --rig virtual")
        }
        for what in recording.assumptions { console.warn(what) }
    }

    /// Plays until everything the phone wrote in the recording has been compared, or a person interrupts it.
    func play() throws(CommandError) -> CommandStatus {
        var (worst, played) = (CommandStatus.passed, 0)
        for _ in 1...max(1, options.rounds) where !Interruption.isRequested {
            let status = try playOnce()
            played += 1
            if worst != .failed, status != .passed { worst = status }
        }
        return worst == .passed && played < max(1, options.rounds) ? .nothingShown : worst
    }

    private func playOnce() throws(CommandError) -> CommandStatus {
        let (status, text): (CommandStatus, Sentence)
        do throws(RigFault) {
            let host = try AccessoryHost(recording, adapter: adapter, warn: console.warn)
            defer { host.close() }
            say("\(recording.name) is played on \(host.adapter) as \(host.address)")
            var show = Show(recording, options, until: decided)
            try host.play(
                until: { Interruption.isRequested || show.isOver(at: host.now) },
                hearing: { for line in show.take($0) { say(line) } })
            (status, text) = show.end(at: host.now, isInterrupted: Interruption.isRequested)
        } catch {
            throw CommandError(what: error.what, remedy: error.remedy)
        }
        say("replay as accessory: \(text)")
        return status
    }

    private func say(_ line: String) { console.output.write(line.escapedForDisplay + "\n") }

    private static func adapter(of options: LiveReplayOptions) throws(CommandError) -> UInt16 {
        let port: BluetoothPort
        do {
            port = try options.adapter.map { try BluetoothPort($0) } ?? options.rig.bluetooth
        } catch {
            throw CommandError(what: "--adapter \(error)", remedy: "Name one of this machine's: hci0")
        }
        guard case .adapter(let index) = port, let number = UInt16(exactly: index) else {
            throw CommandError(
                what: "no adapter of this machine is named to play the accessory on", remedy: "Say --adapter hci0")
        }
        return number
    }

    /// The lines shown for the exchange, and its comparison with the recording.
    private struct Show {
        private let name: AccessoryName
        private let patience: Lapse
        private let isVerbose: Bool
        private var watch: PhoneWatch
        private var meaning = MeaningDecoder()
        private var isConnected = false
        private var last = Instant.start

        init(_ recording: AccessoryRecording, _ options: LiveReplayOptions, until end: Instant?) {
            name = recording.name
            patience = options.patience
            isVerbose = options.isVerbose
            watch = PhoneWatch(recording, patience: options.patience, until: end)
        }

        /// Receives an event and returns the lines that describe it.
        mutating func take(_ event: ObservedEvent) -> [String] {
            let before = watch.difference
            last = event.instant
            let line: String?
            switch event.what {
            case .connected(let address):
                isConnected = true
                watch.connected(at: event.instant)
                line = "connected by \(address)"
            case .disconnected:
                isConnected = false
                line = "the link ended"
            case .encrypted(let security): line = "encrypted with \(security)"
            case .fromPhone(let bytes):
                watch.receive(bytes, at: event.instant)
                line = words(meaning.meaning(of: Outbound.bluetooth(name, .frame(bytes)), at: event.instant), "->")
            case .toPhone(let bytes):
                line = words(meaning.meaning(of: Inbound.bluetooth(name, .frame(bytes)), at: event.instant), "<-")
            }
            let told = line.map { ["\(event.instant)  \($0)"] } ?? []
            guard before == nil, let difference = watch.difference else { return told }
            return told + ["\(event.instant)  differs: \(difference.words)"]
        }

        /// Describes messages of the data channel, and in verbose mode other frames too.
        private func words(_ meaning: FrameMeaning, _ arrow: String) -> String? {
            var isMessage = false
            if case .att(let att) = meaning { isMessage = att.message != nil }
            return isMessage || isVerbose ? "\(arrow) \(meaning.text)" : nil
        }

        /// Whether everything was compared and the accessory has had time to finish.
        mutating func isOver(at now: Instant) -> Bool {
            watch.advance(to: now)
            guard watch.hasConnected, watch.difference != nil || (watch.isThrough && watch.compared > 0) else {
                return false
            }
            return !isConnected || now - last > patience
        }

        mutating func end(at now: Instant, isInterrupted: Bool) -> (CommandStatus, Sentence) {
            if let difference = watch.difference { return (.failed, .phoneDiffers(at: difference.words)) }
            guard watch.hasConnected else { return (.nothingShown, .noPhoneCame) }
            guard watch.compared > 0 else { return (.nothingShown, .phoneWroteNothing) }
            let wrote = Sentence.phoneWrote(asRecorded: watch.compared)
            return watch.isThrough ? (.passed, wrote) : (.nothingShown, wrote.notTheRest)
        }
    }
}
