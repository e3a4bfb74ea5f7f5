import Glibc
import Ground
import OperatingSystem

/// Moves the command's standard input to its port, in pieces of bounded size.
struct InputPump {
    private enum Source {
        case descriptor(Int32)
        case ended
    }

    private var source: Source
    private var pending: [UInt8]
    private let port: FileDescriptor
    private var hasFinished = false

    init(_ input: GuestInput, to port: FileDescriptor) {
        self.port = port
        switch input {
        case .descriptor(let number):
            source = .descriptor(number)
            pending = []
        case .bytes(let bytes):
            source = .ended
            pending = bytes
        }
    }

    /// What to poll for at present.
    var interest: PollDescriptor? {
        if !pending.isEmpty { return PollDescriptor(port.number, .writable) }
        if case .descriptor(let number) = source { return PollDescriptor(number) }
        return nil
    }

    /// Moves what can be moved; call this when `interest` is ready, and once at the start.
    mutating func move(isReady: Bool) {
        if isReady, pending.isEmpty, case .descriptor(let number) = source { read(from: number) }
        while !pending.isEmpty {
            guard let count = try? send(pending, to: port) else { break }
            pending.removeFirst(count)
        }
        if pending.isEmpty, case .ended = source, !hasFinished {
            hasFinished = true
            finishSending(on: port)
        }
    }

    private mutating func read(from number: Int32) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = Glibc.read(number, &buffer, buffer.count)
        if count > 0 {
            pending = Array(buffer.prefix(count))
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            source = .ended
        }
    }
}

/// Moves one of the command's output streams from its port to its destination, and detects its end.
struct OutputPump {
    private let port: FileDescriptor
    private let destination: GuestOutput
    private var mark: EndDelimiter
    private var pending: [UInt8] = []
    private(set) var kept: [UInt8] = []
    private var hasPortEnded = false
    /// Whether something could not be written.
    private(set) var isLost = false

    /// A pipe takes this much without blocking once it is writable (PIPE_BUF).
    private static let portion = 4096

    init(from port: FileDescriptor, to destination: GuestOutput, mark: String) {
        self.port = port
        self.destination = destination
        self.mark = EndDelimiter(mark)
    }

    /// Whether the whole stream has been passed on.
    var isFinished: Bool { (mark.isReached || hasPortEnded) && pending.isEmpty }

    /// What to poll for at present.
    var interest: PollDescriptor? {
        if !pending.isEmpty, case .descriptor(let number) = destination { return PollDescriptor(number, .writable) }
        return isFinished ? nil : PollDescriptor(port.number)
    }

    /// Moves what can be moved without waiting; call this when `interest` is ready.
    mutating func move() {
        if pending.isEmpty { readPort() } else { writePending() }
    }

    /// Passes on what the port contains at this moment, because the machine has ended or is about to.
    mutating func drainNow() {
        var descriptor = pollfd(fd: port.number, events: Int16(POLLIN), revents: 0)
        while !isFinished, !pending.isEmpty || poll(&descriptor, 1, 0) > 0 { move() }
        pending = mark.finish()
        while !pending.isEmpty { writePending() }
    }

    private mutating func readPort() {
        var buffer = [UInt8](repeating: 0, count: Self.portion)
        let count = recv(port.number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard count > 0 else {
            if count == 0 || (errno != EINTR && errno != EAGAIN) { hasPortEnded = true }
            return
        }
        let passed = mark.pass(Array(buffer.prefix(count)))
        switch destination {
        case .descriptor: pending = passed
        case .kept(let limit): kept += passed.prefix(max(0, limit - kept.count))
        }
    }

    private mutating func writePending() {
        guard case .descriptor(let number) = destination else {
            pending = []
            return
        }
        let count = pending.withUnsafeBytes { write(number, $0.baseAddress, min($0.count, Self.portion)) }
        if count > 0 {
            pending.removeFirst(count)
        } else if count < 0 && errno != EINTR && errno != EAGAIN {
            // The reader is gone: discard everything, so that the command is not blocked.
            pending = []
            isLost = true
        }
    }
}
