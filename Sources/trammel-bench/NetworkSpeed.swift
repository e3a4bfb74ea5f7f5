import Ground
import NetworkDriver
import OperatingSystem
import Synchronization

/// The speed of the network driver over TLS 1.3 on loopback: connecting, the round trip of a small frame, and
/// throughput.
enum NetworkSpeed {
    static let benchmark = Benchmark(name: "network", arguments: ["FRAMES"]) { words in
        guard let count = Int(words[0]), (100...10_000_000).contains(count) else {
            throw Malformed(at: 0, "FRAMES is a number from 100 to 10000000")
        }
        return try lines(frames: count)
    }

    private static let frame = [UInt8](repeating: 0x5A, count: 32)
    private static let connections: UInt32 = 100
    /// The number of frames in flight when measuring throughput.
    private static let underWay = 256

    private static func lines(frames count: Int) throws -> [String] {
        let clock = MonotonicClock()
        let (phone, screen) = (try TLSIdentity.make(named: "phone"), try TLSIdentity.make(named: "screen"))
        let echo = Mutex<NetworkHost?>(nil)
        let heard = BoundedQueue<NetworkArrival>(bound: 1_000_000)
        let server = try NetworkHost(identities: ["own": screen], clock: clock) { arrival in
            switch arrival.event {
            case .bytes(let name, let bytes):
                let host = echo.withLock { $0 }
                host?.send(.send(name, bytes))
                host?.send(.taken(name, bytes: bytes.count))
            case .listening: _ = heard.put(arrival)
            default: break
            }
        }
        echo.withLock { $0 = server }
        let client = try NetworkHost(identities: ["own": phone], clock: clock) { _ = heard.put($0) }
        defer {
            echo.withLock { $0 = nil }
            client.close()
            server.close()
        }
        server.send(
            .listen(
                1,
                ListenerSettings(
                    NetworkAddress("127.0.0.1", 0),
                    security: .pinned(identity: "own", peer: phone.pin, protocol: "bench/1"), limit: 1_000)))
        guard case .listening(_, let address) = heard.take().event else {
            throw Malformed(at: 0, "nothing listens on loopback")
        }
        let settings = ConnectionSettings(
            [address], security: .pinned(identity: "own", peer: screen.pin, protocol: "bench/1"))
        var opening: [Lapse] = []
        for number in 1...connections {
            let began = client.send(.connect(number, settings))
            opening.append(try waitUntilOpen(heard).instant - began)
        }
        let name = NetworkConnection.opened(connections)
        var trips: [Lapse] = []
        for _ in 0..<count {
            let began = client.send(.send(name, frame))
            trips.append(try waitForBytes(heard, frame.count, client) - began)
        }
        let others = try OpenSSLEcho.trips(count, clock: clock)
        let elapsed = try flood(count, on: name, client, heard, clock)
        let rate = decimal(Double(count) / max(1e-9, Double(elapsed.nanoseconds) / 1e9), places: 0)
        return [
            "a TLS connection opened: \(told(opening))",
            "32 bytes there and back over TLS: \(told(trips))",
            "the same by openssl s_client and s_server -rev: \(told(others)); ours is \(ratio(trips, others)) of it",
            "\(count) frames of 32 bytes there and back, \(underWay) under way: \(elapsed), \(rate) a second",
        ]
    }

    /// Sends this many frames, and returns the time until all their bytes are back.
    private static func flood(
        _ count: Int, on name: NetworkConnection, _ client: NetworkHost, _ heard: BoundedQueue<NetworkArrival>,
        _ clock: MonotonicClock
    ) throws -> Lapse {
        let began = clock.now
        var (sent, back) = (0, 0)
        while back < count * frame.count {
            while sent < count, sent * frame.count - back < underWay * frame.count {
                client.send(.send(name, frame))
                sent += 1
            }
            back += try bytes(heard.take(), client)
        }
        return clock.now - began
    }

    private static func waitUntilOpen(_ heard: BoundedQueue<NetworkArrival>) throws -> NetworkArrival {
        while true {
            let arrival = heard.take()
            switch arrival.event {
            case .opened: return arrival
            case .closed(_, let end): throw Malformed(at: 0, "the connection ended: \(end)")
            default: continue
            }
        }
    }

    /// Waits for this many bytes, and returns the instant at which the last of them arrived.
    private static func waitForBytes(
        _ heard: BoundedQueue<NetworkArrival>, _ count: Int, _ client: NetworkHost
    ) throws -> Instant {
        var rest = count
        while true {
            let arrival = heard.take()
            rest -= try bytes(arrival, client)
            if rest <= 0 { return arrival.instant }
        }
    }

    private static func bytes(_ arrival: NetworkArrival, _ client: NetworkHost) throws -> Int {
        switch arrival.event {
        case .bytes(let name, let bytes):
            client.send(.taken(name, bytes: bytes.count))
            return bytes.count
        case .closed(_, let end): throw Malformed(at: 0, "the connection ended: \(end)")
        default: return 0
        }
    }
}
