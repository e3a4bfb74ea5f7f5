internal import CLinux
import Glibc

/// The two ends of a new pipe, closed in programs that are started.
public func makePipe() throws(SystemError) -> (reader: FileDescriptor, writer: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    guard unsafe trammel_pipe(&ends) == 0 else { throw SystemError.last("pipe2") }
    return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
}

/// Two stream sockets connected to each other, closed in programs that are started.
public func makeSocketPair() throws(SystemError) -> (FileDescriptor, FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError.last("socketpair") }
    return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
}

/// Tells the other side of a socket that no more bytes will come, and still hears it.
public func finishSending(on socket: FileDescriptor) { _ = shutdown(socket.number, Int32(SHUT_WR)) }

/// Sends once without SIGPIPE and returns how many bytes went out: nil when the socket takes none now.
public func send(_ bytes: [UInt8], to socket: FileDescriptor) throws(SystemError) -> Int? {
    var count = 0
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    repeat { count = unsafe Glibc.send(socket.number, bytes, bytes.count, flags) } while count < 0 && errno == EINTR
    if count >= 0 { return count }
    if errno == EAGAIN { return nil }
    throw SystemError.last("send")
}

/// An anonymous file in memory that holds the parts one after the other.
public func makeMemoryFile(named name: String, holding parts: [[UInt8]]) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor("memfd_create") { unsafe trammel_memory_file(name) }
    for part in parts {
        var rest = part[...]
        while !rest.isEmpty { rest = rest.dropFirst(try file.write(rest) ?? 0) }
    }
    return file
}

/// The size of the terminal behind a descriptor in columns and rows; nil where there is no terminal.
public func terminalSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard unsafe trammel_terminal_size(descriptor, &columns, &rows) == 0 else { return nil }
    return (Int(columns), Int(rows))
}
