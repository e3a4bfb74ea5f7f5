internal import CLinux
import Glibc

/// A program that this one started; the kernel kills it when the thread that started it ends.
///
/// It runs in a process group of its own, so that Ctrl-C on the terminal does not reach it, and inherits only the
/// descriptors that it was given.
public final class ChildProcess {
    /// How a program ended.
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
    /// `environment` holds `NAME=value` texts. The descriptors stay open here as well.
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

    /// How the program ended; nil while it runs.
    public func check() -> Ending? { reap(WNOHANG) }

    /// Ends the program at once, and waits for its end.
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

/// Calls `body` with a null-terminated array of C strings, as exec wants it.
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
