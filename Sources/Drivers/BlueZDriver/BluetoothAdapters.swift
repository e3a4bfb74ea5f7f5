public import Links
public import System

/// The Bluetooth adapters of this host.
public enum BluetoothAdapters {
    /// The numbers of those that the kernel has set up; an adapter that did not answer the kernel is not among them.
    public static func ready(clock: MonotonicClock) throws(RigFault) -> [UInt16] {
        let socket: ManagementSocket
        do throws(SystemError) { socket = try ManagementSocket() } catch { throw .bluetoothSocket(error) }
        return try Adapter.listed(socket, clock)
    }
}
