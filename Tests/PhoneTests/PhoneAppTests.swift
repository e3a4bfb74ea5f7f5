import Ground
import NearbyInteraction
import Phone
import Testing
import UWB

/// The app's part with another phone: tokens both ways, and the point at which its session runs.
struct PhoneAppTests {
    /// A phone that knows another one, over an open channel.
    private struct Desk {
        var nearby: NearbyController
        var now = Instant.start

        init(_ settings: NearbySettings = NearbySettings(), system: SystemSettings = SystemSettings(), seed: UInt64 = 1)
        {
            nearby = NearbyController(
                settings: settings, system: system, accessories: [], phones: ["peer"],
                generator: SeededGenerator(seed: seed))
            nearby.channelOpened(to: "peer")
        }

        mutating func start() -> [NearbyEffect] { nearby.start("peer", at: now).map(\.effect) }
        mutating func hear(_ bytes: [UInt8]) -> [NearbyEffect] {
            nearby.receive(bytes, from: "peer", at: now).map(\.effect)
        }
        mutating func pass(_ span: Lapse) -> [NearbyEffect] {
            now = now + span
            return nearby.advance(to: now).map(\.effect)
        }
    }

    private static let other = TokenArchive(generation: 1, address: ShortAddress(rawValue: 0x4321), number: 77)

    private static func message(_ token: TokenArchive) -> [UInt8] { PeerMessage.token(token.encoded).encoded }

    @Test func theOneThatBeginsSendsItsTokenAndRunsWithTheAnswer() throws {
        var desk = Desk()
        let sent = desk.start().compactMap(\.token)
        #expect(sent.count == 1)
        let own = try TokenArchive(decoding: #require(sent.first))
        #expect(own.number != Self.other.number)
        let effects = desk.hear(Self.message(Self.other))
        #expect(effects.first == .event(.received(message: .token)))
        #expect(effects.compactMap(\.token) == [], "an answer is not answered")
        #expect(effects.contains { $0.isRunning(with: DiscoveryToken(Self.other)) })
        #expect(effects.contains { if case .startRanging = $0 { true } else { false } })
    }

    @Test func theOneThatAnswersSendsItsOwnAndRuns() {
        var desk = Desk(NearbySettings(answersTokens: true))
        let effects = desk.hear(Self.message(Self.other))
        #expect(effects.compactMap(\.token).count == 1)
        #expect(effects.contains { $0.isRunning(with: DiscoveryToken(Self.other)) })
    }

    @Test func twoOfThemRangeWithTheSameParameters() throws {
        var (one, two) = (Desk(), Desk(NearbySettings(answersTokens: true), seed: 2))
        let first = try #require(one.start().compactMap(\.token).first)
        let answer = two.hear(PeerMessage.token(first).encoded)
        let back = try #require(answer.compactMap(\.token).first)
        let own = try #require(one.hear(PeerMessage.token(back).encoded).compactMap(\.ranging).first)
        let theirs = try #require(answer.compactMap(\.ranging).first)
        #expect(own.sessionID == theirs.sessionID && own.staticSTSIV == theirs.staticSTSIV)
        #expect(own.peers == [theirs.address] && theirs.peers == [own.address] && own.role != theirs.role)
    }

    @Test func everyExchangeHasATokenOfItsOwn() {
        var desk = Desk()
        let tokens = (0..<20).flatMap { _ in desk.start().compactMap(\.token) }
        #expect(Set(tokens).count == 20)
    }

    @Test func whatIsNoTokenIsNamedByItsByteAndRunsNothing() {
        let whole = Self.other.encoded
        let cases: [([UInt8], Int)] = [
            (Array(whole.dropLast()), 19), (whole + whole, 20), ([UInt8](repeating: 0x54, count: 10_000), 2),
        ]
        for (archive, offset) in cases {
            var desk = Desk()
            _ = desk.start()
            let effects = desk.hear(PeerMessage.token(archive).encoded)
            #expect(effects.compactMap(\.finding?.code) == ["token.malformed"])
            #expect(effects.compactMap(\.finding?.offset) == [offset])
            #expect(!effects.contains { $0.ranging != nil })
            // Nothing is lost: the token that arrives then is accepted.
            #expect(desk.hear(Self.message(Self.other)).contains { $0.ranging != nil })
        }
    }

    @Test func anEmptyMessageIsNamed() {
        var desk = Desk()
        #expect(desk.hear([]).compactMap(\.finding?.code) == ["message.empty"])
        #expect(desk.hear([PeerMessage.tokenID]).compactMap(\.finding?.code) == ["token.malformed"])
    }

    @Test func itsOwnTokenSentBackRunsNothing() throws {
        var desk = Desk()
        let own = try #require(desk.start().compactMap(\.token).first)
        let effects = desk.hear(PeerMessage.token(own).encoded)
        #expect(effects.compactMap(\.finding?.code) == ["token.own"])
        #expect(!effects.contains { $0.ranging != nil })
    }

    @Test func aSecondTokenIsNamed() {
        var desk = Desk()
        _ = desk.start()
        _ = desk.hear(Self.message(Self.other))
        #expect(desk.hear(Self.message(Self.other)).compactMap(\.finding?.code) == ["token.twice"])
        var changed = Self.other
        changed.number += 1
        let effects = desk.hear(Self.message(changed))
        #expect(effects.compactMap(\.finding?.code) == ["token.changed"])
        #expect(effects.contains { $0.isRunning(with: DiscoveryToken(changed)) })
    }

    @Test func silenceIsTriedOnceWithTheSameTokenAndWithoutAMessage() {
        var desk = Desk()
        _ = desk.start()
        _ = desk.hear(Self.message(Self.other))
        let first = desk.pass(.seconds(3))
        #expect(first.contains(.event(.didRemove(reason: .timeout))) && first.contains(.event(.retry(attempt: 1))))
        #expect(first.contains { $0.isRunning(with: DiscoveryToken(Self.other)) } && first.compactMap(\.token) == [])
        let second = desk.pass(.seconds(3))
        #expect(second.contains(.event(.gaveUp(attempts: 1, reason: .attemptsSpent))))
        #expect(desk.nearby.run("peer", at: desk.now).contains { $0.effect.ranging != nil })
    }

    @Test func aPeerThatEndsIsNotTriedAgain() {
        var desk = Desk()
        _ = desk.start()
        _ = desk.hear(Self.message(Self.other))
        let effects = desk.nearby.peerEnded("peer", at: desk.now).map(\.effect)
        #expect(effects.contains(.event(.didRemove(reason: .peerEnded))))
        #expect(effects.contains(.event(.gaveUp(attempts: 0, reason: .peerEnded))))
        #expect(!effects.contains { $0.ranging != nil })
    }

    @Test func aSuspensionEndsWithARunAgain() {
        var desk = Desk()
        _ = desk.start()
        _ = desk.hear(Self.message(Self.other))
        #expect(desk.nearby.setLocked(true, at: desk.now).map(\.effect).contains(.event(.sessionWasSuspended)))
        let effects = desk.nearby.setLocked(false, at: desk.now).map(\.effect)
        #expect(effects.contains { $0.isRunning(with: DiscoveryToken(Self.other)) })
    }

    @Test func withoutATokenNothingIsRun() {
        var desk = Desk()
        #expect(desk.nearby.run("peer", at: desk.now).compactMap(\.effect.finding?.code) == ["session.notRun"])
        _ = desk.start()
        _ = desk.hear(Self.message(Self.other))
        _ = desk.nearby.relaunch(at: desk.now)
        #expect(desk.nearby.run("peer", at: desk.now).compactMap(\.effect.finding?.code) == ["session.notRun"])
    }

    @Test func aTokenOfAnotherGenerationIsIncompatible() {
        var desk = Desk()
        _ = desk.start()
        var token = Self.other
        token.generation = 2
        #expect(desk.hear(Self.message(token)).contains(.event(.didInvalidate(code: .incompatiblePeerDevice))))
    }

    @Test func iOS14AsksInEveryLife() {
        var desk = Desk(system: SystemSettings(version: .iOS14, permission: .asks(.allowOnce, after: .seconds(1))))
        for _ in 0..<3 {
            _ = desk.start()
            #expect(desk.hear(Self.message(Self.other)).contains(.event(.prompted)))
            let answered = desk.pass(.seconds(1))
            #expect(answered.contains(.event(.answered(answer: .allowOnce))) && answered.contains { $0.ranging != nil })
            _ = desk.nearby.relaunch(at: desk.now)
        }
    }

    @Test func distancesAreSharedByThoseThatShareThem() {
        for shares in [false, true] {
            var desk = Desk(NearbySettings(sharesDistances: shares))
            _ = desk.start()
            let ranging = desk.hear(Self.message(Self.other)).compactMap(\.ranging)
            let round = ranging.flatMap { $0.peers.map { RangingMeasurement(peer: $0, distance: .metres(2)) } }
            let told = desk.nearby.measured(round, with: "peer", at: desk.now).map(\.effect)
            #expect(told.contains(.tell(.distance(.metres(2)))) == shares)
        }
    }

    @Test func whatTheOtherOneMeasuredIsTold() {
        var desk = Desk()
        let effects = desk.hear(PeerMessage.distance(.metres(1.25)).encoded)
        #expect(effects == [.event(.received(message: .distance)), .event(.peerMeasured(distance: .metres(1.25)))])
    }
}

extension NearbyEffect {
    fileprivate var token: [UInt8]? { if case .tell(.token(let archive)) = self { archive } else { nil } }
    fileprivate var ranging: RangingParameters? {
        if case .startRanging(let parameters) = self { parameters } else { nil }
    }
    fileprivate var finding: Finding? { if case .event(.finding(let finding)) = self { finding } else { nil } }
    fileprivate func isRunning(with token: DiscoveryToken) -> Bool {
        if case .event(.ranWithPeer(token, _)) = self { true } else { false }
    }
}
