import Glibc
import Ground
import Links
import OperatingSystem
import RigKit
import Synchronization

/// The power of USB ports, switched through the kernel's `disable` files (Linux 6.0 and later).
///
/// The kernel notices that a device goes away with such a port, which it does not if the hub is asked behind its back.
/// A USB 3 socket is two ports of two hubs, which share the power: it stays on unless both are off.
struct USBPower: Sendable {
    static let folder = "/sys/bus/usb/devices"
    /// The time between two ports, so that their currents do not add up.
    private static let apart = Lapse.milliseconds(200)

    let locations: [USBLocation]
    var folder = Self.folder
    /// The time for which the power stays off.
    var pause = Lapse.seconds(2)

    /// Performs the act on its own thread, because a write waits until the device is gone; the mailbox receives the
    /// outcome.
    func perform(
        _ act: PowerAct, on accessory: AccessoryName, mailbox: Mailbox, clock: MonotonicClock
    ) -> DeviceThread? {
        do throws(SystemError) {
            return try DeviceThread("power", urgency: .ordinary) {
                do throws(RigFault) {
                    guard act == .cycle else {
                        throw RigFault(
                            "a USB port cannot reset \(accessory) to its factory state",
                            remedy: "Write a program that does: --port \(accessory).power=program:/path/of/a/program")
                    }
                    try cycle(clock: clock)
                    mailbox.post(.stage(.readBack(.power(accessory))), by: clock)
                    mailbox.post(.stage(.powered(accessory)), by: clock)
                } catch {
                    mailbox.post(.fault(.stage, error), by: clock)
                }
            }
        } catch {
            let fault = RigFault("the power of \(accessory) was not switched: \(error)", remedy: "Close other programs")
            mailbox.post(.fault(.stage, fault), by: clock)
            return nil
        }
    }

    /// Switches all ports off or on; each state is read back. After an error in switching off, all are on as far as
    /// possible.
    func set(isOff: Bool) throws(RigFault) {
        var ports: [Port] = []
        for location in locations { ports.append(try Port(location, in: folder)) }
        do throws(RigFault) { for port in ports { try port.set(isOff: isOff) } } catch {
            throw Self.fault(error, leavingOff: Self.switchOn(ports))
        }
    }

    /// Switches all ports off and on again; each state is read back. After an error, all are on as far as possible.
    func cycle(clock: MonotonicClock) throws(RigFault) {
        var ports: [Port] = []
        for location in locations { ports.append(try Port(location, in: folder)) }
        let counts = ports.map(\.overCurrents)
        func wait(_ span: Lapse) { _ = Poller(clock: clock).wait([], until: clock.now + span) }
        do throws(RigFault) {
            for port in ports { try port.set(isOff: true) }
            wait(pause)
            for port in ports {
                try port.set(isOff: false)
                wait(Self.apart)
            }
        } catch {
            throw Self.fault(error, leavingOff: Self.switchOn(ports))
        }
        for (port, count) in zip(ports, counts) {
            guard let count, let now = port.overCurrents, now != count else { continue }
            throw RigFault(
                "USB port \(port.location) was switched off because of its current",
                remedy: "Give the device a hub with its own supply")
        }
    }

    /// Switches all ports on that can be, and returns the others.
    private static func switchOn(_ ports: [Port]) -> [USBLocation] {
        var others: [USBLocation] = []
        for port in ports {
            do throws(RigFault) { try port.set(isOff: false) } catch { others.append(port.location) }
        }
        return others
    }

    /// Returns the fault with the ports that are still off because of it.
    private static func fault(_ fault: RigFault, leavingOff ports: [USBLocation]) -> RigFault {
        guard !ports.isEmpty else { return fault }
        let names = ports.map(\.description).joined(separator: ", ")
        return RigFault("\(fault.what); not switched on again: \(names)", remedy: fault.remedy)
    }

    /// Returns the reason why the ports cannot be switched; nil if they seem to be there and are on.
    func obstacle() -> RigFault? {
        do throws(RigFault) {
            for location in locations {
                let port = try Port(location, in: folder)
                guard access(port.path, W_OK) == 0 else { throw port.fault(errno, "cannot be switched") }
            }
            return offObstacle()
        } catch {
            return error
        }
    }

    /// Returns the fault for a port that is off, as a run that was killed leaves it; nil if none is known to be.
    func offObstacle() -> RigFault? {
        for location in locations {
            guard let port = try? Port(location, in: folder), port.isOff else { continue }
            return RigFault(
                "USB port \(location) is off: a run that was killed may have left it so",
                remedy: "Switch it on: echo 0 > \(port.path)")
        }
        return nil
    }
}

extension USBPower {
    /// A hub's port, by its folder in sysfs.
    private struct Port {
        let location: USBLocation
        private let folder: String

        init(_ location: USBLocation, in root: String) throws(RigFault) {
            self.location = location
            let hub = location.hub
            // A root hub has no port number: its interface is 1-0:1.0, and its ports are usb1-port1.
            let number = hub == nil ? "1" : Self.text(of: "\(root)/\(location.hubName)/bConfigurationValue") ?? "1"
            let interface = "\(hub ?? "\(location.bus)-0"):\(number).0"
            folder = "\(root)/\(interface)/\(location.hubName)-port\(location.port)"
            guard access(path, F_OK) == 0 else { throw fault(errno, "cannot be switched") }
        }

        var path: String { "\(folder)/disable" }

        var isOff: Bool { Self.text(of: path) == "1" }

        /// The number of times that its current was too high; nil if the kernel does not count them.
        var overCurrents: Int? { Self.text(of: "\(folder)/over_current_count").flatMap { Int($0) } }

        func set(isOff: Bool) throws(RigFault) {
            let wanted = isOff ? "1" : "0"
            do throws(SystemError) {
                let file = try FileDescriptor("open \(path)") { open(path, O_WRONLY | O_CLOEXEC) }
                _ = try file.write(Array(wanted.utf8))
            } catch {
                throw fault(error.code, "was not switched \(isOff ? "off" : "on")")
            }
            guard Self.text(of: path) == wanted else {
                throw RigFault(
                    "USB port \(location) was switched \(isOff ? "off" : "on"), but it reports otherwise",
                    remedy: "Use a hub that can switch the power of each port")
            }
        }

        func fault(_ number: Int32, _ how: String) -> RigFault {
            let (reason, remedy) =
                switch number {
                case EACCES, EPERM:
                    ("its file may not be written", "Run as root, or let a udev rule make \(path) writable")
                case EROFS: ("its file is read-only", "Run it where /sys is writable, and not in a container")
                case ENOENT:
                    (
                        "there is no \(path)",
                        "Write the location that lsusb -t shows, as 1-1.4, and use Linux 6.0 or later"
                    )
                case ENODEV: ("the hub is gone", "Plug the hub in again")
                default: ("\(SystemError("write \(path)", code: number))", "Plug the hub in again")
                }
            return RigFault("USB port \(location) \(how): \(reason)", remedy: remedy)
        }

        private static func text(of path: String) -> String? {
            guard let file = try? FileDescriptor("open", { open(path, O_RDONLY | O_CLOEXEC) }),
                let bytes = try? file.read(upTo: 64), !bytes.isEmpty
            else { return nil }
            return BenchProgram.lines(of: bytes).first
        }
    }
}

extension CablePort {
    /// The ports that pull the cable; nil if none do.
    var ports: USBPower? {
        guard case .usb(let first, let others) = self else { return nil }
        return USBPower(locations: [first] + others)
    }
}

/// The USB ports that pull the reader's cable, one act at a time.
final class CableSwitch: Sendable {
    private let ports: USBPower
    private let queue: ProgramQueue
    private let mailbox: Mailbox
    private let clock: MonotonicClock
    /// Whether they may be off.
    private let isPulled = Mutex(false)

    init(_ ports: USBPower, mailbox: Mailbox, clock: MonotonicClock) throws(RigFault) {
        (self.ports, self.mailbox, self.clock) = (ports, mailbox, clock)
        queue = try ProgramQueue("cable")
    }

    /// Pulls the cable or puts it back, on its own thread, because a write waits until the device is gone.
    func pull(_ isOut: Bool) {
        let reason = queue.add { [self] in
            if isOut { isPulled.withLock { $0 = true } }
            do throws(RigFault) {
                try ports.set(isOff: isOut)
                isPulled.withLock { $0 = isOut }
                return true
            } catch {
                mailbox.post(.fault(.stage, error), by: clock)
                return false
            }
        }
        guard let reason else { return }
        let fault = RigFault("the switch of the reader's USB port \(reason)", remedy: "Close other programs")
        mailbox.post(.fault(.stage, fault), by: clock)
    }

    /// Puts the cable back if it may be out; returns the fault if that is impossible.
    @discardableResult func close() -> RigFault? {
        queue.close()
        guard isPulled.withLock({ $0 }) else { return nil }
        do throws(RigFault) { try ports.set(isOff: false) } catch { return error }
        isPulled.withLock { $0 = false }
        return nil
    }
}
