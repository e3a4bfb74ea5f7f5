import Journal
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Testing
import Views

/// The last frames before a failure with their meaning, and the message that triggered it.
struct FrameMemoryTests {
    private static func explained(_ scenario: Scenario, _ port: String) throws -> (raw: RunSummary, told: RunSummary) {
        let run = try RecordedRun(scenario, on: Rig.simulated.replacing(port))
        let memory = FrameMemory()
        for event in run.events { memory.receive(event) }
        return (run.summary, memory.explained(run.summary))
    }

    @Test("a failure on the kit begins with the configuration that the phone sent, and shows rounds once")
    func kit() throws {
        let (raw, told) = try Self.explained(
            .named("answersInTime"), "door=simulated:defect=bigEndianSessionID,name=Door")
        let frames = try #require(told.failures.first?.lastFrames)
        #expect(raw.failures.first?.link == .kit && raw.failures.first?.lastFrames.count == 8)
        #expect(frames.allSatisfy { $0.meaning?.isEmpty == false })
        #expect(frames.first?.link == .bluetooth("door"))
        #expect(frames.first?.meaning?.contains("configureAndStart") == true, "\(frames[0])")
        #expect(frames.dropFirst().allSatisfy { $0.link == .kit } && frames.count <= 9)
        #expect(frames.map(\.number) == frames.map(\.number).sorted())
        #expect(frames.last?.number == raw.failures.first?.lastFrames.last?.number)
        #expect(frames.contains { $0.meaning?.contains("alike)") == true }, "\(frames)")
    }

    @Test("a round that measured is shown for itself, however many that failed are around it")
    func measuring() throws {
        let scenario = Scenario(
            "atMostThree", "Counts the rounds that measured", phone: PhoneSetup(retry: .never),
            opening: .exchanged(.door)
        ) {
            Stay(.seconds(10)) { Expect(.ranging(.door), count: .atMost(3)) }
        }
        let (raw, told) = try Self.explained(scenario, "door=simulated:defect=losesRounds,name=Door")
        let own = try #require(raw.failures.first?.lastFrames)
        let frames = try #require(told.failures.first?.lastFrames).filter { $0.link == .kit }
        func measured(_ frame: FrameRecord) -> Bool {
            frame.bytes.starts(with: [0x62, 0x00]) && frame.bytes.count > 31 && frame.bytes[31] == 0
        }
        #expect(own.contains(where: measured) && !own.allSatisfy(measured), "both kinds are among them")
        for frame in own {
            // Each frame is represented by itself or by a later one like it.
            let shown = try #require(frames.first { $0.number >= frame.number })
            #expect(measured(shown) == measured(frame), "frame \(frame.number) is hidden by \(shown.number)")
        }
        let last = try #require(frames.last)
        #expect(measured(last) && last.number == own.last?.number)
        #expect(frames.contains { !measured($0) && $0.meaning?.contains("alike)") == true }, "\(frames)")
    }

    @Test("everything but the frames stays, and a run that passed stays as it is")
    func rest() throws {
        let (raw, told) = try Self.explained(
            .named("answersInTime"), "door=simulated:defect=bigEndianSessionID,name=Door")
        #expect(told.telling(raw.failures) == raw)
        let (good, same) = try Self.explained(.named("answersInTime"), "door=simulated:name=Door")
        #expect(good == same && good.verdict == .passed)
    }

    @Test("a failure's own frames are those that its journal has")
    func own() throws {
        let (raw, told) = try Self.explained(
            .named("tagOpensApp"), "doorTag=simulated:ntag215:https://elsewhere.example/")
        let numbers = try #require(raw.failures.first?.lastFrames.map(\.number))
        let frames = try #require(told.failures.first?.lastFrames)
        #expect(frames.last?.number == numbers.last && frames.allSatisfy { $0.link == .reader })
        #expect(frames.contains { $0.meaning?.hasPrefix("READ") == true }, "\(frames)")
    }
}
