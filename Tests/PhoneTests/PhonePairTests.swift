import Ground
import NearbyInteraction
import Phone
import Testing

/// Sessions between two phones that have each other's discovery token.
@Suite struct PhonePairTests {
    private func ranging() -> PhonePair {
        var pair = PhonePair()
        let tokens = pair.exchange()
        pair.run(0, tokens[1])
        pair.run(1, tokens[0])
        pair.play(.seconds(2))
        return pair
    }

    @Test func twoPhonesRangeWithEachOther() {
        var pair = ranging()
        for index in 0...1 {
            #expect(pair.distances(index).count > 8, "phone \(index)")
            #expect(pair.distances(index).allSatisfy { $0 == .metres(3) })
            #expect(pair.nearby(index).first == .sessionDidStartRunning)
            #expect(!pair.nearby(index).contains { if case .finding = $0 { true } else { false } })
        }
        pair.distance = .metres(1)
        pair.play(.seconds(1))
        #expect(pair.distances(0).last == .metres(1) && pair.distances(1).last == .metres(1))
    }

    @Test func updatesCarryTheOthersToken() {
        var pair = PhonePair()
        let tokens = pair.exchange()
        #expect(tokens[0] != tokens[1] && pair.exchange() == tokens)
        pair.run(0, tokens[1])
        pair.run(1, tokens[0])
        pair.play(.seconds(2))
        for index in 0...1 {
            let seen = pair.nearby(index).compactMap {
                if case .didUpdate(let object) = $0 { object.token } else { nil }
            }
            #expect(!seen.isEmpty && seen.allSatisfy { $0 == tokens[1 - index] })
            #expect(pair.phones[index].names(of: tokens[1 - index]) == ["other"])
        }
    }

    @Test func aWrongTokenIsHeardByNobody() {
        var pair = PhonePair()
        let tokens = pair.exchange()
        pair.run(0, tokens[1])
        pair.run(1, DiscoveryToken(rawValue: 77, phoneAt: ShortAddress(rawValue: 0x1234)))
        pair.play(.seconds(4))
        for index in 0...1 {
            #expect(pair.distances(index).isEmpty && pair.nearby(index).last == .didRemove(reason: .timeout))
        }
    }

    @Test func aPhonesOwnTokenIsNoPeer() {
        var pair = PhonePair()
        let tokens = pair.exchange()
        pair.run(0, tokens[0])
        #expect(pair.nearby(0).last == .didInvalidate(code: .sessionFailed))
    }

    @Test func onePhoneThatPausesIsRemovedByTheOtherAndMayComeBack() {
        var pair = ranging()
        let tokens = pair.exchange()
        pair.act(0) { $0.pause(with: "other", at: $1) }
        pair.play(.seconds(4))
        #expect(pair.nearby(0).last == .paused && pair.nearby(1).last == .didRemove(reason: .timeout))
        let before = pair.distances(1).count
        pair.run(0, tokens[1])
        pair.run(1, tokens[0])
        pair.play(.seconds(2))
        #expect(pair.distances(1).count > before + 8)
    }

    @Test func anInvalidSessionHasANewTokenAfterwards() {
        var pair = ranging()
        let old = pair.exchange()
        pair.act(0) { $0.invalidate(with: "other", at: $1) }
        pair.run(0, old[1])
        #expect(pair.nearby(0).last == .didInvalidate(code: .sessionFailed))
        let new = pair.exchange()
        #expect(new[0] != old[0] && new[1] == old[1])
        pair.run(0, new[1])
        pair.run(1, new[0])
        let before = pair.distances(0).count
        pair.play(.seconds(2))
        #expect(pair.distances(0).count > before + 8)
    }

    @Test func aSuspendedPhoneComesBackOnlyWhenItIsRunAgain() {
        var pair = ranging()
        let tokens = pair.exchange()
        pair.act(0) { $0.setLocked(true, at: $1) }
        pair.play(.seconds(1))
        #expect(pair.nearby(0).last == .sessionWasSuspended)
        let before = pair.distances(0).count
        pair.act(0) { $0.setLocked(false, at: $1) }
        pair.play(.seconds(1))
        #expect(pair.nearby(0).last == .sessionSuspensionEnded && pair.distances(0).count == before)
        pair.run(0, tokens[1])
        pair.play(.seconds(1))
        #expect(pair.distances(0).count > before)
    }

    @Test func aPhoneAsksForPermissionHereToo() {
        var pair = PhonePair([.quick(permission: .asks(.deny, after: .seconds(1))), .quick()])
        let tokens = pair.exchange()
        pair.run(0, tokens[1])
        pair.play(.seconds(2))
        #expect(pair.nearby(0) == [.prompted, .answered(answer: .deny), .didInvalidate(code: .userDidNotAllow)])
    }

    @Test func shuttingDownEndsBoth() {
        var pair = ranging()
        for index in 0...1 { pair.act(index) { $0.shutDown(at: $1) } }
        pair.play(.seconds(3))
        #expect(pair.phones.allSatisfy { $0.isQuiet })
    }
}
