internal import CLinux
import Glibc

/// A child process; the kernel kills it when the thread that started it ends.
///
/// It runs in a separate process group, so that Ctrl-C on the terminal does not reach it, and inherits only the given
/// descriptors.
public final class ChildProcess {
    /// The way in which a program ended.
    public enum Ending: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    public let identifier: Int32
    /// Becomes readable when the program has ended, for use with `Poller`.
    public let end: FileDescriptor
    private var ending: Ending?

    /// Starts the program at an absolute path. `descriptors[i]` becomes descriptor i of the child.
    ///
    /// `environment` contains `NAME=value` texts. The descriptors remain open in this process too.
    public init(
        path: String, arguments: [String], environment: [String], descriptors: [Int32]
    ) throws(SystemError) {
        var child: pid_t = 0
        let error = unsafe withCStrings([path] + arguments) { argv in
            unsafe withCStrings(environment) { envp in
                unsafe trammel_spawn(path, argv, envp, descriptors, Int32(clamping: descriptors.count), &child)
            }
        }
        guard error == 0 else { throw SystemError("start \(path)", code: error) }
        identifier = child
        do {
            end = try FileDescriptor("pidfd_open") { trammel_open_process(child) }
        } catch {
            _ = Glibc.kill(child, SIGKILL)
            _ = waitpid(child, nil, 0)
            throw error
        }
    }

    deinit { kill() }

    /// Returns how the program ended, or nil while it is running.
    public func check() -> Ending? { reap(WNOHANG) }

    /// Kills the program immediately and waits for its end.
    @discardableResult
    public func kill() -> Ending {
        if ending == nil { _ = Glibc.kill(identifier, SIGKILL) }
        while true {
            if let ending = reap(0) { return ending }
        }
    }

    private func reap(_ options: Int32) -> Ending? {
        if let ending { return ending }
        var status: Int32 = 0
        let result = unsafe waitpid(identifier, &status, options)
        if result == identifier {
            let signal = status & 0x7F
            ending = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
        } else if result < 0 && errno != EINTR {
            ending = .killed(signal: SIGKILL)  // somebody else waited for it: all we know is that it is gone
        }
        return ending
    }
}

/// Calls `body` with a null-terminated array of C strings, as required by exec.
private func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let pointers: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer {
        for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }
    return unsafe pointers.withUnsafeBufferPointer { buffer in
        unsafe body(buffer.baseAddress!)  // the array holds its null at the least
    }
}

/// Converts signals to this process into numbers that a poll loop can read; one listener at a time per process.
public final class SignalListener {
    private let reader: FileDescriptor
    private let writer: FileDescriptor

    /// Catches the signals until the listener is destroyed; throws EBUSY while another listener exists.
    public init(_ signals: [Int32]) throws(SystemError) {
        (reader, writer) = try makePipe()
        try reader.makeNonBlocking()
        try writer.makeNonBlocking()
        guard unsafe trammel_catch_signals(signals, Int32(clamping: signals.count), writer.number) == 0 else {
            throw SystemError("catch signals", code: EBUSY)
        }
    }

    deinit { trammel_release_signals() }

    /// The descriptor for `poll`: readable when a signal has arrived.
    public var number: Int32 { reader.number }

    /// Returns the next received signal, or nil if there is none.
    public func next() -> Int32? {
        guard let bytes = try? reader.read(upTo: 1), let byte = bytes.first else { return nil }
        return Int32(byte)
    }
}

/// Creates a pipe whose ends are closed in child programs.
public func makePipe() throws(SystemError) -> (reader: FileDescriptor, writer: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    guard unsafe trammel_pipe(&ends) == 0 else { throw SystemError.last("pipe2") }
    return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
}

/// Creates two connected stream sockets, which are closed in child programs.
public func makeSocketPair() throws(SystemError) -> (FileDescriptor, FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError.last("socketpair") }
    return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
}

/// Tells the other side of a socket that no more bytes follow, but keeps receiving.
public func finishSending(on socket: FileDescriptor) { _ = shutdown(socket.number, Int32(SHUT_WR)) }

/// Sends once without SIGPIPE and returns the number of bytes sent, or nil if the socket is not ready.
public func send(_ bytes: [UInt8], to socket: FileDescriptor) throws(SystemError) -> Int? {
    var count = 0
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    repeat { count = unsafe Glibc.send(socket.number, bytes, bytes.count, flags) } while count < 0 && errno == EINTR
    if count >= 0 { return count }
    if errno == EAGAIN { return nil }
    throw SystemError.last("send")
}

/// Creates an anonymous file in memory that contains the parts one after another.
public func makeMemoryFile(named name: String, holding parts: [[UInt8]]) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor("memfd_create") { unsafe trammel_memory_file(name) }
    for part in parts {
        var rest = part[...]
        while !rest.isEmpty { rest = rest.dropFirst(try file.write(rest) ?? 0) }
    }
    return file
}

/// Returns the size of a descriptor's terminal in columns and rows, or nil if it is not a terminal.
public func terminalSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard unsafe trammel_terminal_size(descriptor, &columns, &rows) == 0 else { return nil }
    return (Int(columns), Int(rows))
}
