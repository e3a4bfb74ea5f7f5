import GATT
import Ground
import Links
import NearbyInteraction
import Simulators
import Testing

/// The differences between vendors, and the accessories' behaviour regarding power, pairing and the console.
@Suite struct VariantTests {
    @Test func eachVariantSaysWhoMadeIt() {
        let expected: [AccessoryVariant: [UInt8]] = [
            .qorvo: [0x3F, 0xF5, 0x03, 0x00, 0xB8, 0x0B, 0x00, 0x00, 0x00, 0x00, 0x01, 0x01],
            .nxp: [0x32, 0x11, 0x10, 0x00, 0x42, 0xFF, 0x00, 0x00, 0x00, 0x00, 0x08, 0x03],
            .appleSample: [0x3F, 0xF5, 0x03, 0x00, 0xB8, 0x0B, 0x00, 0x00, 0x00, 0x00, 0x01, 0x01],
        ]
        for variant in AccessoryVariant.allCases {
            var bench = AccessoryBench(AccessoryBuild(variant: variant))
            bench.connect()
            _ = bench.initialize()
            let payload = bench.messages.first.map { Array($0.dropFirst()) } ?? []
            #expect(payload.count == 37 && payload.dropFirst(20).prefix(12).elementsEqual(expected[variant] ?? []))
            #expect(payload.suffix(2).elementsEqual(variant == .nxp ? [0x64, 0x00] : [0x19, 0x00]))
        }
    }

    @Test func theyAdvertiseTheirServiceAndTheirName() {
        let seen = AccessoryVariant.allCases.map { variant in
            AccessoryBench(AccessoryBuild(variant: variant)).surroundings.advertisement(of: AccessoryBench.name)
        }
        let nordic = DataChannelProfile.nordicUART.service
        #expect(seen.map { $0?.services } == [[DataChannelProfile.qorvoQNIS.service], [nordic], [nordic]])
        #expect(seen.map { $0?.name } == ["DWM3001CDK (1A2B3C4D)", "NXP_SR150", "Accessory"])
        #expect(seen.map { $0?.interval } == [.milliseconds(200), .milliseconds(100), .milliseconds(100)])
    }

    @Test func whileItIsConnectedItDoesNotAdvertise() {
        var bench = AccessoryBench()
        bench.connect()
        #expect(bench.surroundings.advertisement(of: AccessoryBench.name) == nil)
        bench.leave()
        #expect(bench.surroundings.advertisement(of: AccessoryBench.name) != nil && bench.linkEvents == "advertises")
    }

    @Test func readingQorvosSecureCharacteristicNeedsEncryption() {
        var bench = AccessoryBench(AccessoryBuild(variant: .qorvo))
        bench.connect()
        let secure = DataChannelProfile.qorvoQNIS.secure ?? ""
        guard case .failed(.refused(.insufficientAuthentication, _)) = bench.read(secure) else {
            Issue.record("it was read in the open")
            return
        }
        bench.encrypt()
        #expect(bench.read(secure) == .value(Array("Qorvo".utf8) + [0]))
        bench.pass(.seconds(1))
        #expect(bench.ids == "4")
    }

    @Test func onlyANewPairingIsAnnounced() {
        var bench = AccessoryBench(AccessoryBuild(variant: .qorvo))
        for _ in 0..<3 {
            bench.connect()
            bench.encrypt(phoneHasKey: bench.surroundings.keepsBond(AccessoryBench.name))
            bench.pass(.seconds(1))
            bench.leave()
        }
        #expect(bench.ids == "4")
    }

    @Test func qorvosDeviceStructureIsAnsweredByQorvoOnly() {
        for variant in AccessoryVariant.allCases {
            var bench = AccessoryBench(AccessoryBuild(variant: variant))
            bench.connect()
            bench.write(PhoneMessage.getDeviceStructure.encoded())
            bench.write(PhoneMessage.setDeviceStructure([1, 2]).encoded())
            #expect(bench.ids == (variant == .qorvo ? "20" : ""))
        }
    }

    @Test func nxpAnswersLaterWhileItsChipBoots() {
        for variant in AccessoryVariant.allCases {
            var bench = AccessoryBench(AccessoryBuild(variant: variant))
            bench.connect()
            let start = bench.now
            _ = bench.initialize()
            let answered = bench.log.first { $0.event.message != nil }?.at
            let late = answered.map { $0 - start > .milliseconds(50) }
            #expect(late == (variant == .nxp))
            bench.log = []
            let again = bench.now
            _ = bench.initialize()
            #expect(bench.log.first { $0.event.message != nil }?.at == again + .milliseconds(5))
        }
    }

    @Test func onlyQorvoAsksForConnectionParameters() {
        for variant in AccessoryVariant.allCases {
            var bench = AccessoryBench(AccessoryBuild(variant: variant))
            bench.connect()
            let start = bench.now
            bench.pass(.seconds(10))
            let asked = bench.log.filter { if case .asksFor = $0.event { true } else { false } }
            #expect(asked.map { $0.at - start } == (variant == .qorvo ? [.seconds(5)] : []))
        }
    }

    @Test func theWordThatRangingStartedComesAfterTheVariantsDelay() {
        for variant in AccessoryVariant.allCases {
            var bench = AccessoryBench(AccessoryBuild(variant: variant))
            bench.connect()
            guard let configuration = bench.initialize() else { continue }
            let start = bench.now
            _ = bench.configure(configuration)
            #expect(bench.log.last { $0.event.message == [0x02] }?.at == start + variant.startDelay)
        }
    }

    @Test func theConsoleTellsTheSessionInTheVendorsManner() {
        for variant in AccessoryVariant.allCases {
            var bench = AccessoryBench(AccessoryBuild(variant: variant))
            bench.connect()
            let exchange = bench.start { $0.sessionID = 0x1234 }
            bench.write([0x77])
            bench.write([0x0B, 1, 2, 3])
            bench.stop()
            bench.encrypt()
            bench.leave()
            let address = exchange.map { $0.configuration.address.description } ?? ""
            let lines = bench.console
            #expect(lines.count == 8)
            #expect(lines.dropFirst(1).first?.contains("MAC \(address)") == true)
            #expect(lines.dropFirst(2).first?.contains("UWB started") == true)
            #expect(lines.dropFirst(2).first?.contains("0x00001234") == true)
            #expect(lines.dropFirst(5).first?.contains("UWB stopped") == true)
            #expect(!lines.contains { $0.uppercased().contains("ERR") })
            let prefix = [.qorvo: "[NI] ", .nxp: "UWBIOT: "][variant] ?? ""
            #expect(lines.allSatisfy { $0.hasPrefix(prefix) })
        }
    }

    @Test func powerTakesEverythingButTheKey() {
        var bench = AccessoryBench()
        bench.connect()
        bench.encrypt()
        let exchange = bench.start()
        bench.log = []
        bench.power(.cycle)
        #expect(bench.linkEvents == "lost, advertises" && bench.console.last?.contains("ready") == true)
        #expect(bench.judge(exchange) == "silent")
        #expect(bench.surroundings.keepsBond(AccessoryBench.name))
        bench.connect()
        bench.log = []
        if let exchange { _ = bench.configure(exchange.configuration) }
        #expect(bench.ids == "" && bench.judge(bench.start(seed: 5)) == "ranges")
    }

    @Test func aFactoryResetTakesTheKeyToo() {
        var bench = AccessoryBench()
        bench.connect()
        bench.encrypt()
        bench.leave()
        bench.log = []
        bench.power(.factoryReset)
        #expect(bench.linkEvents == "silent, advertises" && !bench.surroundings.keepsBond(AccessoryBench.name))
        bench.connect()
        #expect(!bench.encrypt(phoneHasKey: true) && bench.encrypt())
        #expect(bench.judge(bench.start()) == "ranges")
    }

    @Test func aBlockedFirmwareAnswersInOrderWhenItIsBack() {
        var bench = AccessoryBench(AccessoryBuild(defects: [.blocksOnStop]))
        bench.connect()
        bench.start()
        bench.stop(wait: .zero)
        #expect(bench.write([0x77], wait: .zero) == nil)
        bench.pass(.seconds(5))
        #expect(bench.ids == "1 2 3" && bench.console.last?.contains("0x77") == true)
        bench.start(seed: 5)
        bench.stop(wait: .zero)
        bench.leave()
        #expect(bench.surroundings.advertisement(of: AccessoryBench.name) == nil)
        bench.pass(.seconds(4))
        #expect(bench.surroundings.advertisement(of: AccessoryBench.name) != nil)
    }
}
