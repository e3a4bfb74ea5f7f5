import Evidence
import Ground
import Links
import Recordings
import ScenarioKit
import Simulators

/// A way in which a recorded run can be played.
enum ReplayWay: Hashable, Sendable {
    /// Without its bench, by its own scenario.
    case offline
    /// The same, by a scenario that is named: the trace has none.
    case offlineJudged
    /// Its accessories, before our own phone or another one.
    case accessory
    /// Its screens, before our own companions in virtual time.
    case screens

    private var words: String {
        switch self {
        case .offline: "offline"
        case .offlineJudged: "offline with --scenario NAME"
        case .accessory: "as the accessory"
        case .screens: "as the accessory with --rig simulated"
        }
    }

    /// What to do instead of what was asked for.
    static func remedy(_ ways: [ReplayWay]) -> String {
        "Replay it " + ways.map(\.words).joined(separator: ", or ")
    }
}

/// In which other ways a trace can be played: whoever is refused one of them is sent to those alone that work.
struct ReplayWays {
    private let source: ReplaySource
    private let header: TraceHeader
    private let scenario: Scenario?

    init(_ source: ReplaySource, _ header: TraceHeader) {
        self.source = source
        self.header = header
        scenario = try? ScenarioFile.scenario(from: header.scenarioText)
    }

    /// The ways that need no bench: there is always one.
    var withoutBench: [ReplayWay] { scenario == nil ? [.offlineJudged] : [.offline] }

    /// The ways that are left where the phone's part cannot be played.
    var withoutPhone: [ReplayWay] {
        guard let scenario, scenario.obstacleToOtherPart == nil else { return withoutBench }
        guard scenario.phone.companions.isEmpty else {
            let frames = source.events.lazy.prefix { !$0.isGap }.compactMap(RecordedFrame.init)
            let isPlayable = ScreenRecording(in: frames, since: header.start).obstacle == nil
            return withoutBench + (isPlayable ? [.screens] : [])
        }
        return withoutBench + (source.accessories(of: header).isEmpty ? [] : [.accessory])
    }

    /// The phone's part cannot be played, for a reason.
    func refusePhone(_ what: String) -> CommandTrouble {
        CommandTrouble(what: what, remedy: ReplayWay.remedy(withoutPhone))
    }

    /// Neither part can be played, for a reason.
    func refuse(_ what: String) -> CommandTrouble {
        CommandTrouble(what: what, remedy: ReplayWay.remedy(withoutBench))
    }
}

extension Scenario {
    /// Why the accessories, or the screens, of a recording of it cannot be played again; nil where they can.
    var obstacleToOtherPart: String? {
        if !phones.isEmpty { return ReplayObstacle.tokens }
        guard !phone.companions.isEmpty else { return nil }
        for need in needs {
            switch need {
            // What the network did to each packet is in the recording, and so is what was done at the screens.
            case .screen, .simulatedScreens, .game, .troubledNetwork: continue
            case .screenConsole:
                return "the run reads what a screen prints, and a recorded screen prints nothing"
            case .bluetooth, .uwb, .nfc, .motion, .angles, .accessory, .tag, .power, .phone, .part, .gatt, .console,
                .simulated, .simulatedReader, .readerCable:
                return "the run is of screens and of other things, which are not played together"
            }
        }
        return nil
    }
}

extension ScreenRecording {
    /// Why its screens cannot be played; nil where they can.
    var obstacle: String? {
        if isEmpty { return "the trace cannot be played: nothing of a screen is in it" }
        return isTooLong ? "the trace cannot be played: it is too long to play its screens" : nil
    }
}

/// Why a recorded run cannot be played with a live other part.
enum ReplayObstacle {
    static let networkTrouble =
        "the network was given trouble in the recording, and how it meets each packet is chance"
    /// What the accessory sends, or the app upon a zone change, is another live than it was recorded.
    static let numbers =
        "the accessory sends what it measures, or the app writes by zones, and a live run measures anew"
    /// A session of two phones follows from the tokens of both, and a live phone's is never the recorded one.
    static let tokens =
        "the run is of two phones, and what they range with follows from tokens that are drawn anew each time"
    static let textFirmware =
        "only UCI is replayed to a live kit, and the recording or the rig has a kit with CLI firmware"
}

extension ReplaySource {
    /// The accessories of which there is something in the trace.
    func accessories(of header: TraceHeader) -> [AccessoryName] {
        header.accessories.filter { name in
            let links = [LinkID.bluetooth(name), .stream(StreamID(dataChannelOf: name))]
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
    /// What comes behind a gap may answer what is missing.
    var isGap: Bool { if case .gap = self { true } else { false } }
}

extension RecordedFrame {
    /// What of an event went over the bench's links; nil for what did not.
    init?(_ event: TraceEvent) {
        switch event {
        case .sent(let outbound, let instant, let number): self.init(.sent(outbound), at: instant, number: number)
        case .received(let arrival, _, let number):
            self.init(.received(arrival.inbound), at: arrival.instant, number: number)
        case .began, .waited, .clock, .stoodStill, .interrupted, .journal, .kernel, .gap, .ended: return nil
        }
    }
}
