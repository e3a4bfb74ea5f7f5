import Ground
import NearbyInteraction
import Phone
import Testing
import UWB

@Suite struct NearbyObjectTests {
    private func object(_ measurement: RangingMeasurement, _ system: SystemSettings = SystemSettings()) -> NearbyObject?
    {
        var bench = SessionBench(system: system)
        bench.startAndRun()
        bench.act { $0.measured([measurement], with: SessionBench.name, at: $1) }
        return bench.object
    }

    private func measurement(azimuth: AngleOfArrival = .init(), elevation: AngleOfArrival = .init())
        -> RangingMeasurement
    {
        var measurement = RangingMeasurement(peer: SessionBench.peer, distance: .metres(2), lineOfSight: .free)
        measurement.azimuth = azimuth
        measurement.elevation = elevation
        return measurement
    }

    @Test func anObjectHasDirectionsWithTheirFiguresOfMerit() {
        let seen = object(
            measurement(azimuth: .init(raw: -45 * 128, merit: 80), elevation: .init(raw: 64, merit: 1)))
        #expect(seen?.distance == .metres(2) && seen?.lineOfSight == .free)
        #expect(seen?.azimuth == Bearing(Angle(rawValue: -5760), merit: 80))
        #expect(seen?.azimuth?.angle.degrees == -45 && seen?.elevation?.angle.degrees == 0.5)
        #expect(seen?.elevation?.merit == 1 && "\(Angle(rawValue: -5760))" == "-45.0 degrees")
    }

    @Test(arguments: [
        (AngleOfArrival(raw: 128, merit: 0), false), (AngleOfArrival(raw: 128, merit: 100), true),
        (AngleOfArrival(raw: 128, merit: 101), false), (AngleOfArrival(raw: 180 * 128, merit: 50), true),
        (AngleOfArrival(raw: -180 * 128, merit: 50), true), (AngleOfArrival(raw: 180 * 128 + 1, merit: 50), false),
        (AngleOfArrival(raw: .min, merit: 50), false),
    ])
    func onlyWhatWasMeasuredIsADirection(azimuth: AngleOfArrival, isThere: Bool) {
        #expect((object(measurement(azimuth: azimuth))?.azimuth != nil) == isThere)
    }

    @Test func anElevationLiesBetweenNadirAndZenith() {
        #expect(object(measurement(elevation: .init(raw: 90 * 128, merit: 9)))?.elevation != nil)
        #expect(object(measurement(elevation: .init(raw: 90 * 128 + 1, merit: 9)))?.elevation == nil)
    }

    @Test func aPhoneThatCannotTellDirectionsTellsNone() {
        let system = SystemSettings(capabilities: PhoneCapabilities(direction: false))
        let seen = object(measurement(azimuth: .init(raw: 1, merit: 9), elevation: .init(raw: 1, merit: 9)), system)
        #expect(seen?.azimuth == nil && seen?.elevation == nil && seen?.distance == .metres(2))
    }

    @Test func aLostRoundHasNeitherDistanceNorDirection() {
        var lost = RangingMeasurement(peer: SessionBench.peer, distance: nil)
        lost.azimuth = .init(raw: 1, merit: 9)
        let seen = object(lost)
        #expect(seen != nil && seen?.distance == nil && seen?.azimuth == nil && seen?.lineOfSight == .unknown)
        var bench = SessionBench(in: .ranging)
        #expect(bench.act { $0.measured([], with: SessionBench.name, at: $1) } == "update none")
    }

    @Test func qualityIsJudgedOnEightDistancesInTwoSeconds() {
        var bench = SessionBench(in: .ranging)
        var qualities: [NearbyObject.Quality?] = []
        for _ in 0..<9 {
            bench.measure(.metres(3))
            qualities.append(bench.object?.quality)
            bench.pass(.milliseconds(180))
        }
        #expect(qualities == Array(repeating: .unknown, count: 7) + [.good, .good])
        bench.measure(.metres(50))
        #expect(bench.object?.quality == .good)
        bench.measure(.metres(50.01))
        #expect(bench.object?.quality == .poor)
        bench.pass(.milliseconds(2_001))
        bench.measure(.metres(3))
        #expect(bench.object?.quality == .unknown)
    }

    @Test func lostRoundsLetTheQualityGo() {
        var bench = SessionBench(in: .ranging)
        for _ in 0..<10 {
            bench.measure(.metres(3))
            bench.pass(.milliseconds(180))
        }
        #expect(bench.object?.quality == nil)
        bench.measure(nil)
        #expect(bench.object?.quality == .good)
        for _ in 0..<4 {
            bench.pass(.milliseconds(180))
            bench.measure(nil)
        }
        #expect(bench.object?.quality == .unknown)
    }

    @Test(arguments: [162, 180, 198, 770]) func theUpdateRateIsThatOfTheLastTwoSeconds(interval: Int) {
        var bench = SessionBench(in: .ranging)
        bench.measure(.metres(1))
        #expect(bench.object?.meanInterval == nil)
        for _ in 0..<30 {
            bench.pass(.milliseconds(interval))
            bench.measure(.metres(1))
        }
        #expect(bench.object?.meanInterval == .milliseconds(interval))
    }

    @Test func samplesOfOneInstantHaveNoRate() {
        var bench = SessionBench(in: .ranging)
        for _ in 0..<600 { bench.measure(.metres(1)) }
        #expect(bench.object?.quality == .good)
    }

    @Test func aMeasurementOfAnotherStationIsNotTheSessions() {
        var bench = SessionBench(in: .ranging)
        #expect(bench.measure(.metres(9), from: ShortMACAddress(rawValue: 0x3344)) == "doubt: warning, update none")
        #expect(bench.doubts.first?.meaning.contains("0x3344, the session's peer is 0x1122") == true)
        #expect(bench.measure(.metres(9), from: ShortMACAddress(rawValue: 0x2211)) == "update none")
        bench.runAgain()
        bench.receive(SessionBench.didStart)
        #expect(bench.measure(.metres(9), from: ShortMACAddress(rawValue: 0x2211)) == "doubt: warning, update none")
        #expect(bench.doubts.first?.meaning.hasSuffix("the bytes of the address are swapped") == true)
        let both = [
            RangingMeasurement(peer: ShortMACAddress(rawValue: 0x3344), distance: .metres(9)),
            RangingMeasurement(peer: SessionBench.peer, distance: .metres(2)),
        ]
        #expect(bench.act { $0.measured(both, with: SessionBench.name, at: $1) } == "update 2.00 m")
        // Measurements of other peers do not keep a session alive.
        bench.pass(.milliseconds(2_900))
        bench.measure(.metres(9), from: ShortMACAddress(rawValue: 0x3344))
        #expect(bench.pass(.milliseconds(100)).hasPrefix("stop ranging, removed timeout"))
    }

    @Test func anAddressMayBeWrittenInEightBytes() {
        var long = measurement()
        long.peer = .extended(0x1122)
        #expect(object(long)?.distance == .metres(2))
        long.peer = .extended(0x1_0000_1122)
        #expect(object(long)?.distance == nil)
    }
}
