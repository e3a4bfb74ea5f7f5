import Glibc
import Ground
import NetworkDriver
import OperatingSystem
import TestSupport
import Testing

/// A peer in a separate namespace, on a cable from this host that can be cut. Needs root, iproute2 and python3.
private final class CutCable {
    let peer: NetworkAddress
    /// This host's address on the cable.
    let own: NetworkAddress
    private let tag = "t\(UInt32.random(in: 0...0xFFFFF))"

    init() throws {
        guard geteuid() == 0 else { throw Programs.Flaw(description: "network namespaces need root") }
        // A network reserved for tests (RFC 2544), so that no real one is hidden.
        let net = "198.19.\(Int.random(in: 0...255))"
        (own, peer) = (NetworkAddress("\(net).1", 0), NetworkAddress("\(net).2", 7_000))
        do {
            for words in [
                ["netns", "add", tag], ["link", "add", "\(tag)a", "type", "veth", "peer", "name", "\(tag)b"],
                ["link", "set", "\(tag)b", "netns", tag], ["address", "add", "\(own.host)/30", "dev", "\(tag)a"],
                ["link", "set", "\(tag)a", "up"], ["-n", tag, "address", "add", "\(peer.host)/30", "dev", "\(tag)b"],
                ["-n", tag, "link", "set", "\(tag)b", "up"],
            ] { try Programs.run(["ip"] + words) }
        } catch {
            takeDown()
            throw error
        }
    }

    deinit { takeDown() }

    /// Starts a server there that accepts one connection and then does nothing.
    func startServer() throws -> Daemon {
        let script = """
            import socket, time
            s = socket.create_server(("\(peer.host)", \(peer.port)))
            c = s.accept()
            time.sleep(600)
            """
        return try Daemon(
            ["ip", "netns", "exec", tag, "python3", "-c", script], environment: ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"],
            log: "/dev/null")
    }

    /// The peer disappears without a message; this host does not notice by itself.
    func cut() throws { try Programs.run(["ip", "-n", tag, "address", "flush", "dev", "\(tag)b"]) }

    private func takeDown() {
        _ = try? Programs.run(["ip", "netns", "delete", tag], mayFail: true)
        _ = try? Programs.run(["ip", "link", "delete", "\(tag)a"], mayFail: true)
    }
}

@Suite(.onASteadyMachine, .serialized) struct SilentPeerTests {
    @Test(arguments: [false, true]) func aCutIsNoticedInTime(whileSending isSending: Bool) throws {
        let cable = try CutCable()
        let server = try cable.startServer()
        defer { server.kill() }
        var settings = StreamSettings()
        settings.keepalive = .seconds(1)
        settings.probes = 2
        let client = try LoggedHost(settings: settings)
        defer { client.host.close() }
        var number: UInt32 = 0
        // The server needs a moment to start; until then it refuses connections.
        let open: NetworkConnection = try client.log.await("open") { log in
            if number > 0, log.events.contains(where: { if case .opened = $0 { true } else { false } }) {
                return .opened(number)
            }
            guard number == 0 || log.end(of: .opened(number)) != nil else { return nil }
            number += 1
            client.connect(number, to: cable.peer)
            return nil
        }
        try cable.cut()
        let began = client.log.clock.now
        if isSending { client.host.send(.send(open, [1, 2, 3])) }
        let end = try client.awaitEnd(open)
        // The result depends on whether the kernel has forgotten the peer's hardware address by then.
        #expect([.timedOut, .unreachable].contains(end))
        let elapsed = (client.log.all.last?.instant ?? .never) - began
        #expect(elapsed < .seconds(8), "after a cut it took \(elapsed)")
    }

    @Test func aListenerAndAPeerByIPv6() throws {
        let server = try LoggedHost()
        let client = try LoggedHost()
        defer {
            client.host.close()
            server.host.close()
        }
        server.host.send(.listen(1, ListenerSettings(NetworkAddress("::1", 0), security: .plain)))
        let address = try server.log.first("the listener") { event in
            if case .listening(1, let address) = event { address } else { nil }
        }
        #expect(address.host == "::1" && address.port > 0)
        client.connect(1, to: address)
        try client.awaitOpened(.opened(1))
        let peer = try server.log.first("accepted") { event in
            if case .accepted(_, let peer) = event { peer } else { nil }
        }
        #expect(peer.host == "::1")
    }
}
