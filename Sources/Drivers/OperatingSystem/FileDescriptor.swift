import Glibc
import Synchronization

/// An open file descriptor with one owner, which closes it exactly once.
///
/// May be used from any thread; who closes it sees to it that no thread is using it at that moment.
public final class FileDescriptor: Sendable {
    private let state: Atomic<Int32>

    /// Takes over an open descriptor.
    public init(owning number: Int32) {
        precondition(number >= 0, "a descriptor that is open is not negative")
        state = Atomic(number)
    }

    /// Takes over what a system call returned, or throws the `errno` of that call.
    public convenience init(_ call: String, _ open: () -> Int32) throws(SystemError) {
        let number = open()
        guard number >= 0 else { throw SystemError.last(call) }
        self.init(owning: number)
    }

    deinit { close() }

    /// The number for system calls; -1 when closed, which the kernel answers with EBADF.
    public var number: Int32 { state.load(ordering: .relaxed) }
    public var isOpen: Bool { number >= 0 }

    /// Closes the descriptor; safe to call again.
    public func close() {
        let number = state.exchange(-1, ordering: .acquiringAndReleasing)
        if number >= 0 { _ = Glibc.close(number) }
    }

    public func makeNonBlocking() throws(SystemError) {
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) >= 0 else { throw SystemError.last("fcntl") }
    }

    /// Reads once: nil when a non-blocking descriptor has nothing, no bytes at the end of the stream.
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

    /// Reads once over the front of an array, at most its length, and returns how many bytes that were: nil when a
    /// non-blocking descriptor has nothing, 0 at the end of the stream.
    public func read(into bytes: inout [UInt8]) throws(SystemError) -> Int? {
        var count = 0
        repeat {
            count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(number, $0.baseAddress, $0.count) }
        } while count < 0 && errno == EINTR
        if count >= 0 { return count }
        if errno == EAGAIN { return nil }
        throw SystemError.last("read")
    }

    /// Reads once from a place in a file, whose own place stays as it is; no bytes at its end.
    public func read(upTo limit: Int, at place: Int) throws(SystemError) -> [UInt8] {
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, used in
            repeat { count = unsafe pread(number, buffer.baseAddress, limit, place) } while count < 0 && errno == EINTR
            used = max(count, 0)
        }
        guard count >= 0 else { throw SystemError.last("pread") }
        return bytes
    }

    /// Writes once and returns how many bytes went out: nil when a non-blocking descriptor takes none now.
    public func write(_ bytes: some Collection<UInt8>) throws(SystemError) -> Int? { try write(Array(bytes), from: 0) }

    /// The same with the bytes from a place on, which are not copied.
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
