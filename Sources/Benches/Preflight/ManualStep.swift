public import RigKit
public import ScenarioKit

/// Something that a person does on a bench for a scenario; without a terminal there is no one to ask.
public enum ManualStep: Hashable, Sendable {
    case walk
    case hold(TagName)
    case pullCable
    case power(AccessoryName)
    case sit(ScreenName)

    /// Returns what a person does on a rig to meet these needs: each thing once, in the order of the needs.
    public static func all(on rig: Rig, for needs: [Need]) -> [ManualStep] {
        guard rig.kind == .hardware else { return [] }
        return needs.compactMap { need in
            switch need {
            case .motion: rig.errorByHand == nil ? nil : .walk
            case .tag(let name): rig.tagsByHand.contains(name) ? .hold(name) : nil
            case .readerCable: rig.nfc == .simulated || rig.readerCable != .none ? nil : .pullCable
            case .power(let name): rig.powerByHand.contains(name) ? .power(name) : nil
            case .screen(let name): rig.screensByHand.contains(name) ? .sit(name) : nil
            case .bluetooth, .uwb, .nfc, .angles, .accessory, .phone, .screenConsole, .simulatedScreens, .game,
                .troubledNetwork, .part, .gatt, .console, .air, .simulated, .simulatedReader:
                nil
            }
        }
    }

    /// Whether there is a terminal on which a person can be asked.
    public static var canBeAsked: Bool { PersonStage.hasTerminal }

    /// The act in words that follow "a person has to": `walk`.
    public var words: String {
        switch self {
        case .walk: "walk"
        case .hold(let tag): "hold \(tag) to the reader"
        case .pullCable: "pull the reader's cable"
        case .power(let name): "switch \(name) off and on"
        case .sit(let screen): "operate \(screen)"
        }
    }

    /// The option that takes it off the bench; nil if there is none.
    var option: String? {
        switch self {
        case .walk: "--port motion=none"
        case .hold(let tag): "--port nfc=none (or \(tag)=program:/path, a program that presents it)"
        case .pullCable: "--port nfc=none (or nfc.cable=usb:1-1.3, the reader's USB port)"
        case .power(let name): "--port \(name).power=none (or =program:/path, a program that switches it)"
        case .sit: nil
        }
    }
}
