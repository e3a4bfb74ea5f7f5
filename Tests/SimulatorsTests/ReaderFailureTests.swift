import Ground
import Links
import Simulators
import TestSupport
import Testing

@Suite("Tags before a reader chip, and the chip's faults")
struct ReaderTroubleTests {
    private func reader(_ names: [TagName] = ["a", "b"]) throws -> SimulatedReader {
        var tags: [(name: TagName, tag: SimulatedTag)] = []
        for (number, name) in names.enumerated() {
            let uid: [UInt8] = [4, 1, 2, 3, 4, 5, UInt8(number)]
            tags.append((name, try .type2(.ntag213, message: accessMessage, uid: uid)))
        }
        var reader = SimulatedReader(tags: tags)
        _ = reader.receive(readerWakeUp, at: .start)
        #expect(reader.command("3205ff0102") == "33")
        return reader
    }

    private func events(_ effects: [SimulatedReader.Effect]) -> [StageEvent] {
        effects.compactMap { if case .stage(let event) = $0 { event } else { nil } }
    }

    @Test("a polling chip finds the tag that is held to it")
    func presenting() throws {
        var reader = try reader()
        #expect(reader.command("3205ffffff") == "33")
        #expect(reader.command("4a0100") == nil)
        let effects = reader.stage(.present("b"), at: .start + .seconds(1))
        #expect(events(effects) == [.presented("b")])
        #expect(effects.sent.contains { chipAnswer($0).starts(with: [0x4B, 0x01]) })
    }

    @Test("tags are listed in the order presented, and one that comes back goes last")
    func order() throws {
        var reader = try reader()
        for name in ["b", "a", "b"] as [TagName] { _ = reader.stage(.present(name), at: .start) }
        #expect(reader.tags.map { $0.identity.uid.last } == [0, 1])
        #expect(events(reader.stage(.swap("a", for: "b"), at: .start)) == [.removed("a"), .presented("b")])
        #expect(reader.tags.map { $0.identity.uid.last } == [1])
        #expect(events(reader.stage(.remove("b"), at: .start)) == [.removed("b")])
        #expect(reader.tags.isEmpty)
    }

    @Test("a torn-away tag reports it with its last answer, or at the first command if it gives none")
    func tearing() throws {
        for answers in 0...2 {
            var reader = try reader()
            _ = reader.stage(.tearAway("a", afterAnswers: answers), at: .start)
            #expect(reader.command("4a0100")?.hasPrefix("4b01") == true)
            var told: [Int] = []
            for number in 1...3 {
                let effects = reader.receive(hostFrame("40013003"), at: .start)
                if events(effects) == [.removed("a")] { told.append(number) }
                let status = effects.sent.last.map { chipAnswer($0)[1] }
                #expect(status == (number <= answers ? 0x00 : 0x01))
            }
            #expect(told == [max(answers, 1)])
        }
    }

    @Test("a written tag keeps its contents while it is away")
    func memory() throws {
        var reader = try reader()
        _ = reader.stage(.present("a"), at: .start)
        #expect(reader.command("4a0100") != nil)
        #expect(reader.command("4001a21001020304") == "4100")
        _ = reader.stage(.remove("a"), at: .start)
        _ = reader.stage(.present("a"), at: .start)
        #expect(reader.command("4a0100") != nil)
        #expect(reader.command("40013010")?.hasPrefix("410001020304") == true)
    }

    @Test("each fault of the chip looks as the fact sheet says, and ends")
    func troubles() throws {
        let sent: [(ReaderFailure, [[UInt8]])] = [
            (.silent, []), (.garbles, [readerACK, bytes("0000ff06fad50332010607e900")]),
            (.refuses, [readerACK, bytes("0000ff01ff7f8100")]), (.forgetsItself, [readerACK]),
        ]
        for (trouble, frames) in sent {
            var reader = try reader()
            reader.suffer(trouble, true)
            for _ in 0..<(trouble.isMomentary ? 1 : 3) {
                #expect(reader.receive(hostFrame("02"), at: .start).sent == frames, "\(trouble)")
            }
            reader.suffer(trouble, false)
            #expect(reader.command("02") == "0332010607", "\(trouble)")
        }
    }

    @Test("an abort hits the next exchange of either kind, once")
    func abort() throws {
        for exchange in ["40013003", "4260"] {
            var reader = try reader()
            _ = reader.stage(.present("a"), at: .start)
            reader.suffer(.aborts, true)
            #expect(reader.command("4a0100")?.hasPrefix("4b01") == true, "a look is no exchange")
            #expect(reader.command(exchange)?.dropFirst(2).hasPrefix("80") == true)
            #expect(reader.command(exchange)?.dropFirst(2).hasPrefix("00") == true)
        }
    }

    @Test("a chip without power forgets its target and sleeps; its tags stay where they were")
    func power() throws {
        var reader = try reader()
        _ = reader.stage(.present("a"), at: .start)
        #expect(reader.command("4a0100") != nil)
        reader.suffer(.unplugged, true)
        #expect(reader.command("02") == nil && reader.tags.count == 1)
        _ = reader.receive(readerWakeUp, at: .start)
        #expect(reader.command("40013003") == "4127")
        #expect(reader.command("4a0100")?.hasPrefix("4b01") == true)
    }
}
