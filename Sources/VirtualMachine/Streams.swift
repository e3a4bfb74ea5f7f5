public import Ground

/// Where the command's standard input comes from.
public enum GuestInput: Hashable, Sendable {
    /// Read from a descriptor of this process until its end.
    case descriptor(Int32)
    case bytes([UInt8])
    public static let none = GuestInput.bytes([])
}

/// Where one of the command's output streams goes.
public enum GuestOutput: Hashable, Sendable {
    /// Written to a descriptor of this process.
    case descriptor(Int32)
    /// Kept for `GuestExit`, at most that many bytes; the rest is read and dropped.
    case kept(limit: Int)
}

/// How a command in the guest ended.
public struct GuestExit: Hashable, Sendable {
    /// The exit status; 128 and the signal's number where a signal ended it, 127 when it was not found.
    public let status: Int32
    /// What was kept of its output streams.
    public let output: [UInt8]
    public let error: [UInt8]
    /// From starting QEMU to starting the command.
    public let bootTime: Span
    /// From starting QEMU to the end.
    public let wholeTime: Span
    public let acceleration: Acceleration
}
