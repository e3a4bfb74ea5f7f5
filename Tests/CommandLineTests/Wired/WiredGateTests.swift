import Foundation
import Ground
import TestSupport
import Testing

/// A release gate on a bench whose devices count as hardware, so that it is not a rehearsal and may pass.
@Suite struct WiredGateTests {
    private let bench: WiredBench
    private let place: [String: String]

    init() throws {
        bench = try WiredBench()
        place = ["XDG_STATE_HOME": bench.scratch("state")]
        try Scratch.write("not an image, but a firmware", to: bench.scratch("door.bin"))
        try Scratch.write(Self.plan, to: bench.scratch("short.json"))
    }

    /// Five clean runs of an exchange.
    private static let plan = """
        {"kind": "trammel gate plan", "version": 1, "plan": {"name": "short", "summary": "A short plan", "entries": [
        {"content": {"prove": {"scenarios": {"terms": [{"named": {"name": "configurationExchange"}}], "except": []},
        "proof": {"clean": {"below": {"perMillion": 500000}, "confidence": {"perMillion": 950000}}}}}},
        {"content": {"identity": {"level": "flashed"}}}]}}
        """

    private func verify() throws -> Program.Ended {
        try Program.run("gate", "verify", bench.scratch("gate"), environment: place)
    }

    private func gate(on bench: WiredBench) throws -> Program.Ended {
        let flash = "cp \"$TRAMMEL_FIRMWARE\" '\(bench.scratch("written"))'; '\(bench.scratch("power"))' door"
        return try Program(
            [
                "gate", self.bench.scratch("short.json"), "--firmware", self.bench.scratch("door.bin"), "--output",
                bench.scratch("gate"), "--flash", flash,
            ] + bench.options, environment: place
        ).end()
    }

    @Test("the gate waits for what the flash command switches off, and no run fails meanwhile")
    func flashWindow() throws {
        let bench = try WiredBench(WiredBench.Manner(off: .milliseconds(4000), endsEarly: true))
        let ended = try gate(on: bench)
        #expect(ended.status == 0 && bench.acts == 1, "\(ended.output)\(ended.error)")
        #expect(!ended.output.contains("error"), "\(ended.output)")
    }

    @Test(
        "a device that is not back after the firmware was written is the rig's error, and nothing is played",
        arguments: [
            ("the console of door", WiredBench.Manner(endsEarly: true, losesConsole: true)),
            ("the UWB kit", WiredBench.Manner(endsEarly: true, losesKit: true)),
            ("door at 127.0.0.1", WiredBench.Manner(endsEarly: true, losesAccessory: true)),
        ])
    func lostInFlash(name: String, manner: WiredBench.Manner) throws {
        let bench = try WiredBench(manner)
        let ended = try gate(on: bench)
        #expect(ended.status == 3, "\(ended.output)\(ended.error)")
        let told = ended.words + ended.error.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(told.contains(name), "\(told)")
        #expect(told.contains("is not back 10.00 s after the firmware was written"), "\(told)")
        #expect(!FileManager.default.fileExists(atPath: bench.scratch("gate/001-configurationExchange-seed1")))
    }

    @Test("it passes there, counts as no rehearsal, and no file of it can be changed unseen")
    func forged() throws {
        let played = try Program(
            [
                "gate", bench.scratch("short.json"), "--firmware", bench.scratch("door.bin"), "--output",
                bench.scratch("gate"), "--flash", "cp \"$TRAMMEL_FIRMWARE\" '\(bench.scratch("written"))'",
            ] + bench.options, environment: place
        ).end()
        #expect(played.status == 0, "\(played.output)\(played.error)")
        let data = try Data(contentsOf: URL(filePath: bench.scratch("gate/gate.json")))
        let document = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(document["result"] as? String == "passed" && document["rehearsal"] as? Bool == false)
        let whole = try verify()
        #expect(whole.status == 0, "\(whole.output)\(whole.error)")
        let folder = bench.scratch("gate")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { file in
            file.hasSuffix("verdict.json") || file.hasSuffix("journal.jsonl") || file.hasSuffix("trace.pcapng")
                || ["gate.json", "record.jsonl", "plan.json"].contains(file)
        }
        #expect(files.count >= 3 + 5 * 3, "\(files)")
        for file in files {
            let url = URL(filePath: "\(folder)/\(file)")
            let before = try Data(contentsOf: url)
            var after = before
            after[before.count / 2] ^= 0x01
            try after.write(to: url)
            let checked = try verify()
            #expect(checked.status != 0, "\(file) was changed: \(checked.output)")
            try before.write(to: url)
        }
        #expect(try verify().status == 0)
    }
}
