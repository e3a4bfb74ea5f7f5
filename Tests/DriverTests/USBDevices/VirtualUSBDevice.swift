import Glibc
import Ground
import Links
import OperatingSystem
import Synchronization

@testable import Benches

/// A simulated device on this machine's own USB bus, over USB/IP: the kernel's `vhci-hcd` on one end of a pair of
/// sockets, a thread that plays the device on the other. Needs root.
final class VirtualUSBDevice<Function: USBFunction>: Sendable {
    private struct State {
        var conversation: USBIPConversation<Function>
        /// The number of bytes it still sends before it is unplugged; nil for no limit.
        var bytesLeft: Int?
        var isOver = false
    }

    private let state: Mutex<State>
    private let line: FileDescriptor
    private let waker: Waker
    private let clock: MonotonicClock
    private let thread = Mutex<DeviceThread?>(nil)

    /// Whether this machine's kernel accepts such devices.
    static var isPossible: Bool { access(GadgetController.host + "/attach", W_OK) == 0 }

    /// Plugs the device in; `bytes` is the number of bytes it sends before it is unplugged, nil for no limit.
    init(_ function: Function, unpluggedAfter bytes: Int? = nil, clock: MonotonicClock) throws(RigFault) {
        state = Mutex(State(conversation: USBIPConversation(function), bytesLeft: bytes))
        self.clock = clock
        do throws(SystemError) {
            waker = try Waker()
            let (ours, kernels) = try makeSocketPair()
            line = ours
            defer { kernels.close() }
            let port = try Self.freePort()
            guard let port else { throw SystemError("find a free port of vhci-hcd", code: EBUSY) }
            try Self.write("\(port) \(kernels.number) \(1 << 16 | 3) \(Self.fullSpeed)")
            let thread = try DeviceThread("usb-device", urgency: .ordinary) { [self] in serve() }
            self.thread.withLock { $0 = thread }
        } catch {
            throw RigFault(
                "the virtual USB device could not be plugged in: \(error)",
                remedy: "Run as root in the virtual machine, with the module vhci-hcd")
        }
    }

    deinit { unplug() }

    /// Changes the state of the device.
    func change(_ body: (inout Function) -> Void) {
        let bytes = state.withLock { $0.conversation.change(body) }
        send(bytes)
        waker.wake()
    }

    /// The number of bytes up to the end of each message to the host so far.
    var ends: [Int] { state.withLock { $0.conversation.ends } }

    /// Whether it is still on the bus.
    var isPlugged: Bool { !state.withLock { $0.isOver } }

    /// Pulls its cable; safe to call again.
    func unplug() {
        end()
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }

    private func end() {
        let isNews = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        guard isNews else { return }
        _ = shutdown(line.number, Int32(SHUT_RDWR))
        waker.wake()
    }

    private func serve() {
        let poller = Poller(clock: clock)
        while isPlugged {
            let due = state.withLock { $0.conversation.deadline } ?? .never
            let ready = poller.wait([PollDescriptor(line.number), PollDescriptor(waker.number)], until: due)
            waker.drain()
            let now = clock.now
            send(state.withLock { $0.conversation.advance(to: now) })
            guard !ready[0].isEmpty else { continue }
            guard let bytes = try? line.read(upTo: 65_536), !bytes.isEmpty else {
                end()
                break
            }
            let answer = state.withLock { state in try? state.conversation.receive(bytes, at: now) }
            guard let answer else {
                end()
                break
            }
            send(answer)
        }
        line.close()
    }

    private func send(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, isPlugged else { return }
        let (sent, isLast) = state.withLock { state in
            guard let left = state.bytesLeft else { return (bytes, false) }
            state.bytesLeft = max(0, left - bytes.count)
            return (Array(bytes.prefix(left)), left <= bytes.count)
        }
        var rest = sent[...]
        while !rest.isEmpty {
            guard let count = try? line.write(Array(rest)), count > 0 else {
                guard
                    Poller(clock: clock).wait([PollDescriptor(line.number, .writable)], until: clock.now + .seconds(1))[
                        0
                    ]
                    .contains(.writable)
                else { return end() }
                continue
            }
            rest = rest.dropFirst(count)
        }
        if isLast { end() }
    }

    /// USB_SPEED_FULL in the kernel's <linux/usb/ch9.h>.
    private static var fullSpeed: Int { 2 }

    private static func freePort() throws(SystemError) -> Int? {
        let path = GadgetController.host + "/status"
        let file = try FileDescriptor("open \(path)") { open(path, O_RDONLY | O_CLOEXEC) }
        defer { file.close() }
        let status = String(decoding: try file.read(upTo: 4096) ?? [], as: UTF8.self)
        return status.split(separator: "\n").lazy.compactMap(GadgetController.freePort(inLine:)).first
    }

    private static func write(_ text: String) throws(SystemError) {
        let path = GadgetController.host + "/attach"
        let file = try FileDescriptor("open \(path)") { open(path, O_WRONLY | O_CLOEXEC) }
        defer { file.close() }
        _ = try file.write(Array(text.utf8))
    }
}
