import BlueZDriver
import Glibc
public import Links
import NFCDriver
import NetworkDriver
import OperatingSystem
public import RigKit
public import ScenarioKit
import USBDriver

/// Finds everything that a machine is missing for a rig, before anything is played, in one list with remedies.
///
/// It only looks, and opens nothing that a device would notice. What only the device itself can tell is left to the
/// run.
public struct RigPreflight {
    private let rig: Rig
    private let needs: [Need]
    private(set) var faults: [RigFault] = []

    /// Checks what is needed of a rig; a virtual rig is brought up in a machine of this kind, or on this machine if it
    /// is nil.
    public static func faults(
        of rig: Rig, needs: [Need], in machine: VirtualMachine.Configuration?
    ) -> [RigFault] {
        var preflight = RigPreflight(rig, needs)
        switch (rig.kind, machine) {
        case (.simulated, _): break
        case (.virtual, let machine?): preflight.look(for: machine)
        case (.virtual, nil): preflight.lookForVirtualParts()
        case (.hardware, _): preflight.lookForDevices()
        }
        return preflight.faults
    }

    /// Checks every part a hardware rig names, whatever the scenarios need. Does not require a terminal.
    public static func faults(ofAllPartsOf rig: Rig) -> [RigFault] {
        guard rig.kind == .hardware else { return [] }
        let needs: [Need] =
            [.bluetooth, .uwb, .nfc, .readerCable, .motion]
            + rig.accessories.flatMap { [.accessory($0.name), .power($0.name)] }
            + rig.screens.map { .screen($0.name) } + rig.tags.map { .tag($0.name) }
        var preflight = RigPreflight(rig, needs)
        preflight.lookForDevices(withPerson: false)
        for entry in rig.accessories {
            for words in [entry.firmware?.write, entry.firmware?.verify, entry.firmware?.recover] {
                preflight.add(words?.first.flatMap { fault(ofTool: $0, of: entry.name.rawValue) })
            }
        }
        for case .lan(.endpoint(let host, let port)) in rig.accessories.map(\.port) {
            do throws(RigFault) {
                preflight.add(NetworkWay.obstacle(to: try NetworkWay.addresses(of: host, port: port)))
            } catch {
                preflight.add(error)
            }
        }
        return preflight.faults
    }

    private init(_ rig: Rig, _ needs: [Need]) {
        self.rig = rig
        self.needs = needs
    }

    private mutating func add(_ fault: RigFault?) {
        guard let fault, !faults.contains(fault) else { return }
        faults.append(fault)
    }

    // MARK: Virtual rigs

    private mutating func look(for machine: VirtualMachine.Configuration) {
        for error in VirtualMachine(machine).obstacles { add(RigFault(error.what, remedy: error.remedy)) }
        guard needs.contains(.bluetooth) else { return }
        do throws(RigFault) { _ = try BtvirtProcess.find() } catch { add(error) }
    }

    private mutating func lookForVirtualParts() {
        if geteuid() != 0 {
            add(
                RigFault(
                    "the parts of a virtual rig are made by root alone",
                    remedy: "Run it as root, or omit --no-vm: then a virtual machine makes them"))
        }
        if needs.contains(.bluetooth) {
            lookAtKernel()
            add(BluetoothDaemon.running()?.fault)
            do throws(RigFault) { _ = try BtvirtProcess.find() } catch { add(error) }
        }
        add(NetworkPreflight.obstacle(on: rig, needs: needs))
        if needs.contains(.uwb) { add(Gadget.obstacle) }
    }

    private mutating func lookAtKernel() {
        do throws(RigFault) { _ = try KernelPreflight.check() } catch { add(error) }
    }

    // MARK: Hardware

    private mutating func lookForDevices(withPerson: Bool = true) {
        if needs.contains(.bluetooth), case .adapter(let index) = rig.bluetooth {
            lookAtKernel()
            for fault in BluetoothAdapters.obstacles(to: UInt16(clamping: index)) { add(fault) }
        }
        add(NetworkPreflight.obstacle(on: rig, needs: needs))
        if needs.contains(.uwb) { add(Self.kitFault(of: rig)) }
        if needs.contains(.nfc), case .libnfc(let connection) = rig.nfc {
            let cable = rig.readerCable.ports
            let fault = needs.contains(.readerCable) ? cable?.obstacle() : cable?.offObstacle()
            add(fault ?? NFCReader.obstacle(at: connection))
        }
        for entry in rig.accessories where needs.contains(.accessory(entry.name)) {
            add(Self.fault(of: entry.console, of: entry.name.rawValue))
            add(fault(ofPower: entry))
            // Both are unblocked before each run.
            for radio in Radio.allCases {
                guard case .program(let path) = entry.air[radio] else { continue }
                let task = "blocks the \(radio) of \(entry.name)"
                add(Self.fault(ofProgram: path, which: task, "\(entry.name).air.\(radio.rawValue)"))
            }
        }
        if needs.contains(.motion), case .program(let path) = rig.motion {
            add(Self.fault(ofProgram: path, which: "moves the phone", "motion"))
        }
        for case (let name, .program(let path)) in rig.tags.map({ ($0.name, $0.port) }) where needs.contains(.tag(name))
        {
            add(Self.fault(ofProgram: path, which: "presents \(name)", name.rawValue))
        }
        for entry in rig.screens where needs.contains(.screen(entry.name)) {
            add(Self.fault(of: entry.console, of: entry.name.rawValue))
        }
        guard withPerson else { return }
        let byHand = ManualStep.all(on: rig, for: needs)
        if !byHand.isEmpty, !ManualStep.canBeAsked { add(.noTerminal(for: byHand)) }
    }

    /// Returns the reason why the kit cannot be opened, as far as nothing is opened to find out.
    static func kitFault(of rig: Rig) -> RigFault? {
        switch rig.uwb {
        case .usb(let vendor, let product, let serial):
            USBPresence.obstacle(to: USBIdentity(vendor: vendor, product: product, serial: serial))
        case .serial(let path), .cli(let path): SerialKit.obstacle(at: path)
        case .simulated, .simulatedCLI, .none: nil
        }
    }

    private func fault(ofPower entry: AccessoryEntry) -> RigFault? {
        let isSwitched = needs.contains(.power(entry.name))
        let name = entry.name.rawValue
        switch entry.power {
        case .program(let path) where isSwitched:
            return Self.fault(ofProgram: path, which: "switches the power of \(name)", "\(name).power")
        case .usb(let first, let others):
            // An accessory without power fails whatever the scenario is about.
            let power = USBPower(locations: [first] + others)
            return isSwitched ? power.obstacle() : power.offObstacle()
        case .program, .simulated, .hand, .none: return nil
        }
    }

    private static func fault(of console: ConsolePort, of name: String) -> RigFault? {
        switch console {
        case .serial(let path, _): fault(ofConsole: path, of: name)
        case .pipe(let path): fault(ofProgram: path, which: "prints the console of \(name)", "\(name).console")
        case .rfc2217(let host, let port, _): fault(ofServer: host, port)
        case .simulated, .none: nil
        }
    }

    private static func fault(ofServer host: String, _ port: UInt16) -> RigFault? {
        do throws(RigFault) {
            // Connecting would open the serial device there, and may restart the accessory.
            return NetworkWay.obstacle(to: try NetworkWay.addresses(of: host, port: port))
        } catch {
            return error
        }
    }

    private static func fault(ofConsole path: String, of name: String) -> RigFault? {
        guard access(path, R_OK | W_OK) != 0 else { return nil }
        return RigFault(
            "the console of \(name) at \(path) cannot be opened: \(errorText(errno))",
            remedy: "Plug it in, add the user to the group that owns it (often dialout), or write "
                + "--port \(name).console=none")
    }

    private static func fault(ofTool program: String, of name: String) -> RigFault? {
        let folders =
            program.contains("/") ? [""] : (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
        let isThere = folders.contains { folder in
            access(folder.isEmpty ? program : "\(folder)/\(program)", X_OK) == 0
        }
        guard !isThere else { return nil }
        return RigFault(
            "the program \(program.escapedForDisplay), which writes the firmware of \(name), cannot be run",
            remedy: "Install it, or name another in the rig")
    }

    private static func fault(ofProgram path: String, which task: String, _ role: String) -> RigFault? {
        let reason: String
        if access(path, X_OK) != 0 {
            reason = errorText(errno)
        } else if (try? FileStatus(of: path))?.kind == .folder {
            reason = errorText(EISDIR)
        } else {
            return nil
        }
        let other = role.contains(".") ? "\(role)=none" : "\(role)=hand"
        let kind = role.hasSuffix(".console") ? "pipe" : "program"
        return RigFault(
            "the program \(path.escapedForDisplay), which \(task), cannot be run: \(reason)",
            remedy: "Name another with --port \(role)=\(kind):/path, or write --port \(other)")
    }
}
