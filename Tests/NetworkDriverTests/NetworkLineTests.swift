import Ground
import Links
import NetworkDriver
import Testing

@testable import Benches

/// The handling of requests and of the driver's events, without a network.
@Suite struct NetworkLineTests {
    private static let peer = NetworkAddress("192.0.2.7", 4_711)
    private static let here = RigFault("no way", remedy: "Join the network")
    private static let service = ServiceInstance(name: "Door", type: "_door._tcp", interface: 2, family: .v4)

    private static func line(
        _ target: NetworkLine.Target = .addresses([peer]), obstacle: RigFault? = nil
    ) -> NetworkLine {
        NetworkLine("door", target, place: 0, stride: 1) { _ in obstacle }
    }

    private static func opened(obstacle: RigFault? = nil) -> NetworkLine {
        var line = line(obstacle: obstacle)
        _ = line.ask(.open)
        _ = line.hear(.opened(.opened(1), peer: peer))
        return line
    }

    @Test(arguments: [
        (StreamEnd.ended, DisconnectReason.remote), (.reset, .reset), (.timedOut, .unacknowledged),
        (.unreachable, .unacknowledged), (.closedHere, .local),
        (.peerTooSlow, .other(text: StreamEnd.peerTooSlow.refusal)),
        (.failed(code: 5), .other(text: StreamEnd.failed(code: 5).refusal)),
    ]) func anEndHasItsReason(_ end: StreamEnd, _ reason: DisconnectReason) {
        var line = Self.opened()
        #expect(line.hear(.closed(.opened(1), end)) == [.event(.ended(reason))])
    }

    @Test(arguments: [StreamEnd.refused, .timedOut, .unreachable, .reset]) func oneThatDoesNotComeAboutIsClosed(
        _ end: StreamEnd
    ) {
        var line = Self.line()
        _ = line.ask(.open)
        #expect(line.hear(.closed(.opened(1), end)) == [.event(.closed(end.refusal))])
        guard case .request(.connect(2, _)) = line.ask(.open).first else {
            Issue.record("the connection must be opened again")
            return
        }
    }

    @Test(arguments: [StreamEnd.timedOut, .unreachable]) func silenceIsTheRigsWhereThisHostHasNoWay(_ end: StreamEnd) {
        var line = Self.opened(obstacle: Self.here)
        #expect(line.hear(.closed(.opened(1), end)).first == .fault(Self.here))
        _ = line.ask(.open)
        #expect(line.hear(.closed(.opened(2), end)).first == .fault(Self.here))
        #expect(line.prove() == Self.here)
    }

    @Test func aRefusalIsTheAccessorysWhateverTheWay() {
        var line = Self.line(obstacle: Self.here)
        _ = line.ask(.open)
        #expect(line.hear(.closed(.opened(1), .refused)) == [.event(.closed(StreamEnd.refused.refusal))])
    }

    @Test func bytesAreTakenAtOnce() {
        var line = Self.opened()
        #expect(
            line.hear(.bytes(.opened(1), [1, 2])) == [
                .event(.bytes([1, 2])), .request(.taken(.opened(1), bytes: 2)),
            ])
        #expect(line.hear(.bytes(.opened(2), [1])).isEmpty, "another connection's")
        #expect(line.ask(.bytes([3])) == [.request(.send(.opened(1), [3]))])
    }

    @Test func thePhonesOwnEndIsLocal() {
        for (request, asked) in [(StreamRequest.close, NetworkRequest.close(.opened(1))), (.reset, .reset(.opened(1)))]
        {
            var line = Self.opened()
            #expect(line.ask(request) == [.request(asked)])
            #expect(line.ask(request).isEmpty && line.ask(.bytes([1])).isEmpty && line.ask(.open).isEmpty)
            #expect(line.hear(.closed(.opened(1), .closedHere)) == [.event(.ended(.local))])
            #expect(line.ask(request).isEmpty, "there is none any more")
        }
    }

    @Test func aWishThatIsGivenUpIsClosed() {
        var line = Self.line()
        _ = line.ask(.open)
        #expect(line.ask(.close) == [.request(.close(.opened(1)))])
        #expect(line.hear(.opened(.opened(1), peer: Self.peer)) == [.request(.close(.opened(1)))])
        #expect(line.hear(.closed(.opened(1), .closedHere)) == [.event(.closed(StreamEnd.closedHere.refusal))])
    }

    @Test func aServiceIsFoundThenAskedForThenConnectedTo() {
        var line = Self.line(.service(type: "_door._tcp", name: "Door"))
        let searched = ServiceNotice.searched(type: "_door._tcp", name: "Door")
        #expect(line.ask(.open) == [.request(.search(1, type: "_door._tcp")), .event(.service(searched))])
        let other = ServiceInstance(name: "Gate", type: "_door._tcp", interface: 2, family: .v4)
        #expect(line.hear(.found(1, other)) == [.event(.service(.found(name: "Gate")))])
        let found = NetworkLine.Effect.event(.service(.found(name: "Door")))
        #expect(line.hear(.found(1, Self.service)) == [found, .request(.resolve(1, Self.service))])
        #expect(line.hear(.vanished(1, Self.service)) == [.event(.service(.vanished(name: "Door")))])
        // A new query, because the answer to the first one may still arrive.
        #expect(line.hear(.found(1, Self.service)) == [found, .request(.resolve(2, Self.service))])
        let place = ResolvedService(
            instance: Self.service, host: "door.local", addresses: [Self.peer], txt: TXTRecord([]))
        #expect(line.hear(.resolved(1, place)).isEmpty)
        let effects = line.hear(.resolved(2, place))
        let resolved = ServiceNotice.resolved(name: "Door", addresses: [Self.peer.description])
        #expect(effects.prefix(2) == [.request(.endSearch(1)), .event(.service(resolved))])
        guard case .request(.connect(1, let settings)) = effects.last else {
            Issue.record("it is connected to")
            return
        }
        #expect(settings.addresses == [Self.peer])
    }

    /// A service is found on each interface and family, and may be resolvable on only one of them.
    @Test func whoCannotBeLocatedByOneWayIsLookedForByTheOthers() {
        var line = Self.line(.service(type: "_door._tcp", name: "Door"))
        _ = line.ask(.open)
        let other = ServiceInstance(name: "Door", type: "_door._tcp", interface: 3, family: .v6)
        #expect(line.hear(.found(1, Self.service)).last == .request(.resolve(1, Self.service)))
        #expect(line.hear(.found(1, other)).isEmpty)
        let unresolved = NetworkLine.Effect.event(.service(.unresolved(name: "Door")))
        #expect(line.hear(.unresolved(1)) == [unresolved, .request(.resolve(2, other))])
        let end = line.hear(.unresolved(2))
        #expect(end.prefix(2) == [.request(.endSearch(1)), unresolved])
        guard case .event(.closed)? = end.last else {
            Issue.record("\(end)")
            return
        }
        #expect(line.ask(.open).first == .request(.search(3, type: "_door._tcp")))
    }

    @Test func aMissingDaemonIsTheRigsAndAServiceThatNobodyAnnouncesIsNot() {
        var line = Self.line(.service(type: "_door._tcp", name: nil))
        _ = line.ask(.open)
        #expect(line.hear(.fault(Self.here)) == [.request(.endSearch(1)), .fault(Self.here)])
        _ = line.ask(.open)
        let given = [NetworkLine.Effect.request(.endSearch(2)), .event(.closed(StreamEnd.closedHere.refusal))]
        #expect(line.ask(.close) == given)
        #expect(line.hear(.fault(Self.here)).isEmpty, "the daemon is no longer waited for")
    }
}
