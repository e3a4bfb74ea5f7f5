import Glibc
import Ground
import NetworkDriver
import OperatingSystem
import TestSupport
import Testing

/// TCP without TLS, on loopback.
@Suite(.onASteadyMachine) struct PlainStreamTests {
    private static let taken = NetworkConnection.accepted(listener: 1, count: 1)

    private struct Pair {
        let server: LoggedHost
        let client: LoggedHost
        let address: NetworkAddress

        init(_ settings: StreamSettings = StreamSettings(), limit: Int = 64) throws {
            server = try LoggedHost(settings: settings)
            client = try LoggedHost(settings: settings)
            address = try server.listen(1, limit: limit)
        }

        func open() throws {
            client.connect(1, to: address)
            try client.awaitOpened(.opened(1))
            try server.awaitOpened(taken)
        }

        func close() {
            client.host.close()
            server.host.close()
        }
    }

    @Test func bytesAreStampedAndKeepTheirOrder() throws {
        let pair = try Pair()
        defer { pair.close() }
        try pair.open()
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let sent = pair.client.host.send(.send(.opened(1), Array(bytes[..<5])))
        pair.client.host.send(.send(.opened(1), Array(bytes[5...])))
        pair.client.host.send(.close(.opened(1)))
        #expect(try pair.server.awaitEnd(Self.taken) == .ended)
        #expect(pair.server.log.bytes(of: Self.taken) == bytes)
        let instants = pair.server.log.all.map(\.instant)
        #expect(instants == instants.sorted())
        #expect(pair.client.log.all.map(\.instant).allSatisfy { $0 > .start } && sent > .start)
    }

    @Test func nobodyListens() throws {
        let pair = try Pair()
        pair.server.host.close()
        defer { pair.client.host.close() }
        pair.client.connect(1, to: pair.address)
        #expect(try pair.client.awaitEnd(.opened(1)) == .refused)
    }

    @Test func theFirstAddressThatAnswersCounts() throws {
        let pair = try Pair()
        defer { pair.close() }
        let dead = NetworkAddress("127.0.0.1", try Self.closedPort())
        pair.client.host.send(.connect(1, ConnectionSettings([dead, pair.address, pair.address], security: .plain)))
        let peer = try pair.client.log.first("opened") { if case .opened(_, let peer) = $0 { peer } else { nil } }
        #expect(peer == pair.address)
        pair.client.host.send(.send(.opened(1), [1]))
        _ = try pair.server.log.await("a byte") { $0.bytes(of: Self.taken) == [1] ? true : nil }
        #expect(pair.server.log.events.count { if case .accepted = $0 { true } else { false } } == 1)
    }

    @Test func anAddressThatIsSilentRunsOutOfTime() throws {
        let silent = try SilentListener()
        let client = try LoggedHost()
        defer { client.host.close() }
        let settings = ConnectionSettings([silent.address], security: .plain, limit: .milliseconds(300))
        let began = client.host.send(.connect(1, settings))
        #expect(try client.awaitEnd(.opened(1)) == .timedOut)
        let ended = try #require(client.log.all.last?.instant)
        #expect(ended - began >= .milliseconds(300))
    }

    @Test func aConnectionThatIsNotThereYetCanBeClosed() throws {
        let silent = try SilentListener()
        let client = try LoggedHost()
        defer { client.host.close() }
        client.host.send(.connect(1, ConnectionSettings([silent.address], security: .plain)))
        client.host.send(.close(.opened(1)))
        #expect(try client.awaitEnd(.opened(1)) == .closedHere)
    }

    @Test func aResetIsNoEnd() throws {
        let pair = try Pair()
        defer { pair.close() }
        try pair.open()
        pair.client.host.send(.send(.opened(1), [7]))
        pair.client.host.send(.reset(.opened(1)))
        #expect(try pair.client.awaitEnd(.opened(1)) == .closedHere)
        #expect(try pair.server.awaitEnd(Self.taken) == .reset)
        #expect(pair.server.log.bytes(of: Self.taken) == [7])
    }

    @Test(arguments: ["0.0.0.0", "::", "somewhere", "fe80::1%nowhere"]) func onlyOneInterfaceIsListenedOn(host: String)
        throws
    {
        let server = try LoggedHost()
        defer { server.host.close() }
        server.host.send(.listen(1, ListenerSettings(NetworkAddress(host, 0), security: .plain)))
        _ = try server.log.first("the fault") { if case .fault = $0 { true } else { nil } }
    }

    @Test func aPortThatIsTakenIsTold() throws {
        let pair = try Pair()
        defer { pair.close() }
        pair.client.host.send(.listen(2, ListenerSettings(pair.address, security: .plain)))
        let end = try pair.client.log.first("the refusal") { event in
            if case .notListening(2, let end) = event { end } else { nil }
        }
        #expect(end == .failed(code: EADDRINUSE))
    }

    /// Data that is not taken stays with the peer: in its memory and in the kernel's.
    @Test func nothingIsReadFasterThanItIsTaken() throws {
        var settings = StreamSettings()
        settings.unsent = 200_000_000
        let pair = try Pair(settings)
        defer { pair.close() }
        try pair.open()
        let part = [UInt8](repeating: 0x5A, count: 1_000_000)
        for _ in 0..<100 { pair.client.host.send(.send(.opened(1), part)) }
        _ = try pair.server.log.await("the window") {
            $0.bytes(of: Self.taken).count >= settings.window ? true : nil
        }
        _ = Poller(clock: pair.server.log.clock).wait([], until: pair.server.log.clock.now + .milliseconds(200))
        let held = pair.server.log.bytes(of: Self.taken).count
        #expect(held < settings.window + 128 * 1_024, "\(held) bytes were read, and none was taken")
        pair.server.host.send(.taken(Self.taken, bytes: 500_000))
        _ = try pair.server.log.await("more") { $0.bytes(of: Self.taken).count > held ? true : nil }
    }

    @Test func aPeerThatReadsNothingIsGivenUp() throws {
        var settings = StreamSettings()
        settings.unsent = 1_000_000
        let pair = try Pair(settings)
        defer { pair.close() }
        try pair.open()
        let part = [UInt8](repeating: 0x5A, count: 500_000)
        for _ in 0..<100 { pair.client.host.send(.send(.opened(1), part)) }
        #expect(try pair.client.awaitEnd(.opened(1)) == .peerTooSlow)
    }

    @Test func aListenerTakesNoMoreThanItsLimit() throws {
        let pair = try Pair(limit: 3)
        defer { pair.close() }
        for number in 1...8 { pair.client.connect(UInt32(number), to: pair.address) }
        _ = try pair.server.log.await("five turned away") { log in
            log.events.count { if case .turnedAway(1, _) = $0 { true } else { false } } == 5 ? true : nil
        }
        #expect(pair.server.log.events.count { if case .accepted = $0 { true } else { false } } == 3)
        let first = try pair.client.log.await("an end") { log in (1...8).first { log.end(of: .opened($0)) != nil } }
        let there = try #require((1...8).first { pair.client.log.end(of: .opened($0)) == nil && $0 != first })
        pair.client.host.send(.close(.opened(there)))
        _ = try pair.server.log.await("room") { log in
            log.events.contains { if case .closed(_, .ended) = $0 { true } else { false } } ? true : nil
        }
        pair.client.connect(20, to: pair.address)
        _ = try pair.server.log.await("a fourth") { log in
            log.events.count { if case .accepted = $0 { true } else { false } } == 4 ? true : nil
        }
    }

    @Test func closingTwiceIsSafe() throws {
        let pair = try Pair()
        try pair.open()
        pair.close()
        pair.close()
        pair.client.host.send(.send(.opened(1), [1]))
        #expect(pair.client.log.end(of: .opened(1)) == .closedHere)
    }

    private static func closedPort() throws -> UInt16 {
        let host = try LoggedHost()
        let address = try host.listen()
        host.host.close()
        return address.port
    }
}

/// A listener whose queue is full, so that connections to it get no answer.
final class SilentListener {
    let address: NetworkAddress
    private let sockets: [Int32]

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port: UInt16 = withUnsafeMutablePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = bind(listener, address, size)
                _ = Glibc.listen(listener, 0)
                _ = getsockname(listener, address, &size)
            }
            return UInt16(bigEndian: place.pointee.sin_port)
        }
        address = NetworkAddress("127.0.0.1", port)
        var sockets = [listener]
        // The kernel accepts one more than the length of the queue.
        for _ in 0..<4 {
            let filler = socket(
                AF_INET,
                Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            place.sin_port = port.bigEndian
            withUnsafePointer(to: &place) { place in
                place.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = Glibc.connect(filler, $0, size) }
            }
            sockets.append(filler)
        }
        self.sockets = sockets
    }

    deinit { for socket in sockets { close(socket) } }
}
