import TestSupport
import Testing

/// Captures of accessories with their own data channels, judged with and without their description.
@Suite struct OwnChannelJudgeTests {
    private static let channel = "service=1234,write=1235,notify=1236"
    private static let messages = ",messages=initialize:51+stop:53"

    /// Returns the result of judging a capture of a healthy accessory with this description.
    private static func judged(_ description: String?, of port: String) throws -> Program.Ended {
        let scratch = try Scratch()
        let run = try Program.run("run", "fullFlow", "--port", "door=simulated:\(port)", "--output", scratch("results"))
        #expect(run.status == 0, "\(run.output)")
        let export = try Program.run(
            "export", scratch("results/001-fullFlow-seed1"), "--btsnoop", scratch("capture.log"))
        #expect(export.status == 0, "\(export.error)")
        return try Program(
            ["judge", scratch("capture.log")] + (description.map { ["--channel", $0] } ?? [])
        ).end()
    }

    @Test("with its description, an accessory with its own message ids is judged")
    func described() throws {
        let ended = try Self.judged(Self.channel + Self.messages, of: "\(Self.channel)\(Self.messages),name=Door")
        #expect(
            ended.status == 0 && ended.words.contains("initialize 2, configureAndStart 2, stop 2"), "\(ended.output)")
    }

    @Test("without its message ids, nothing is held against it", arguments: [channel, nil])
    func undescribed(description: String?) throws {
        let ended = try Self.judged(description, of: "\(Self.channel)\(Self.messages),name=Door")
        #expect(ended.status != 1 && !ended.output.contains("violates"), "\(ended.output)")
    }

    @Test("a channel that is not in the capture judges nothing")
    func elsewhere() throws {
        let ended = try Self.judged(Self.channel, of: "name=Door")
        #expect(ended.status == 4 && ended.words.contains("went over another channel"), "\(ended.output)")
    }
}
