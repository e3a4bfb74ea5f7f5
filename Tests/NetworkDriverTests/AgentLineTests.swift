import Ground
import Links
import NetworkDriver
import Testing

@testable import Benches

/// The requests of a companion's agent to the driver, and its reports to the phone.
@Suite struct AgentLineTests {
    private static let pin = CertificatePin(digest: String(repeating: "ab", count: 32))
    private static let screen = NetworkAddress("10.0.0.9", 4_000)

    private static func security(_ identity: String) -> StreamSecurity {
        .certified(identity: identity, peer: .any, protocol: "nirig/1")
    }

    private static func listen(_ number: UInt32, at host: String, _ port: UInt16) -> AgentLine.Effect {
        let address = NetworkAddress(host, port)
        return .request(.listen(number, ListenerSettings(address, security: security("own"), limit: 256)))
    }

    private let publish = DiscoveryRequest.publish("pad", shownAs: "Pad", strings: ["v=1", "svc=game"])

    private func published(_ strings: [String]) -> TXTRecord {
        TXTRecord((strings + ["id=\(Self.pin.short)"]).map { Array($0.utf8) })
    }

    private func make() -> AgentLine {
        AgentLine("pad", pin: Self.pin, hosts: ["10.0.0.1", "fe80::1%7"], interface: 7)
    }

    /// Returns an agent that can be found.
    private func ready() -> AgentLine {
        var line = make()
        _ = line.ask(publish)
        _ = line.hear(.listening(1, NetworkAddress("10.0.0.1", 5_000)))
        _ = line.hear(.listening(2, NetworkAddress("fe80::1%7", 5_000)))
        _ = line.hear(.published(1, name: "Pad"))
        return line
    }

    @Test func listensEverywhereByOnePortBeforeItIsPublished() {
        var line = make()
        #expect(line.ask(publish) == [Self.listen(1, at: "10.0.0.1", 0)])
        #expect(line.hear(.listening(1, NetworkAddress("10.0.0.1", 5_000))) == [Self.listen(2, at: "fe80::1%7", 5_000)])
        let publication = ServicePublication(
            name: "Pad", type: "_trammel-agent._tcp", port: 5_000, txt: published(["v=1", "svc=game"]), interface: 7)
        #expect(
            line.hear(.listening(2, NetworkAddress("fe80::1%7", 5_000))) == [.request(.publish(1, publication))])
        #expect(
            line.hear(.published(1, name: "Pad #2"))
                == [.inbound(.discovery(.published("pad", as: "Pad #2", pin: Self.pin.short)))])
    }

    @Test func aChangedRecordIsToldAtOnce() {
        var line = ready()
        #expect(
            line.ask(.publish("pad", shownAs: "Pad", strings: ["v=1", "svc="]))
                == [
                    .request(.update(1, txt: published(["v=1", "svc="]))),
                    .inbound(.discovery(.published("pad", as: "Pad", pin: Self.pin.short))),
                ])
    }

    @Test func showsAnotherCertificateAndItsOwnAgain() {
        var line = ready()
        let asked = [true, true, false].map { line.ask(.impersonate("pad", $0)) }
        #expect(asked[0] == [1, 2].map { .request(.secure($0, Self.security("another"))) })
        #expect(asked[1].isEmpty)
        #expect(asked[2] == [1, 2].map { .request(.secure($0, Self.security("own"))) })
    }

    @Test func aConnectionIsAStreamOfItsOwn() {
        var line = ready()
        let connection = NetworkConnection.accepted(listener: 2, count: 1)
        let stream = StreamID.agent(of: "pad", connection: 1)
        #expect(line.hear(.accepted(connection, peer: Self.screen)).isEmpty)
        let opened = line.hear(.opened(connection, peer: Self.screen))
        #expect(opened == [.inbound(.stream(stream, .opened("10.0.0.9:4000")))])
        #expect(
            line.hear(.bytes(connection, [1, 2]))
                == [.inbound(.stream(stream, .bytes([1, 2]))), .request(.taken(connection, bytes: 2))])
        #expect(line.ask(.bytes([3]), on: stream) == [.request(.send(connection, [3]))])
        #expect(line.ask(.reset, on: stream) == [.request(.reset(connection))])
        #expect(line.hear(.closed(connection, .ended)) == [.inbound(.stream(stream, .ended(.remote)))])
        #expect(line.ask(.bytes([4]), on: stream).isEmpty)
    }

    @Test func whoDoesNotGetThroughTheHandshakeIsTold() {
        var line = ready()
        let connection = NetworkConnection.accepted(listener: 1, count: 1)
        _ = line.hear(.accepted(connection, peer: Self.screen))
        let stream = StreamID.agent(of: "pad", connection: 1)
        #expect(
            line.hear(.closed(connection, .noCertificate))
                == [.inbound(.stream(stream, .closed("the screen shows no certificate")))])
    }

    @Test func isGoneWhenItsConnectionsAre() {
        var line = ready()
        let connection = NetworkConnection.accepted(listener: 1, count: 1)
        _ = line.hear(.accepted(connection, peer: Self.screen))
        _ = line.hear(.opened(connection, peer: Self.screen))
        #expect(
            line.ask(.withdraw("pad"))
                == [
                    .request(.withdraw(1)), .request(.endListening(1)), .request(.endListening(2)),
                    .request(.reset(connection)),
                ])
        // A connection that was on its way is closed.
        let late = NetworkConnection.accepted(listener: 1, count: 2)
        #expect(line.hear(.accepted(late, peer: Self.screen)) == [.request(.reset(late))])
        #expect(line.hear(.closed(late, .closedHere)).last != .inbound(.discovery(.withdrawn("pad"))))
        #expect(line.hear(.closed(connection, .closedHere)).last == .inbound(.discovery(.withdrawn("pad"))))
        // The second time it may have another port.
        #expect(line.ask(publish) == [Self.listen(3, at: "10.0.0.1", 0)])
    }

    @Test(arguments: [
        NetworkEvent.notListening(1, .failed(code: 98)), .fault(RigFault("no daemon", remedy: "start it")),
    ]) func itsOwnTroubleIsTheRigs(event: NetworkEvent) {
        var line = ready()
        let effects = line.hear(event)
        #expect(effects.count == 1)
        guard case .inbound(.fault(.discovery, _))? = effects.first else {
            Issue.record("\(effects)")
            return
        }
    }

    private func findings(_ effects: [AgentLine.Effect]) -> [Finding] {
        effects.compactMap { effect in
            guard case .inbound(.finding(let link, let finding)) = effect, link == .companion("pad") else { return nil }
            return finding
        }
    }

    @Test func whatAScreenOpensBesidesIsAFindingAboutTheScreen() {
        var line = ready()
        let effects = line.hear(.turnedAway(1, count: 3))
        #expect(effects.count == 1 && findings(effects).map(\.code) == ["services.tooMany"])
    }

    @Test func aFloodIsToldInFewFindingsAndCountedToItsEnd() {
        var line = ready()
        let effects = (1...100_000).flatMap { _ in line.hear(.turnedAway(1, count: 1)) }
        #expect(effects.count == findings(effects).count && (2...17).contains(effects.count))
        let last = line.ask(.withdraw("pad"))
        #expect(findings(last).map { $0.meaning.hasPrefix("100000 ") } == [true])
        #expect(last.last == .inbound(.discovery(.withdrawn("pad"))), "a run hears of nothing that comes behind")
        #expect(findings(line.ask(publish) + line.ask(.withdraw("pad"))).isEmpty)
    }
}
