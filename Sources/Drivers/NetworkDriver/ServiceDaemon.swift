public import Ground
internal import Links
public import OperatingSystem

/// Avahi's daemon on a bus, asked without a program for each question.
public enum ServiceDaemon {
    /// What it is asked.
    public enum Question: Hashable, Sendable {
        /// Which version it is: it answers as soon as it is there.
        case version
        /// The address of a host, as `phone.local`: it answers when it has heard of it.
        case host(String)
    }

    private static let destination = "org.freedesktop.Avahi"
    /// From a bus or a daemon that is not there to the next look.
    private static let rest = Span.milliseconds(5)

    /// Asks until the daemon answers; false where it has not by then.
    public static func answers(
        _ question: Question, on bus: String, until deadline: Instant, clock: MonotonicClock
    ) -> Bool {
        let poller = Poller(clock: clock)
        while clock.now < deadline {
            if let connection = try? BusConnection(to: bus),
                isAnswered(question, on: connection, until: deadline, poller)
            {
                return true
            }
            _ = poller.wait([], until: min(deadline, clock.now + rest))
        }
        return false
    }

    /// Asks until it is answered; false where the bus is gone, or the time is over.
    private static func isAnswered(
        _ question: Question, on connection: BusConnection, until deadline: Instant, _ poller: Poller
    ) -> Bool {
        while connection.isConnected, poller.clock.now < deadline {
            guard let serial = call(question, on: connection) else { return false }
            switch answer(to: serial, on: connection, until: deadline, poller) {
            case true?: return true
            case false?: _ = poller.wait([], until: min(deadline, poller.clock.now + rest))
            case nil: return false
            }
        }
        return false
    }

    private static func call(_ question: Question, on connection: BusConnection) -> UInt32? {
        let (member, values): (String, [BusValue]) =
            switch question {
            case .version: ("GetVersionString", [])
            case .host(let name):
                ("ResolveHostName", [.int32(-1), .int32(-1), .text(name), .int32(0), .uint32(0)])
            }
        return connection.call(destination, "/", "\(destination).Server", member, values)
    }

    /// Whether the answer is one, or an error; nil where none comes.
    private static func answer(
        to serial: UInt32, on connection: BusConnection, until deadline: Instant, _ poller: Poller
    ) -> Bool? {
        while connection.isConnected {
            connection.exchange()
            while let message = connection.next() {
                switch message {
                case .reply(serial, _): return true
                case .failure(serial, _): return false
                case .reply, .failure, .signal: continue
                }
            }
            guard poller.clock.now < deadline else { return nil }
            _ = poller.wait([PollDescriptor(connection.number)], until: deadline)
        }
        return nil
    }
}
