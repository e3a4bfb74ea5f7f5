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
