import Foundation
import Ground
import Testing
import UWB

@Suite("Lines of real boards") struct CLIKnownAnswerTests {
    /// Returns the output of a real board after INITF without options.
    private func recorded() throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "Vectors/qorvo-initf.txt"), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    /// The parameters that INITF implies without options.
    private var defaults: RangingParameters {
        var parameters = RangingParameters(
            sessionID: 42, deviceType: .controller, role: .initiator, address: ShortMACAddress(rawValue: 0),
            peers: [ShortMACAddress(rawValue: 1)], staticSTSIV: StaticSTSIV([1, 2, 3, 4, 5, 6]))
        parameters.vendorID = 0x0708
        parameters.preambleCode = 10
        parameters.slotDurationRSTU = 2400
        parameters.rangingIntervalMilliseconds = 200
        parameters.slotsPerRound = 25
        return parameters
    }

    @Test("A host that asks for the firmware's defaults takes a real board's answer", arguments: [1, 5, 64, .max])
    func recordedStart(pieceSize: Int) throws {
        var bench = CLIBench.ready(pieceSize: pieceSize)
        bench.told = []
        bench.onPrint = { _ in nil }
        bench.start(defaults)
        #expect(bench.told.isEmpty)
        bench.hear(try recorded())
        let peer = ShortMACAddress(rawValue: 1)
        #expect(
            bench.told == [
                .sessionStarted(42),
                .measurements(42, [RangingMeasurement(peer: peer, distance: nil, failure: .transmission)]),
            ])
    }

    @Test("The simulated board prints what the real one printed") func simulated() throws {
        var device = CLIDevice()
        var text = ""
        func print(_ effects: [CLIDeviceEffect]) {
            for case .print(let message) in effects { text += message.text }
        }
        print(device.receive(Array("initf\r\n".utf8), at: .start))
        print(device.report([.init(address: 1, status: "TX_FAILED", centimetres: nil)], at: .start))
        let lines = { (text: String) in text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) } }
        // Only the real output contains the usage; the notation of the other values is unknown.
        let real = lines(try recorded()).filter { !$0.hasPrefix("RANGING_ROUND_USAGE") }
        #expect(lines(text).dropFirst() == real[...])
    }

    @Test(
        "A round with several measurements has a line for each, with or without the semicolons",
        arguments: [1, 7, .max], [";", ""])
    func severalMeasurements(pieceSize: Int, separator: String) {
        // The exact format of firmware 1.1, with the address of the session.
        let text = """
            SESSION_INFO_NTF: {session_handle=1, sequence_number=0, block_index=0, n_measurements=3
             [mac_address=0x0001, status="RX_TIMEOUT"]\(separator)
             [mac_address=0xd711, status="SUCCESS", distance[cm]=123]\(separator)
             [mac_address=0x0006, status="TX_FAILED"]}

            """
        var bench = CLIBench.ranging(pieceSize: pieceSize)
        bench.hear(text.replacing("\n", with: "\r\n"))
        let others = [ShortMACAddress(rawValue: 1), ShortMACAddress(rawValue: 6)]
        #expect(
            bench.told == [
                .measurements(
                    7,
                    [
                        RangingMeasurement(peer: others[0], distance: nil, failure: .receptionTimeout),
                        RangingMeasurement(peer: CLIBench.door, distance: .millimetres(1230)),
                        RangingMeasurement(peer: others[1], distance: nil, failure: .transmission),
                    ])
            ])
    }

    @Test("A round whose measurements do not end, or are in no brackets, is not read")
    func brokenRounds() {
        let heading = "SESSION_INFO_NTF: {session_handle=1, sequence_number=0, block_index=0, n_measurements=2\r\n"
        let first = " [mac_address=0x0001, status=\"RX_TIMEOUT\"]"
        for rest in [
            "\(first);\r\nok\r\n", "\(first);\r\n mac_address=0xd711]}\r\n", "\(first) x [y]}\r\n",
            "[mac_address=0x0001\r\n]}\r\n",
            " [mac_address=0x0001, status=\"SUCCESS\"; mac_address=0x0002, distance[cm]=5]}\r\n",
            String(repeating: "\(first);\r\n", count: 65),
        ] {
            var bench = CLIBench.ranging()
            bench.hear(heading + rest)
            bench.hear("ok\r\n")
            let isRefused = !bench.told.isEmpty && bench.told.allSatisfy { $0.finding != nil }
            #expect(isRefused, "\(rest): \(bench.told)")
        }
    }

    @Test("The older firmware's rounds and ends are read", arguments: [1, .max])
    func older(pieceSize: Int) throws {
        var bench = CLIBench.ready(pieceSize: pieceSize)
        bench.told = []
        bench.onPrint = { $0.hasPrefix("SESSION_STATUS") ? nil : $0 }
        bench.start(CLIBench.parameters())
        #expect(bench.told.isEmpty)
        // From a real board, except for the address.
        bench.hear(
            #"[{"Addr":"0xd711","Status":"Ok","D_cm":61,"LPDoA_deg":0.00,"LAoA_deg":0.00,"LFoM":0,"CFO_100ppm":-639}]"#
                + "\r\n")
        bench.hear(#"{"Block":7, "results":[{"Addr":"0xd711","Status":"Err"}]}"# + "\r\n")
        bench.hear(#"{"Session Stopped":"Inband Stop"}"# + "\r\n")
        let peer = CLIBench.door
        #expect(
            bench.told == [
                .sessionStarted(7), .measurements(7, [RangingMeasurement(peer: peer, distance: .millimetres(610))]),
                .measurements(7, [RangingMeasurement(peer: peer, distance: nil)]),
                .sessionStopped(7, .stoppedByPeer),
            ])
    }

    @Test("Commands and messages decode as they were encoded") func roundTrips() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            var wanted = CLIBench.parameters(
                .random(in: 1...0xFFFF, using: &generator), isInitiator: .random(using: &generator))
            wanted.preambleCode = .random(in: 9...12, using: &generator)
            wanted.slotDurationRSTU = .random(in: 2400...3600, using: &generator)
            wanted.isHopping = .random(using: &generator)
            wanted.vendorID = .random(in: 0...0xFFFF, using: &generator)
            wanted.roundUsage = .random(in: 1...4, using: &generator)
            wanted.sfd = .random(using: &generator) ? 0 : 2
            wanted.rframe = .random(using: &generator) ? 1 : 3
            var bench = CLIBench.ready()
            bench.start(wanted)
            #expect(bench.active == [wanted])
        }
    }
}
