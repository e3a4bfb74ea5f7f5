import Ground
import Links
import NearbyInteraction
import Phone
import Simulators
import UWB

/// A phone that writes raw messages to one accessory over a simulated link, and receives the answers.
struct RawBench {
    var bench: PhoneBench

    init(_ variant: AccessoryVariant) {
        let links = SimulatedLinks(
            EnvironmentModel(accessories: [("door", AccessoryBuild(variant: variant))]), seed: 1)
        bench = PhoneBench(over: links)
    }

    var isLost: Bool {
        bench.events.contains { if case .channel(_, .lost) = $0 { true } else { false } }
    }

    /// Connects up to a stage.
    mutating func connect(upTo stage: ChannelStage = .subscribed) -> Bool {
        bench.carryOut(bench.phone.connect(to: "door", within: .seconds(5), upTo: stage, at: bench.links.now))
        return bench.play(.seconds(5)) { bench in
            bench.isReady("door") || bench.events.contains { if case .channel(_, .linked) = $0 { true } else { false } }
        }
    }

    /// Starts a session of the app and waits until it ranges.
    mutating func range() -> Bool {
        bench.start()
        return bench.play(.seconds(5)) { !$0.distances("door").isEmpty }
    }

    /// Writes a message past the app, and returns the accessory's messages within a short time.
    mutating func write(_ message: [UInt8]) -> [MessageKind] {
        bench.events = []
        bench.carryOut(bench.phone.send([message], to: "door", at: bench.links.now))
        bench.play(.milliseconds(1_200))
        return bench.nearby().compactMap { if case .received(let kind) = $0 { kind } else { nil } }
    }

    /// Returns the first bytes of a message padded with zeros to a length.
    mutating func message(_ first: UInt8, length: Int) -> [UInt8] {
        let whole = first == 0x0B ? bench.phone.shareableMessage(for: "door") ?? [] : [first]
        return Array((whole + [UInt8](repeating: 0, count: 512)).prefix(length))
    }
}

extension PhoneBench {
    /// Creates a phone that retries nothing and waits long, over existing links.
    fileprivate init(over links: SimulatedLinks) {
        self.links = links
        phone = Phone(
            .quick(retry: RetryPolicy(attempts: 0, cycle: .full), rangingTimeout: .seconds(3600)),
            accessories: ["door"], host: UCIHost(), hasReader: false, generator: SeededGenerator(seed: 1))
        carryOut(phone.begin(at: links.now))
    }

    var mtu: Int? {
        events.compactMap { if case .channel(_, .ready(let mtu, _)) = $0 { Int(mtu) } else { nil } }.last
    }
}
