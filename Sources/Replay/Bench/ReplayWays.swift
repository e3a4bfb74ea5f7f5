import Evidence
import Ground
import Links
import Recordings
import ScenarioKit
import Simulators

/// A way to play a recorded run.
enum ReplayWay: Hashable, Sendable {
    /// Without its bench, judged by its own scenario.
    case offline
    /// Without its bench, judged by a named scenario because the trace has none.
    case offlineJudged
    /// Its accessories, played to our own phone or another one.
    case accessory
    /// Its screens, played to our own companions in virtual time.
    case screens

    private var words: String {
        switch self {
        case .offline: "offline"
        case .offlineJudged: "offline with --scenario NAME"
        case .accessory: "as the accessory"
        case .screens: "as the accessory with --rig simulated"
        }
    }

    /// The remedy that suggests the given ways.
    static func remedy(_ ways: [ReplayWay]) -> String {
        "Replay it " + ways.map(\.words).joined(separator: ", or ")
    }
}

/// The ways to play a trace. An error about one way suggests only those that work.
struct ReplayWays {
    private let source: ReplaySource
    private let header: TraceHeader
    private let scenario: Scenario?

    init(_ source: ReplaySource, _ header: TraceHeader) {
        self.source = source
        self.header = header
        scenario = try? ScenarioFile.scenario(from: header.scenarioText)
    }

    /// The ways that need no bench; there is always one.
    var withoutBench: [ReplayWay] { scenario == nil ? [.offlineJudged] : [.offline] }

    /// The ways that remain if the phone's part cannot be played.
    var withoutPhone: [ReplayWay] {
        guard let scenario, scenario.obstacleToOtherPart == nil else { return withoutBench }
        guard scenario.phone.companions.isEmpty else {
            let frames = source.events.lazy.prefix { !$0.isGap }.compactMap(RecordedFrame.init)
            let isPlayable = ScreenRecording(in: frames, since: header.start).obstacle == nil
            return withoutBench + (isPlayable ? [.screens] : [])
        }
        return withoutBench + (source.accessories(of: header).isEmpty ? [] : [.accessory])
    }

    /// Returns the error that the phone's part cannot be played, with a reason.
    func refusePhone(_ what: String) -> CommandError {
        CommandError(what: what, remedy: ReplayWay.remedy(withoutPhone))
    }

    /// Returns the error that neither part can be played, with a reason.
    func refuse(_ what: String) -> CommandError {
        CommandError(what: what, remedy: ReplayWay.remedy(withoutBench))
    }
}

extension Scenario {
    /// The reason why the accessories or screens of its recordings cannot be replayed; nil if they can.
    var obstacleToOtherPart: String? {
        if !phones.isEmpty { return ReplayObstacle.tokens }
        guard !phone.companions.isEmpty else { return nil }
        for need in needs {
            switch need {
            // The network's effect on each packet is in the recording, and so are the users' actions at the screens.
            case .screen, .simulatedScreens, .game, .troubledNetwork: continue
            case .screenConsole:
                return "the run reads what a screen prints, and a recorded screen prints nothing"
            case .bluetooth, .uwb, .nfc, .motion, .angles, .accessory, .tag, .power, .phone, .part, .gatt, .console,
                .air, .simulated, .simulatedReader, .readerCable:
                return "the run is of screens and of other things, which are not played together"
            }
        }
        return nil
    }
}

extension ScreenRecording {
    /// The reason why its screens cannot be played; nil if they can.
    var obstacle: String? {
        if isEmpty { return "the trace cannot be played: it has nothing from a screen" }
        return isTooLong ? "the trace cannot be played: it is too long to play its screens" : nil
    }
}

/// A reason why a recorded run cannot be played with a live counterpart.
enum ReplayObstacle {
    static let networkTrouble =
        "the network was disturbed in the recording, and its effect on each packet is random"
    /// The accessory's data, or the app's messages on zone changes, differ between a live run and the recording.
    static let numbers =
        "the accessory sends its measurements, or the app writes by zones, and a live run measures other values"
    /// A session of two phones depends on both tokens, and a live phone's token never equals the recorded one.
    static let tokens =
        "two phones take part, and their ranging parameters depend on random tokens"
    static let textFirmware =
        "only UCI is replayed to a live kit, and the recording or the rig has a kit with CLI firmware"
}

extension ReplaySource {
    /// The accessories that have traffic in the trace.
    func accessories(of header: TraceHeader) -> [AccessoryName] {
        header.accessories.filter { name in
            let links = [LinkID.bluetooth(name), .stream(.dataChannel(of: name))]
            return events.contains { event in
                switch event {
                case .sent(let outbound, _, _): links.contains(outbound.link)
                case .received(let arrival, _, _): links.contains(arrival.inbound.link)
                default: false
                }
            }
        }
    }
}

extension TraceEvent {
    /// Anything after a gap may answer something that is missing.
    var isGap: Bool { if case .gap = self { true } else { false } }
}

extension RecordedFrame {
    /// Creates a frame from an event that went over the bench's links; nil for any other event.
    init?(_ event: TraceEvent) {
        switch event {
        case .sent(let outbound, let instant, let number): self.init(.sent(outbound), at: instant, number: number)
        case .received(let arrival, _, let number):
            self.init(.received(arrival.inbound), at: arrival.instant, number: number)
        case .began, .waited, .clock, .stoodStill, .interrupted, .journal, .kernel, .gap, .ended: return nil
        }
    }
}
