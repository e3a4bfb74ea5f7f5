import Glibc
import Synchronization

/// An open file descriptor with one owner, which closes it exactly once.
///
/// May be used from any thread; the caller of `close` ensures that no thread is using it at that moment.
public final class FileDescriptor: Sendable {
    private let state: Atomic<Int32>

    /// Takes ownership of an open descriptor.
    public init(owning number: Int32) {
        precondition(number >= 0, "a descriptor that is open is not negative")
        state = Atomic(number)
    }

    /// Takes ownership of a system call's result, or throws its `errno`.
    public convenience init(_ call: String, _ open: () -> Int32) throws(SystemError) {
        let number = open()
        guard number >= 0 else { throw SystemError.last(call) }
        self.init(owning: number)
    }

    deinit { close() }

    /// The number for system calls; -1 when closed, for which the kernel returns EBADF.
    public var number: Int32 { state.load(ordering: .relaxed) }
    public var isOpen: Bool { number >= 0 }

    /// Closes the descriptor. Idempotent.
    public func close() {
        let number = state.exchange(-1, ordering: .acquiringAndReleasing)
        if number >= 0 { _ = Glibc.close(number) }
    }

    public func makeNonBlocking() throws(SystemError) {
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) >= 0 else { throw SystemError.last("fcntl") }
    }

    /// Reads once: returns nil if a non-blocking descriptor has no data, and no bytes at the end of the stream.
    public func read(upTo limit: Int) throws(SystemError) -> [UInt8]? {
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, used in
            repeat { count = unsafe Glibc.read(number, buffer.baseAddress, limit) } while count < 0 && errno == EINTR
            used = max(count, 0)
        }
        if count >= 0 { return bytes }
        if errno == EAGAIN { return nil }
        throw SystemError.last("read")
    }

    /// Reads once into the front of an array, at most its length, and returns the number of bytes: nil if a
    /// non-blocking descriptor has no data, 0 at the end of the stream.
    public func read(into bytes: inout [UInt8]) throws(SystemError) -> Int? {
        var count = 0
        repeat {
            count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(number, $0.baseAddress, $0.count) }
        } while count < 0 && errno == EINTR
        if count >= 0 { return count }
        if errno == EAGAIN { return nil }
        throw SystemError.last("read")
    }

    /// Reads once from an offset in a file without moving the file offset; returns no bytes at the end.
    public func read(upTo limit: Int, at place: Int) throws(SystemError) -> [UInt8] {
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, used in
            repeat { count = unsafe pread(number, buffer.baseAddress, limit, place) } while count < 0 && errno == EINTR
            used = max(count, 0)
        }
        guard count >= 0 else { throw SystemError.last("pread") }
        return bytes
    }

    /// Writes once and returns the number of bytes written, or nil if a non-blocking descriptor is not ready.
    public func write(_ bytes: some Collection<UInt8>) throws(SystemError) -> Int? { try write(Array(bytes), from: 0) }

    /// Writes the bytes from an offset on, without copying them.
    public func write(_ bytes: [UInt8], from start: Int) throws(SystemError) -> Int? {
        precondition((0...bytes.count).contains(start), "what is written is in the array")
        var count = 0
        repeat {
            count = unsafe bytes.withUnsafeBytes { all in
                unsafe Glibc.write(number, all.baseAddress.map { unsafe $0 + start }, all.count - start)
            }
        } while count < 0 && errno == EINTR
        if count >= 0 { return count }
        if errno == EAGAIN { return nil }
        throw SystemError.last("write")
    }
}
