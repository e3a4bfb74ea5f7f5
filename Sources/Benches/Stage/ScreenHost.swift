import CLinux
import Glibc
import Ground
import Links
import NetworkDriver
import OperatingSystem
import Simulators
import Synchronization

/// The simulated screens of a bench on their own network, on one thread: each has a driver like the phone's.
final class ScreenHost: Sendable {
    private struct Contents {
        var acts: [(name: ScreenName, act: ScreenAct)] = []
        var arrivals: [(name: ScreenName, arrival: NetworkArrival)] = []
        var isOver = false
    }

    private let contents = Mutex(Contents())
    private let waker: Waker
    private let thread = Mutex<DeviceThread?>(nil)
    private let screens: [(name: ScreenName, build: ScreenBuild)]
    /// The consoles on which they print.
    private let consoles: [(name: ScreenName, console: FileDescriptor)]
    private let bus: String?
    private let namespace: String?
    private let mailbox: Mailbox
    private let clock: MonotonicClock

    /// `namespace` is the file of the screens' network namespace; nil for this one. `bus` is the bus of the Avahi
    /// daemon that they ask.
    init(
        _ screens: [(name: ScreenName, build: ScreenBuild)],
        consoles: [(name: ScreenName, console: FileDescriptor)] = [], in namespace: String?, bus: String?,
        mailbox: Mailbox, clock: MonotonicClock
    ) throws(RigFault) {
        self.consoles = consoles
        (self.screens, self.namespace, self.bus) = (screens, namespace, bus)
        (self.mailbox, self.clock) = (mailbox, clock)
        do throws(SystemError) {
            waker = try Waker()
            let thread = try DeviceThread("screens", urgency: .ordinary) { [self] in run() }
            self.thread.withLock { $0 = thread }
        } catch {
            throw RigFault("the screens' thread did not start: \(error)", remedy: "Close other programs")
        }
    }

    func perform(_ act: ScreenAct, at name: ScreenName) {
        contents.withLock { $0.acts.append((name, act)) }
        waker.wake()
    }

    /// Resets open connections and ends the threads; safe to call again.
    func close() {
        contents.withLock { $0.isOver = true }
        waker.wake()
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
    }

    private func run() {
        if let namespace, trammel_enter_network(namespace) != 0 {
            let error = SystemError.last("enter the network of \(namespace)")
            return mailbox.post(.fault(.stage, RigFault("\(error)", remedy: "Run as root")), by: clock)
        }
        do throws(RigFault) {
            try play()
        } catch {
            mailbox.post(.fault(.stage, error), by: clock)
        }
    }

    private func play() throws(RigFault) {
        var lines: [ScreenName: ScreenLine] = [:]
        var hosts: [ScreenName: NetworkHost] = [:]
        var printers: [ScreenName: ByteLine] = [:]
        for (name, console) in consoles { printers[name] = ByteLine(console) }
        /// Sends requests and prints lines.
        func carryOut(_ effects: [ScreenLine.Effect], of name: ScreenName) {
            for effect in effects {
                switch effect {
                case .request(let request): hosts[name]?.send(request)
                case .print(let line): printers[name]?.write(Array("\(line)\r\n".utf8), at: clock.now)
                case .tell: continue
                }
            }
        }
        defer { for host in hosts.values { host.close() } }
        for (name, build) in screens {
            let identity: TLSIdentity
            do { identity = try .make(named: name.rawValue) } catch {
                throw RigFault(
                    "no certificate for \(name): \(error)", remedy: "Look at this machine's source of chance")
            }
            let line = ScreenLine(name, build)
            let host = try NetworkHost(
                bus: bus, identities: [ScreenLine.identity: identity], settings: NetworkPhone.settings, clock: clock
            ) { [weak self] arrival in
                self?.contents.withLock { $0.arrivals.append((name, arrival)) }
                self?.waker.wake()
            }
            for request in line.begin.requests { host.send(request) }
            (lines[name], hosts[name]) = (line, host)
        }
        while true {
            waker.drain()
            let due = contents.withLock { contents in
                defer { (contents.acts, contents.arrivals) = ([], []) }
                return contents
            }
            if due.isOver { return }
            for (name, arrival) in due.arrivals {
                if case .fault(let fault) = arrival.event { mailbox.post(.fault(.stage, fault), at: arrival.instant) }
                carryOut(lines[name]?.hear(arrival.event, at: clock.now) ?? [], of: name)
            }
            for (name, act) in due.acts { carryOut(lines[name]?.perform(act, at: clock.now) ?? [], of: name) }
            for name in lines.keys { carryOut(lines[name]?.advance(to: clock.now) ?? [], of: name) }
            let next = lines.values.map(\.deadline).min() ?? .never
            _ = Poller(clock: clock).wait([PollDescriptor(waker.number)], until: next)
        }
    }
}
