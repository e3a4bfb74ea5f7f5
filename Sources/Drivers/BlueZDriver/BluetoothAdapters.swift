import Glibc
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

    /// Everything that keeps the rig from using an adapter, as far as it shows without touching it, all at once.
    ///
    /// One that was just plugged in is waited for as long as a run would.
    public static func obstacles(to index: UInt16, clock: MonotonicClock = MonotonicClock()) -> [RigFault] {
        var found = [BluetoothDaemon.running()?.fault].compactMap(\.self)
        if !ProcessRights.haveNetworkControl {
            found.append(.bluetoothPermission("this program has neither root's rights nor the capabilities"))
        }
        do throws(RigFault) {
            let socket: ManagementSocket
            do throws(SystemError) { socket = try ManagementSocket() } catch { throw .bluetoothSocket(error) }
            let indices = try Adapter.indices(socket, awaiting: index, clock)
            guard indices.contains(index) else { throw .missingAdapter(index, there: indices.sorted()) }
            let info = try Adapter.info(socket, index, clock)
            if !info.supported.contains(.lowEnergy) { throw .adapterWithoutLowEnergy("hci\(index)") }
        } catch {
            if !found.contains(error) { found.append(error) }
        }
        return found
    }
}

/// What this process may do.
private enum ProcessRights {
    /// CAP_NET_ADMIN and CAP_NET_RAW, which setting up adapters and seeing their packets take.
    static var haveNetworkControl: Bool {
        guard let file = try? FileDescriptor("open", { unsafe open("/proc/self/status", O_RDONLY | O_CLOEXEC) })
        else { return geteuid() == 0 }
        defer { file.close() }
        let bytes = (try? file.read(upTo: 8_192)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("CapEff:") }),
            let rights = line.split(separator: "\t").last.flatMap({ UInt64($0, radix: 16) })
        else { return geteuid() == 0 }
        let wanted: UInt64 = 1 << 12 | 1 << 13
        return rights & wanted == wanted
    }
}
