import Ground
import Links
import RigKit
import ScenarioKit

extension Rig {
    /// Returns whether a person reported the event, by pressing Return when asked.
    func isOperatorAnswer(_ event: StageEvent) -> Bool {
        switch event {
        case .arrived, .placed, .turned: errorByHand != nil
        case .readBack, .radio: false
        case .presented(let tag), .removed(let tag): tagsByHand.contains(tag)
        case .powered(let name): powerByHand.contains(name)
        case .acted(let name): screensByHand.contains(name)
        }
    }

    /// The extra time beyond the plan for whatever moves and switches things on this rig.
    var stagePatience: Lapse {
        if hasProgram { return ScenarioRun.programPatience }
        return hasOperator ? ScenarioRun.personPatience : ScenarioRun.simulatedPatience
    }

    /// Whether the accessory's power can be switched.
    func hasPower(over name: AccessoryName) -> Bool { accessories.contains { $0.name == name && $0.power != .none } }

    /// Whether the accessory's printed lines can be read.
    func hasConsole(of name: AccessoryName) -> Bool { accessories.contains { $0.name == name && $0.console != .none } }

    /// Whether the data channel of the accessory, or of the other phone, uses GATT.
    func hasGATT(of name: AccessoryName) -> Bool { !onNetwork.contains(name) }

    /// Returns the need to report if `need` is not met. A rig cannot declare Bluetooth features of an accessory on the
    /// network, so there the missing need is GATT.
    func reason(for need: Need) -> Need {
        guard case .part(let part, let name) = need, part.isOfBluetooth, onNetwork.contains(name) else { return need }
        return .gatt(name)
    }

    /// Returns the parts of the rig of the same kind as the missing one whose names the scenario does not use.
    func others(than needs: [Need], insteadOf lack: Need) -> [String] {
        switch lack {
        case .accessory: accessories.map(\.name).filter { !needs.contains(.accessory($0)) }.map(\.rawValue)
        case .game: screensWithoutGame(of: needs).map(\.rawValue)
        case .tag: tags.map(\.name).filter { !needs.contains(.tag($0)) }.map(\.rawValue)
        default: []
        }
    }

    /// Returns the screens among the needs whose app is not said to play the game.
    func screensWithoutGame(of needs: [Need]) -> [ScreenName] {
        screens.filter { !$0.playsGame && needs.contains(.screen($0.name)) }.map(\.name)
    }

    /// Whether the rig has any data channel.
    var hasDataChannels: Bool { bluetooth != .none || !onNetwork.isEmpty }

    /// Whether the rig declares that the accessory has an optional part.
    func hasPart(_ part: AccessoryPart, of name: AccessoryName) -> Bool {
        accessories.contains { $0.name == name && $0.parts.contains(part) }
    }

    /// Whether the accessory, its radio and its ranging are simulated.
    func hasSimulated(_ name: AccessoryName) -> Bool {
        phones.contains { $0.name == name }
            || accessories.contains { entry in
                guard entry.name == name else { return false }
                if case .simulated = entry.port { return true } else { return false }
            }
    }
}
