import GATT
import Ground
import Links
import NearbyInteraction
import Simulators
import Testing
import UWB

/// The requirements of a strict tester, checked for each healthy accessory.
@Suite struct HealthyAccessoryTests {
    static let versions: [AccessoryBuild] = AccessoryVariant.allCases.flatMap { variant in
        UWBVersion.known.map { AccessoryBuild(variant: variant, version: $0) }
    }

    private let data = BackgroundService.accessoryConfigurationData

    @Test(arguments: AccessoryBuild.healthy + versions)
    func theWholeSequenceRanges(model: AccessoryBuild) {
        var bench = AccessoryBench(model)
        bench.connect()
        let exchange = bench.start()
        #expect(exchange?.configuration.isAcceptable == true && exchange?.configuration.version == model.version)
        #expect(exchange?.configuration.role == model.role)
        #expect(bench.judge(exchange) == "ranges")
        bench.stop()
        #expect(bench.judge(exchange) == "silent" && bench.ids == "1 2 3" && bench.linkEvents == "")
    }

    @Test(arguments: AccessoryBuild.healthy) func aStopIsFollowedByAFreshStartWithoutInitialize(model: AccessoryBuild) {
        var bench = AccessoryBench(model)
        bench.connect()
        guard let first = bench.start() else {
            Issue.record("no configuration data")
            return
        }
        for round in 0..<5 {
            bench.stop()
            let again = bench.configure(first.configuration, seed: UInt64(10 + round))
            #expect(bench.judge(again) == "ranges")
            #expect(bench.judge(first) == "silent")
        }
    }

    @Test(arguments: AccessoryBuild.healthy) func aSecondConfigureReplacesTheSession(model: AccessoryBuild) {
        var bench = AccessoryBench(model)
        bench.connect()
        guard let first = bench.start() else {
            Issue.record("no configuration data")
            return
        }
        let same = bench.configure(first.configuration)
        #expect(bench.judge(same) == "ranges")
        let other = bench.configure(first.configuration, seed: 8)
        #expect(bench.judge(other) == "ranges" && bench.judge(first) == "silent")
        bench.stop()
        #expect(bench.judge(other) == "silent" && bench.ids == "1 2 2 2 3")
    }

    @Test func initializeEndsTheSessionButAtNXP() {
        for variant in AccessoryVariant.allCases {
            var bench = AccessoryBench(AccessoryBuild(variant: variant))
            bench.connect()
            let first = bench.start()
            let next = bench.initialize()
            #expect(next?.address != first?.configuration.address)
            #expect(bench.judge(first) == (variant == .nxp ? "ranges" : "silent"))
            let second = next.map { bench.configure($0, seed: 9) }
            #expect(bench.judge(second) == "ranges" && bench.judge(first) == "silent")
            bench.stop()
            #expect(bench.judge(second) == "silent" && bench.ids == "1 2 1 2 3")
        }
    }

    @Test(arguments: versions) func aBlobCutAnywhereIsDroppedWithItsLengthByteIntact(model: AccessoryBuild) {
        var bench = AccessoryBench(model)
        bench.connect()
        guard let configuration = bench.initialize() else {
            Issue.record("no configuration data")
            return
        }
        var generator = SeededGenerator(seed: 3)
        let whole = ShareableConfigurationData.generate(for: configuration, using: &generator).encoded
        bench.log = []
        for length in 0..<whole.count {
            bench.write(PhoneMessage.configureAndStart(Array(whole.prefix(length))).encoded())
            #expect(bench.ids == "", "\(length) of \(whole.count) bytes")
        }
        for extra in 1...8 {
            bench.write(PhoneMessage.configureAndStart(whole + [UInt8](repeating: 0xEE, count: extra)).encoded())
        }
        #expect(bench.ids == Array(repeating: "2", count: 8).joined(separator: " "))
    }

    @Test(arguments: AccessoryBuild.healthy)
    func sessionIDsOfEveryKindAndSlotsOfBothLengthsRange(model: AccessoryBuild) {
        for session in [0, 1, 0x00FF, 0x0102, 0xFFFF, 0x0001_0000, 0x1234_5678] as [UInt32] {
            for slot in [2400, 3600] as [UInt16] {
                var bench = AccessoryBench(model)
                bench.connect()
                let exchange = bench.start { shareable in
                    shareable.sessionID = session
                    shareable.slotDurationRSTU = slot
                }
                #expect(bench.judge(exchange) == "ranges", "session \(session), slots of \(slot)")
            }
        }
    }

    @Test(arguments: AccessoryBuild.healthy) func writesOfAnyLengthAreSurvived(model: AccessoryBuild) {
        var bench = AccessoryBench(model)
        bench.connect()
        for length in [0, 1, 20, 50, 51, 64, 128, 244, 512] {
            #expect(bench.write([UInt8](repeating: 0, count: length)) == .written, "\(length) bytes")
        }
        #expect(bench.ids == "" && bench.initialize() != nil && bench.linkEvents == "")
    }

    @Test(arguments: AccessoryBuild.healthy) func aNotificationThatDoesNotFitIsNotCut(model: AccessoryBuild) {
        for mtu in [23, 27, 38, 39, 40, 41, 52, 185] as [UInt16] {
            var bench = AccessoryBench(model)
            bench.connect(mtu: mtu)
            let fits = model.version == .v10 ? mtu >= 39 : mtu >= 41
            #expect((bench.initialize() != nil) == fits, "ATT_MTU \(mtu)")
            #expect(bench.messages.count == (fits ? 1 : 0))
            #expect(bench.console.contains { $0.contains("36 bytes") || $0.contains("38 bytes") } == !fits)
        }
    }

    @Test(arguments: AccessoryBuild.healthy) func aSmallMTUStillRangesByLongReadAndLongWrite(model: AccessoryBuild) {
        var bench = AccessoryBench(model)
        bench.connect(mtu: 23)
        bench.encrypt()
        #expect(bench.initialize() == nil)
        guard case .value(let value) = bench.read(data),
            let configuration = try? AccessoryConfigurationData(decoding: value)
        else {
            Issue.record("nothing to read")
            return
        }
        let exchange = bench.configure(configuration)
        #expect(bench.judge(exchange) == "ranges" && bench.ids.hasSuffix("2"))
    }

    @Test(arguments: AccessoryBuild.healthy)
    func stopAndInitializeBackToBackAreAnsweredInOrderAHundredTimes(model: AccessoryBuild) {
        var bench = AccessoryBench(model)
        bench.connect()
        for round in 0..<100 {
            bench.log = []
            bench.start(seed: UInt64(round))
            bench.stop(wait: .microseconds(100))
            _ = bench.initialize()
            #expect(bench.ids == "1 2 3 1", "round \(round)")
        }
    }

    /// A stop that overtakes the report that ranging started leaves a phone in doubt forever.
    @Test(arguments: AccessoryBuild.healthy) func answersNeverOvertakeOneAnother(model: AccessoryBuild) {
        for wait in [0, 1, 10, 29, 30, 31, 79, 80, 81, 200] {
            var bench = AccessoryBench(model)
            bench.connect()
            guard let configuration = bench.initialize(wait: .milliseconds(200)) else { continue }
            let exchange = bench.configure(configuration, wait: .milliseconds(wait))
            bench.stop(wait: .milliseconds(wait))
            bench.write(PhoneMessage.initialize.encoded(), wait: .seconds(1))
            #expect(bench.ids == "1 2 3 1", "\(wait) ms between the messages")
            #expect(bench.judge(exchange) == "silent")
        }
    }

    @Test(arguments: AccessoryBuild.healthy) func aStormOfConnectionsLeavesItAsItWas(model: AccessoryBuild) {
        var bench = AccessoryBench(model)
        for round in 0..<50 {
            bench.connect()
            bench.write(PhoneMessage.initialize.encoded(), wait: .milliseconds(round % 7))
            bench.leave()
            #expect(bench.surroundings.advertisement(of: AccessoryBench.name) != nil)
        }
        bench.connect()
        #expect(bench.judge(bench.start()) == "ranges")
    }

    @Test(arguments: AccessoryBuild.healthy) func initializeBeforeSubscribingIsSurvivedAndNotAnswered(
        model: AccessoryBuild
    ) {
        var bench = AccessoryBench(model)
        bench.connect(subscribing: false)
        #expect(bench.initialize() == nil)
        bench.subscribe()
        #expect(bench.initialize() != nil && bench.messages.count == 1)
    }

    @Test(arguments: versions) func theBackgroundDataIsAlwaysTheLatestPayload(model: AccessoryBuild) {
        var bench = AccessoryBench(model)
        bench.connect()
        #expect(bench.read(data) == .failed(.refused(.insufficientAuthentication, handle(of: data, in: bench))))
        bench.encrypt()
        for round in 0..<3 {
            guard let configuration = bench.initialize() else {
                Issue.record("no configuration data")
                return
            }
            #expect(bench.read(data) == .value(configuration.encoded))
            _ = bench.configure(configuration, seed: UInt64(round))
            #expect(bench.read(data) == .value(configuration.encoded))
            bench.stop()
            #expect(bench.read(data) == .value(configuration.encoded))
        }
        bench.leave()
        bench.connect()
        // A key exists now: the refusal says that the link only has to use it.
        #expect(bench.read(data) == .failed(.refused(.insufficientEncryption, handle(of: data, in: bench))))
    }

    private func handle(of uuid: String, in bench: AccessoryBench) -> AttributeHandle {
        bench.characteristic(uuid)?.valueHandle ?? 0
    }

    @Test func whatIsForPhonesOnlyIsNeverSentWhateverComes() {
        for model in AccessoryBuild.healthy + [AccessoryBuild(defects: Set(Defect.allCases))] {
            var accessory = SimulatedAccessory(model: model, generator: SeededGenerator(seed: 2))
            var generator = SeededGenerator(seed: 7)
            var now = Instant.start
            _ = accessory.connected(at: now)
            for number in 0..<25_000 {
                var frame = generator.bytes(Int.random(in: 0...60, using: &generator))
                // Most frames are writes to the data channel, and many of them are known messages.
                if !frame.isEmpty, generator.chance(0.9) { frame = [0x12, 0x06, 0x00] + frame }
                if frame.count > 3, generator.chance(0.7) {
                    frame[3] = UInt8.random(in: 0x08...0x0E, using: &generator)
                }
                var effects = accessory.receive(frame, at: now)
                now = now + .milliseconds(1)
                effects += accessory.advance(to: now)
                if effects.contains(.hangUp) { _ = accessory.disconnected(at: now) }
                if number % 500 == 499 {
                    _ = accessory.disconnected(at: now)
                    _ = accessory.connected(at: now)
                    _ = accessory.receive([0x12, 0x09, 0x00, model.indicates ? 2 : 1, 0x00], at: now)
                }
                guard model.defects.isEmpty else { continue }
                for case .frame(let sent) in effects where sent.first == 0x1B || sent.first == 0x1D {
                    #expect([0x01, 0x02, 0x03, 0x20].contains(sent[3]))
                }
            }
        }
    }
}
