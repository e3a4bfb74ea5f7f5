import Ground
import Testing
import UWB

/// Output that must never count as a measurement, nor be blamed on anything but the kit.
@Suite("Faults of CLI firmware") struct CLITroubleTests {
    private static let round =
        "SESSION_INFO_NTF: {session_handle=1, sequence_number=5, block_index=5, n_measurements=1\r\n"

    @Test("No distance comes from a failed round, an echo, or a round before or after the session")
    func wrongPasses() {
        var bench = CLIBench.ready()
        let good = Self.round + "\r [mac_address=0xd711, status=\"SUCCESS\", distance[cm]=210]}\r\n"
        bench.told = []
        bench.hear(good)
        #expect(bench.told.isEmpty)
        bench.start(CLIBench.parameters())
        bench.told = []
        for status in ["RX_TIMEOUT", "TX_FAILED", "success", "Unknown", ""] {
            let number = Int.random(in: 10..<1_000_000)
            bench.hear(
                good.replacing("=5", with: "=\(number)").replacing("SUCCESS", with: status))
        }
        bench.hear("RESPF -DISTANCE=210 -ADDR=1\r\nok\r\nSESSION_STATUS_NTF: {state=\"ACTIVE\", reason=\"x\"}\r\n")
        #expect(bench.told.count == 5)
        for effect in bench.told {
            guard case .measurements(7, let list) = effect else {
                Issue.record("\(effect)")
                continue
            }
            #expect(list.map(\.distance) == [nil])
        }
        bench.told = []
        bench.stop(7)
        bench.hear(good)
        bench.letPass(.seconds(1))
        bench.hear(good)
        #expect(bench.told == [.sessionStopped(7, .hostCommand)])
    }

    @Test("A distance to another address stays that address's") func stranger() {
        var bench = CLIBench.ranging()
        bench.hear(Self.round + "\r [mac_address=0x11d7, status=\"SUCCESS\", distance[cm]=210]}\r\n")
        let swapped = ShortMACAddress(rawValue: 0x11D7)
        #expect(bench.told == [.measurements(7, [RangingMeasurement(peer: swapped, distance: .metres(2.1))])])
    }

    @Test("A repeated round, or one that announces other measurements than it has, does not count") func oddRounds() {
        var bench = CLIBench.ranging()
        let good = Self.round + "\r [mac_address=0xd711, status=\"SUCCESS\", distance[cm]=210]}\r\n"
        bench.hear(good + good)
        bench.hear(
            good.replacing("sequence_number=5", with: "sequence_number=6").replacing(
                "n_measurements=1", with: "n_measurements=2"))
        #expect(bench.told.count == 3)
        #expect(bench.told.compactMap(\.finding).map(\.code) == ["cli.repeatedRound", "cli.malformed"])
    }

    @Test("A kit that takes other parameters than it was given is stopped, and the session has failed")
    func contradiction() {
        var bench = CLIBench.ready()
        bench.told = []
        bench.onPrint = { $0.replacing("SLOT_DURATION [rstu]: 3600", with: "SLOT_DURATION [rstu]: 2400") }
        bench.start(CLIBench.parameters())
        bench.letPass(.seconds(1))
        #expect(bench.told.map(\.refused) == [7] && bench.active.isEmpty)
    }

    @Test("A refused start fails, and leaves the kit able to start another") func refused() {
        var bench = CLIBench.ready()
        bench.told = []
        // An application was left running.
        _ = bench.device.receive(Array("INITF\r".utf8), at: bench.now)
        bench.start(CLIBench.parameters())
        #expect(bench.told.map(\.refused) == [7])
        bench.letPass(.seconds(1))
        bench.start(CLIBench.parameters(8))
        #expect(bench.told.last == .sessionStarted(8))
    }

    @Test("A kit that never reports ranging fails the session, and one that answers nothing is given up")
    func silent() {
        var bench = CLIBench.ready()
        bench.told = []
        bench.onPrint = { $0.contains("ACTIVE") ? nil : $0 }
        bench.start(CLIBench.parameters())
        bench.letPass(.seconds(2))
        #expect(bench.told.map(\.refused) == [7])
        bench.letPass(.seconds(1))
        bench.onPrint = { _ in nil }
        bench.start(CLIBench.parameters(8))
        bench.letPass(.seconds(10))
        #expect(bench.told.last?.isFailure == true && bench.host.deadline == nil)
    }

    @Test(
        "A kit of no known dialect is given up in time, and never ready",
        arguments: [
            "", "hello\r\n", "\u{1}\u{2}\u{3}\u{7F}\r\n", "ok\r\n", "KO\r\n", "STAT\r\n", "JS0010{\"Info\":{\r\n",
            "AT+GMM\r\nERROR\r\n", String(repeating: "x", count: 20_000),
        ])
    func foreign(answer: String) {
        var bench = CLIBench()
        bench.onPrint = { _ in answer }
        bench.take(bench.host.begin(at: bench.now))
        for _ in 0..<5 {
            bench.hear(answer)
            bench.letPass(.seconds(1))
        }
        bench.letPass(bench.host.patience)
        #expect(bench.told.last?.isFailure == true && bench.now - .start < .seconds(15))
        #expect(!bench.told.contains { if case .ready = $0 { true } else { false } })
    }

    @Test("UCI firmware is recognised by its bytes, before and after it is queried in UCI")
    func foreignUCI() {
        for bytes in [[0x60, 0x01, 0x00, 0x01, 0x01], [0x40, 0x02, 0x00, 0x3E, 0x00]] as [[UInt8]] {
            var bench = CLIBench()
            bench.pieceSize = 1
            bench.onPrint = { _ in nil }
            bench.take(bench.host.begin(at: bench.now))
            bench.letPass(.milliseconds(1600))
            #expect(bench.sent.last == " ")  // GET_DEVICE_INFO, as far as it can be printed
            bench.hear(bytes)
            #expect(bench.told.last?.isFailure == true)
        }
    }

    @Test("Bytes that are not text put the kit in doubt once it is ready, and only then") func garbage() {
        var bench = CLIBench()
        bench.hear([0xFF])
        bench.take(bench.host.begin(at: bench.now))
        bench.hear([0xFE, 0x80, 0x0D])
        bench.letPass(.seconds(1))
        bench.hear([0xFE, 0x80, 0x0D])
        #expect(bench.told.compactMap(\.finding).map(\.weight) == [.note, .warning])
        #expect(bench.told.compactMap(\.finding).map(\.code) == ["cli.framing", "cli.framing"])
    }

    @Test("Every command that is not heard is sent again, except for a start") func lost() {
        var bench = CLIBench()
        var left = 2
        bench.onPrint = { text in
            left -= 1
            return left >= 0 ? nil : text
        }
        bench.open()
        bench.letPass(.seconds(5))
        #expect(bench.told.count == 1 && bench.sent.filter { $0 == "STAT" }.count == 2)
    }
}
