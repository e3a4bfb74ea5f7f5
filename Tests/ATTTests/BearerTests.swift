import GATT
import Ground
import TestSupport
import Testing

@Suite struct BearerTests {
    var bearer = ATTBearer(ownMTU: 185)
    let now = Instant.start

    @Test mutating func oneRequestGoesAtATime() throws {
        #expect(try bearer.send(.readRequest(1), at: now) == [.send(bytes("0a 01 00"))])
        #expect(try bearer.send(.readRequest(2), at: now) == [])
        #expect(
            bearer.receive(bytes("0b 55"), at: now) == [
                .response(.readResponse([0x55]), to: .readRequest(1)), .send(bytes("0a 02 00")),
            ])
        #expect(
            bearer.receive(bytes("01 0a 02 00 0a"), at: now) == [
                .response(
                    .errorResponse(to: .readRequest, handle: 2, code: .attributeNotFound), to: .readRequest(2))
            ])
        #expect(bearer.deadline == nil)
    }

    @Test mutating func theQueueOfRequestsIsBounded() throws {
        for _ in 0...ATTBearer.queueLimit { _ = try bearer.send(.readRequest(1), at: now) }
        #expect(throws: ATTRefusal.queueFull) { try bearer.send(.readRequest(1), at: now) }
        for _ in 0...ATTBearer.queueLimit { _ = try bearer.send(.indication(1, []), at: now) }
        #expect(throws: ATTRefusal.queueFull) { try bearer.send(.indication(1, []), at: now) }
    }

    @Test mutating func aRequestWithoutAnswerKillsTheBearerAfter30Seconds() throws {
        let begun = now + .seconds(2)
        _ = try bearer.send(.readRequest(1), at: begun)
        _ = try bearer.send(.readRequest(2), at: begun)
        #expect(bearer.deadline == begun + .seconds(30))
        #expect(bearer.advance(to: begun + .nanoseconds(29_999_999_999)) == [])
        let death = ATTBearerFailure.requestTimedOut(.readRequest)
        #expect(bearer.advance(to: begun + .seconds(30)) == [.dead(death)])
        #expect(bearer.death == death && bearer.deadline == nil)
        let late = bearer.receive(bytes("0b 55"), at: begun + .seconds(31))
        #expect(late.count == 1 && late.first.map(Self.weight) == .note)
        #expect(bearer.advance(to: begun + .seconds(99)) == [])
        for pdu in [ATTPDU.readRequest(1), .writeCommand(1, []), .confirmation] {
            #expect(throws: ATTRefusal.dead(death)) { try bearer.send(pdu, at: begun + .seconds(31)) }
        }
    }

    @Test mutating func theNextRequestHas30SecondsOfItsOwn() throws {
        _ = try bearer.send(.readRequest(1), at: now)
        _ = try bearer.send(.readRequest(2), at: now)
        _ = bearer.receive(bytes("0b"), at: now + .seconds(29))
        #expect(bearer.deadline == now + .seconds(59))
    }

    @Test mutating func indicationsWaitForTheirConfirmation() throws {
        #expect(try bearer.send(.indication(5, [1]), at: now) == [.send(bytes("1d 05 00 01"))])
        #expect(try bearer.send(.indication(6, [2]), at: now) == [])
        #expect(try bearer.send(.notification(7, [3]), at: now) == [.send(bytes("1b 07 00 03"))])
        #expect(bearer.receive(bytes("1e"), at: now) == [.confirmed(5), .send(bytes("1d 06 00 02"))])
        #expect(bearer.advance(to: now + .seconds(30)) == [.dead(.indicationTimedOut(6))])
    }

    @Test mutating func answersThatAnswerNothingAreFaults() throws {
        #expect(bearer.receive(bytes("0b 01"), at: now).map(Self.weight) == [.fault])
        #expect(bearer.receive(bytes("1e"), at: now).map(Self.weight) == [.fault])
        #expect(bearer.receive(bytes("01 0a 01 00 0a"), at: now).map(Self.weight) == [.fault])
        #expect(bearer.receive([], at: now).map(Self.weight) == [.fault])
        #expect(throws: ATTRefusal.answersNothing) { try bearer.send(.confirmation, at: now) }
        #expect(throws: ATTRefusal.answersNothing) { try bearer.send(.writeResponse, at: now) }
    }

    @Test mutating func aWrongResponseIsAFaultAndTheRightOneStillCounts() throws {
        _ = try bearer.send(.readRequest(1), at: now)
        #expect(bearer.receive(bytes("13"), at: now).map(Self.weight) == [.fault])
        #expect(bearer.receive(bytes("01 12 01 00 03"), at: now).map(Self.weight) == [.fault])
        let right = bearer.receive(bytes("0b"), at: now)
        #expect(right == [.response(.readResponse([]), to: .readRequest(1))])
    }

    @Test mutating func anUnreadableResponseEndsItsRequest() throws {
        _ = try bearer.send(.readByTypeRequest(.all, type: 0x2803), at: now)
        let effects = bearer.receive(bytes("09 07"), at: now)
        guard case .finding(let finding)? = effects.first else { throw Unexpected() }
        #expect(finding.weight == .fault)
        #expect(effects.dropFirst() == [.malformedResponse(finding, to: .readByTypeRequest(.all, type: 0x2803))])
        #expect(bearer.deadline == nil)
    }

    @Test mutating func notificationsAndRequestsComeBetweenRequestAndResponse() throws {
        _ = try bearer.send(.readRequest(1), at: now)
        #expect(bearer.receive(bytes("1b 07 00 aa"), at: now) == [.notified([HandleValue(7, [0xAA])])])
        #expect(
            bearer.receive(bytes("23 07 00 01 00 aa 08 00 00 00"), at: now) == [
                .notified([HandleValue(7, [0xAA]), HandleValue(8, [])])
            ])
        #expect(bearer.receive(bytes("0a 03 00"), at: now) == [.request(.readRequest(3))])
        #expect(try bearer.send(.readResponse([9]), at: now) == [.send(bytes("0b 09"))])
        #expect(bearer.receive(bytes("52 03 00 01"), at: now) == [.command(.writeCommand(3, [1]))])
        #expect(bearer.receive(bytes("0b"), at: now) == [.response(.readResponse([]), to: .readRequest(1))])
    }

    @Test mutating func aSecondRequestBeforeTheAnswerIsAFaultAndIgnored() throws {
        _ = bearer.receive(bytes("0a 03 00"), at: now)
        #expect(bearer.receive(bytes("0a 04 00"), at: now).map(Self.weight) == [.fault])
        _ = bearer.receive(bytes("1d 05 00"), at: now)
        let second = bearer.receive(bytes("1d 05 00"), at: now)
        #expect(second.first.map(Self.weight) == .fault && second.last == .indicated(5, []))
    }

    @Test mutating func aResponseMustFitItsRequest() throws {
        _ = bearer.receive(bytes("0a 03 00"), at: now)
        #expect(throws: ATTRefusal.answersNothing) { try bearer.send(.writeResponse, at: now) }
        let refusal = ATTPDU.errorResponse(to: .readRequest, handle: 3, code: .readNotPermitted)
        #expect(try bearer.send(refusal, at: now) == [.send(bytes("01 0a 03 00 02"))])
        #expect(bearer.receive(bytes("14"), at: now) == [.request(.unknown(ATTOpcode(rawValue: 0x14), []))])
        _ = try bearer.send(
            .errorResponse(to: ATTOpcode(rawValue: 0x14), handle: 0, code: .requestNotSupported), at: now)
        let effects = bearer.receive(bytes("0a"), at: now)
        #expect(effects.map(Self.weight) == [.fault, nil] && effects.last == .malformedRequest(.readRequest))
    }

    static func weight(_ effect: ATTBearerEffect) -> Finding.Weight? {
        if case .finding(let finding) = effect { return finding.weight }
        return nil
    }

    struct Unexpected: Error {}
}
