public import Ground
internal import Links
public import OperatingSystem

/// Avahi's daemon on a bus, queried directly instead of by running a program for each query.
public enum ServiceDaemon {
    /// A query to the daemon.
    public enum Question: Hashable, Sendable {
        /// The version, which is answered as soon as the daemon is running.
        case version
        /// The address of a host such as `phone.local`, which is answered once the daemon knows the host.
        case host(String)
    }

    private static let destination = "org.freedesktop.Avahi"
    /// The pause before retrying with a missing bus or daemon.
    private static let rest = Lapse.milliseconds(5)

    /// Queries the daemon until it answers; returns false if it has not by the deadline.
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

    /// Repeats the query until it is answered; returns false if the bus is gone or the deadline has passed.
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

    /// Returns whether the answer is a result rather than an error; nil if none arrives.
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
