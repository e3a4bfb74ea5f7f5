import Ground
import Testing
import UWB

@Suite("A session on CLI firmware") struct CLIHostTests {
    @Test(
        "The kit is identified, stopped and ready; then it ranges until the session stops",
        arguments: [1, 2, 3, 7, .max])
    func wholeSession(pieceSize: Int) {
        var bench = CLIBench.ready(pieceSize: pieceSize)
        #expect(
            bench.told == [.ready("CLI firmware, Device DWM3001CDK, Version 1.1.0, UWB stack R12.7.0-405-gb33c5c4272")])
        #expect(bench.sent == ["STAT", "STOP"])
        bench.told = []
        let parameters = CLIBench.parameters()
        bench.start(parameters)
        var taken = parameters
        taken.roundControl = 0x03
        #expect(bench.told == [.sessionStarted(7)] && bench.active == [taken])
        bench.told = []
        bench.range([.init(address: 0xD711, status: "SUCCESS", centimetres: 210)])
        bench.range([.init(address: 0xD711, status: "RX_TIMEOUT", centimetres: nil)])
        let peer = CLIBench.door
        #expect(
            bench.told == [
                .measurements(7, [RangingMeasurement(peer: peer, distance: .millimetres(2100))]),
                .measurements(7, [RangingMeasurement(peer: peer, distance: nil, failure: .receptionTimeout)]),
            ])
        bench.told = []
        bench.stop(7)
        #expect(bench.host.isClosingSessions && bench.told.isEmpty && bench.active.isEmpty)
        bench.letPass(.milliseconds(299))
        #expect(bench.told.isEmpty)
        bench.letPass(.milliseconds(1))
        #expect(bench.told == [.sessionStopped(7, .hostCommand)] && !bench.host.isClosingSessions)
        #expect(bench.host.deadline == nil)
    }

    @Test(
        "The echo of a command may come as a line, in front of the answer, or not at all",
        arguments: [{ $0 }, { String($0.dropLast(2)) + "\r" }, { _ in nil }] as [@Sendable (String) -> String?])
    func echo(_ echoed: @escaping @Sendable (String) -> String?) {
        var bench = CLIBench()
        bench.onPrint = { text in
            let isEcho = ["STAT", "STOP", "INITF", "RESPF"].contains { text.hasPrefix($0) }
            return isEcho ? echoed(text) : text
        }
        bench.open()
        #expect(bench.told.count == 1)
        bench.start(CLIBench.parameters())
        bench.range([.init(address: 0xD711, status: "SUCCESS", centimetres: 210)])
        bench.stop(7)
        bench.letPass(.milliseconds(300))
        #expect(
            bench.told.dropFirst() == [
                .sessionStarted(7),
                .measurements(7, [RangingMeasurement(peer: CLIBench.door, distance: .millimetres(2100))]),
                .sessionStopped(7, .hostCommand),
            ])
    }

    @Test("The command carries everything a session needs, as firmware 1.1 spells it") func command() {
        var bench = CLIBench.ready()
        bench.start(CLIBench.parameters(0x5108))
        #expect(
            bench.sent.last
                == "RESPF -CHAN=9 -PRFSET=BPRF4 -PCODE=11 -SLOT=3600 -BLOCK=180 -ROUND=6 -RRU=DSTWR -ID=20744 "
                + "-VUPPER=17:51:EF:27:FB:DD:00:4C -ADDR=30064 -PADDR=55057")
        var initiator = CLIBench.ready()
        initiator.start(CLIBench.parameters(isInitiator: true))
        #expect(initiator.sent.last?.hasPrefix("INITF ") == true && initiator.told.last == .sessionStarted(7))
    }

    @Test("A session that follows waits until the previous one has ended") func restart() {
        var bench = CLIBench.ranging()
        bench.stop(7)
        bench.start(CLIBench.parameters(8))
        #expect(bench.told.isEmpty)
        bench.letPass(.milliseconds(300))
        #expect(bench.told == [.sessionStopped(7, .hostCommand), .sessionStarted(8)])
        bench.told = []
        bench.start(CLIBench.parameters(9))
        #expect(bench.told.first?.refused == 9 && bench.active.map(\.sessionID) == [8])
    }

    @Test(
        "Parameters that the firmware does not have are refused before anything is sent",
        arguments: [
            { $0.sessionID = 0 }, { $0.sessionID = 0x1_0000 }, { $0.preambleCode = 8 }, { $0.slotDurationRSTU = 2399 },
            { $0.rangingIntervalMilliseconds = 0x1_0000 }, { $0.rangingIntervalMilliseconds = 0 }, { $0.channel = 8 },
            { $0.role = .initiator }, { $0.peers = [] }, { $0.sfd = 1 }, { $0.stsLength = 0 }, { $0.roundUsage = 0 },
            { $0.roundControl = 0x01 }, { $0.slotsPerRound = 0 }, { $0.isOneToMany = true },
        ] as [@Sendable (inout RangingParameters) -> Void])
    func obstacles(change: @Sendable (inout RangingParameters) -> Void) {
        var parameters = CLIBench.parameters()
        change(&parameters)
        var bench = CLIBench.ready()
        let before = bench.sent.count
        bench.told = []
        bench.start(parameters)
        #expect(bench.told.map(\.refused) == [parameters.sessionID] && bench.sent.count == before)
    }

    @Test("A kit that is queried answers; one that does not is given up after three tries") func asked() {
        var bench = CLIBench.ranging()
        bench.take(bench.host.ask(at: bench.now))
        #expect(bench.sent.last == "STAT" && bench.told.isEmpty)
        bench.letPass(.milliseconds(100))
        #expect(!bench.host.awaitsAnswer)
        bench.onPrint = { _ in nil }
        bench.take(bench.host.ask(at: bench.now))
        #expect(bench.host.awaitsAnswer)
        bench.letPass(bench.host.patience)
        #expect(bench.told.contains { $0.isFailure } && bench.host.deadline == nil)
    }

    @Test("The peer's end over the air is a normal end, and the kit's application is stopped too") func peerStops() {
        var bench = CLIBench.ranging()
        bench.take(bench.device.stopInBand(at: bench.now))
        #expect(bench.told == [.sessionStopped(7, .stoppedByPeer)] && bench.sent.last == "STOP")
        bench.letPass(.seconds(1))
        bench.start(CLIBench.parameters(8))
        #expect(bench.told.last == .sessionStarted(8))
    }
}
