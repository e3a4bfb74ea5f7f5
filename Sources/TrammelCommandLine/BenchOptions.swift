import ArgumentParser
import Evidence
import Ground
import RigKit
import Runs
import ScenarioKit
import Simulators

/// The options that select a bench: a rig by its name, with changes for this command.
struct BenchOptions: ParsableArguments {
    private static let usual = "simulated"

    @Option(
        name: .long, help: "The rig, as '\(Program.command) list' shows it, or a JSON file.",
        completion: Completions.rigs)
    var rig = BenchOptions.usual

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Use another port for a role in this run: bluetooth=hci1, uwb=usb:1915:520f, door=le:name=Door, \
            door=le:AA:BB:CC:DD:EE:FF (followed by /public or /random if both are on the air), \
            door=lan:door.local:4711. May be repeated.
            """,
            valueName: "role=spec"), completion: Completions.ports)
    var port: [String] = []

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            """
            Use an accessory or tag of the rig for one in the scenarios: door=front plays scenarios for door with \
            front. May be repeated.
            """,
            valueName: "name=own"), completion: Completions.accessories)
    var names: [String] = []

    /// Whether a bench other than the default was selected.
    var isChosen: Bool { rig != Self.usual || !port.isEmpty || !names.isEmpty }

    /// The changes to the rig for this command.
    var overrides: RigOverrides { RigOverrides(ports: port, names: names) }

    /// Returns the rig as it will be used; a mistake in the options is a usage error.
    ///
    /// Does not check whether it can be brought up.
    func chosenRig() throws -> Rig { try Self.rig(named: rig, with: overrides) }

    /// Returns the rig as it will be used; one that `trammel check` would reject is a usage error with the same
    /// message.
    func soundRig() throws -> Rig {
        try Catalogue.checkNames()
        return try chosenRig().sound()
    }

    /// Returns a rig by its name as it will be used; a mistake is a usage error.
    static func rig(named name: String, with overrides: RigOverrides) throws -> Rig {
        do {
            let rig = try RigFolder.rig(named: name) ?? Catalogue.rig(named: name)
            return try rig.replacing(overrides.ports).named(overrides.names)
        } catch let error as RigFolder.Unusable {
            throw ValidationError("\(error)")
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
    /// Returns the rig, or throws a usage error with all its problems.
    func sound() throws -> Rig {
        let problems = allProblems
        guard problems.isEmpty else {
            throw ValidationError(problems.map(\.escapedForDisplay).joined(separator: "\n"))
        }
        return self
    }

    /// All problems of the rig, including those that only the simulators know, as sentences without a final full stop.
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

    /// Returns the rig with its parts renamed as scenarios call them; each new name must be used by a scenario.
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
