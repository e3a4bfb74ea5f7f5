import Ground
import NetworkDriver
import OperatingSystem
import TestSupport
import Testing

/// TLS 1.2 with a pre-shared key on loopback, between two hosts and with OpenSSL's programs: the cipher suite of
/// Apple's Bonjour sample. No Apple device took part.
@Suite(.onASteadyMachine) struct PreSharedStreamTests {
    private static let key = PreSharedKey.ticTacToe(passcode: "1234")
    /// `printf TicTacToe | openssl dgst -sha256 -mac HMAC -macopt key:1234`.
    private static func hexadecimal(passcode: String = "1234") throws -> String {
        let printed = try Programs.run(
            ["sh", "-c", "printf TicTacToe | openssl dgst -sha256 -mac HMAC -macopt key:\(passcode)"])
        return String(try #require(printed.split(whereSeparator: \.isWhitespace).last))
    }

    private static let taken = NetworkConnection.accepted(listener: 1, count: 1)
    private static let security = StreamSecurity.preShared(key: "game")

    private struct Pair {
        let server: LoggedHost
        let client: LoggedHost
        let address: NetworkAddress

        init(client key: PreSharedKey = PreSharedStreamTests.key) throws {
            server = try LoggedHost(secrets: ["game": PreSharedStreamTests.key])
            client = try LoggedHost(secrets: ["game": key])
            address = try server.listen(1, PreSharedStreamTests.security)
        }

        func close() {
            client.host.close()
            server.host.close()
        }
    }

    @Test func bytesGoBothWaysAndTheEndIsClean() throws {
        let pair = try Pair()
        defer { pair.close() }
        pair.client.connect(1, to: pair.address, Self.security)
        try pair.client.awaitOpened(.opened(1))
        try pair.server.awaitOpened(Self.taken)
        // More than a TLS record, and more than the window holds.
        let many = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        pair.client.host.send(.send(.opened(1), many))
        pair.server.host.send(.send(Self.taken, Array("to the phone".utf8)))
        var counted = 0
        _ = try pair.server.log.await("bytes") { log in
            let bytes = log.bytes(of: Self.taken)
            if bytes.count > counted {
                pair.server.host.send(.taken(Self.taken, bytes: bytes.count - counted))
                counted = bytes.count
            }
            return bytes == many ? true : nil
        }
        _ = try pair.client.log.await("bytes") { $0.bytes(of: .opened(1)) == Array("to the phone".utf8) ? true : nil }
        pair.client.host.send(.close(.opened(1)))
        #expect(try pair.client.awaitEnd(.opened(1)) == .closedHere)
        #expect(try pair.server.awaitEnd(Self.taken) == .ended)
    }

    @Test func anotherKeyIsRefusedBeforeAnythingIsOpen() throws {
        let pair = try Pair(client: .ticTacToe(passcode: "1235"))
        defer { pair.close() }
        pair.client.connect(1, to: pair.address, Self.security)
        // Decryption fails at the server, which reports bad_record_mac.
        #expect(try pair.client.awaitEnd(.opened(1)) == .alert(20))
        guard case .handshakeFailed = try pair.server.awaitEnd(Self.taken) else {
            Issue.record("the server ended otherwise: \(pair.server.log.events)")
            return
        }
        for log in [pair.client.log, pair.server.log] {
            #expect(!log.events.contains { if case .opened = $0 { true } else { false } })
            #expect(log.faults == [])
        }
    }

    @Test func plainBytesAreNoHandshake() throws {
        let pair = try Pair()
        defer { pair.close() }
        pair.client.connect(1, to: pair.address)
        try pair.client.awaitOpened(.opened(1))
        pair.client.host.send(.send(.opened(1), Array("GET / HTTP/1.0\r\n\r\n".utf8)))
        guard case .handshakeFailed = try pair.server.awaitEnd(Self.taken) else {
            Issue.record("the server ended otherwise: \(pair.server.log.events)")
            return
        }
    }

    @Test func aCutIsNoCleanEnd() throws {
        let pair = try Pair()
        defer { pair.close() }
        pair.client.connect(1, to: pair.address, Self.security)
        try pair.client.awaitOpened(.opened(1))
        try pair.server.awaitOpened(Self.taken)
        pair.client.host.send(.reset(.opened(1)))
        #expect(try pair.server.awaitEnd(Self.taken) == .reset)
    }

    @Test func aKeyThatIsNotThereIsTheRigs() throws {
        let host = try LoggedHost()
        defer { host.host.close() }
        host.connect(1, to: NetworkAddress("127.0.0.1", 9), Self.security)
        _ = try host.log.first("the fault") { if case .fault = $0 { true } else { nil } }
    }

    @Test(arguments: [
        ("", 32), (String(repeating: "a", count: 128), 32), ("a\0b", 32), ("game", 0), ("game", 65),
    ])
    func whatTheLibraryWouldNotTakeIsNoKey(_ identity: String, _ count: Int) {
        #expect(PreSharedKey(identity: identity, octets: [UInt8](repeating: 1, count: count)) == nil)
        #expect(PreSharedKey(identity: String(repeating: "a", count: 127), octets: [1]) != nil)
    }

    @Test func noKeyIsPrinted() throws {
        var printed = ""
        dump(Self.key, to: &printed)
        // The HMAC-SHA256 begins with this octet, which a dump of the key would show.
        let first = Int(try Self.hexadecimal().prefix(2), radix: 16) ?? -1
        #expect(printed.contains("32 octets") && !printed.contains("- \(first)\n"), "\(printed)")
        #expect("\(Self.key)" == Self.key.description)
    }

    /// OpenSSL's client with an arbitrary identity, as Apple's app is said to use.
    @Test func openSSLsClientIsTaken() throws {
        let server = try LoggedHost(secrets: ["game": Self.key])
        defer { server.host.close() }
        let address = try server.listen(1, Self.security)
        let answer = Array("your move\n".utf8)
        let options = [
            "-tls1_2", "-psk", try Self.hexadecimal(), "-psk_identity", "whoever", "-cipher", "PSK-AES128-GCM-SHA256",
        ]
        let waiting = try DeviceThread("answer", urgency: .ordinary) {
            guard (try? server.awaitOpened(Self.taken)) != nil else { return }
            server.host.send(.send(Self.taken, answer))
            server.host.send(.close(Self.taken))
        }
        let printed = try OpenSSLProgram.client(to: address, options)
        waiting.join()
        #expect(printed.contains("your move"), "\(printed)")
        #expect(printed.contains("PSK-AES128-GCM-SHA256"), "\(printed)")
        #expect(try server.awaitEnd(Self.taken) == .closedHere)
    }

    /// A client that offers only certificates and other suites.
    @Test func openSSLsClientWithAnotherSuiteIsNot() throws {
        let server = try LoggedHost(secrets: ["game": Self.key])
        defer { server.host.close() }
        let address = try server.listen(1, Self.security)
        _ = try OpenSSLProgram.client(to: address, ["-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"])
        guard case .handshakeFailed = try server.awaitEnd(Self.taken) else {
            Issue.record("the server ended otherwise: \(server.log.events)")
            return
        }
    }

    /// OpenSSL's server, which sends back each line in reverse.
    @Test func openSSLsServerIsMet() throws {
        let folder = try Scratch()
        let client = try LoggedHost(secrets: ["game": Self.key])
        defer { client.host.close() }
        let probe = try LoggedHost()
        let address = try probe.listen()
        probe.host.close()
        let server = try Daemon(
            ["openssl", "s_server", "-accept", "\(address)", "-tls1_2", "-nocert", "-psk", try Self.hexadecimal()]
                + ["-psk_identity", "TicTacToe", "-cipher", "PSK-AES128-GCM-SHA256", "-rev"],
            environment: ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"], log: folder("log"))
        defer { server.kill() }
        var number: UInt32 = 0
        let open = try client.log.await("a connection") { log -> NetworkConnection? in
            for event in log.events { if case .opened(let name, _) = event { return name } }
            let isWaiting = number > 0 && log.end(of: .opened(number)) == nil
            if !isWaiting {
                number += 1
                client.connect(number, to: address, Self.security)
            }
            return nil
        }
        client.host.send(.send(open, Array("abc\n".utf8)))
        _ = try client.log.await("the answer") { $0.bytes(of: open) == Array("cba\n".utf8) ? true : nil }
    }
}
