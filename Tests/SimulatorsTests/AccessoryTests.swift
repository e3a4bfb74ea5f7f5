import Ground
import NearbyInteraction
import Simulators
import Testing

@Suite struct AccessoryTests {
    private func bench(_ defects: Set<Defect> = []) -> EnvironmentBench {
        var bench = EnvironmentBench(EnvironmentModel(accessories: [("door", AccessoryBuild(defects: defects))]))
        bench.connect("door")
        return bench
    }

    private func answers(_ bench: EnvironmentBench) -> [UInt8?] { bench.messages.map(\.bytes.first) }

    @Test func everyInitializeHasAnAddressOfItsOwn() {
        var bench = bench()
        for _ in 0..<20 { bench.write(.initialize, to: "door") }
        let addresses = bench.messages.compactMap { message in
            (try? AccessoryConfigurationData(decoding: Array(message.bytes.dropFirst())))?.address
        }
        #expect(addresses.count == 20 && Set(addresses).count > 18 && addresses.allSatisfy(\.isUsable))
    }

    @Test func theSequenceIsAnsweredInOrder() throws {
        var bench = bench()
        _ = try bench.exchange(with: "door")
        bench.write(.stop, to: "door")
        #expect(answers(bench) == [0x01, 0x02, 0x03])
    }

    @Test func whatComesTooEarlyOrMalformedIsDropped() {
        var bench = bench()
        let good = [UInt8](repeating: 1, count: 30)
        bench.write(.configureAndStart(good), to: "door")
        #expect(bench.messages.isEmpty)
        bench.write(.initialize, to: "door")
        bench.write(.configureAndStart([1, 0, 1, 0]), to: "door")
        bench.write(.other(id: 0x77, payload: []), to: "door")
        #expect(answers(bench) == [0x01])
    }

    @Test func aNewLinkMustInitializeAnew() throws {
        var bench = bench()
        let exchange = try bench.exchange(with: "door")
        _ = bench.surroundings.disconnected("door", at: bench.now)
        bench.connect("door")
        bench.messages = []
        bench.write(.configureAndStart(exchange.shareable.encoded), to: "door")
        #expect(bench.messages.isEmpty)
    }

    @Test(
        arguments: [
            (.ignoresInitialize, []), (.answersTwice, [38, 38]), (.shortConfiguration, [37]),
            (.longConfiguration, [39]),
            (.emptyAnswer, [0]), (.echoesWrites, [1, 38]),
        ] as [(Defect, [Int])])
    func faultsOfTheAnswerShow(fault: Defect, lengths: [Int]) {
        var bench = bench([fault])
        bench.write(.initialize, to: "door")
        #expect(bench.messages.map(\.bytes.count) == lengths)
    }

    @Test(
        arguments: [
            (.neverStarts, [0x01, 0x03]), (.saysItStarts, [0x01, 0x02, 0x03]), (.ignoresStop, [0x01, 0x02]),
        ] as [(Defect, [UInt8?])])
    func faultsOfTheCourseShow(fault: Defect, ids: [UInt8?]) throws {
        var bench = bench([fault])
        _ = try bench.exchange(with: "door")
        bench.write(.stop, to: "door")
        #expect(answers(bench) == ids)
    }

    @Test(
        arguments: [
            (.hangsUpOnConnection, 0), (.hangsUpOnInitialize, 1), (.hangsUpOnConfigureAndStart, 2),
            (.hangsUpWhileRanging, 3),
            (.hangsUpOnStop, 4),
        ] as [(Defect, Int)])
    func accessoriesHangUpWhenTheyShould(fault: Defect, step: Int) {
        var bench = bench([fault])
        var seen = [bench.hungUp.count]
        bench.write(.initialize, to: "door")
        seen.append(bench.hungUp.count)
        let scd = ShareableConfigurationData(
            sessionID: 5, initialization: StaticSTSInitialization([1, 2, 3, 4, 5, 6])!,
            address: ShortAddress(rawValue: 9))
        bench.write(.configureAndStart(scd.encoded), to: "door")
        seen.append(bench.hungUp.count)
        bench.pass(.seconds(1))
        seen.append(bench.hungUp.count)
        bench.write(.stop, to: "door")
        seen.append(bench.hungUp.count)
        #expect(seen.firstIndex { $0 > 0 } == step)
    }
}
