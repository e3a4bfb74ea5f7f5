import ArgumentParser
import Catalogues
import Evidence
import Ground
import RigKit
import ScenarioKit
import Simulators

/// Which bench: a rig by its name, and what is otherwise on it for this time.
struct BenchOptions: ParsableArguments {
    private static let usual = "simulated"

    @Option(name: .long, help: "The rig, as '\(Program.command) list' shows it.", completion: Completions.rigs)
    var rig = BenchOptions.usual

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Put something else in a role for this time: bluetooth=hci1, uwb=usb:1915:520f, door=le:name=Door, \
            door=le:AA:BB:CC:DD:EE:FF with /public or /random behind it where both are in the air, \
            door=lan:door.local:4711. May be repeated.
            """,
            valueName: "role=spec"), completion: Completions.ports)
    var port: [String] = []

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            """
            Let an accessory or a tag of the rig be the scenarios' one for this time: door=front plays what is \
            written for door with front. May be repeated.
            """,
            valueName: "name=own"), completion: Completions.accessories)
    var names: [String] = []

    /// Whether another bench than the usual one was asked for.
    var isChosen: Bool { rig != Self.usual || !port.isEmpty || !names.isEmpty }

    /// What is otherwise on the rig for this time.
    var overrides: RigOverrides { RigOverrides(ports: port, names: names) }

    /// The rig as it is really used; a mistake in the options is a usage error.
    ///
    /// Whether it can be brought up is not looked at.
    func chosenRig() throws -> Rig { try Self.rig(named: rig, with: overrides) }

    /// The rig as it is really used; one that `trammel check` would refuse is a usage error, in the same words.
    func soundRig() throws -> Rig {
        try Catalogue.checkNames()
        return try chosenRig().sound()
    }

    /// A rig by its name as it is really used; a mistake is a usage error.
    static func rig(named name: String, with overrides: RigOverrides) throws -> Rig {
        do {
            return try Catalogue.rig(named: name).replacing(overrides.ports).named(overrides.names)
        } catch let error as UnknownName {
            throw ValidationError("\(error)")
        } catch let error as PortError {
            throw ValidationError("--port \(error)")
        } catch let error as NameAssignmentError {
            throw ValidationError("--as \(error)")
        }
    }
}

extension Rig {
    /// The same rig, or a usage error with everything that is wrong with it.
    func sound() throws -> Rig {
        let problems = allProblems
        guard problems.isEmpty else {
            throw ValidationError(problems.map(\.escapedForDisplay).joined(separator: "\n"))
        }
        return self
    }

    /// Everything wrong in the rig, as sentences without their full stop, what only the simulators know included.
    var allProblems: [String] {
        let unknown = accessories.flatMap { entry -> [String] in
            guard case .simulated(let model) = entry.port else { return [] }
            let known = Defect.allCases.map(\.rawValue)
            return model.defects.filter { !known.contains($0) }.map { defect in
                "rig \(name): \(entry.name) has the unknown defect \(defect)"
                    + suggestion(for: defect, in: known)
            }
        }
        return problems().map(\.description) + unknown
    }

    /// The rig with its things called as scenarios call them; each name must be one that a scenario has.
    fileprivate func named(_ assignments: [String]) throws -> Rig {
        let wanted = try assignments.map { assignment throws(NameAssignmentError) in try NameAssignment(assignment) }
        let renamed = try naming(wanted)
        let needs = Catalogue.scenarios.flatMap(\.needs)
        for one in wanted {
            let isTag = tags.contains { $0.name.rawValue == one.own }
            let known = needs.compactMap { need in
                switch need {
                case .accessory(let name): isTag ? nil : name.rawValue
                case .tag(let name): isTag ? name.rawValue : nil
                default: nil
                }
            }.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            guard !known.contains(one.name) else { continue }
            throw UnknownName(kind: "\(isTag ? "tag" : "accessory") in the scenarios", name: one.name, known: known)
        }
        return renamed
    }
}
