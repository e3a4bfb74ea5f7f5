public import RigKit
public import ScenarioKit

/// What a person does on a bench for one scenario; without a terminal there is nobody to ask.
public enum HandWork: Hashable, Sendable {
    case walk
    case hold(TagName)
    case pullCable
    case power(AccessoryName)
    case sit(ScreenName)

    /// What a person does on a rig where these needs are met: each thing once, in the order of the needs.
    public static func all(on rig: Rig, for needs: [Need]) -> [HandWork] {
        guard rig.kind == .hardware else { return [] }
        return needs.compactMap { need in
            switch need {
            case .motion: rig.motion == .hand ? .walk : nil
            case .tag(let name): rig.tags.contains { $0.name == name && $0.port == .hand } ? .hold(name) : nil
            case .readerCable: rig.nfc == .simulated ? nil : .pullCable
            case .power(let name):
                rig.accessories.contains { $0.name == name && $0.power == .hand } ? .power(name) : nil
            case .screen(let name): rig.screensByHand.contains(name) ? .sit(name) : nil
            case .bluetooth, .uwb, .nfc, .angles, .accessory, .phone, .screenConsole, .simulatedScreens, .game,
                .troubledNetwork, .part, .gatt, .console, .simulated, .simulatedReader:
                nil
            }
        }
    }

    /// Whether there is a terminal on which a person could be asked.
    public static var canBeAsked: Bool { PersonStage.hasTerminal }

    /// What the person does, behind "a person has to": `walk`.
    public var words: String {
        switch self {
        case .walk: "walk"
        case .hold(let tag): "hold \(tag) to the reader"
        case .pullCable: "pull the reader's cable"
        case .power(let name): "switch \(name) off and on"
        case .sit(let screen): "sit before \(screen)"
        }
    }

    /// The option that takes it off the bench; nil where none does.
    var option: String? {
        switch self {
        case .walk: "--port motion=none"
        case .hold, .pullCable: "--port nfc=none"
        case .power(let name): "--port \(name).power=none (or =program:/path, a program that switches it)"
        case .sit: nil
        }
    }
}

extension Rig {
    /// The real screens: what is done at them, a person does.
    fileprivate var screensByHand: Set<ScreenName> { Set(screens.filter { $0.port.model == nil }.map(\.name)) }
}
