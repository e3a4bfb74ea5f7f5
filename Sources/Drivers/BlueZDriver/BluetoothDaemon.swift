import Glibc
import Ground
public import Links
import OperatingSystem

/// bluetoothd, which answers pairings and changes adapters as it likes, whoever else uses them.
///
/// The kernel asks every management client whether a pairing is to be confirmed, and takes the first answer; without an
/// agent bluetoothd's is no. When it starts it also replaces the kernel's keys. What an accessory does beside it tells
/// nothing about the accessory.
public struct BluetoothDaemon: Hashable, Sendable {
    /// What the kernel calls its process.
    static let name = "bluetoothd"

    public let process: Int32

    /// The one that runs now; nil for none. `folder` is where the system tells of processes.
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

    /// Whether the process is one of that name, and not yet a dead one that nobody has reaped.
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

    /// Why nothing can be judged while it runs.
    public var fault: RigFault {
        RigFault(
            "bluetoothd (process \(process)) runs: it holds the adapters too, and refuses the pairings of the rig",
            remedy: "Stop it while the rig is used: systemctl disable --now bluetooth, or kill \(process)")
    }

    /// The same where it began while the rig was in use: it may have ended again by now.
    static var intrusion: RigFault {
        if let daemon = running() { return daemon.fault }
        return RigFault(
            "bluetoothd began to run beside the rig, and has ended: it held the adapters too, and changed their keys",
            remedy: "See to it that nothing starts it while the rig is used: systemctl mask --now bluetooth")
    }
}

/// Looks for bluetoothd once a second for as long as the rig uses Bluetooth, on a thread of its own.
///
/// It is all there is where the rig may not listen to ``ManagementOpenings``, and then a run can end before it looked.
final class DaemonWatch: Sendable {
    /// How long after its start it is seen, at most.
    static let interval = Span.seconds(1)

    private let waker: Waker
    private let thread: DeviceThread

    /// `saw` is called once, on the watch's thread.
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

    /// Ends the watch; safe to call again.
    func close() {
        waker.wake()
        thread.join()
    }
}
