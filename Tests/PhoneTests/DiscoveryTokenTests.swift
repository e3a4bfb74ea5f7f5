import Ground
import NearbyInteraction
import Phone
import Testing

@Suite struct DiscoveryTokenTests {
    private let names: [AccessoryName] = ["door", "gate"]

    private func desk() -> NearbyController {
        NearbyController(
            settings: NearbySettings(), system: SystemSettings(), accessories: names,
            generator: SeededGenerator(seed: 1))
    }

    private func token(_ address: UInt16) -> DiscoveryToken {
        DiscoveryToken(AccessoryConfigurationData(role: .responder, address: ShortAddress(rawValue: address)))
    }

    @Test func theSameDataIsTheSameTokenAndAnotherAddressAnother() {
        #expect(token(1) == token(1))
        let all = Set((1...5_000 as ClosedRange<UInt16>).map { token($0) })
        #expect(all.count == 5_000)
        let newer = AccessoryConfigurationData(version: .v20, role: .responder, address: ShortAddress(rawValue: 1))
        #expect(DiscoveryToken(newer) != token(1))
    }

    @Test func aTokenIsKeptWithItsAccessorysName() {
        var desk = desk()
        _ = desk.cycle("door", address: 1)
        _ = desk.cycle("gate", address: 2)
        #expect(desk.names(of: token(1)) == ["door"] && desk.names(of: token(2)) == ["gate"])
        // Another address is another peer, and the old token matches none.
        _ = desk.cycle("door", address: 3)
        #expect(desk.names(of: token(1)).isEmpty && desk.names(of: token(3)) == ["door"])
        _ = desk.relaunch(at: .start)
        #expect(desk.names(of: token(3)).isEmpty)
    }

    @Test func everyCallbackCarriesTheTokenOfItsRun() {
        var bench = SessionBench()
        bench.start()
        bench.receive(SessionBench.answer)
        let generated = bench.effects.compactMap { effect in
            if case .event(.didGenerateShareableConfigurationData(_, let token)) = effect { token } else { nil }
        }
        bench.measure(.metres(1))
        #expect(generated == [DiscoveryToken(SessionBench.configuration)])
        #expect(bench.object?.token == generated.first)
    }

    @Test func twoAccessoriesUnderOneAddressAreToldOf() {
        for (role, isSame) in [(RangingRole.responder, true), (.initiator, false)] {
            var desk = desk()
            _ = desk.cycle("door", address: 7)
            desk.channelOpened(to: "gate")
            _ = desk.start("gate", at: .start)
            desk.wrote([0x0A], to: "gate", byApp: true, at: .start)
            let data = AccessoryConfigurationData(role: role, address: ShortAddress(rawValue: 7))
            let told = desk.receive([0x01] + data.encoded, from: "gate", at: .start)
            let findings = told.compactMap {
                if case .event(.finding(let finding)) = $0.effect { finding } else { nil }
            }
            #expect(findings.map(\.weight) == [.warning])
            #expect(findings.first?.meaning.hasPrefix("door ranges under the same short MAC address 0x0007") == true)
            #expect(findings.first?.meaning.contains("same discovery token") == isSame)
            #expect(desk.names(of: token(7)) == (isSame ? names : ["door"]))
        }
    }

    @Test func aSessionThatEndedClashesWithNobody() {
        var desk = desk()
        _ = desk.cycle("door", address: 7)
        _ = desk.stop("door", at: .start)
        let told = desk.cycle("gate", address: 7)
        #expect(!told.contains { if case .event(.finding) = $0.effect { true } else { false } })
    }

    @Test func everySessionOfAPhoneHasATokenOfItsOwn() {
        var tokens: Set<DiscoveryToken> = []
        for seed in 1...50 as ClosedRange<UInt64> {
            var bench = PeerBench(seed: seed)
            tokens.insert(bench.desk.discoveryToken(forPeer: "other", at: .start))
            tokens.insert(bench.desk.discoveryToken(forPeer: "third", at: .start))
            _ = bench.desk.invalidate("third", at: .start)
            tokens.insert(bench.desk.discoveryToken(forPeer: "third", at: .start))
            #expect(bench.run("third", token(1)) == "invalid -5881")
        }
        #expect(tokens.count == 150)
    }
}
