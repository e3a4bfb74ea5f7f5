internal import CDBus

/// A value in a D-Bus message, limited to the types that Avahi uses.
enum BusValue: Hashable {
    case byte(UInt8)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case boolean(Bool)
    case text(String)
    /// An object path.
    case path(String)
    /// Elements of a single type, given by its signature.
    case array([BusValue], of: String)
    /// Anything else.
    case other

    static func strings(_ strings: [[UInt8]]) -> BusValue {
        .array(strings.map { .array($0.map { .byte($0) }, of: "y") }, of: "ay")
    }

    var text: String? {
        switch self {
        case .text(let text), .path(let text): text
        default: nil
        }
    }

    var number: Int64? {
        switch self {
        case .byte(let number): Int64(number)
        case .uint16(let number): Int64(number)
        case .int32(let number): Int64(number)
        case .uint32(let number): Int64(number)
        default: nil
        }
    }

    /// The bytes of an array of byte arrays; nil for anything else, in any of its parts.
    var strings: [[UInt8]]? {
        guard case .array(let rows, _) = self else { return nil }
        var strings: [[UInt8]] = []
        for row in rows {
            guard case .array(let values, _) = row else { return nil }
            let bytes = values.compactMap { if case .byte(let byte) = $0 { byte } else { nil } as UInt8? }
            guard bytes.count == values.count else { return nil }
            strings.append(bytes)
        }
        return strings
    }
}

/// D-Bus's type codes; C's macros for them contain casts, which Swift does not import.
private enum BusType {
    static let byte = Int32(UInt8(ascii: "y"))
    static let boolean = Int32(UInt8(ascii: "b"))
    static let uint16 = Int32(UInt8(ascii: "q"))
    static let int32 = Int32(UInt8(ascii: "i"))
    static let uint32 = Int32(UInt8(ascii: "u"))
    static let text = Int32(UInt8(ascii: "s"))
    static let path = Int32(UInt8(ascii: "o"))
    static let array = Int32(UInt8(ascii: "a"))
}

extension BusValue {
    /// Appends the value to a message; returns false if out of memory.
    func append(to place: UnsafeMutablePointer<DBusMessageIter>) -> Bool {
        switch self {
        case .byte(var value): return unsafe append(BusType.byte, &value, to: place)
        case .uint16(var value): return unsafe append(BusType.uint16, &value, to: place)
        case .int32(var value): return unsafe append(BusType.int32, &value, to: place)
        case .uint32(var value): return unsafe append(BusType.uint32, &value, to: place)
        case .boolean(let value):
            var number: UInt32 = value ? 1 : 0
            return unsafe append(BusType.boolean, &number, to: place)
        case .text(let text): return unsafe append(text, BusType.text, to: place)
        case .path(let text): return unsafe append(text, BusType.path, to: place)
        case .array(let values, let type):
            var inner = unsafe DBusMessageIter()
            guard unsafe dbus_message_iter_open_container(place, BusType.array, type, &inner) != 0 else { return false }
            for value in values where unsafe !value.append(to: &inner) { return false }
            return unsafe dbus_message_iter_close_container(place, &inner) != 0
        case .other: return false
        }
    }

    private func append(
        _ type: Int32, _ value: UnsafeRawPointer, to place: UnsafeMutablePointer<DBusMessageIter>
    ) -> Bool {
        unsafe dbus_message_iter_append_basic(place, type, value) != 0
    }

    private func append(_ text: String, _ type: Int32, to place: UnsafeMutablePointer<DBusMessageIter>) -> Bool {
        unsafe text.withCString { start in
            var start: UnsafePointer<CChar>? = unsafe start
            return unsafe dbus_message_iter_append_basic(place, type, &start) != 0
        }
    }

    /// Returns all values from a position in a message on.
    static func all(from place: UnsafeMutablePointer<DBusMessageIter>) -> [BusValue] {
        var values: [BusValue] = []
        while true {
            let type = unsafe dbus_message_iter_get_arg_type(place)
            guard type != 0 else { return values }
            values.append(unsafe value(of: type, at: place))
            unsafe dbus_message_iter_next(place)
        }
    }

    private static func value(of type: Int32, at place: UnsafeMutablePointer<DBusMessageIter>) -> BusValue {
        switch type {
        case BusType.byte: return .byte(unsafe basic(0, at: place))
        case BusType.uint16: return .uint16(unsafe basic(0, at: place))
        case BusType.int32: return .int32(unsafe basic(0, at: place))
        case BusType.uint32: return .uint32(unsafe basic(0, at: place))
        case BusType.boolean: return .boolean(unsafe basic(UInt32(0), at: place) != 0)
        case BusType.text: return .text(unsafe text(at: place))
        case BusType.path: return .path(unsafe text(at: place))
        case BusType.array:
            var inner = unsafe DBusMessageIter()
            unsafe dbus_message_iter_recurse(place, &inner)
            return .array(unsafe all(from: &inner), of: "")
        default: return .other
        }
    }

    private static func basic<Number: BitwiseCopyable>(_ zero: Number, at place: UnsafeMutablePointer<DBusMessageIter>)
        -> Number
    {
        var number = zero
        unsafe dbus_message_iter_get_basic(place, &number)
        return number
    }

    private static func text(at place: UnsafeMutablePointer<DBusMessageIter>) -> String {
        var start: UnsafePointer<CChar>?
        unsafe dbus_message_iter_get_basic(place, &start)
        return unsafe start.map { unsafe String(cString: $0) } ?? ""
    }
}
