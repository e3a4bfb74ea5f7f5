import ArgumentParser
import Ground
import RigKit

/// Which bench: a rig by its name, and what is replaced on it for this time.
struct BenchOptions: ParsableArguments {
    @Option(name: .long, help: "The rig, as 'trammel list' shows it.")
    var rig = "simulated"

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Put something else in a role for this time: bluetooth=hci1, uwb=usb:1915:520f, door=le:name=Door. \
            May be repeated.
            """,
            valueName: "role=spec"))
    var port: [String] = []

    /// The rig with all replacements made; a mistake is a usage error.
    func chosenRig() throws -> Rig { try Self.rig(named: rig, replacing: port) }

    /// A rig by its name, with these replacements made; a mistake is a usage error.
    static func rig(named name: String, replacing ports: [String]) throws -> Rig {
        do {
            var chosen = try Catalogue.rig(named: name)
            for assignment in ports { chosen = try chosen.replacing(assignment) }
            return chosen
        } catch let error as UnknownName {
            throw ValidationError("\(error)")
        } catch let error as PortError {
            throw ValidationError("--port \(error)")
        }
    }
}
