import BlueZDriver
import GATT
import Ground
import Links
import NearbyInteraction
import OperatingSystem
import Phone
import Simulators
import TestSupport
import Testing

@Suite(
    "A phone's channel through this kernel", .serialized, .onASteadyMachine,
    .enabled(if: VirtualAdapters.obstacle == nil, Comment(rawValue: VirtualAdapters.obstacle ?? "")))
struct BlueZChannelTests {
    private static let new = ChannelEvent.encrypted(security: LinkSecurity(isSecureConnections: true, isBonded: false))
    private static let stored = ChannelEvent.encrypted(
        security: LinkSecurity(isSecureConnections: true, isBonded: true))

    private func isConfiguration(_ event: ChannelEvent?) -> Bool {
        guard case .backgroundConfiguration(let bytes) = event else { return false }
        return (try? AccessoryConfigurationData(decoding: bytes)) != nil
    }

    private func hangUp(_ bench: KernelBench) {
        bench.act { channel, _ in channel.disconnect() }
        #expect(bench.event(\.isLost) == .lost(reason: .local))
    }

    @Test func `an encrypted value makes the phone pair, and the next link uses the key`() throws {
        let bench = try KernelBench()
        bench.connect()
        #expect(bench.event(\.isReady) != nil, "\(bench.events) \(bench.faults)")
        bench.act { $0.send([0x0A], .initialize, at: $1) }
        #expect(bench.play { !bench.messages.isEmpty })
        bench.act { $0.readBackgroundConfiguration(at: $1) }
        #expect(bench.event(\.isEncrypted) == Self.new, "\(bench.events) \(bench.faults)")
        let first = bench.event(\.isBackground)
        #expect(isConfiguration(first), "\(String(describing: first))")
        for _ in 0..<3 {
            hangUp(bench)
            bench.connect()
            #expect(bench.event(\.isEncrypted) == Self.stored, "\(bench.events) \(bench.faults)")
            #expect(bench.event(\.isReady) != nil)
            bench.act { $0.readBackgroundConfiguration(at: $1) }
            let again = bench.event(\.isBackground)
            #expect(again != nil && again != .backgroundRefused(error: .insufficientEncryption))
        }
        #expect(bench.faults.isEmpty && bench.findings.allSatisfy { $0.weight == .note }, "\(bench.findings)")
        bench.close()
    }

    @Test func `a phone that does not pair is refused the value`() throws {
        let bench = try KernelBench(settings: LinkSetup(subscribesToBoth: true, pairs: false))
        bench.connect()
        #expect(bench.event(\.isReady) != nil)
        bench.act { $0.readBackgroundConfiguration(at: $1) }
        #expect(bench.event(\.isBackground) == .backgroundRefused(error: .insufficientAuthentication))
        bench.close()
    }

    @Test func `a key that the accessory lost ends the link, and one that the phone lost is made anew`() throws {
        let bench = try KernelBench()
        bench.connect()
        #expect(bench.event(\.isReady) != nil)
        bench.act { channel, _ in channel.pair() }
        #expect(bench.event(\.isEncrypted) == Self.new)
        hangUp(bench)
        // The phone forgets its key; the accessory still has its own.
        bench.act { channel, _ in channel.forget() }
        bench.connect()
        #expect(bench.event(\.isReady) != nil)
        #expect(!bench.events.contains { $0.isEncrypted })
        bench.act { channel, _ in channel.pair() }
        #expect(bench.event(\.isEncrypted) == Self.new, "\(bench.events) \(bench.faults)")
        hangUp(bench)
        // The accessory forgets its key; the phone still has its own.
        bench.stage(.power("door", .factoryReset))
        #expect(bench.play { bench.staged == [.powered("door")] })
        bench.connect()
        let lost = bench.event(within: .seconds(15), \.isLost)
        #expect(lost == .lost(reason: .authentication), "\(String(describing: lost)) \(bench.events) \(bench.faults)")
        bench.act { channel, _ in channel.forget() }
        bench.connect()
        #expect(bench.event(\.isReady) != nil, "\(bench.events) \(bench.faults)")
        bench.act { channel, _ in channel.pair() }
        #expect(bench.event(\.isEncrypted) == Self.new)
        bench.close()
    }

    @Test func `with the smallest ATT_MTU a long message is written in parts`() throws {
        let bench = try KernelBench(settings: LinkSetup(mtu: 23, subscribesToBoth: true))
        bench.connect()
        #expect(bench.event(\.isReady) == .ready(mtu: 23, profile: "Nordic UART"))
        let before = bench.frames.count
        bench.act { $0.send([UInt8](repeating: 0x0B, count: 31), .shareableConfiguration, at: $1) }
        bench.act { $0.send([], .other, at: $1) }
        #expect(bench.play { bench.frames.count == before + 4 })
        let opcodes = bench.frames[before...].map { $0[0] }
        #expect(opcodes == [0x16, 0x16, 0x18, 0x12])
        #expect(bench.frames.allSatisfy { $0.count <= 23 } && bench.sent == [.shareableConfiguration, .other])
        hangUp(bench)
        bench.close()
    }

    @Test func `indications are confirmed`() throws {
        let bench = try KernelBench(AccessoryBuild(indicates: true))
        bench.connect()
        #expect(bench.event(\.isReady) != nil)
        for count in 1...5 {
            bench.act { $0.send([0x0A], .initialize, at: $1) }
            #expect(bench.play { bench.messages.count == count })
        }
        #expect(bench.frames.filter { $0 == [0x1E] }.count == 5)
        bench.close()
    }

    @Test func `a link that is dropped is seen as lost out of range, and made anew`() throws {
        let bench = try KernelBench(settings: LinkSetup(subscribesToBoth: true, reconnectAttempts: 5))
        bench.connect()
        #expect(bench.event(\.isReady) != nil)
        for _ in 0..<3 {
            bench.stage(.dropLink("door"))
            #expect(bench.event(\.isLost) == .lost(reason: .supervisionTimeout))
            #expect(bench.event(\.isReady) != nil, "\(bench.events) \(bench.faults)")
        }
        bench.close()
    }

    @Test func `an accessory that is switched off and on advertises again and keeps its key`() throws {
        let bench = try KernelBench(settings: LinkSetup(subscribesToBoth: true, reconnectAttempts: 5))
        bench.connect()
        #expect(bench.event(\.isReady) != nil)
        bench.act { channel, _ in channel.pair() }
        #expect(bench.event(\.isEncrypted) == Self.new)
        bench.stage(.power("door", .cycle))
        #expect(bench.event(\.isLost) == .lost(reason: .supervisionTimeout))
        #expect(bench.event(\.isEncrypted) == Self.stored, "\(bench.events) \(bench.faults)")
        #expect(bench.event(\.isReady) != nil)
        bench.close()
    }

    @Test func `an accessory that refuses to pair is told apart from one that drops its key`() throws {
        let refusing = try KernelBench(AccessoryBuild(defects: [.cannotPair]))
        refusing.connect()
        #expect(refusing.event(\.isReady) != nil)
        refusing.act { $0.readBackgroundConfiguration(at: $1) }
        let failed = refusing.event(\.isPairingFailed)
        #expect(
            failed != nil && refusing.event(\.isBackground) == .backgroundRefused(error: .insufficientAuthentication))
        refusing.close()
        let forgetful = try KernelBench(AccessoryBuild(defects: [.rejectsBondedReconnect]))
        forgetful.connect()
        #expect(forgetful.event(\.isReady) != nil)
        forgetful.act { channel, _ in channel.pair() }
        #expect(forgetful.event(\.isEncrypted) == Self.new)
        hangUp(forgetful)
        forgetful.connect()
        #expect(forgetful.event(within: .seconds(15), \.isLost) == .lost(reason: .authentication))
        forgetful.close()
    }

    @Test func `an accessory that begins pairing by itself, before it refused anything, is doubtful`() throws {
        let bench = try KernelBench(AccessoryBuild(defects: [.asksForPairing]))
        bench.connect()
        #expect(bench.event(\.isEncrypted) == Self.new, "\(bench.events) \(bench.faults)")
        #expect(bench.findings.contains { $0.weight == .warning && $0.meaning.contains("before it refused") })
        bench.close()
    }

    @Test func `the connection parameters that an accessory asks for are judged`() throws {
        let bench = try KernelBench(AccessoryBuild(defects: [.requestsBadConnectionParameters]))
        bench.connect()
        let asked = ConnectionParameters(
            minimumInterval: 20, maximumInterval: 200, latency: 6, supervisionTimeout: 1600)
        #expect(bench.event(\.isParameters) == .parametersRequested(parameters: asked, isAcceptable: false))
        bench.act { $0.send([0x0A], .initialize, at: $1) }
        #expect(bench.play { !bench.messages.isEmpty })
        bench.close()
    }

    @Test func `finding hears the accessory and makes no link`() throws {
        for byName in [false, true] {
            let bench = try KernelBench(by: byName ? { _ in .service("6e400001-b5a3-f393-e0a9-e50e24dcca9e") } : nil)
            bench.act { channel, _ in channel.find(within: .seconds(5)) }
            guard case .found(let advertisement)? = bench.event(\.isFound) else {
                Issue.record("not found: \(bench.events) \(bench.faults)")
                return bench.close()
            }
            #expect(advertisement.services == [DataChannelProfile.nordicUART.service])
            bench.connect()
            #expect(bench.event(\.isReady) != nil)
            bench.close()
        }
    }
}
