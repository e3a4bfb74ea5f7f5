import CLinux
import Glibc
import Ground
import Links
import OperatingSystem

/// A simulated accessory on this host's network: it listens, usually on loopback, with the kernel's own TCP.
///
/// An accessory that is off or out of reach hears nothing and acknowledges nothing; one that is on but does not listen
/// refuses. A firmware that restarted does not know the connection, and the kernel tells the peer so.
final class AccessoryListener {
    /// The response to a connection request.
    enum Offer {
        case accepted
        case refused
        /// There is no answer, and TCP tries again.
        case unheard
    }

    enum Event: Hashable {
        case connected
        case bytes([UInt8])
        case disconnected
    }

    /// If more than this is waiting to be written, the phone is not reading: further data is dropped.
    private static let backlogLimit = 1 << 20
    private static let bytesAtOnce = 4_096
    private static let readsAtOnce = 16
    /// After a silence of this length, the phone has given up the connection, whatever it was doing.
    private static let patience = Lapse.seconds(8)

    private struct Link {
        let socket: FileDescriptor
        var unsent: [UInt8] = []
        /// Whether the accessory ends the connection after the data it has sent.
        var isEnding = false
        var isEnded = false
        /// The instant from which nothing on it counts, because it fell silent.
        var silentUntil: Instant?
    }

    /// Numeric addresses, of this host or of one in a network namespace.
    private let hosts: [String]
    private let namespace: String?
    /// The port, the same on all addresses.
    private(set) var port: UInt16 = 0
    private var listeners: [FileDescriptor] = []
    private var isDeaf = false
    private var link: Link?

    /// `namespace` is the file of the network namespace that has the addresses; nil for this one.
    init(at hosts: [String] = ["127.0.0.1"], in namespace: String? = nil) throws(RigFault) {
        (self.hosts, self.namespace) = (hosts, namespace)
        do throws(SystemError) { try listen() } catch { throw deafness(error) }
    }

    private func deafness(_ error: SystemError) -> RigFault {
        RigFault(
            "a simulated accessory cannot listen: \(error)",
            remedy: "Set the interface up that has this address (ip link set lo up)")
    }

    var hasLink: Bool { link != nil }
    var isSilent: Bool { link?.silentUntil != nil }
    var deadline: Instant? { link?.silentUntil }

    var pollDescriptors: [PollDescriptor] {
        var descriptors: [PollDescriptor] = []
        if !isDeaf { descriptors += listeners.map { PollDescriptor($0.number) } }
        if let link {
            let wanted: Readiness =
                if link.silentUntil != nil { [] } else if link.unsent.isEmpty { .readable } else {
                    [.readable, .writable]
                }
            descriptors.append(PollDescriptor(link.socket.number, wanted))
        }
        return descriptors
    }

    private func listen() throws(SystemError) {
        do throws(SystemError) {
            for host in hosts { try listen(at: host) }
        } catch {
            // It listens on all of its addresses or on none.
            listeners = []
            throw error
        }
    }

    private func listen(at host: String) throws(SystemError) {
        var port = port
        let number = unsafe trammel_listen(namespace, host, &port)
        guard number >= 0 else { throw SystemError.last("listen on \(host), port \(port)") }
        listeners.append(FileDescriptor(owning: number))
        self.port = port
    }

    /// Sets the response to connection requests from now on. Throws if the rig cannot play it.
    func settle(_ offer: Offer) throws(RigFault) {
        do throws(SystemError) {
            switch offer {
            case .refused:
                listeners = []
                isDeaf = false
            case .accepted, .unheard:
                if listeners.isEmpty { try listen() }
                try deafen(offer == .unheard)
            }
        } catch {
            throw deafness(error)
        }
    }

    private func deafen(_ wanted: Bool) throws(SystemError) {
        guard wanted != isDeaf else { return }
        for listener in listeners {
            guard trammel_deafen(listener.number, wanted ? 1 : 0) == 0 else { throw SystemError.last("setsockopt") }
        }
        isDeaf = wanted
    }

    /// Returns the events since the last call.
    func handleReady(at now: Instant) -> [Event] {
        var events = serveLink(at: now)
        while !isDeaf, let number = accept() {
            let socket = FileDescriptor(owning: number)
            if let link {
                // A phone that connects again has given up the connection on which it heard nothing.
                guard link.silentUntil != nil else {
                    trammel_close_by_reset(number)
                    continue
                }
                vanish()
                events.append(.disconnected)
            }
            link = Link(socket: socket)
            events.append(.connected)
        }
        return events
    }

    private func accept() -> Int32? {
        for listener in listeners {
            let number = trammel_accept_stream(listener.number)
            if number >= 0 { return number }
        }
        return nil
    }

    private func serveLink(at now: Instant) -> [Event] {
        flush()
        var events: [Event] = []
        for _ in 0..<Self.readsAtOnce {
            guard let link else { break }
            do throws(SystemError) {
                guard let bytes = try link.socket.read(upTo: Self.bytesAtOnce) else { break }
                guard !bytes.isEmpty else { return events + end() }
                if !link.isEnding, link.silentUntil == nil { events.append(.bytes(bytes)) }
            } catch {
                return events + end()
            }
        }
        if let until = link?.silentUntil, until <= now {
            vanish()
            events.append(.disconnected)
        }
        return events
    }

    private func end() -> [Event] {
        link?.socket.close()
        link = nil
        return [.disconnected]
    }

    func send(_ bytes: [UInt8]) {
        guard let link, !link.isEnding, link.silentUntil == nil else { return }
        if link.unsent.count + bytes.count <= Self.backlogLimit { self.link?.unsent += bytes }
        flush()
    }

    /// Ends the connection after all data sent on it; its end is reported once the phone has seen it.
    func hangUp() {
        guard link?.silentUntil == nil else { return }
        link?.isEnding = true
        flush()
    }

    private func flush() {
        guard var link, link.silentUntil == nil else { return }
        while !link.unsent.isEmpty {
            let count = unsafe link.unsent.withUnsafeBytes { bytes in
                unsafe trammel_send(link.socket.number, bytes.baseAddress, bytes.count)
            }
            // An error shows at the next read.
            guard count > 0 else { break }
            link.unsent.removeFirst(count)
        }
        if link.isEnding, !link.isEnded, link.unsent.isEmpty {
            link.isEnded = shutdown(link.socket.number, Int32(SHUT_WR)) == 0
        }
        self.link = link
    }

    /// From now on nothing gets through, in either direction.
    func loseLink(at now: Instant) {
        guard let link, link.silentUntil == nil else { return }
        _ = trammel_deafen(link.socket.number, 1)
        self.link?.silentUntil = now + Self.patience
        self.link?.unsent = []
    }

    /// Forgets the connection without informing the peer.
    func vanish() {
        guard let link else { return }
        trammel_close_in_silence(link.socket.number)
        link.socket.close()
        self.link = nil
    }

    /// Aborts the connection.
    func abort() {
        guard let link else { return }
        trammel_close_by_reset(link.socket.number)
        link.socket.close()
        self.link = nil
    }

    func close() {
        abort()
        listeners = []
    }
}
