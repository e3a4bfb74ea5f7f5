import Glibc
import Ground
import Links
import NDEF
import NFCDriver
import OperatingSystem
import Simulators
import TestSupport
import Testing

private func found(_ inbound: Inbound?) -> [TagIdentity] {
    switch inbound {
    case .reader(.tagFound(let tag)): [tag]
    case .reader(.tagsFound(let tags)): tags
    default: []
    }
}

private func failure(_ inbound: Inbound?) -> String? {
    if case .reader(.exchangeFailed(let text))? = inbound { text } else { nil }
}

private func opened(_ name: String, _ tags: [(name: TagName, tag: SimulatedTag)]) throws -> ReaderBench {
    let bench = try ReaderBench(name, tags: tags)
    guard case .reader(.opened)? = bench.ask(.open) else {
        bench.close()
        throw RigFault("the reader did not open", remedy: "See what libnfc prints")
    }
    return bench
}

/// Reads a tag through the real library; returns the result and the number of commands.
private func read(_ bench: ReaderBench, _ identity: TagIdentity) -> (step: TagReadStep, commands: Int)? {
    guard var reader = TagReader(for: TagPlatform(sak: identity.sak)) else { return nil }
    var commands = 0
    var step = reader.begin()
    while case .command(let command) = step {
        commands += 1
        switch bench.ask(.exchange(command, within: .seconds(5))) {
        case .reader(.response(let bytes))?: step = reader.receive(bytes)
        default: step = reader.receiveNoAnswer()
        }
    }
    return (step, commands)
}

private func message(of step: TagReadStep?) -> [UInt8]? {
    if case .finished(let contents)? = step { contents.message } else { nil }
}

@Suite(
    "Tags behind libnfc", .serialized, .onASteadyMachine,
    .enabled(if: access(ReaderBench.program, X_OK) == 0, "needs the program trammel beside the tests"))
struct NFCTagTests {
    private static let second = bytes("04aabbccddee01")

    @Test("Two tags are reported together, the first stays selected, and the remaining one is found by itself")
    func twoTags() throws {
        let bench = try opened(
            "two", [("a", try ExampleTag.type2()), ("b", try ExampleTag.type4()), ("c", try ExampleTag.type2())])
        defer { bench.close() }
        bench.stage(.present("a"))
        bench.stage(.present("b"))
        #expect(
            bench.ask(.poll) == .reader(.tagsFound([ExampleTag.type2Identity, ExampleTag.type4Identity])))
        #expect(bench.exchange("3003")?.count == 16, "the first is selected")
        bench.stage(.remove("a"))
        #expect(bench.ask(.checkPresence) == .reader(.tagAbsent))
        #expect(bench.ask(.poll) == .reader(.tagFound(ExampleTag.type4Identity)))
        #expect(bench.exchange("00a4040007d276000085010100") == [0x90, 0x00])
        bench.stage(.remove("b"))
        bench.stage(.present("c"))
        #expect(bench.ask(.checkPresence) == .reader(.tagAbsent))
        bench.stage(.present("b"))
        #expect(found(bench.ask(.poll)) == [ExampleTag.type2Identity, ExampleTag.type4Identity])
    }

    @Test("A swapped tag is missed, and the new one is found at the next poll")
    func swap() throws {
        let bench = try opened(
            "swap",
            [
                ("a", try ExampleTag.type2()),
                ("b", try .type2(.ntag215, message: ExampleTag.message, uid: Self.second)),
            ])
        defer { bench.close() }
        bench.stage(.present("a"))
        #expect(found(bench.ask(.poll)) == [ExampleTag.type2Identity])
        bench.stage(.swap("a", for: "b"))
        #expect(bench.ask(.checkPresence) == .reader(.tagAbsent))
        #expect(found(bench.ask(.poll)).map(\.uid) == [Self.second])
        #expect(bench.takeStaged() == [.presented("a"), .removed("a"), .presented("b")])
    }

    @Test(
        "A tag torn away at any command of its reading is lost there, and read whole when it is back", arguments: 0...4)
    func tornAt(answers: Int) throws {
        let bench = try opened("tornAt", [("a", try ExampleTag.type4())])
        defer { bench.close() }
        bench.stage(.tearAway("a", afterAnswers: answers))
        let identity = try #require(found(bench.ask(.poll)).first)
        let torn = try #require(read(bench, identity))
        #expect(message(of: torn.step) == nil)
        #expect(torn.commands == answers + 1, "the command behind the last answer is the one that fails")
        #expect(bench.takeStaged() == [.presented("a"), .removed("a")])
        #expect(bench.ask(.poll) == .reader(.noTag))
        bench.stage(.present("a"))
        #expect(found(bench.ask(.poll)) == [identity])
        #expect(message(of: read(bench, identity)?.step) == ExampleTag.message)
    }

    @Test("A refused command fails alone, even if the tag is silent after it")
    func refusal() throws {
        for isSilent in [false, true] {
            var memory = Type2Memory(bytes: try #require(try ExampleTag.type2().type2Memory), chip: .ntag213)
            memory.goesIdleAfterNAK = isSilent
            let bench = try opened("refusal", [("a", SimulatedTag(memory))])
            defer { bench.close() }
            bench.stage(.present("a"))
            #expect(found(bench.ask(.poll)).count == 1)
            for command in ["30ff", "3aff00", "c1", "a20001020304"] {
                let failed = failure(bench.ask(.exchange(bytes(command), within: .milliseconds(100))))
                #expect(failed?.hasPrefix("the transmission failed") == true, "\(command): \(failed ?? "answered")")
                #expect(bench.exchange("3003")?.count == 16)
            }
            #expect(bench.ask(.checkPresence) == .reader(.tagPresent))
        }
    }

    @Test("The second half of SECTOR_SELECT has no answer, fails soon, and the tag continues in the other sector")
    func sectors() throws {
        let memory = Type2Memory(areaSize: 2040, data: [UInt8](repeating: 0x5A, count: 2040))
        let bench = try opened("sectors", [("a", SimulatedTag(memory))])
        defer { bench.close() }
        bench.stage(.present("a"))
        #expect(found(bench.ask(.poll)).count == 1)
        #expect(bench.exchange("c2ff") == [0x0A])
        let began = bench.clock.now
        #expect(failure(bench.ask(.exchange(bytes("01000000"), within: .milliseconds(5)))) != nil)
        #expect(bench.clock.now - began < .milliseconds(500))
        #expect(bench.exchange("3010") == [UInt8](repeating: 0x5A, count: 16))
        #expect(bench.ask(.checkPresence) == .reader(.tagPresent))
    }

    @Test("A command that a tag never answers fails soon, and the tag stays selected")
    func noAnswer() throws {
        let bench = try opened("noAnswer", [("a", try ExampleTag.type2())])
        defer { bench.close() }
        bench.stage(.present("a"))
        #expect(found(bench.ask(.poll)).count == 1)
        bench.with { $0.inject(.status(0x01), on: .inCommunicateThru) }
        let began = bench.clock.now
        #expect(failure(bench.ask(.exchange(bytes("01000000"), within: .milliseconds(5)))) != nil)
        #expect(bench.clock.now - began < .milliseconds(500))
        #expect(bench.exchange("3003")?.count == 16)
        #expect(bench.ask(.checkPresence) == .reader(.tagPresent))
    }

    @Test("One disturbed presence check does not count as a removed tag")
    func presence() throws {
        let bench = try opened("presence", [("a", try ExampleTag.type2()), ("b", try ExampleTag.type4())])
        defer { bench.close() }
        let commands: [(TagName, PN532Command)] = [("a", .inDataExchange), ("b", .inCommunicateThru)]
        for (name, command) in commands {
            bench.stage(.present(name))
            #expect(found(bench.ask(.poll)).count == 1)
            bench.with { $0.inject(.status(0x02), on: command, times: 4) }
            #expect(bench.ask(.checkPresence) == .reader(.tagPresent))
            bench.with { $0.clearFaults() }
            #expect(bench.ask(.checkPresence) == .reader(.tagPresent))
            bench.stage(.remove(name))
            #expect(bench.ask(.checkPresence) == .reader(.tagAbsent))
        }
    }

    @Test("A full NTAG216 is read with no more commands than its size requires")
    func fullTag() throws {
        let payload = [UInt8](repeating: 0x61, count: NTAG.ntag216.capacity - 9)
        let full = NDEFMessage([.media("a/b", payload: payload)]).encoded
        let bench = try opened("full", [("a", try .type2(.ntag216, message: full))])
        defer { bench.close() }
        bench.stage(.present("a"))
        let identity = try #require(found(bench.ask(.poll)).first)
        let began = bench.clock.now
        let reading = try #require(read(bench, identity))
        print("full NTAG216 through libnfc: \(reading.commands) commands in \(bench.clock.now - began)")
        #expect(message(of: reading.step) == full)
        #expect(reading.commands <= 55, "four bytes of head and 872 of data, sixteen at a time")
    }

    @Test("A type 4 tag gives its largest blocks, in extended frames and in pieces", arguments: [255, 256, 512])
    func largeBlocks(limit: Int) throws {
        let full = NDEFMessage([.media("a/b", payload: [UInt8](repeating: 0x62, count: 1500))]).encoded
        let bench = try opened(
            "blocks", [("a", SimulatedTag(try Type4Files(message: full, maximumRead: UInt16(limit))))])
        defer { bench.close() }
        for pieces in [262, 60] {
            bench.with { $0.largestAnswer = pieces }
            bench.stage(.present("a"))
            let identity = try #require(found(bench.ask(.poll)).first)
            #expect(bench.exchange("00a4040007d276000085010100") == [0x90, 0x00])
            #expect(bench.exchange("00a4000c02e104") == [0x90, 0x00])
            #expect(bench.exchange("00b00000ff")?.count == 257)
            if limit > 255 { #expect(bench.exchange("00b0000000")?.count == 258) }
            #expect(found(bench.ask(.poll)) == [identity])
            let reading = try #require(read(bench, identity))
            print("type 4, MLe \(limit), \(pieces) bytes a frame: \(reading.commands) commands")
            #expect(message(of: reading.step) == full)
            #expect(reading.commands <= 5 + (full.count + min(limit, 256) - 1) / min(limit, 256))
        }
    }

    @Test("A thousand taps in a row are each found once and gone once", .timeLimit(.minutes(10)))
    func thousandTaps() throws {
        let bench = try opened("taps", [("a", try ExampleTag.type2()), ("b", try ExampleTag.type4())])
        defer { bench.close() }
        // A chip that polls this quickly keeps the test short; nothing else depends on it.
        bench.with { $0.passiveTry = .milliseconds(1) }
        let began = bench.clock.now
        var counts = (found: 0, read: 0, gone: 0, other: 0)
        // A reader that is lost answers nothing more, so the first error ends the test.
        for tap in 0..<1000 where counts.other == 0 {
            let (name, identity): (TagName, TagIdentity) =
                tap % 2 == 0 ? ("a", ExampleTag.type2Identity) : ("b", ExampleTag.type4Identity)
            if tap % 10 == 0, bench.ask(.poll) != .reader(.noTag) { counts.other += 1 }
            bench.stage(.present(name))
            let tags = found(bench.ask(.poll))
            if tags == [identity] { counts.found += 1 } else { counts.other += 1 }
            if message(of: read(bench, identity)?.step) == ExampleTag.message { counts.read += 1 }
            if bench.ask(.checkPresence) != .reader(.tagPresent) { counts.other += 1 }
            bench.stage(.remove(name))
            if bench.ask(.checkPresence) == .reader(.tagAbsent) { counts.gone += 1 } else { counts.other += 1 }
        }
        #expect(counts == (1000, 1000, 1000, 0))
        #expect(bench.takeStaged().count == 2000)
        print("a thousand taps through libnfc: \(bench.clock.now - began)")
    }
}
