import Ground
import Links
import RigKit
import ScenarioKit

/// The Bluetooth adapters of a bench, and who uses which: decided before anything is opened.
///
/// On hardware, one adapter of the phone serves all accessories, as in a real phone. A controller of `btvirt` carries
/// frames on one link only (facts/bluez.md), so on the virtual bench every accessory has its own pair.
struct BluetoothPlan: Hashable {
    /// An adapter of the phone and the accessories that it connects to.
    struct Central: Hashable {
        var adapter: Adapter
        var targets: [Target]
    }

    enum Adapter: Hashable {
        /// One of the kernel's; the first of all if there is no number.
        case existing(UInt16?)
        /// One that the bench creates, counted from 0.
        case made(Int)
    }

    enum Target: Hashable {
        case selected(AccessoryName, AccessorySelector)
        /// An accessory that the bench plays on an adapter that it creates, counted from 0.
        case played(AccessoryName, AccessoryModel, on: Int)
        /// Another phone, played in the same way.
        case playedPhone(AccessoryName, on: Int)
    }

    /// The number for which one `btvirt` makes enough controllers.
    static let playedLimit = BtvirtProcess.limit / 2

    /// The number of adapters that the bench creates.
    private(set) var made = 0
    private(set) var centrals: [Central] = []

    /// Plans everything that the needs of a scenario ask of a rig's Bluetooth; the plan is empty if they need none.
    init(_ rig: Rig, needs: [Need]) throws(RigFault) {
        guard needs.contains(.bluetooth) else { return }
        var selected: [Target] = []
        var played: [(AccessoryName, AccessoryModel)] = []
        let reached = rig.accessories.filter { needs.contains(.accessory($0.name)) }
        guard reached.isEmpty || reached.contains(where: { !$0.port.isOnNetwork }) else { return }
        for entry in reached where !entry.port.isOnNetwork {
            switch entry.port {
            case .lan: continue
            case .simulated(let model): played.append((entry.name, model))
            case .le(let selector, _): selected.append(.selected(entry.name, selector))
            }
        }
        let existing: UInt16?
        switch rig.bluetooth {
        case .simulated:
            try Self.refuse(selected)
            try pair(played, rig.phones.map(\.name).filter { needs.contains(.phone($0)) })
            return
        case .adapter(let index):
            guard let number = UInt16(exactly: index) else {
                throw RigFault("there is no Bluetooth adapter hci\(index)", remedy: "Write bluetooth=hci0 or the like")
            }
            existing = number
        case .none: existing = nil
        }
        if let (name, _) = played.first {
            throw RigFault(
                "\(name) is simulated, and the phone's adapter \(rig.bluetooth) hears real ones only",
                remedy: "Say where it is with --port \(name)=le:name=Door, or take --port bluetooth=simulated")
        }
        centrals = [Central(adapter: .existing(existing), targets: selected)]
    }

    private mutating func pair(
        _ played: [(AccessoryName, AccessoryModel)], _ phones: [AccessoryName]
    ) throws(RigFault) {
        guard played.count + phones.count <= Self.playedLimit else {
            throw RigFault(
                "the scenario needs \(played.count + phones.count) accessories, and a virtual bench plays "
                    + "\(Self.playedLimit) at most",
                remedy: "Write a scenario for fewer accessories")
        }
        for (name, model) in played {
            centrals.append(Central(adapter: .made(made), targets: [.played(name, model, on: made + 1)]))
            made += 2
        }
        for name in phones {
            centrals.append(Central(adapter: .made(made), targets: [.playedPhone(name, on: made + 1)]))
            made += 2
        }
    }

    private static func refuse(_ selected: [Target]) throws(RigFault) {
        guard case .selected(let name, let selector) = selected.first else { return }
        throw RigFault(
            "\(name) (le:\(selector)) is not made by this bench, whose own Bluetooth adapters hear each other only",
            remedy: "Name the adapter that hears it: --port bluetooth=hci0")
    }
}
