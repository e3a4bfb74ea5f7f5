import Ground
import TestSupport
import Testing
import UWB

@Suite("Host and device in memory") struct HostDeviceTests {
    @Test("A device is brought up and identifies itself", arguments: [FiRaGeneration.fira1, .fira2])
    func bringUp(generation: FiRaGeneration) {
        var bench = Bench(generation)
        bench.open()
        let told = bench.hear()
        guard case .ready(let info) = told.first, told.count == 1 else {
            Issue.record("told \(told)")
            return
        }
        let version = generation == .fira2 ? "2.0.0" : "1.1.0"
        #expect("\(info)" == "UCI \(version), FiRa MAC \(version), PHY \(version)")
        #expect(bench.host.deadline == nil)
        #expect(bench.commands == [bytes("20 00 00 01 00"), bytes("20 02 00 00")])
    }

    struct Way: Sendable {
        let generation: FiRaGeneration
        let isInitiator: Bool
        let deviceFirst: Bool
        let pieceSize: Int
    }

    static let ways = [FiRaGeneration.fira1, .fira2].flatMap { generation in
        [false, true].flatMap { isInitiator in
            [(false, 1), (true, 1), (true, 7), (false, 1000)].map { deviceFirst, size in
                Way(generation: generation, isInitiator: isInitiator, deviceFirst: deviceFirst, pieceSize: size)
            }
        }
    }

    @Test("A session starts, ranges fifty rounds, stops, and starts again", arguments: ways)
    func session(way: Way) {
        var bench = Bench(way.generation, deviceFirst: way.deviceFirst)
        bench.pieceSize = way.pieceSize
        bench.open()
        #expect(bench.hear().count == 1)
        let parameters = Bench.parameters(0x5108, isInitiator: way.isInitiator)
        for _ in 0..<2 {
            bench.start(parameters)
            #expect(bench.hear() == [.sessionStarted(0x5108)])
            #expect(bench.happened == [.sessionActive(0x5108, parameters)])
            for round in 0..<50 {
                bench.letPass(.milliseconds(180))
                let measurements = Bench.round(Int32(round) * 100 - 200)
                bench.range(0x5108, measurements)
                #expect(bench.hear() == [.measurements(0x5108, measurements)])
            }
            bench.stop(0x5108)
            #expect(bench.hear() == [.sessionStopped(0x5108, .hostCommand)])
            #expect(bench.happened.last == .sessionInactive(0x5108))
            bench.happened = []
            bench.range(0x5108, Bench.round(1000))
            #expect(bench.hear().isEmpty)
            #expect(bench.host.deadline == nil)
        }
        #expect(bench.host.generation == way.generation)
    }

    @Test("Two sessions range at once and stop one by one", arguments: [FiRaGeneration.fira1, .fira2])
    func twoSessions(generation: FiRaGeneration) {
        var bench = Bench(generation)
        bench.open()
        bench.start(Bench.parameters(10))
        bench.start(Bench.parameters(20, isInitiator: false))
        #expect(bench.hear().suffix(2) == [.sessionStarted(10), .sessionStarted(20)])
        for round in 0..<10 {
            bench.range(10, Bench.round(Int32(round) * 10))
            bench.range(20, Bench.round(Int32(round) * 20))
        }
        let told = bench.hear()
        #expect(told.count == 20)
        #expect(told.last == .measurements(20, Bench.round(180)))
        bench.stop(10)
        #expect(bench.hear() == [.sessionStopped(10, .hostCommand)])
        bench.range(20, Bench.round(70))
        #expect(bench.hear() == [.measurements(20, Bench.round(70))])
        bench.stop(20)
        #expect(bench.hear() == [.sessionStopped(20, .hostCommand)])
    }

    @Test("Sessions requested before the device is ready start when it is") func early() {
        var bench = Bench()
        bench.start(Bench.parameters(1))
        bench.start(Bench.parameters(2))
        bench.stop(2)
        #expect(bench.hear() == [.sessionStopped(2, .hostCommand)])
        #expect(bench.commands.isEmpty)
        bench.open()
        #expect(bench.hear().last == .sessionStarted(1))
    }

    @Test("A session beyond the device's limit fails with the device's status") func tooMany() {
        var bench = Bench()
        bench.open()
        for id in 1...6 { bench.start(Bench.parameters(UInt32(id))) }
        let told = bench.hear()
        #expect(told.count == 7)
        #expect(told.last == .sessionFailed(6, "SESSION_INIT was refused with 0x14 (MAX_SESSIONS_EXCEEDED)"))
    }

    @Test("The host's own bound of sessions holds, and a session id is not used twice") func hostBound() {
        var bench = Bench()
        for id in 1...UInt32(UCIHost.maximumSessions) { bench.start(Bench.parameters(id)) }
        #expect(bench.hear().isEmpty)
        bench.start(Bench.parameters(100))
        #expect(bench.hear() == [.sessionFailed(100, "there are 16 sessions already")])
        bench.stop(3)
        bench.start(Bench.parameters(4))
        #expect(bench.hear() == [.sessionStopped(3, .hostCommand), .sessionFailed(4, "session 4 is there already")])
    }

    @Test("A stop by the peer ends the session, and the device forgets it", arguments: [FiRaGeneration.fira1, .fira2])
    func stoppedByPeer(generation: FiRaGeneration) {
        var bench = Bench(generation)
        bench.open()
        bench.start(Bench.parameters(5))
        _ = bench.hear()
        bench.take(bench.device.stopInBand(session: 5, at: bench.now))
        #expect(bench.hear() == [.sessionStopped(5, .stoppedByPeer)])
        #expect(bench.commands.last?.starts(with: [0x21, 0x01]) == true)
        #expect(bench.happened.last == .sessionInactive(5))
        bench.stop(5)
        #expect(bench.hear().isEmpty)
        bench.start(Bench.parameters(5))
        #expect(bench.hear() == [.sessionStarted(5)])
    }

    @Test("Opening the line again resets the device and ends its sessions") func reopened() {
        var bench = Bench()
        bench.open()
        bench.start(Bench.parameters(5))
        _ = bench.hear()
        bench.take(bench.host.begin(at: bench.now))
        bench.letPass(.milliseconds(300))
        let told = bench.hear()
        #expect(told.first == .sessionFailed(5, "the device was reset"))
        #expect(told.count == 2)
        #expect(bench.happened.last == .sessionInactive(5))
        bench.start(Bench.parameters(5))
        #expect(bench.hear() == [.sessionStarted(5)])
    }

    @Test("Eight peers need segments, which are joined") func segmentedRound() {
        var bench = Bench()
        bench.open()
        bench.start(Bench.parameters(5))
        _ = bench.hear()
        let measurements = (0..<8).map { peer in
            TWRMeasurement(peer: ShortMACAddress(rawValue: UInt16(peer)), distance: .millimetres(Int32(peer) * 1000))
        }
        bench.range(5, measurements)
        #expect(bench.hear() == [.measurements(5, measurements)])
    }

    @Test("A round that heard no peer is a round without measurements") func emptyRound() {
        var bench = Bench()
        bench.open()
        bench.start(Bench.parameters(5))
        _ = bench.hear()
        bench.range(5, [])
        #expect(bench.hear() == [.measurements(5, [RangingMeasurement]())])
    }

    @Test("Stopping an unknown session does nothing") func unknownStop() {
        var bench = Bench()
        bench.open()
        let count = bench.commands.count
        bench.stop(99)
        #expect(bench.hear().count == 1)
        #expect(bench.commands.count == count)
    }
}
