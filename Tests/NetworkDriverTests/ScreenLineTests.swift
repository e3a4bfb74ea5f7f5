import ApplicationServices
import Ground
import Links
import NetworkDriver
import Simulators
import Testing

@testable import Benches

/// The requests of a simulated screen to the driver.
@Suite struct ScreenLineTests {
    private static let pin = String(repeating: "ab", count: 16)
    private static let address = NetworkAddress("10.0.0.1", 5_000)
    private static let now = Instant.start + .seconds(1)

    private func instance(_ family: AddressFamily = .v4) -> ServiceInstance {
        ServiceInstance(name: "Pad", type: "_trammel-agent._tcp", domain: "local", interface: 3, family: family)
    }

    private func answer(at addresses: [NetworkAddress] = [address], pin: String = pin) -> ResolvedService {
        let strings = ["v=1", "plat=iPadOS", "svc=game", "id=\(pin)"].map { Array($0.utf8) }
        return ResolvedService(
            instance: instance(), host: "pad.local", addresses: addresses, txt: TXTRecord(strings))
    }

    private func connect(
        _ number: UInt32, identity: String? = "screen", peer: PeerCertificate = .pinned(CertificatePin(digest: pin))
    ) -> NetworkRequest {
        let security = StreamSecurity.certified(identity: identity, peer: peer, protocol: "nirig/1")
        return .connect(number, ConnectionSettings([Self.address], security: security))
    }

    /// Returns a screen that has found the pad and has to pick it.
    private func picking(_ defects: Set<ScreenDefect> = []) -> (line: ScreenLine, requests: [NetworkRequest]) {
        var line = ScreenLine("tv", ScreenBuild(defects: defects))
        #expect(line.begin.requests == [.search(1, type: "_trammel-agent._tcp")])
        _ = line.perform(.openPicker(service: "game", platforms: [.iPadOS]), at: Self.now)
        _ = line.perform(.pick(name: "Pad"), at: Self.now)
        #expect(line.hear(.found(1, instance()), at: Self.now).requests == [.resolve(1, instance())])
        let requests = line.hear(.resolved(1, answer()), at: Self.now).requests
        return (line, requests)
    }

    @Test func connectsToWhatTheRecordPins() { #expect(picking().requests == [connect(2)]) }

    @Test func defectsOfTLSAreThoseOfTheConnection() {
        #expect(picking([.trustsAnyPin]).requests == [connect(2, peer: .any)])
        #expect(picking([.showsNoCertificate]).requests == [connect(2, identity: nil)])
    }

    @Test func onlyOneQuestionIsOutForEachWayToADevice() {
        var line = ScreenLine("tv", ScreenBuild())
        #expect(line.hear(.found(1, instance()), at: Self.now).requests == [.resolve(1, instance())])
        #expect(line.hear(.found(1, instance()), at: Self.now).requests.isEmpty)
        // Another family may have other addresses.
        #expect(line.hear(.found(1, instance(.v6)), at: Self.now).requests == [.resolve(2, instance(.v6))])
        #expect(line.hear(.unresolved(1), at: Self.now).requests.isEmpty)
        // Changes of a record are polled, because they are not announced.
        #expect(line.deadline == Self.now + .milliseconds(500))
        #expect(line.advance(to: line.deadline).requests == [.resolve(3, instance())])
    }

    /// One of its addresses is stale, and a later answer contains only that one: the other family's arrives late.
    @Test func allAddressesAreTriedAndTheOneThatAnsweredFirst() {
        let sound = NetworkAddress("fe80::1%3", 5_000)
        var line = ScreenLine("tv", ScreenBuild())
        _ = line.perform(.openPicker(service: "game", platforms: [.iPadOS]), at: Self.now)
        _ = line.perform(.pick(name: "Pad"), at: Self.now)
        _ = line.hear(.found(1, instance()), at: Self.now)
        let whole = answer(at: [sound, Self.address])
        #expect(connections(line.hear(.resolved(1, whole), at: Self.now)) == [[sound, Self.address]])
        _ = line.hear(.shown(.opened(2), CertificatePin(digest: Self.pin + Self.pin)), at: Self.now)
        _ = line.hear(.opened(.opened(2), peer: sound), at: Self.now)
        let question = line.advance(to: line.deadline).requests
        #expect(question == [.resolve(3, instance())])
        _ = line.hear(.resolved(3, answer(at: [Self.address])), at: Self.now)
        let granted = ControlMessage.granted(ServiceToken(rawValue: 7)).encoded
        #expect(connections(line.hear(.bytes(.opened(2), granted), at: Self.now)) == [[sound, Self.address]])
        // After a restart it listens on another port, and on no other.
        var moved = line
        _ = moved.advance(to: moved.deadline)
        let there = NetworkAddress("10.0.0.1", 6_000)
        _ = moved.hear(.resolved(5, answer(at: [there])), at: Self.now)
        _ = moved.perform(.cancel, at: Self.now)
        _ = moved.perform(.openPicker(service: "game", platforms: [.iPadOS]), at: Self.now)
        #expect(connections(moved.perform(.pick(name: "Pad"), at: Self.now)) == [[there]])
    }

    private func connections(_ effects: [ScreenLine.Effect]) -> [[NetworkAddress]] {
        effects.requests.compactMap { if case .connect(_, let settings) = $0 { settings.addresses } else { nil } }
    }

    @Test func invitesOnceItIsOpenAndTakesWhatItRead() {
        var (line, _) = picking()
        let connection = NetworkConnection.opened(2)
        _ = line.hear(.shown(connection, CertificatePin(digest: Self.pin + Self.pin)), at: Self.now)
        let sent = line.hear(.opened(connection, peer: Self.address), at: Self.now).requests
        guard case .send(connection, let bytes)? = sent.first, sent.count == 1 else {
            Issue.record("\(sent)")
            return
        }
        // An invitation has the kind 1 (network.md, section 8.3).
        #expect(bytes.count > 6 && bytes[5] == 1)
        #expect(line.hear(.bytes(connection, [2, 0, 0]), at: Self.now).requests == [.taken(connection, bytes: 3)])
    }

    @Test func whoIsGoneIsNotPicked() {
        var line = ScreenLine("tv", ScreenBuild())
        _ = line.hear(.found(1, instance()), at: Self.now)
        _ = line.hear(.found(1, instance(.v6)), at: Self.now)
        _ = line.hear(.resolved(1, answer()), at: Self.now)
        // It is present as long as one family reports it.
        _ = line.hear(.vanished(1, instance(.v6)), at: Self.now)
        _ = line.perform(.openPicker(service: "game", platforms: [.iPadOS]), at: Self.now)
        _ = line.hear(.vanished(1, instance()), at: Self.now)
        #expect(line.perform(.pick(name: "Pad"), at: Self.now).requests.isEmpty)
    }
}
