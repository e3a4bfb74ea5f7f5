public import ArgumentParser
import Benches
import Evidence
import Ground
import Links
import OperatingSystem
import Reports
public import RigKit
import Runs
import Simulators

/// Plays the simulated accessory on an adapter of this machine, for a phone app under test.
struct AccessoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accessory", abstract: "Play the simulated accessory on a Bluetooth adapter.",
        usage: "trammel accessory [<options>]",
        discussion: """
            For a phone under test, or another trammel: it finds the accessory by its name, connects and exchanges \
            configurations. The accessory has no UWB radio, so no distance is ever measured, and defects of its \
            ranging never show. Needs root, and bluetoothd stopped. Ends on Ctrl-C.

              trammel accessory --adapter hci1 --name Door
            """)

    @Option(help: "The adapter, such as hci1.")
    var adapter: BluetoothPort = .adapter(0)

    @OptionGroup var locking: LockOptions

    @Option(help: "The name to advertise.")
    var name = "Door"

    @Option(help: "The firmware to behave like.")
    var variant: AccessoryVariant = .appleSample

    @Option(help: "A defect from '\(Program.command) zoo --list'; may be repeated.")
    var defect: [String] = []

    @Option(
        help: """
            Its data channel: nordicUART, qorvoQNIS, or a custom one such as service=…,write=…,notify=…; by default \
            its variant's.
            """,
        transform: { text in
            do throws(Malformed) { return try DataChannelProfile(text) } catch { throw ValidationError(error.meaning) }
        })
    var profile: DataChannelProfile?

    @Option(help: "Its role in ranging; by default its variant's.")
    var role: AccessoryModel.Role?

    @Option(help: "The version of its UWB configuration; by default its variant's.")
    var uwb: AccessoryModel.UWBVersion?

    @Option(help: "The seed of its random numbers.")
    var seed: UInt64 = 1

    func validate() throws {
        guard case .adapter = adapter else {
            throw ValidationError("--adapter takes an adapter of this machine, such as hci0.")
        }
        _ = try DefectArguments.chosen(defect)
        let problems = model.problems
        guard problems.isEmpty else {
            throw ValidationError(problems.map { "the accessory \($0)" }.joined(separator: "\n"))
        }
    }

    private var model: AccessoryModel {
        AccessoryModel(
            variant: variant, profile: profile, role: role, uwbVersion: uwb, advertisedName: name, defects: defect)
    }

    func run() throws {
        guard case .adapter(let index) = adapter else { return }
        let lock = try locking.lock([.adapter(index)])
        defer { withExtendedLifetime(lock) {} }
        Interruption.listen()
        do throws(RigFault) {
            let host = try AccessoryHost(model, adapter: UInt16(clamping: index), seed: seed, warn: Warning.tell)
            StandardOutput.shared.write(
                "\(name.escapedForDisplay) advertises on \(host.adapter) as \(host.address)\n")
            defer { host.close() }
            try host.play { Interruption.isRequested }
        } catch {
            try CommandStatus.passed.worsened(by: CommandError(what: error.what, remedy: error.remedy)).leave()
        }
    }
}

extension BluetoothPort: ExpressibleByArgument {
    public init?(argument: String) {
        guard let port = try? BluetoothPort(argument) else { return nil }
        self = port
    }
}

extension AccessoryVariant: ExpressibleByArgument {}
extension AccessoryModel.Role: ExpressibleByArgument {}
extension AccessoryModel.UWBVersion: ExpressibleByArgument {}
