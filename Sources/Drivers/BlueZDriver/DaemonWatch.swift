import Glibc
import Ground
import System

/// Looks for bluetoothd once a second for as long as the rig uses Bluetooth, on a thread of its own.
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
