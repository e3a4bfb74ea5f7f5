import Glibc
import Ground
import NetworkDriver
import OperatingSystem
import TestSupport
import Testing

/// TLS 1.3 on loopback with pinned certificates on both sides.
@Suite(.onASteadyMachine) struct TLSStreamTests {
    private static let phone = makeIdentity("phone")
    private static let screen = makeIdentity("screen")
    private static let stranger = makeIdentity("stranger")

    private static func makeIdentity(_ name: String) -> TLSIdentity {
        do { return try TLSIdentity.make(named: name) } catch { preconditionFailure("no certificate: \(error)") }
    }

    /// Both hosts, and the server's address.
    private struct Pair {
        let server: LoggedHost
        let client: LoggedHost
        let address: NetworkAddress

        init(serverPins: CertificatePin = phone.pin, protocol name: String = "nirig/1") throws {
            server = try LoggedHost(identities: ["own": screen])
            client = try LoggedHost(identities: ["own": phone, "stranger": stranger])
            address = try server.listen(1, .pinned(identity: "own", peer: serverPins, protocol: name))
        }

        func connect(
            as identity: String = "own", pinning pin: CertificatePin = screen.pin, protocol name: String = "nirig/1"
        ) {
            client.connect(1, to: address, .pinned(identity: identity, peer: pin, protocol: name))
        }

        func close() {
            client.host.close()
            server.host.close()
        }
    }

    private static let taken = NetworkConnection.accepted(listener: 1, count: 1)

    @Test func bothPinsRightAndBytesGoBothWays() throws {
        let pair = try Pair()
        defer { pair.close() }
        pair.connect()
        try pair.client.awaitOpened(.opened(1))
        try pair.server.awaitOpened(Self.taken)
        pair.client.host.send(.send(.opened(1), Array("to the screen".utf8)))
        pair.server.host.send(.send(Self.taken, Array("to the phone".utf8)))
        _ = try pair.server.log.await("bytes") { $0.bytes(of: Self.taken) == Array("to the screen".utf8) ? true : nil }
        _ = try pair.client.log.await("bytes") { $0.bytes(of: .opened(1)) == Array("to the phone".utf8) ? true : nil }
        pair.client.host.send(.close(.opened(1)))
        #expect(try pair.client.awaitEnd(.opened(1)) == .closedHere)
        #expect(try pair.server.awaitEnd(Self.taken) == .ended)
    }

    /// A screen receives the reason right before its connection is reset (network.md, section 8.2).
    @Test(arguments: [false, true]) func whatIsSentBeforeAResetArrives(peerSends: Bool) throws {
        let pair = try Pair()
        defer { pair.close() }
        let part = [UInt8](repeating: 7, count: 40)
        for number in UInt32(1)...150 {
            let taken = NetworkConnection.accepted(listener: 1, count: number)
            let opened = NetworkConnection.opened(number)
            let security = StreamSecurity.pinned(identity: "own", peer: Self.screen.pin, protocol: "nirig/1")
            pair.client.connect(number, to: pair.address, security)
            try pair.client.awaitOpened(opened)
            try pair.server.awaitOpened(taken)
            for _ in 0..<6 { pair.server.host.send(.send(taken, part)) }
            pair.server.host.send(.reset(taken))
            if peerSends { for _ in 0..<60 { pair.client.host.send(.send(opened, part)) } }
            let end = try pair.client.awaitEnd(opened)
            // The kernel reports a reset once; a side that is sending may see the end of the stream instead.
            #expect(end == .reset || peerSends && end == .truncated)
            #expect(pair.client.log.bytes(of: opened).count == 6 * part.count, "connection \(number)")
        }
    }

    @Test func theClientPinsAnotherServer() throws {
        let pair = try Pair()
        defer { pair.close() }
        pair.connect(pinning: Self.stranger.pin)
        #expect(try pair.client.awaitEnd(.opened(1)) == .untrusted)
        #expect(try pair.server.awaitEnd(Self.taken) == .alert(46))
        #expect(!pair.client.log.events.contains { if case .opened = $0 { true } else { false } })
        #expect(!pair.server.log.events.contains { if case .opened = $0 { true } else { false } })
    }

    /// With TLS 1.3 the client completes its handshake before the server has checked its certificate.
    @Test func theServerPinsAnotherClient() throws {
        let pair = try Pair()
        defer { pair.close() }
        pair.connect(as: "stranger")
        try pair.client.awaitOpened(.opened(1))
        #expect(try pair.server.awaitEnd(Self.taken) == .untrusted)
        #expect(try pair.client.awaitEnd(.opened(1)) == .alert(46))
        #expect(!pair.server.log.events.contains { if case .opened = $0 { true } else { false } })
    }

    @Test func aClientWithoutACertificate() throws {
        let pair = try Pair()
        defer { pair.close() }
        let output = try OpenSSLProgram.client(to: pair.address, ["-tls1_3", "-alpn", "nirig/1"])
        #expect(try pair.server.awaitEnd(Self.taken) == .noCertificate)
        #expect(output.contains("SSL alert number 116"), "\(output)")
    }

    @Test func aClientOfAnOlderTLS() throws {
        let pair = try Pair()
        defer { pair.close() }
        let output = try OpenSSLProgram.client(to: pair.address, ["-tls1_2", "-alpn", "nirig/1"])
        guard case .handshakeFailed = try pair.server.awaitEnd(Self.taken) else {
            Issue.record("an older TLS was accepted: \(pair.server.log.events)")
            return
        }
        #expect(output.contains("SSL alert number 70"), "\(output)")
    }

    @Test func noProtocolInCommon() throws {
        let pair = try Pair()
        defer { pair.close() }
        pair.connect(protocol: "other/1")
        #expect(try pair.client.awaitEnd(.opened(1)) == .noCommonProtocol)
        let end = try pair.server.awaitEnd(Self.taken)
        #expect([.noCommonProtocol, .ended].contains(end))
        #expect(!pair.server.log.events.contains { if case .opened = $0 { true } else { false } })
    }

    @Test func plainBytesWhereTLSIsExpected() throws {
        let pair = try Pair()
        defer { pair.close() }
        pair.client.connect(1, to: pair.address)
        try pair.client.awaitOpened(.opened(1))
        pair.client.host.send(.send(.opened(1), Array("GET / HTTP/1.0\r\n\r\n".utf8)))
        guard case .handshakeFailed = try pair.server.awaitEnd(Self.taken) else {
            Issue.record("plain bytes were taken for TLS: \(pair.server.log.events)")
            return
        }
        #expect(!pair.server.log.events.contains { if case .bytes = $0 { true } else { false } })
    }

    @Test func aCutWithoutTheEndOfTLSIsNoCleanEnd() throws {
        let pair = try Pair()
        defer { pair.close() }
        pair.connect()
        try pair.server.awaitOpened(Self.taken)
        try pair.client.awaitOpened(.opened(1))
        pair.server.host.send(.send(Self.taken, [1, 2, 3]))
        pair.server.host.send(.reset(Self.taken))
        #expect(try pair.client.awaitEnd(.opened(1)) == .reset)
        #expect(pair.client.log.bytes(of: .opened(1)) == [1, 2, 3])
        #expect(try pair.server.awaitEnd(Self.taken) == .closedHere)
    }

    /// OpenSSL's client is killed, so its kernel ends TCP without the end of TLS.
    @Test func aGracefulEndOfTCPAloneIsTruncated() throws {
        let folder = try Scratch()
        try Self.phone.write("phone", to: folder.path)
        let pair = try Pair()
        defer { pair.close() }
        let client = try Daemon(
            ["openssl", "s_client", "-connect", "\(pair.address)", "-tls1_3", "-alpn", "nirig/1", "-quiet"]
                + ["-certform", "DER", "-cert", folder("phone.der"), "-key", folder("phone.key")],
            environment: ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"], log: folder("log"))
        try pair.server.awaitOpened(Self.taken)
        client.kill()
        #expect(try pair.server.awaitEnd(Self.taken) == .truncated)
    }

    @Test func anEndOfTCPDuringTheHandshakeIsTruncated() throws {
        let pair = try Pair()
        defer { pair.close() }
        var peer: RawPeer? = try RawPeer(to: pair.address)
        peer?.send([22, 3, 1, 2, 0, 1])
        peer = nil
        #expect(try pair.server.awaitEnd(Self.taken) == .truncated)
    }

    @Test func aListenerDropsWhoNeverFinishesItsHandshake() throws {
        var settings = StreamSettings()
        settings.handshake = .milliseconds(200)
        let server = try LoggedHost(identities: ["own": Self.screen], settings: settings)
        let client = try LoggedHost()
        defer {
            client.host.close()
            server.host.close()
        }
        let security = StreamSecurity.pinned(identity: "own", peer: Self.phone.pin, protocol: "nirig/1")
        client.connect(1, to: try server.listen(1, security))
        #expect(try server.awaitEnd(Self.taken) == .timedOut)
        #expect(try client.awaitEnd(.opened(1)) == .reset)
    }

    @Test func anIdentityThatIsNotThereIsTheRigs() throws {
        let host = try LoggedHost()
        defer { host.host.close() }
        host.connect(
            1, to: NetworkAddress("127.0.0.1", 9), .pinned(identity: "none", peer: Self.phone.pin, protocol: "a"))
        _ = try host.log.first("the fault") { if case .fault = $0 { true } else { nil } }
    }

    @Test func keysAreForTheirOwnersEyes() throws {
        let folder = try Scratch()
        try Self.phone.write("phone", to: folder.path)
        let read = try TLSIdentity.read("phone", from: folder.path)
        #expect(read.pin == Self.phone.pin)
        #expect(mode(of: folder("phone.key")) == 0o600)
        #expect(throws: SystemError.self) { try Self.phone.write("phone", to: folder.path) }
        chmod(folder("phone.key"), 0o640)
        let error = #expect(throws: SystemError.self) { try TLSIdentity.read("phone", from: folder.path) }
        #expect(error?.code == EPERM)
    }

    @Test func aKeyLogIsWrittenOnRequestAlone() throws {
        let folder = try Scratch()
        let path = folder("keys.log")
        let server = try LoggedHost(identities: ["own": Self.screen], keyLog: path)
        let client = try LoggedHost(identities: ["own": Self.phone])
        let address = try server.listen(1, .pinned(identity: "own", peer: Self.phone.pin, protocol: "nirig/1"))
        client.connect(1, to: address, .pinned(identity: "own", peer: Self.screen.pin, protocol: "nirig/1"))
        try server.awaitOpened(Self.taken)
        client.host.close()
        server.host.close()
        #expect(mode(of: path) == 0o600)
        let lines = try #require(Scratch.text(of: path)).split(separator: "\n")
        let names = Set(lines.compactMap { $0.split(separator: " ").first.map(String.init) })
        #expect(names.isSuperset(of: ["CLIENT_TRAFFIC_SECRET_0", "SERVER_HANDSHAKE_TRAFFIC_SECRET"]))
    }

    private func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }
}
