import Glibc
import Ground
public import Links
import OperatingSystem

/// bluetoothd, which answers pairings and changes adapters at will, even if others use them.
///
/// The kernel asks every management client to confirm a pairing and takes the first answer; without an agent,
/// bluetoothd's answer is no. On its start, it also replaces the kernel's keys. An accessory's behaviour while
/// bluetoothd is running is therefore no evidence about the accessory.
public struct BluetoothDaemon: Hashable, Sendable {
    /// The kernel's name for its process.
    static let name = "bluetoothd"

    public let process: Int32

    /// Returns the running daemon, or nil if there is none. `folder` is the mount point of procfs.
    public static func running(in folder: String = "/proc") -> BluetoothDaemon? {
        guard let directory = unsafe opendir(folder) else { return nil }
        defer { unsafe closedir(directory) }
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let process = Int32(name), isDaemon(process, in: folder) else { continue }
            return BluetoothDaemon(process: process)
        }
        return nil
    }

    /// Returns whether the process has that name and is not a zombie.
    private static func isDaemon(_ process: Int32, in folder: String) -> Bool {
        guard
            let file = try? FileDescriptor(
                "open stat", { unsafe open("\(folder)/\(process)/stat", O_RDONLY | O_CLOEXEC) })
        else { return false }
        defer { file.close() }
        guard let bytes = try? file.read(upTo: 64) else { return false }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ", maxSplits: 3)
        return words.count >= 3 && words[1] == "(\(name))" && !["Z", "X"].contains(words[2])
    }

    /// The reason why nothing can be judged while it is running.
    public var fault: RigFault {
        RigFault(
            "bluetoothd (process \(process)) runs: it holds the adapters too, and refuses the pairings of the rig",
            remedy: "Stop it while the rig is used: systemctl disable --now bluetooth, or kill \(process)")
    }

    /// The fault for a daemon that started while the rig was in use, and may have ended since.
    static var intrusion: RigFault {
        if let daemon = running() { return daemon.fault }
        return RigFault(
            "bluetoothd began to run beside the rig, and has ended: it held the adapters too, and changed their keys",
            remedy: "See to it that nothing starts it while the rig is used: systemctl mask --now bluetooth")
    }
}

/// Looks for bluetoothd once a second while the rig uses Bluetooth, on its own thread.
///
/// It is the only check if the rig may not listen to ``ManagementOpenings``; a run can then end before it looks.
final class DaemonWatch: Sendable {
    /// The maximum time from the daemon's start to its detection.
    static let interval = Lapse.seconds(1)

    private let waker: Waker
    private let thread: DeviceThread

    /// Starts the watch, which calls `saw` once, on its own thread.
    init(clock: MonotonicClock, saw: @escaping @Sendable (BluetoothDaemon) -> Void) throws(SystemError) {
        let waker = try Waker()
        self.waker = waker
        thread = try DeviceThread("bluetoothd watch", urgency: .ordinary) {
            let poller = Poller(clock: clock)
            while poller.wait([PollDescriptor(waker.number)], until: clock.now + DaemonWatch.interval) == [[]] {
                guard let daemon = BluetoothDaemon.running() else { continue }
                return saw(daemon)
            }
        }
    }

    /// Ends the watch. Idempotent.
    func close() {
        waker.wake()
        thread.join()
    }
}
