internal import CDBus
import Glibc
internal import Links

/// A message received from the bus.
enum BusMessage: Hashable {
    case reply(to: UInt32, [BusValue])
    /// The error's name, for example `org.freedesktop.Avahi.CollisionError`.
    case failure(to: UInt32, name: String)
    case signal(path: String, interface: String, member: String, [BusValue])
}

/// A connection to a D-Bus message bus, through libdbus; used from one thread.
///
/// libavahi-client is not an option: it keeps the first bus's address for the whole process, and a bench has several
/// daemons, each in its own network namespace and on its own bus. Tried with 0.8: of two clients in one process with
/// the addresses of two buses, both talked to the first daemon.
@safe
final class BusConnection {
    /// The address of the system bus: DBUS_SYSTEM_BUS_ADDRESS, or the default location.
    static var systemBus: String {
        unsafe getenv("DBUS_SYSTEM_BUS_ADDRESS").map { unsafe String(cString: $0) }
            ?? "unix:path=/run/dbus/system_bus_socket"
    }

    private let handle: OpaquePointer

    /// Connects to the bus at an address in D-Bus's own format (`unix:path=/run/dbus/system_bus_socket`). Blocks
    /// until the bus's first answer.
    init(to address: String) throws(RigFault) {
        dbus_threads_init_default()
        var error = unsafe DBusError()
        unsafe dbus_error_init(&error)
        defer { unsafe dbus_error_free(&error) }
        guard let handle = unsafe dbus_connection_open_private(address, &error) else {
            throw .noBus(at: address, unsafe String(cString: error.message))
        }
        guard unsafe dbus_bus_register(handle, &error) != 0 else {
            unsafe dbus_connection_close(handle)
            unsafe dbus_connection_unref(handle)
            throw .noBus(at: address, unsafe String(cString: error.message))
        }
        unsafe dbus_connection_set_exit_on_disconnect(handle, 0)
        unsafe self.handle = handle
    }

    deinit {
        unsafe dbus_connection_close(handle)
        unsafe dbus_connection_unref(handle)
    }

    /// The descriptor for `poll`; readable when there is input.
    var number: Int32 {
        var number: Int32 = -1
        return unsafe dbus_connection_get_unix_fd(handle, &number) != 0 ? number : -1
    }

    var isConnected: Bool { unsafe dbus_connection_get_is_connected(handle) != 0 }

    /// Requests matching signals from the bus.
    func subscribe(to rule: String) { unsafe dbus_bus_add_match(handle, rule, nil) }

    /// Calls a method; returns the serial number of the expected answer, or nil without memory or bus.
    func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ values: [BusValue] = []
    ) -> UInt32? {
        guard let message = unsafe dbus_message_new_method_call(destination, path, interface, member) else {
            return nil
        }
        defer { unsafe dbus_message_unref(message) }
        // A missing daemon is the rig's fault: the bus must not start one.
        unsafe dbus_message_set_auto_start(message, 0)
        var place = unsafe DBusMessageIter()
        unsafe dbus_message_iter_init_append(message, &place)
        for value in values where unsafe !value.append(to: &place) { return nil }
        var serial: UInt32 = 0
        guard unsafe dbus_connection_send(handle, message, &serial) != 0 else { return nil }
        return serial
    }

    /// Whether messages were received that `next` has not returned yet, for which the descriptor is not readable.
    var hasMessages: Bool { unsafe dbus_connection_get_dispatch_status(handle) != DBUS_DISPATCH_COMPLETE }

    /// Sends queued messages and reads available input without blocking for more. Sending reads too.
    func exchange() {
        unsafe dbus_connection_flush(handle)
        unsafe dbus_connection_read_write(handle, 0)
    }

    /// Returns the next received message, or nil if there is none.
    func next() -> BusMessage? {
        while let message = unsafe dbus_connection_pop_message(handle) {
            defer { unsafe dbus_message_unref(message) }
            if let read = unsafe Self.read(message) { return read }
        }
        return nil
    }

    private static func read(_ message: OpaquePointer) -> BusMessage? {
        var values: [BusValue] = []
        var place = unsafe DBusMessageIter()
        if unsafe dbus_message_iter_init(message, &place) != 0 { values = unsafe BusValue.all(from: &place) }
        switch unsafe dbus_message_get_type(message) {
        case DBUS_MESSAGE_TYPE_METHOD_RETURN:
            return .reply(to: unsafe dbus_message_get_reply_serial(message), values)
        case DBUS_MESSAGE_TYPE_ERROR:
            let name = unsafe text(dbus_message_get_error_name(message))
            return .failure(to: unsafe dbus_message_get_reply_serial(message), name: name)
        case DBUS_MESSAGE_TYPE_SIGNAL:
            return .signal(
                path: unsafe text(dbus_message_get_path(message)),
                interface: unsafe text(dbus_message_get_interface(message)),
                member: unsafe text(dbus_message_get_member(message)), values)
        default: return nil
        }
    }

    private static func text(_ start: UnsafePointer<CChar>?) -> String {
        unsafe start.map { unsafe String(cString: $0) } ?? ""
    }
}
