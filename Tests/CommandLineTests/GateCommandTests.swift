import Foundation
import TestSupport
import Testing

/// The parts of an OTLP/JSON document that tests examine.
private struct ToldSpans: Decodable {
    struct Lapse: Decodable {
        let name: String
        let spanId: String
        let parentSpanId: String?
    }

    private struct Scope: Decodable { let spans: [Lapse] }
    private struct Resource: Decodable { let scopeSpans: [Scope] }

    private let resourceSpans: [Resource]
    var spans: [Lapse] { resourceSpans.flatMap(\.scopeSpans).flatMap(\.spans) }
}

/// `trammel gate` on a simulated bench, from the plan to later verification.
@Suite struct GateCommandTests {
    private let scratch: Scratch
    private let place: [String: String]

    init() throws {
        scratch = try Scratch()
        place = ["XDG_STATE_HOME": scratch("state")]
        try Data("not an image, yet it is firmware".utf8).write(to: URL(filePath: scratch("door.bin")))
        try Data(Self.plan.utf8).write(to: URL(filePath: scratch("short.json")))
    }

    /// Five clean runs of one scenario.
    private static let plan = """
        {"kind": "trammel gate plan", "version": 1, "plan": {"name": "short", "summary": "A short plan", "entries": [
        {"content": {"prove": {"scenarios": {"terms": [{"named": {"name": "answersAtOnce"}}], "except": []},
        "proof": {"clean": {"below": {"perMillion": 500000}, "confidence": {"perMillion": 950000}}}}}},
        {"content": {"identity": {"level": "flashed"}}}]}}
        """

    private func gate(_ more: String...) throws -> Program.Ended {
        try Program(
            ["gate", scratch("short.json"), "--firmware", scratch("door.bin"), "--output", scratch("gate")] + more,
            environment: place
        ).end()
    }

    private func verify() throws -> Program.Ended {
        try Program.run("gate", "verify", scratch("gate"), environment: place)
    }

    private var document: [String: Any] {
        get throws {
            let data = try Data(contentsOf: URL(filePath: scratch("gate/gate.json")))
            return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        }
    }

    @Test("a dry run says what would be played, and plays nothing")
    func dryRun() throws {
        let ended = try gate("--dry-run")
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        #expect(ended.output.contains("1 scenario, at least 5 runs to pass") && ended.output.contains("answersAtOnce"))
        #expect(ended.words.contains(" s of virtual time"), "\(ended.output)")
        #expect(Scratch.names(in: scratch("gate")) == nil)
    }

    @Test("after a signal the firmware is read a last time, so that the runs before it count")
    func interrupted() throws {
        try Data(Self.plan.replacing("500000", with: "1000").utf8).write(to: URL(filePath: scratch("short.json")))
        var program = try Program(
            ["gate", scratch("short.json"), "--firmware", scratch("door.bin"), "--output", scratch("gate")],
            environment: place)
        let hasBegun = program.waitFor("Ctrl-C ends")
        #expect(hasBegun)
        while (Scratch.names(in: scratch("gate")) ?? []).count < 12 { usleep(10_000) }
        kill(program.process, SIGINT)
        let ended = program.end()
        #expect(ended.status == 4, "\(ended.output)\(ended.error)")
        #expect(ended.output.contains("interrupted by SIGINT after "))
        let scenarios = try #require(try document["scenarios"] as? [[String: Any]])
        let trials = try #require(scenarios.first?["trials"] as? Int)
        let folders = try #require(Scratch.names(in: scratch("gate"))).filter { $0.contains("answersAtOnce") }
        // At most the run in progress was cut short.
        #expect(trials > 0 && folders.count - trials <= 1, "\(trials) of \(folders.count)")
        #expect(try verify().status == 4)
    }

    @Test("a healthy accessory on a simulated bench is a rehearsal: everything is reported, and nothing passes")
    func rehearsal() throws {
        let played = try gate("--jobs", "2", "--ctrf", scratch("c"), "--tap", scratch("t"))
        // A reader of the cases alone must not take it for a pass.
        #expect(try #require(Scratch.text(of: scratch("c"))).contains("\"other\" : 1"))
        #expect(try OtherProgram.prove(scratch("t")) == false)
        #expect(played.status == 4, "\(played.output)\(played.error)")
        let document = try document
        #expect(document["result"] as? String == "inconclusive" && document["rehearsal"] as? Bool == true)
        let identity = (document["firmware"] as? [String: Any])?["identity"] as? [String: Any]
        let reasons = try #require(identity?["reasons"] as? [String])
        #expect(!reasons.isEmpty && !reasons.contains { $0.contains("wrote") }, "\(reasons)")
        let scenario = try #require((document["scenarios"] as? [[String: Any]])?.first)
        #expect(scenario["trials"] as? Int == 5 && scenario["failures"] as? Int == 0)
        #expect(scenario["decision"] as? String == "passed")
        let checked = try verify()
        #expect(checked.status == 4 && checked.output.hasPrefix("whole: 5 runs"), "\(checked.output)")
        for name in ["gate.html", "gate.xml", "record.jsonl", "plan.json", "identity"] {
            #expect(FileManager.default.fileExists(atPath: scratch("gate/\(name)")), "\(name)")
        }
        let statements = try FileManager.default.contentsOfDirectory(atPath: scratch("gate"))
        #expect(!statements.contains { $0.contains("intoto") || $0.contains("unsigned") }, "nothing passed")
    }

    @Test("a defect fails the gate at its first run, whatever else the runs show")
    func defect() throws {
        let played = try gate("--port", "door=simulated:variant=appleSample,defect=answersTwice")
        #expect(played.status == 1, "\(played.output)\(played.error)")
        let scenario = try #require((try document["scenarios"] as? [[String: Any]])?.first)
        #expect(scenario["failures"] as? Int == 1 && scenario["trials"] as? Int == 1)
        #expect((scenario["failureKeys"] as? [[String: Any]])?.count == 1)
        #expect(try verify().status == 1)
    }

    @Test("an accessory that reports other firmware ends the gate in an error, and nothing is played")
    func contradicted() throws {
        let other = String(repeating: "ab", count: 32)
        let image = try Self.image()
        try Data(image).write(to: URL(filePath: scratch("door.bin")))
        let played = try gate("--port", "door=simulated:firmware=1.2.3,imageHash=\(other),name=Door")
        #expect(played.status == 3, "\(played.output)\(played.error)")
        let identity = (try document["firmware"] as? [String: Any])?["identity"] as? [String: Any]
        #expect(identity?["level"] as? String == "contradicted")
        #expect((try document["scenarios"] as? [[String: Any]])?.allSatisfy { $0["trials"] as? Int == 0 } == true)
    }

    @Test("firmware that is swapped during the gate ends it in an error", arguments: ["1", "2"])
    func swapped(jobs: String) throws {
        try Data(try Self.image()).write(to: URL(filePath: scratch("door.bin")))
        let hash = "a6d24722bfedec880cb0698770895e97531e4524dab76e1bb4a7e4e5836aa634"
        let port = "door=simulated:firmware=1.2.3.4,imageHash=\(hash),firmwareTrouble=swaps,swapAfter=4,name=Door"
        let played = try gate("--port", port, "--jobs", jobs)
        #expect(played.status == 3, "\(played.output)\(played.error)")
        let identity = (try document["firmware"] as? [String: Any])?["identity"] as? [String: Any]
        #expect(identity?["level"] as? String == "contradicted")
        let first = (identity?["readings"] as? [[String: Any]])?.first
        #expect(first?["level"] as? String == "proved" && first?["afterOrdinal"] as? Int == 0)
        #expect(try verify().status == 3)
    }

    /// The vector of 88 bytes in the fact sheet (gate.md, section 6.3).
    static func image() throws -> [UInt8] {
        let text =
            "3DB8F39600000000200000001000000000000000010203000400000000000000"
            + "5452414D4D454C2D544553542D303121" + "07692800" + "10002000"
            + "A6D24722BFEDEC880CB0698770895E97531E4524DAB76E1BB4A7E4E5836AA634"
        return stride(from: 0, to: text.count, by: 2).compactMap { place in
            let start = text.index(text.startIndex, offsetBy: place)
            return UInt8(text[start..<text.index(start, offsetBy: 2)], radix: 16)
        }
    }

    @Test("a folder with results, a gate that has ended and an invalid plan are refused")
    func refused() throws {
        #expect(try gate().status == 4)
        #expect(try gate().status == 64)
        #expect(try gate("--resume").status == 3)
        try Data(Self.plan.replacing("answersAtOnce", with: "answersNever").utf8).write(
            to: URL(filePath: scratch("short.json")))
        let unknown = try Program.run(
            "gate", scratch("short.json"), "--firmware", scratch("door.bin"), "--output", scratch("other"),
            environment: place)
        #expect(unknown.status == 64 && unknown.error.contains("answersNever"))
        #expect(try Program.run("gate", "--firmware", scratch("none.bin"), environment: place).status == 3)
        #expect(try Program.run("gate", environment: place).status == 64)
    }

    @Test("a run folder of another gate, a deleted one and an edited verdict are detected")
    func tampered() throws {
        #expect(try gate().status == 4)
        let folder = scratch("gate")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("-seed") }.sorted()
        let first = "\(folder)/\(names[0])"
        try FileManager.default.copyItem(atPath: first, toPath: "\(folder)/099-answersAtOnce-seed9")
        #expect(try verify().status == 3)
        try FileManager.default.removeItem(atPath: "\(folder)/099-answersAtOnce-seed9")
        #expect(try verify().status == 4)
        let verdict = URL(filePath: "\(first)/verdict.json")
        let text = try String(contentsOf: verdict, encoding: .utf8)
        try Data(text.replacing("\"seed\" : 1", with: "\"seed\" : 2").utf8).write(to: verdict)
        #expect(try verify().output.contains(names[0]))
        try FileManager.default.removeItem(atPath: first)
        #expect(try verify().status == 3)
    }

    @Test("the flash command must exit with 0; otherwise the rig is at fault")
    func flash() throws {
        let failed = try gate("--flash", "exit 7")
        #expect(failed.status == 3 && failed.error.contains("status 7"), "\(failed.error)")
        let written = try Program.run(
            "gate", scratch("short.json"), "--firmware", scratch("door.bin"), "--output", scratch("second"), "--flash",
            "cp \"$TRAMMEL_FIRMWARE\" \(scratch("copy"))", environment: place)
        #expect(written.status == 4, "\(written.output)\(written.error)")
        #expect(FileManager.default.contentsEqual(atPath: scratch("copy"), andPath: scratch("door.bin")))
    }

    // MARK: For other programs

    @Test("a gate writes reports in every CI's format, and each CI's reader accepts its own")
    func forms() throws {
        let played = try gate(
            "--port", "door=simulated:variant=appleSample,defect=answersTwice", "--junit", scratch("j"), "--ctrf",
            scratch("c"), "--tap", scratch("t"), "--otel", scratch("o"), "--code-quality", scratch("q"))
        #expect(played.status == 1, "\(played.output)\(played.error)")
        try OtherProgram.xmllint(scratch("j"), schema: "junit-emitted.xsd")
        try OtherProgram.validate(scratch("c"), schema: "ctrf-emitted.schema.json")
        try OtherProgram.validate(scratch("o"), schema: "otlp-emitted.schema.json")
        try OtherProgram.validate(scratch("q"), schema: "code-quality-emitted.schema.json")
        #expect(try OtherProgram.prove(scratch("t")) == false)
        let own = try #require(Scratch.text(of: scratch("gate/gate.xml")))
        let asked = try #require(Scratch.text(of: scratch("j")))
        let attached = asked.matches(of: #/\[\[ATTACHMENT\|(.*)\]\]/#).map { String($0.1) }
        #expect(!attached.isEmpty && attached.allSatisfy { FileManager.default.fileExists(atPath: $0) }, "\(attached)")
        #expect(asked.replacing("ATTACHMENT|\(scratch("gate"))/", with: "ATTACHMENT|") == own)
        #expect(try #require(Scratch.text(of: scratch("q"))).contains("\"Scenarios/"))
        let spans = try #require(Scratch.text(of: scratch("o")))
        #expect(spans.contains("trammel gate") && spans.contains("answersAtOnce"))
        let told = try JSONDecoder().decode(ToldSpans.self, from: Data(spans.utf8)).spans
        let runs = told.filter { $0.name.hasPrefix("answersAtOnce with seed") }
        #expect(!runs.isEmpty && runs.allSatisfy { run in told.contains { $0.parentSpanId == run.spanId } })
        let scenario = try #require((try document["scenarios"] as? [[String: Any]])?.first)
        #expect((scenario["file"] as? String)?.hasPrefix("Scenarios/") == true && scenario["line"] as? Int ?? 0 > 0)
        // A rejected command leaves no older report.
        #expect(try gate("--resume", "--tap", scratch("t")).status == 3)
        #expect(try OtherProgram.prove(scratch("t")) == false)
        #expect(try gate("--tap", scratch("t"), "--ctrf", scratch("t")).status == 64)
    }

    @Test("a workflow gets annotations on the scenario's line, and a summary that says what is not proved")
    func workflow() throws {
        let ended = try Program(
            [
                "gate", scratch("short.json"), "--firmware", scratch("door.bin"), "--output", scratch("gate"), "--port",
                "door=simulated:variant=appleSample,defect=answersTwice",
            ], environment: place.merging(["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": scratch("summary")]) { $1 }
        ).end()
        #expect(ended.status == 1)
        let lines = ended.output.split(separator: "\n").map(String.init)
        let first = try #require(lines.first)
        #expect(first.hasPrefix("::stop-commands::trammel-"))
        let token = try #require(first.split(separator: ":").last)
        let end = try #require(lines.firstIndex(of: "::\(token)::"))
        #expect(lines[(end + 1)...].contains { $0.hasPrefix("::error file=Scenarios/") })
        let summary = try #require(Scratch.text(of: scratch("summary")))
        #expect(summary.contains("### What this does not prove") && summary.contains("### Failures"))
    }

    @Test("an edited figure is named, with the value it states and the value recomputed from the runs")
    func edited() throws {
        #expect(try gate().status == 4)
        let path = scratch("gate/gate.json")
        let text = try #require(Scratch.text(of: path))
        try Scratch.write(text.replacing("\"trials\" : 5", with: "\"trials\" : 6"), to: path)
        let count = try verify()
        #expect(count.status == 3)
        #expect(count.output.contains("scenarios[answersAtOnce].trials, says 6, but the evidence gives 5"))
        try Scratch.write(
            text.replacing("\"result\" : \"inconclusive\"", with: "\"result\" : \"passed\""), to: path)
        let result = try verify()
        #expect(result.status == 3)
        #expect(result.output.contains("result, says 'passed', but the evidence gives 'inconclusive'"))
    }

    @Test("lines cut off the end of a record are missed, both by the bench and by the gate's other files")
    func cutRecord() throws {
        let defect = ["--port", "door=simulated:variant=appleSample,defect=answersTwice"]
        #expect(try gate(defect[0], defect[1]).status == 1)
        let whole = try verify()
        #expect(whole.status == 1 && whole.output.contains("the bench remembers"), "\(whole.output)")
        let elsewhere = try Program.run(
            "gate", "verify", scratch("gate"), environment: ["XDG_STATE_HOME": scratch("other")])
        #expect(elsewhere.status == 1 && elsewhere.output.contains("it is unknown"), "\(elsewhere.output)")
        let path = scratch("gate/record.jsonl")
        let lines = try #require(Scratch.text(of: path)).split(separator: "\n").map { $0 + "\n" }
        try Scratch.write(lines.dropLast().joined(), to: path)
        let cut = try verify()
        #expect(cut.status == 3 && cut.output.contains("line \(lines.count)"), "\(cut.output)")
        let resumed = try gate(defect[0], defect[1], "--resume")
        #expect(resumed.status == 3 && resumed.error.contains("line \(lines.count)"), "\(resumed.error)")
        // If the record is not remembered, the document contradicts it.
        try FileManager.default.removeItem(atPath: scratch("state"))
        let forgotten = try verify()
        #expect(forgotten.status == 3 && forgotten.output.contains("gate.json"), "\(forgotten.output)")
        #expect(try gate(defect[0], defect[1], "--resume").status == 3)
    }

    @Test("a suite lasts as long as its cases, a report ends after it begins, and a limit is written alike everywhere")
    func figures() throws {
        let played = try gate("--ctrf", scratch("c"))
        #expect(played.status == 4)
        let xml = try #require(Scratch.text(of: scratch("gate/gate.xml")))
        let times = try xml.matches(of: #/<(testsuites?|testcase) [^>]*time="([0-9.]+)"/#).map { match in
            (String(match.1), try #require(Double(match.2)))
        }
        let cases = times.filter { $0.0 == "testcase" }.reduce(0) { $0 + $1.1 }
        #expect(cases > 0 && times.filter { $0.0 != "testcase" }.allSatisfy { abs($0.1 - cases) < 0.0015 }, "\(times)")
        let ctrf = try #require(
            JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: scratch("c")))) as? [String: Any])
        let results = try #require(ctrf["results"] as? [String: Any])
        let summary = try #require(results["summary"] as? [String: Any])
        let (start, stop) = (summary["start"] as? Int ?? 0, summary["stop"] as? Int ?? 0)
        #expect(start > 1_600_000_000_000 && stop > start && stop - start < 600_000, "\(start) to \(stop)")
        // 0 of 5 runs with 95 % confidence give 45.07197 %, which must not be rounded down to 45.07 %.
        let labels = try #require((results["tests"] as? [[String: Any]])?.first?["labels"] as? [String: String])
        let page = try #require(Scratch.text(of: scratch("gate/gate.html")))
        #expect(labels["upperLimit"] == "45.08 %" && played.output.contains("below 45.08 %"), "\(played.output)")
        #expect(xml.contains("upper limit 45.08 %") && page.contains("&lt; 45.08 %"))
    }

    @Test("gate verify says what the gate covered, and refuses another firmware or plan")
    func expectation() throws {
        #expect(try gate().status == 4)
        func verify(_ more: String...) throws -> Program.Ended {
            try Program(["gate", "verify", scratch("gate")] + more, environment: place).end()
        }
        let told = try verify("--firmware", scratch("door.bin"), "--plan", scratch("short.json"))
        let start = try #require(try document["firmware"] as? [String: Any])
        let hash = try #require(start["sha256"] as? String)
        #expect(told.status == 4 && told.output.hasPrefix("whole: 5 runs"), "\(told.output)")
        for word in ["door.bin", hash, "plan short", "bench simulated", "began 2", "ended 2"] {
            #expect(told.output.contains(word), "\(word) in \(told.output)")
        }
        try Scratch.write("another firmware", to: scratch("other.bin"))
        let other = try verify("--firmware", scratch("other.bin"))
        #expect(other.status == 3 && other.output.contains(hash), "\(other.output)")
        // The same plan at another path and with other lines is the same plan; with known failures it is not.
        try FileManager.default.createDirectory(atPath: scratch("elsewhere"), withIntermediateDirectories: true)
        try Scratch.write("\n\n" + Self.plan, to: scratch("elsewhere/plan.json"))
        #expect(try verify("--plan", scratch("elsewhere/plan.json")).status == 4)
        #expect(try verify("--plan", scratch("gate/plan.json")).status == 4)
        try Scratch.write(Self.plan.replacing("500000", with: "400000"), to: scratch("stricter.json"))
        #expect(try verify("--plan", scratch("stricter.json")).status == 3)
        #expect(try verify("--plan", "release").status == 3)
        #expect(try verify("--plan", "relase").status == 64)
        try Scratch.write(
            #"{"scenario": "answersAtOnce", "owner": "ana", "reason": "1", "#
                + #""from": "2026-11-20", "until": "2026-12-04"}"#, to: scratch("known"))
        #expect(try verify("--plan", scratch("short.json"), "--quarantine", scratch("known")).status == 3)
        #expect(try verify("--quarantine", scratch("known")).status == 64)
    }

    @Test("the history shows the gate, and its runs once")
    func history() throws {
        #expect(try gate().status == 4)
        let store = ["--store", scratch("history.sqlite")]
        for _ in 0..<2 {
            let taken = try Program(["history", "import", scratch("gate")] + store, environment: place).end()
            #expect(taken.status == 0 && taken.output.contains("1 gate"), "\(taken.output)\(taken.error)")
        }
        let shown = try Program(["history"] + store, environment: place).end()
        #expect(shown.output.contains("inconclusive, a rehearsal") && shown.output.contains("short"))
        let json = try Program(["history", "--json"] + store, environment: place).end()
        let told = try #require(
            JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let gates = try #require(told["gates"] as? [[String: Any]])
        #expect(gates.count == 1 && gates.first?["trials"] as? Int == 5)
        let groups = try #require(told["groups"] as? [[String: Any]])
        let own = groups.filter { ($0["scenario"] as? [String: Any])?["name"] as? String == "answersAtOnce" }
        #expect(own.count == 1 && own.first?["trials"] as? Int == 5)
    }
}
