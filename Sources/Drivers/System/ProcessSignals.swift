internal import CLinux
import Glibc

/// Turns signals to this process into numbers that a poll loop can read; one listener at a time in a process.
public final class SignalListener {
    private let reader: FileDescriptor
    private let writer: FileDescriptor

    /// Catches the signals until the listener goes; throws EBUSY while another listener lives.
    public init(_ signals: [Int32]) throws(SystemError) {
        (reader, writer) = try makePipe()
        try reader.makeNonBlocking()
        try writer.makeNonBlocking()
        guard unsafe trammel_catch_signals(signals, Int32(clamping: signals.count), writer.number) == 0 else {
            throw SystemError("catch signals", code: EBUSY)
        }
    }

    deinit { trammel_release_signals() }

    /// For `poll`: readable when a signal has come.
    public var number: Int32 { reader.number }

    /// The next signal that has come; nil when there is none.
    public func next() -> Int32? {
        guard let bytes = try? reader.read(upTo: 1), let byte = bytes.first else { return nil }
        return Int32(byte)
    }
}
