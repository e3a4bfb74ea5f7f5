public import Ground
public import Links
public import OperatingSystem
import Synchronization

/// An NFC reader that libnfc drives in a helper process.
///
/// Each request except `close` is answered by exactly one `Inbound.reader` in the mailbox, or by one
/// `Inbound.fault(.reader, ...)` after which nothing is answered until `close` and `open`. A reader that was open and
/// disappears is `lost`; after that only `open` is answered, by `opened` or another `lost`.
public final class NFCReader: Sendable {
    private let inbox: Inbox
    private let thread: DeviceThread
    private let clock: MonotonicClock

    /// Returns the reason why the reader in a libnfc connection string cannot be opened, or nil if none is known.
    public static func obstacle(at connection: String) -> RigFault? {
        PortLock.obstacle(at: connection) ?? USBReader.obstacle(to: connection)
    }

    /// Creates the reader in a libnfc connection string without opening it; `.open` does.
    ///
    /// - Parameter program: the executable with the hidden helper command, by default this program.
    public init(
        connection: String, program: String = "/proc/self/exe", limits: ChildSupervisor.Limits = .init(),
        mailbox: Mailbox, clock: MonotonicClock
    ) throws(RigFault) {
        do {
            let inbox = Inbox(waker: try Waker())
            self.inbox = inbox
            self.clock = clock
            thread = try DeviceThread("nfc-reader") {
                var loop = ReaderLoop(
                    connection: connection, program: program, inbox: inbox, mailbox: mailbox, clock: clock,
                    supervisor: ChildSupervisor(
                        port: connection, limits: limits, obstacles: { ReaderObstacles.ofThisMachine() }))
                loop.run()
            }
        } catch {
            throw RigFault(
                "the NFC reader's thread did not start: \(error)",
                remedy: "Close other programs, or raise the limit on threads and open files (ulimit)")
        }
    }

    deinit { close() }

    /// Submits a request and returns the instant of submission. Never blocks.
    public func send(_ request: ReaderRequest) -> Instant {
        let now = clock.now
        inbox.put(request)
        return now
    }

    /// Closes the reader, ends its helper and waits for both. Idempotent.
    public func close() {
        inbox.stop()
        thread.join()
    }
}

/// The queue of requests from the run loop to the reader's thread.
private final class Inbox: Sendable {
    private struct Contents {
        var requests: [ReaderRequest] = []
        var stopped = false
    }

    // One request is outstanding by contract; the remaining room lets a violation be detected and reported.
    static let bound = 4

    private let contents = Mutex(Contents())
    let waker: Waker

    init(waker: Waker) { self.waker = waker }

    func put(_ request: ReaderRequest) {
        contents.withLock { contents in
            guard contents.requests.count < Inbox.bound else { return }
            contents.requests.append(request)
        }
        waker.wake()
    }

    func stop() {
        contents.withLock { $0.stopped = true }
        waker.wake()
    }

    func takeAll() -> (requests: [ReaderRequest], stopped: Bool) {
        waker.drain()
        return contents.withLock { contents in
            defer { contents.requests = [] }
            return (contents.requests, contents.stopped)
        }
    }
}

/// The work of the reader's thread: passes events to the supervisor and performs its effects.
private struct ReaderLoop {
    let connection: String
    let program: String
    let inbox: Inbox
    let mailbox: Mailbox
    let clock: MonotonicClock
    var supervisor: ChildSupervisor
    var helper: ChildProcess?
    var logEnded = false

    init(
        connection: String, program: String, inbox: Inbox, mailbox: Mailbox, clock: MonotonicClock,
        supervisor: ChildSupervisor
    ) {
        self.connection = connection
        self.program = program
        self.inbox = inbox
        self.mailbox = mailbox
        self.clock = clock
        self.supervisor = supervisor
    }

    private var poller: Poller { Poller(clock: clock) }

    mutating func run() {
        while true {
            let (requests, stopped) = inbox.takeAll()
            for request in requests { carryOut(supervisor.receive(.request(request), at: clock.now)) }
            if stopped { return carryOut(supervisor.receive(.request(.close), at: clock.now)) }
            let looked = clock.now
            let wakerOnly = [PollDescriptor(inbox.waker.number)]
            let ready = poller.wait(wakerOnly + helperDescriptors, until: supervisor.deadline ?? .never)
            if ready.count > 2, !ready[2].isEmpty { logEnded = helper?.readLog() != true }
            if ready.count > 1, !ready[1].isEmpty { hear() }
            // Not past the instant at which the helper was last checked: a thread that was stalled has not yet seen a
            // pending answer.
            carryOut(supervisor.advance(to: looked))
        }
    }

    private var helperDescriptors: [PollDescriptor] {
        guard let channel = helper?.channel.number, let log = helper?.log.number else { return [] }
        return logEnded ? [PollDescriptor(channel)] : [PollDescriptor(channel), PollDescriptor(log)]
    }

    private mutating func hear() {
        let now = clock.now
        do {
            guard let messages = try helper?.receive() else {
                let how = reap()
                return carryOut(supervisor.receive(.ended(how), at: now))
            }
            for message in messages { carryOut(supervisor.receive(.message(explained(message)), at: now)) }
        } catch {
            let how = reap()
            carryOut(supervisor.receive(.ended("its helper spoke nonsense (\(error.meaning)); \(how)"), at: now))
        }
    }

    /// Returns the message, extended by libnfc's output about a failure.
    private func explained(_ message: ChildMessage) -> ChildMessage {
        guard case .failed(let text) = message, let helper else { return message }
        return .failed(text + helper.lastWords(poller: poller))
    }

    private mutating func reap() -> String {
        guard let helper = helper.take() else { return "its helper was gone" }
        return helper.reap(poller: poller)
    }

    private mutating func carryOut(_ effects: [ChildSupervisor.Effect]) {
        for effect in effects {
            switch effect {
            case .start:
                do throws(RigFault) {
                    logEnded = false
                    helper = try ChildProcess(program: program, connection: try USBReader.resolved(connection))
                } catch {
                    carryOut(supervisor.receive(.refused(error), at: clock.now))
                }
            case .send(let message): helper?.send(message)
            case .kill: _ = reap()
            case .end: if let helper = helper.take() { helper.end(poller: poller) }
            case .post(let event): mailbox.post(.reader(event), by: clock)
            case .fault(let fault): mailbox.post(.fault(.reader, fault), by: clock)
            }
        }
    }
}
