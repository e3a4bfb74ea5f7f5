import ApplicationServices
import Glibc
import Ground
import Links
import NetworkDriver
import OperatingSystem
import TestSupport
import Testing

/// Peers that are silent, slow or promise too much, on loopback.
@Suite(.onASteadyMachine, .serialized) struct HostilePeerTests {
    private static let own = makeIdentity("own")
    private static let security = StreamSecurity.pinned(identity: "own", peer: own.pin, protocol: "nirig/1")

    private static func makeIdentity(_ name: String) -> TLSIdentity {
        do { return try TLSIdentity.make(named: name) } catch { preconditionFailure("no certificate: \(error)") }
    }

    private static func host(handshake: Lapse) throws -> LoggedHost {
        var settings = StreamSettings()
        settings.handshake = handshake
        return try LoggedHost(identities: ["own": own], settings: settings)
    }

    /// The number of a host's events of each kind.
    private struct Tally {
        var (accepted, turnedAway, closed, opened) = (0, 0, 0, 0)
        var ends: [StreamEnd: Int] = [:]

        init(_ events: [NetworkEvent]) {
            for event in events {
                switch event {
                case .accepted: accepted += 1
                case .turnedAway(_, let count): turnedAway += count
                case .opened: opened += 1
                case .closed(_, let end):
                    closed += 1
                    ends[end, default: 0] += 1
                default: break
                }
            }
        }
    }

    /// Half-open connections: TCP is up, but TLS never starts. In waves, so that a normal limit of descriptors
    /// suffices.
    @Test func tenThousandHalfOpenConnections() async {
        await #expect(processExitsWith: .success) {
            let (wave, limit, handshake) = (250, 200, Lapse.seconds(5))
            let host = try Self.host(handshake: handshake)
            let address = try host.listen(1, Self.security, limit: limit)
            // Descriptors that the process keeps after its first connection, such as the source of random numbers, are
            // open now.
            var first: RawPeer? = try RawPeer(to: address)
            _ = try host.log.await("the first") { Tally($0.events).accepted == 1 ? true : nil }
            first?.resetAtEnd()
            first = nil
            _ = try host.log.await("its end") { Tally($0.events).closed == 1 ? true : nil }
            var before = 0
            let began = host.log.clock.now
            for round in 0..<40 {
                var peers: [RawPeer] = []
                for piece in 1...5 {
                    // At most as many at once as may wait to be accepted.
                    for _ in 0..<(wave / 5) { peers.append(try RawPeer(to: address)) }
                    let wanted = 1 + round * wave + piece * wave / 5
                    _ = try host.log.await("all of a wave") { log in
                        let tally = Tally(log.events)
                        return tally.accepted + tally.turnedAway == wanted ? true : nil
                    }
                }
                let tally = Tally(host.log.events)
                try #require(tally.turnedAway == (round + 1) * (wave - limit), "\(tally)")
                if round % 2 == 1 { for peer in peers { peer.resetAtEnd() } }
                peers = []
                _ = try host.log.await("the end of a wave") { log in
                    Tally(log.events).closed == 1 + (round + 1) * limit ? true : nil
                }
                let open = Scratch.names(in: "/proc/self/fd")?.count ?? -1
                if round == 0 { before = open }
                try #require(open == before, "\(before) descriptors became \(open)")
            }
            let elapsed = host.log.clock.now - began
            try #require(elapsed < .seconds(10), "it took \(elapsed)")
            // A peer that speaks TLS is served as before.
            host.connect(1, to: address, Self.security)
            try host.awaitOpened(.opened(1))
            host.host.close()
            try #require(Tally(host.log.events).opened == 2)
        }
    }

    /// With fewer descriptors than a listener's limit, the rig is at fault for any connection.
    @Test func noDescriptorLeftIsTheRigsTroubleAndToldOnce() async {
        await #expect(processExitsWith: .success) {
            let host = try Self.host(handshake: .seconds(5))
            let address = try host.listen(1, Self.security, limit: 20)
            let first = try RawPeer(to: address)
            _ = try host.log.await("the first") { Tally($0.events).accepted == 1 ? true : nil }
            var limit = rlimit()
            try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            limit.rlim_cur = min(limit.rlim_cur, 256)
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            var taken: [Int32] = []
            while case let copy = dup(0), copy >= 0 { taken.append(copy) }
            try #require(errno == EMFILE && !taken.isEmpty)
            // One descriptor is free, and the next connection gets it.
            close(taken.removeLast())
            let second = try RawPeer(to: address)
            _ = try host.log.await("the trouble") { $0.faults.first }
            for copy in taken { close(copy) }
            _ = try host.log.await("the second") { Tally($0.events).accepted == 2 ? true : nil }
            try #require(host.log.faults.count == 1 && Tally(host.log.events).turnedAway == 0)
            host.host.close()
            withExtendedLifetime((first, second)) {}
        }
    }

    @Test func whoeverKeepsSilentIsPutOutAndTheNextOneComesIn() throws {
        let host = try Self.host(handshake: .milliseconds(300))
        defer { host.host.close() }
        let address = try host.listen(1, Self.security, limit: 20)
        let peers = try (0..<25).map { _ in try RawPeer(to: address) }
        let tally = try host.log.await("the limits") { log in
            let tally = Tally(log.events)
            return tally.closed == 20 ? tally : nil
        }
        #expect(tally.accepted == 20 && tally.turnedAway == 5 && tally.ends == [.timedOut: 20])
        withExtendedLifetime(peers) {}
        host.connect(1, to: address, Self.security)
        try host.awaitOpened(.opened(1))
    }

    /// The limit applies to the whole handshake; an occasional byte does not extend it.
    @Test func aByteNowAndThenIsNoHandshake() throws {
        let limit = Lapse.milliseconds(400)
        let host = try Self.host(handshake: limit)
        defer { host.host.close() }
        let peer = try RawPeer(to: try host.listen(1, Self.security))
        // The beginning of a ClientHello that announces 512 bytes.
        let hello: [UInt8] = [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3] + [UInt8](repeating: 7, count: 500)
        var sent = 0
        let name = NetworkConnection.accepted(listener: 1, count: 1)
        while sent < hello.count, host.log.end(of: name) == nil, peer.send([hello[sent]]) {
            sent += 1
            _ = Poller(clock: host.log.clock).wait([], until: host.log.clock.now + .milliseconds(5))
        }
        #expect(try host.awaitEnd(name) == .timedOut)
        let arrivals = host.log.all
        let began = try #require(arrivals.first { if case .accepted = $0.event { true } else { false } }?.instant)
        let ended = try #require(arrivals.first { if case .closed = $0.event { true } else { false } }?.instant)
        #expect(ended - began >= limit && ended - began < limit + .seconds(1), "\(ended - began)")
        #expect(sent > 20 && sent < hello.count, "\(sent) bytes were sent")
    }

    /// A length causes allocation only as far as its bytes arrive.
    @Test(arguments: [100_000_000, UInt32.max]) func aFrameOf100MB(length: UInt32) throws {
        let host = try LoggedHost()
        defer { host.host.close() }
        let peer = try RawPeer(to: try host.listen(1))
        let name = NetworkConnection.accepted(listener: 1, count: 1)
        var announced: [UInt8] = []
        announced.append(little: length)
        let hello = ControlMessage.hello.encoded
        let size = { Int(Scratch.text(of: "/proc/self/statm")?.split(separator: " ")[1] ?? "") ?? 0 }
        let before = size()
        peer.send(hello + announced + hello)
        _ = try host.log.await("the bytes") { $0.bytes(of: name).count == hello.count * 2 + 4 ? true : nil }
        let bytes = host.log.bytes(of: name)
        var stream = ControlStream()
        var messages: [ControlMessage] = []
        let error = #expect(throws: Malformed.self) { try stream.receive(bytes, into: &messages) }
        #expect(messages == [.hello] && error?.offset == hello.count && stream.waitingCount == 0 && stream.isBroken)
        var framer = ServiceFramer()
        let output = framer.receive([2, 0, 0, 0] + announced + bytes)
        guard case .finding(let finding) = output.first else {
            Issue.record("\(output)")
            return
        }
        #expect(output.count == 1 && finding.offset == 4 && framer.waitingCount == 0 && framer.isBroken)
        // Pages of 4 KiB; the announced length would need 24,000 of them.
        #expect(size() - before < 4_000, "\(size() - before) pages more")
    }

    @Test func nobodyListensOnAnyOtherAddress() throws {
        let host = try LoggedHost(identities: ["own": Self.own])
        defer { host.host.close() }
        for (number, name) in ["127.0.0.1", "127.0.0.2", "::1"].enumerated() {
            let settings = ListenerSettings(NetworkAddress(name, 0), security: Self.security)
            host.host.send(.listen(UInt32(number + 1), settings))
        }
        let addresses = try host.log.await("the listeners") { log in
            let all = log.events.compactMap { if case .listening(_, let address) = $0 { address } else { nil } }
            return all.count == 3 ? all : nil
        }
        let listening = try Self.listening()
        for address in addresses {
            let there = listening.filter { $0.port == address.port }.map(\.host)
            #expect(there == [Self.hexadecimal[address.host] ?? "?"], "port \(address.port)")
            for other in ["127.0.0.1", "127.0.0.2", "127.0.0.3"] where other != address.host {
                let error = #expect(throws: RawPeer.Refused.self) {
                    _ = try RawPeer(to: NetworkAddress(other, address.port))
                }
                #expect(error?.code == ECONNREFUSED)
            }
        }
    }

    /// The kernel's notation: words in host byte order.
    private static let hexadecimal = [
        "127.0.0.1": "0100007F", "127.0.0.2": "0200007F", "::1": "00000000000000000000000001000000",
    ]

    /// Returns all listening sockets of this process.
    private static func listening() throws -> [(host: String, port: UInt16)] {
        let own = Set(
            (Scratch.names(in: "/proc/self/fd") ?? []).compactMap { name -> String? in
                var text = [UInt8](repeating: 0, count: 64)
                let count = text.withUnsafeMutableBytes { bytes in
                    bytes.bindMemory(to: CChar.self).baseAddress.map { readlink("/proc/self/fd/\(name)", $0, 64) } ?? 0
                }
                let target = String(decoding: text.prefix(max(0, count)), as: UTF8.self)
                return target.hasPrefix("socket:[") ? String(target.dropFirst(8).dropLast()) : nil
            })
        return try ["/proc/self/net/tcp", "/proc/self/net/tcp6"].flatMap { path in
            try #require(Scratch.text(of: path)).split(separator: "\n").dropFirst().compactMap { line in
                let words = line.split(separator: " ")
                // The state 0A is that of a listener.
                guard words.count > 9, words[3] == "0A", own.contains(String(words[9])) else { return nil }
                let place = words[1].split(separator: ":")
                return UInt16(place[1], radix: 16).map { (String(place[0]), $0) }
            }
        }
    }
}
