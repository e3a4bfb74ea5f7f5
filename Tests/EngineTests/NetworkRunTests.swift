import Ground
import Journal
import Links
import NearbyInteraction
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Engine

@Suite("Runs with an accessory on the network") struct NetworkRunTests {
    private static func rig(_ port: String = "door=simulated:link=lan") throws -> Rig {
        try Rig.simulated.replacing(port)
    }

    private func played(
        _ scenario: Scenario, _ defects: Set<Defect> = [], seed: UInt64 = 1, rig: Rig? = nil,
        through wrap: (any LinkSet) -> any LinkSet = { $0 }
    ) throws -> Played {
        let model = AccessoryBuild(isOnNetwork: true, role: .responder, defects: defects)
        return play(
            scenario, seed: seed, rig: try rig ?? Self.rig(), accessories: [(.door, model)], through: wrap)
    }

    @Test(
        "A scenario over GATT plays unchanged over a network connection, with every seed",
        arguments: ["configurationExchange", "timeoutAndRetry", "zoneWalk", "linkLossWhileRanging"])
    func unchanged(_ name: String) throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            let run = try played(.named(name), seed: seed)
            #expect(run.summary.verdict == .passed, "seed \(seed): \(run.summary.reason ?? "")")
            #expect(!run.sent.contains { if case .bluetooth = $0 { true } else { false } })
        }
    }

    @Test("It uses no Bluetooth, and what only Bluetooth has is skipped with that reason") func skipped() throws {
        let bare = try Self.rig().replacing("bluetooth=none")
        #expect(bare.accessories.map(\.name) == [.door] && bare.problems().isEmpty)
        #expect(try played(.named("configurationExchange"), rig: bare).summary.verdict == .passed)
        for name in [
            "advertisesItsService", "initializeBeforeSubscribing", "pairsAndComesBack", "backgroundNeedsPairing",
            "smallestMTU", "longWrite", "connectionParameters", "leavesPairingToPhones", "backgroundSession",
        ] {
            let reason = try #require(ScenarioRun.reasonToSkip(.named(name), on: try Self.rig()), "\(name)")
            #expect(reason.contains("door over Bluetooth LE"))
            #expect(try played(.named(name)).summary.verdict == .skipped(reason: reason))
            #expect(ScenarioRun.reasonToSkip(.named(name), on: .simulated) == nil, "\(name)")
        }
    }

    @Test("An accessory that does not listen, or ends or resets the connection, fails with the codes of a link")
    func blame() throws {
        let cases: [(Defect, String, FailureCode)] = [
            (.doesNotAdvertise, "configurationExchange", "link.notOpened"),
            (.hangsUpWhileRanging, "configurationExchange", "link.hungUpWhileRanging"),
            (.hangsUpOnInitialize, "configurationExchange", "link.hungUpAfterInitialize"),
            (.resetsOnFirstMessage, "answersInTime", "link.hungUpAfterInitialize"),
        ]
        for (defect, name, code) in cases {
            let run = try played(.named(name), [defect])
            #expect(run.summary.verdict == .failed && run.failure?.seenCode == code, "\(defect)")
            #expect(run.failure?.link == LinkID.dataChannel(of: .door, isOnNetwork: true))
            #expect(run.failure?.lastFrames.isEmpty == false)
        }
    }

    @Test("A fault of the rig's network is an error, and invalidates a failure's evidence") func fault() throws {
        let link = LinkID.dataChannel(of: .door, isOnNetwork: true)
        let sound = try played(.named("configurationExchange"), through: { Unreachable($0, link, isStuck: false) })
        #expect(sound.summary.verdict == .error && sound.summary.errorCode == "rig.fault")
        #expect(sound.summary.errorLink == link)
        let stuck = try played(.named("configurationExchange"), [.doesNotAdvertise]) {
            Unreachable($0, link, isStuck: true)
        }
        #expect(stuck.summary.verdict == .error && stuck.summary.errorCode == "rig.undecided")
    }

    @Test("A failure says how much of a message arrived, and which other protocol answers") func foreign() throws {
        let part = try played(.named("configurationExchange"), through: { Instead($0, .first(35 + 4)) })
        #expect(part.summary.verdict == .failed && part.failure?.seenCode == "exchange.noConfiguration")
        #expect(
            part.failure?.seen.contains("35 of 38 bytes of a message arrived") == true, "\(part.failure?.seen ?? "")")
        for (bytes, name) in [
            (Array("HTTP/1.1 400 Bad Request\r\n".utf8), "HTTP server"), ([0x15, 3, 3, 0, 2, 2, 70], "TLS"),
            ([0, 0, 0, 38], "big endian"),
        ] {
            let other = try played(.named("configurationExchange"), through: { Instead($0, .bytes(bytes)) })
            #expect(other.summary.verdict == .failed && other.failure?.seen.contains(name) == true, "\(name)")
        }
    }

    @Test("Probes notice silence on the connection, and a firmware restart is noticed by its reset")
    func ends() throws {
        let lost = try played(.named("linkLossWhileRanging"))
        let reasons = lost.entries.compactMap { entry -> DisconnectReason? in
            if case .phone(.channel(_, .lost(let reason))) = entry.event { reason } else { nil }
        }
        #expect(reasons.first == .unacknowledged)
        let reset = try played(.named("answersInTime"), [.resetsOnFirstMessage])
        #expect(
            reset.entries.contains {
                $0.event == .phone(event: .channel(accessory: .door, event: .lost(reason: .reset)))
            })
    }
}

/// A bench on which the accessory's bytes are truncated, or replaced by others.
private final class Instead: LinkSet {
    enum What {
        case first(Int)
        case bytes([UInt8])
    }

    private let links: any LinkSet
    private let what: What
    private var count = 0

    init(_ links: any LinkSet, _ what: What) { (self.links, self.what) = (links, what) }

    var now: Instant { links.now }

    func send(_ outbound: Outbound) -> Instant { links.send(outbound) }

    func receive(until deadline: Instant) -> Reception {
        while true {
            let reception = links.receive(until: deadline)
            guard case .arrival(let arrival) = reception, case .stream(let stream, .bytes(let bytes)) = arrival.inbound
            else { return reception }
            defer { count += bytes.count }
            var passed: [UInt8]
            switch what {
            case .first(let most): passed = Array(bytes.prefix(max(0, most - count)))
            case .bytes(let others): passed = count == 0 ? others : []
            }
            if passed.isEmpty { continue }
            return .arrival(Arrival(.stream(stream, .bytes(passed)), at: arrival.instant))
        }
    }

    func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
    func close() { links.close() }
}

/// A bench whose network disappears at the first connection attempt, or does not answer probes.
private final class Unreachable: LinkSet {
    private let links: any LinkSet
    private let link: LinkID
    private let isStuck: Bool
    private var isAsked = false

    init(_ links: any LinkSet, _ link: LinkID, isStuck: Bool) {
        (self.links, self.link, self.isStuck) = (links, link, isStuck)
    }

    private var fault: RigFault { RigFault("the network is down", remedy: "Plug it in") }

    var now: Instant { links.now }

    func send(_ outbound: Outbound) -> Instant {
        if !isStuck, outbound.link == link { isAsked = true }
        return links.send(outbound)
    }

    func receive(until deadline: Instant) -> Reception {
        guard !isAsked else {
            isAsked = false
            return .arrival(Arrival(.fault(link, fault), at: links.now))
        }
        return links.receive(until: deadline)
    }

    func prove(_ link: LinkID) -> RigFault? { isStuck && link == self.link ? fault : nil }

    func close() { links.close() }
}
