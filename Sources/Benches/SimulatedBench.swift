import Ground
import Links
import NearbyInteraction
import RigKit
import ScenarioKit
import Simulators

extension EnvironmentModel {
    /// Creates the simulated surroundings of the phone from a rig, and some of them from a recording.
    ///
    /// Tags and other phones are created only if they are needed, because that takes longer than many a run.
    init(_ rig: Rig, needs: [Need], playing recording: BenchRecording? = nil) throws(RigFault) {
        var accessories: [(name: AccessoryName, model: AccessoryBuild)] = []
        for entry in rig.accessories {
            if case .simulated(let model) = entry.port { accessories.append((entry.name, try .init(model))) }
        }
        var tags: [(name: TagName, tag: SimulatedTag)] = []
        for entry in rig.tags where needs.contains(.nfc) {
            if case .simulated(let model) = entry.port {
                tags.append((entry.name, try SimulatedTag(model, of: entry.name)))
            }
        }
        self.init(
            accessories: accessories, ranging: rig.world,
            angles: rig.world.angles, tags: tags, recording: recording)
        if let reference = rig.reference { restingDistances[reference.name] = reference.distance }
        kit = rig.uwb == .simulatedCLI ? .cli : .uci
        for entry in rig.phones where needs.contains(.phone(entry.name)) {
            phones.append((entry.name, try PeerBuild(entry.port.model)))
        }
        for entry in rig.screens {
            if let model = entry.port.model { screens.append((entry.name, try ScreenBuild(model))) }
            if entry.console == .simulated { screenConsoles.append(entry.name) }
        }
    }
}

extension [Need] {
    /// The optional parts that are needed, and the accessories that must have them.
    var parts: [(part: AccessoryPart, name: AccessoryName)] {
        compactMap { if case .part(let part, let name) = $0 { (part, name) } else { nil } }
    }
}

extension AccessoryBuild {
    /// Creates a simulated accessory as a rig describes it; refuses an unknown defect.
    init(_ model: AccessoryModel) throws(RigFault) {
        let role: RangingRole? =
            switch model.role {
            case .initiator: .initiator
            case .responder: .responder
            case nil: nil
            }
        let version: UWBVersion? =
            switch model.uwbVersion {
            case .v10: .v10
            case .v11: .v11
            case .v20: .v20
            case nil: nil
            }
        if let problem = model.problems.first {
            throw RigFault("a simulated accessory \(problem)", remedy: "Correct it in the rig")
        }
        var defects: Set<Defect> = []
        for name in model.defects { defects.insert(try Defect(named: name)) }
        self.init(
            variant: model.variant, isOnNetwork: model.link == .lan, profile: model.profile, role: role,
            version: version, advertisedName: model.advertisedName,
            indicates: model.telling == .indications, lacks: model.lacks, habits: model.habits, defects: defects,
            identity: model.firmware)
    }
}

extension PeerBuild {
    /// Creates another phone as a rig describes it; refuses an unknown defect.
    init(_ model: PeerModel) throws(RigFault) {
        if let problem = model.problems.first {
            throw RigFault("another phone \(problem)", remedy: "Correct it in the rig")
        }
        var defects: Set<PeerDefect> = []
        for name in model.defects {
            guard let defect = PeerDefect(rawValue: name) else {
                let known = PeerDefect.allCases.map(\.rawValue)
                let hint = suggestion(for: name, in: known)
                throw RigFault(
                    "no other phone has the defect \"\(name)\"\(hint)",
                    remedy: "Write one of \(known.joined(separator: ", "))")
            }
            defects.insert(defect)
        }
        self.init(
            system: model.system, permission: model.permission, generation: model.generation,
            advertisedName: model.advertisedName, defects: defects)
    }
}

extension ScreenBuild {
    /// Creates a simulated screen as a rig describes it; refuses an unknown defect.
    init(_ model: ScreenModel) throws(RigFault) {
        var defects: Set<ScreenDefect> = []
        for name in model.defects {
            guard let defect = ScreenDefect(rawValue: name) else {
                let known = ScreenDefect.allCases.map(\.rawValue)
                let hint = suggestion(for: name, in: known)
                throw RigFault(
                    "no simulated screen has the defect \"\(name)\"\(hint)",
                    remedy: "Write one of \(known.joined(separator: ", "))")
            }
            defects.insert(defect)
        }
        self.init(defects: defects)
    }
}

extension Defect {
    init(named name: String) throws(RigFault) {
        guard let defect = Defect(rawValue: name) else {
            let hint = suggestion(for: name, in: Self.allCases.map(\.rawValue))
            throw RigFault(
                "no simulated accessory has the defect \"\(name)\"\(hint)",
                remedy: "Write a name that trammel zoo --list shows")
        }
        self = defect
    }
}
