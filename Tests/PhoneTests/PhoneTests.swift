import Ground
import Links
import NearbyInteraction
import Phone
import Simulators
import Testing

@Suite struct PhoneTests {
    @Test func anAccessoryIsRangedWithoutAnyComplaint() {
        var bench = PhoneBench()
        #expect(!bench.phone.isReady && bench.phone.awaited == [.kit])
        #expect(bench.range() == true)
        #expect(bench.phone.isReady && bench.accusations.isEmpty && bench.faults.isEmpty)
        #expect(bench.distances("door").allSatisfy { abs($0.metres - 2) < 0.3 })
        bench.stop()
        #expect(bench.play(.seconds(1), until: { $0.nearby().contains(.accessoryDidStop) }) == true)
        #expect(bench.accusations.isEmpty)
    }

    @Test func theAnswerLeavesBeforeTheKitHearsOfTheSession() {
        var bench = PhoneBench()
        #expect(bench.range() == true)
        guard
            let answer = bench.outbound.firstIndex(where: { outbound in
                if case .bluetooth(_, .frame(let frame)) = outbound {
                    frame.count == 34 && frame[3] == 0x0B
                } else {
                    false
                }
            }),
            let kit = bench.outbound.firstIndex(where: { outbound in
                if case .kit(.bytes(let bytes)) = outbound { bytes.starts(with: [0x21, 0x00]) } else { false }
            })
        else {
            Issue.record("the answer or the kit's session is missing")
            return
        }
        #expect(answer < kit)
    }

    @Test func twoAccessoriesAreKeptApart() {
        let zones = [Zone(name: "near", radius: .metres(2), hysteresis: .metres(0.2))]
        var bench = PhoneBench(["door", "gate"], zones: zones)
        bench.stage(.place("door", .metres(1)))
        bench.stage(.place("gate", .metres(8)))
        #expect(bench.range(["door", "gate"]) == true)
        #expect(bench.distances("door").allSatisfy { $0 < .metres(2) })
        #expect(bench.distances("gate").allSatisfy { $0 > .metres(7) })
        let entered = bench.events.compactMap { if case .zone(let name, _) = $0 { name } else { nil } }
        #expect(entered == ["door"])
        bench.stop("door")
        #expect(bench.play(.seconds(1), until: { $0.nearby("door").contains(.accessoryDidStop) }) == true)
        let (door, gate) = (bench.distances("door").count, bench.distances("gate").count)
        bench.play(.seconds(2))
        #expect(bench.distances("door").count == door && bench.distances("gate").count > gate + 8)
        #expect(bench.accusations.isEmpty && bench.faults.isEmpty)
    }

    @Test func aWithheldMessageStaysAndAReleasedOneGoes() {
        var bench = PhoneBench(retry: RetryPolicy(attempts: 2, cycle: .full))
        bench.phone.tamper(.withhold, with: .shareableConfiguration, times: 1)
        bench.phone.tamper(.withhold, with: .stop, times: 5)
        bench.phone.untamper(.stop)
        bench.connect()
        bench.play(.seconds(1), until: { $0.isReady("door") })
        bench.start()
        #expect(bench.play(.seconds(10), until: { $0.distances("door").count > 4 }) == true)
        #expect(
            bench.events.filter {
                $0 == .tampered(accessory: "door", message: .shareableConfiguration, tampering: .withhold)
            }.count == 1)
        #expect(bench.nearby().contains(.retry(attempt: 1)) && !bench.nearby().contains(.retry(attempt: 2)))
        #expect(bench.sent(.stop) == 1 && bench.sent(.shareableConfiguration) == 1 && bench.sent(.initialize) == 2)
    }

    @Test func aLateMeasurementIsNobodys() {
        var bench = PhoneBench()
        #expect(bench.range() == true)
        let before = bench.distances("door").count
        bench.stop()
        // The kit continues until the command reaches it, and its last rounds still arrive.
        bench.play(.seconds(3))
        #expect(bench.distances("door").count == before)
    }

    @Test func aSessionThatTheKitRefusesIsTheRigsFaultAndLeavesThePhoneQuiet() {
        var bench = PhoneBench()
        // Every SET_APP_CONFIG is answered with INVALID_PARAM for the kit.
        bench.onArrival = { inbound in
            if case .kit(.bytes(let bytes)) = inbound, bytes.starts(with: [0x41, 0x03]) {
                return .kit(.bytes([0x41, 0x03, 0x00, 0x02, 0x04, 0x00]))
            }
            return inbound
        }
        #expect(bench.range() == false)
        #expect(bench.faults.contains { $0.what.contains("refused the ranging session") })
        bench.carryOut(bench.phone.shutDown(at: bench.links.now))
        #expect(bench.play(.seconds(10), until: { $0.phone.isQuiet }) == true)
    }

    @Test func aKitThatFailsIsTheRigsFaultAndLeavesThePhoneQuiet() {
        var bench = PhoneBench()
        #expect(bench.range() == true)
        bench.carryOut(bench.phone.receive(.kit(.bytes([0x60, 0x01, 0x00, 0x01, 0xFF])), at: bench.links.now))
        #expect(bench.faults.contains { $0.what.contains("the UWB kit failed") })
        bench.carryOut(bench.phone.shutDown(at: bench.links.now))
        #expect(bench.play(.seconds(5), until: { $0.phone.isQuiet }) == true)
    }

    @Test func aLostKitIsPassedOn() {
        var bench = PhoneBench()
        let fault = RigFault("the cable is out", remedy: "Plug it in")
        bench.carryOut(bench.phone.receive(.fault(.kit, fault), at: .start))
        #expect(bench.events == [.fault(link: .kit, fault: fault)])
    }

    @Test(arguments: 0..<40) func shuttingDownAtAnyMomentEndsQuietly(moment: Int) {
        for defects in [[], [Defect.ignoresStop], [.neverStarts], [.ignoresInitialize], [.ignoresRequests]] {
            let name: AccessoryName = "door"
            var bench = PhoneBench(
                defects: Set(defects), retry: RetryPolicy(attempts: 3, cycle: .full, backOff: .seconds(1)))
            bench.connect()
            var hasStarted = false
            let end = bench.links.now + .milliseconds(moment < 20 ? moment * 20 : (moment - 20) * 700)
            while bench.links.now < end {
                if bench.isReady(name), !hasStarted {
                    bench.start()
                    hasStarted = true
                }
                bench.turn(until: end)
            }
            let begun = bench.sent(.initialize)
            bench.carryOut(bench.phone.shutDown(at: bench.links.now))
            #expect(bench.play(.seconds(12), until: { $0.phone.isQuiet }) == true, "\(defects) at \(moment)")
            #expect(bench.sent(.initialize) == begun, "\(defects) at \(moment)")
            #expect(bench.phone.deadline.map { $0 > bench.links.now } ?? true)
        }
    }

    @Test func shuttingDownWhileConnectingEndsQuietly() {
        for defects in [[], [Defect.doesNotAdvertise]] {
            for wait in [0, 100, 159, 160, 161] {
                var bench = PhoneBench(defects: Set(defects))
                bench.connect()
                bench.play(.milliseconds(wait))
                bench.carryOut(bench.phone.shutDown(at: bench.links.now))
                #expect(bench.play(.seconds(1), until: { $0.phone.isQuiet }) == true, "\(defects) after \(wait) ms")
                bench.play(.seconds(1))
                #expect(bench.phone.isQuiet)
            }
        }
    }

    @Test(arguments: Defect.allCases) func aDefectOfTheAccessoryIsNeverTheRigs(defect: Defect) {
        var bench = PhoneBench(defects: [defect], retry: RetryPolicy(attempts: 1, cycle: .full))
        bench.connect()
        bench.play(.seconds(1), until: { $0.isReady("door") })
        if bench.isReady("door") { bench.start() }
        bench.play(.seconds(40))
        bench.carryOut(bench.phone.shutDown(at: bench.links.now))
        #expect(bench.play(.seconds(10), until: { $0.phone.isQuiet }) == true)
        #expect(bench.faults.isEmpty)
    }

    @Test(arguments: [RetryPolicy.Cycle.full, .cachedConfiguration])
    func afterEveryTurnTheDeadlineLiesAhead(cycle: RetryPolicy.Cycle) {
        for backOff in [Lapse.zero, .milliseconds(500)] {
            let rule = RetryPolicy(attempts: 3, cycle: cycle, backOff: backOff)
            var bench = PhoneBench(defects: [.saysItStarts], retry: rule)
            bench.connect()
            bench.play(.seconds(1), until: { $0.isReady("door") })
            bench.start()
            let end = bench.links.now + .seconds(30)
            while bench.links.now < end {
                bench.turn(until: end)
                if let deadline = bench.phone.deadline { #expect(deadline > bench.links.now) }
            }
            #expect(bench.nearby().last == .gaveUp(attempts: 3, reason: .attemptsSpent))
        }
    }

    @Test func twoAccessoriesUnderOneAddressAreAWarning() {
        var bench = PhoneBench(["door", "gate"])
        bench.connect("door")
        bench.connect("gate")
        bench.play(.seconds(1), until: { $0.isReady("door") && $0.isReady("gate") })
        let answer = SessionBench.answer
        bench.onArrival = { inbound in
            guard case .bluetooth(let name, .frame(let frame)) = inbound, frame.count == 41, frame.first == 0x1B
            else { return inbound }
            return .bluetooth(name, .frame(frame[..<3] + answer))
        }
        bench.start("door")
        bench.start("gate")
        bench.play(.seconds(1))
        #expect(bench.accusations.map(\.weight) == [.warning])
        #expect(bench.accusations.first?.meaning.contains("same short MAC address") == true)
    }
}
