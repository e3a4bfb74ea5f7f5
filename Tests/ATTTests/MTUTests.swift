import GATT
import Ground
import TestSupport
import Testing

@Suite struct MTUTests {
    let now = Instant.start

    @Test(
        arguments: [
            (185, 517, 185), (517, 185, 185), (527, 23, 23), (527, 0, 23), (23, 527, 23), (65535, 65535, 65535),
        ] as [(UInt16, UInt16, UInt16)])
    func theSmallerOneHoldsButAtLeast23(ours: UInt16, theirs: UInt16, settled: UInt16) throws {
        var client = ATTBearer(ownMTU: ours)
        _ = try client.send(.exchangeMTURequest(ours), at: now)
        #expect(client.mtu == 23)
        let effects = client.receive(ATTPDU.exchangeMTUResponse(theirs).encoded, at: now)
        #expect(client.mtu == settled && effects.contains(.settledMTU(settled)))
        #expect(effects.map(BearerTests.weight).contains(.fault) == (theirs < 23))

        var server = ATTBearer(ownMTU: theirs)
        _ = server.receive(ATTPDU.exchangeMTURequest(ours).encoded, at: now)
        #expect(server.mtu == 23)
        let response = ATTPDU.exchangeMTUResponse(theirs)
        #expect(try server.send(response, at: now) == [.send(response.encoded), .settledMTU(settled)])
        #expect(server.mtu == settled)
    }

    @Test func aRefusedExchangeLeaves23() throws {
        var bearer = ATTBearer(ownMTU: 185)
        _ = try bearer.send(.exchangeMTURequest(185), at: now)
        _ = bearer.receive(bytes("01 02 00 00 06"), at: now)
        #expect(bearer.mtu == 23)
    }

    @Test func aPDULongerThanTheMTUIsAFaultButTaken() throws {
        var bearer = ATTBearer(ownMTU: 185)
        let exact = ATTPDU.notification(3, Array(repeating: 7, count: 20)).encoded
        #expect(bearer.receive(exact, at: now).map(BearerTests.weight) == [nil])
        let effects = bearer.receive(exact + [7], at: now)
        #expect(effects.map(BearerTests.weight) == [.fault, nil])
        guard case .finding(let finding)? = effects.first else { return }
        #expect(finding.offset == 23)
    }

    @Test func aPDULongerThanTheMTUIsNotSent() throws {
        var bearer = ATTBearer(ownMTU: 185)
        _ = try bearer.send(.notification(3, Array(repeating: 7, count: 20)), at: now)
        #expect(throws: ATTRefusal.tooLong(limit: 23)) {
            try bearer.send(.notification(3, Array(repeating: 7, count: 21)), at: now)
        }
    }

    @Test func aSecondExchangeIsDoubtful() throws {
        var bearer = ATTBearer(ownMTU: 185)
        _ = bearer.receive(bytes("02 64 00"), at: now)
        _ = try bearer.send(.exchangeMTUResponse(185), at: now)
        #expect(bearer.receive(bytes("02 64 00"), at: now).map(BearerTests.weight) == [.warning, nil])
    }

    @Test func anyFramesInAnyOrderLeaveTheBearerSane() throws {
        let good = try rows("att-pdus.txt").map { bytes($0.1) }
        var mutator = Mutator(seeds: good, number: 8)
        var bearer = ATTBearer(ownMTU: 247)
        var generator = SeededGenerator(seed: 3)
        var instant = now
        var findings = 0
        for _ in 0..<100_000 {
            if bearer.death != nil { bearer = ATTBearer(ownMTU: 247) }
            instant = instant + .milliseconds(Int(generator.next() % 900))
            if generator.chance(0.2), let pdu = try? ATTPDU(decoding: good.randomElement(using: &generator)!) {
                _ = try? bearer.send(pdu, at: instant)
            }
            let effects = bearer.advance(to: instant) + bearer.receive(mutator.next(limit: 300), at: instant)
            findings += effects.count { BearerTests.weight($0) != nil }
            if !(23...527).contains(bearer.mtu) { Issue.record("the MTU is \(bearer.mtu)") }
            if let deadline = bearer.deadline, deadline <= instant { Issue.record("a deadline was missed") }
        }
        #expect(findings > 1000)
    }
}
