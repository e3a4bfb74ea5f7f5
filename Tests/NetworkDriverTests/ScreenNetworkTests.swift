import Glibc
import Ground
import Links
import OperatingSystem
import RigKit
import ScenarioKit
import TestSupport
import Testing

@testable import Benches

/// A simulated screen and a companion's agent on two hosts, with real daemons, TCP and TLS between them.
@Suite(.onASteadyMachine, .serialized) struct ScreenNetworkTests {
    private static let rig = Rig(
        name: "lan", summary: "a network of two hosts", kind: .virtual, bluetooth: .simulated, uwb: .simulated,
        nfc: .simulated, accessories: [], tags: [], motion: .simulated, screens: [ScreenEntry("tv")])
    private static let request = DiscoveryRequest.publish(
        "pad", shownAs: "Pad", strings: ["v=1", "plat=iPadOS", "svc=game"])

    private final class Bench {
        let clock = MonotonicClock()
        let mailbox = Mailbox()
        let network: ScreenNetwork
        private let scratch: Scratch
        private let kept: BenchPool
        private let lan: SimulatedLAN
        /// The screen's console, and the output read so far.
        private let terminal: PseudoTerminal
        private let console: FileDescriptor
        private var printed: [UInt8] = []

        /// Creates a bench; benches that follow each other share a folder.
        init(in scratch: Scratch? = nil, from stock: BenchPool = BenchPool()) throws {
            let scratch = try scratch ?? Scratch()
            self.scratch = scratch
            lan = try stock.takeNetwork(in: scratch.path)
            let terminal = try PseudoTerminal(link: scratch("console\(clock.now.nanoseconds)"))
            self.terminal = terminal
            console = try FileDescriptor("open a terminal") {
                open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
            }
            network = try #require(
                try ScreenNetwork(
                    ScreenNetworkTests.rig, needs: [.screen("tv")], consoles: [("tv", terminal.master)], on: lan,
                    mailbox: mailbox, clock: clock))
            kept = stock
        }

        deinit { close() }

        /// Returns the network to the stock; may be called repeatedly.
        func close() {
            network.close()
            kept.leave(lan)
        }

        /// Waits for the first inbound event for which the body returns a value; earlier ones are discarded.
        func await<Value>(
            _ what: Comment, within limit: Lapse = .seconds(15), _ body: (Inbound) -> Value?
        ) throws -> Value {
            let deadline = clock.now + limit
            var seen: [Inbound] = []
            while clock.now < deadline {
                guard case .arrival(let arrival) = mailbox.take(until: deadline, clock: clock) else { continue }
                if let value = body(arrival.inbound) { return value }
                seen.append(arrival.inbound)
            }
            return try #require(nil as Value?, "\(what) did not come: \(seen)")
        }

        func awaitPublished() throws {
            try self.await("the publication") { inbound -> Void? in
                if case .discovery(.published("pad", "Pad", _)) = inbound { () } else { nil }
            }
        }

        func pick() {
            network.perform(.openPicker(service: "game", platforms: [.iPadOS]), at: "tv")
            network.perform(.pick(name: "Pad"), at: "tv")
        }

        /// Waits for an invitation.
        func awaitInvitation() throws -> StreamID { try self.await("an invitation", Self.invitation) }

        /// Waits until the screen has printed a text.
        func awaitPrinted(_ text: String) throws {
            let poller = Poller(clock: clock)
            let deadline = clock.now + .seconds(15)
            while !String(decoding: printed, as: UTF8.self).contains(text) {
                let found = String(decoding: printed, as: UTF8.self)
                try #require(clock.now < deadline, "'\(text)' was not printed: \(found)")
                _ = poller.wait([PollDescriptor(console.number)], until: deadline)
                printed += try console.read(upTo: 4_096) ?? []
            }
        }

        private static func invitation(_ inbound: Inbound) -> StreamID? {
            guard case .stream(let stream, .bytes(let bytes)) = inbound else { return nil }
            return bytes.count > 6 && bytes[5] == 1 ? stream : nil
        }
    }

    @Test func aScreenInvitesThePickedAgent() throws {
        let bench = try Bench()
        _ = bench.network.agents.send(Self.request)
        try bench.awaitPublished()
        bench.pick()
        let stream = try bench.awaitInvitation()
        #expect(stream.companion == "pad")
        _ = bench.network.agents.send(.withdraw("pad"))
        try bench.await("the withdrawal") { if case .discovery(.withdrawn("pad")) = $0 { () } else { nil } }
    }

    @Test func aForeignCertificateIsNotTalkedTo() throws {
        let bench = try Bench()
        _ = bench.network.agents.send(Self.request)
        try bench.awaitPublished()
        _ = bench.network.agents.send(.impersonate("pad", true))
        bench.pick()
        let reason = try bench.await("a refusal") { inbound -> String? in
            if case .stream(_, .closed(let reason)) = inbound { reason } else { nil }
        }
        #expect(reason == "the screen does not accept the certificate (alert 46)")
        // From the next connection on it has its own certificate again.
        _ = bench.network.agents.send(.impersonate("pad", false))
        bench.pick()
        #expect(try bench.awaitInvitation().companion == "pad")
    }

    @Test func nothingPassesACableThatIsOut() throws {
        let bench = try Bench()
        _ = bench.network.agents.send(Self.request)
        try bench.awaitPublished()
        bench.pick()
        let stream = try bench.awaitInvitation()
        bench.network.perform(.cableOut, true)
        // Longer than the keepalive's limit.
        let reason = try bench.await("the end", within: .seconds(30)) { inbound -> DisconnectReason? in
            if case .stream(stream, .ended(let reason)) = inbound { reason } else { nil }
        }
        #expect(reason == .unacknowledged)
        bench.network.perform(.cableOut, false)
        // As long as the screen believes in the connection, its picker sends invitations and cannot be opened.
        try bench.awaitPrinted("picker ended")
        bench.pick()
        #expect(try bench.awaitInvitation() != stream)
    }

    /// The second finds the new agent immediately, and none of the first: its certificate is another one.
    @Test func oneBenchAfterTheOtherTakesTheNetworkOver() throws {
        let (scratch, stock) = (try Scratch(), BenchPool())
        var interfaces: Set<UInt32> = []
        for _ in 0..<3 {
            let bench = try Bench(in: scratch, from: stock)
            interfaces.insert(if_nametoindex("trm\(getpid())a"))
            bench.pick()
            let early = bench.clock.now + .milliseconds(300)
            while case .arrival(let arrival) = bench.mailbox.take(until: early, clock: bench.clock) {
                Issue.record("no companion was published: \(arrival.inbound)")
            }
            _ = bench.network.agents.send(Self.request)
            try bench.awaitPublished()
            #expect(try bench.awaitInvitation().companion == "pad")
            // A bench may be closed more than once.
            for _ in 0..<2 { bench.close() }
        }
        #expect(interfaces.count == 1 && interfaces != [0], "the cable is the same")
        stock.close()
        #expect(if_nametoindex("trm\(getpid())a") == 0)
    }
}
