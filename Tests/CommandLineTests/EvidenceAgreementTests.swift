import Foundation
import TestSupport
import Testing

/// A run's verdict and journal that disagree with its trace.
@Suite struct EvidenceAgreementTests {
    /// A manipulation of a run's evidence.
    enum Forgery: CaseIterable {
        case verdict, scenario, seed, rig, frames, noDocument
        case lineLess, lineMore, lineChanged, frameLess, noJournal, cutJournal, otherJournal

        func commit(in folder: String) throws {
            let (document, journal) = ("\(folder)/verdict.json", "\(folder)/journal.jsonl")
            let told = try #require(Scratch.text(of: document))
            var lines = try #require(Scratch.text(of: journal)).split(separator: "\n").map(String.init)
            let note = try #require(lines.firstIndex { $0.contains("stepPassed") })
            let frame = try #require(lines.firstIndex { $0.hasPrefix("{\"event\":{\"frame\"") })
            func tell(_ now: String, insteadOf then: String) throws {
                try #require(told.contains(then), "\(then) in \(told)")
                try Scratch.write(told.replacingOccurrences(of: then, with: now), to: document)
            }
            switch self {
            case .verdict: return try tell("\"verdict\" : \"failed\"", insteadOf: "\"verdict\" : \"passed\"")
            case .scenario: return try tell("\"scenario\" : \"fullFlow\"", insteadOf: "\"scenario\" : \"tagOpensApp\"")
            case .seed: return try tell("\"seed\" : 2", insteadOf: "\"seed\" : 1")
            case .rig: return try tell("\"rig\" : \"virtual\"", insteadOf: "\"rig\" : \"simulated\"")
            case .frames:
                let value = try #require(told.firstMatch(of: /"value" : [0-9]+,\s*"what" : "frames"/)).output
                return try tell("\"value\" : 9999, \"what\" : \"frames\"", insteadOf: String(value))
            case .noDocument: return try Scratch.write("{}", to: document)
            case .lineLess: lines.remove(at: note)
            case .lineMore: lines.insert(lines[note], at: note)
            case .lineChanged: lines[note] = lines[note].replacingOccurrences(of: "stepPassed", with: "stepFailed")
            case .frameLess: lines.remove(at: frame)
            case .noJournal:
                try FileManager.default.removeItem(atPath: journal)
                return
            case .cutJournal: lines[lines.count - 1] += "\n{\"event\":"
            case .otherJournal: lines = []
            }
            let text = lines.joined(separator: "\n") + (self == .cutJournal || lines.isEmpty ? "" : "\n")
            try Scratch.write(text, to: journal)
        }
    }

    @Test("evidence that contradicts itself is reported, and nothing of it is shown", arguments: Forgery.allCases)
    func forged(forgery: Forgery) throws {
        let scratch = try Scratch()
        for name in ["a", "b"] {
            try #require(try Program.run("run", "tagOpensApp", "--output", scratch(name)).status == 0)
        }
        let (folder, other) = (scratch("a/001-tagOpensApp-seed1"), scratch("b/001-tagOpensApp-seed1"))
        try forgery.commit(in: folder)
        for command in [
            ["show", folder], ["show", "\(folder)/trace.pcapng"], ["replay", folder], ["diff", folder, other],
            ["diff", other, folder], ["show", "--html", scratch("page.html"), folder],
        ] {
            let ended = try Program(command).end()
            #expect(ended.status == 3, "\(command): \(ended.status)")
            #expect(ended.error.contains("contradicts itself"), "\(command): \(ended.error)")
        }
        #expect(try Program.run("report", scratch("a")).status == 3)
        for page in [scratch("page.html"), "\(folder)/page.html", scratch("a/index.html")] {
            #expect(try Self.verdict(on: page) == "verdict rig", "\(page)")
        }
        let text = try #require(Scratch.text(of: "\(folder)/page.html"))
        #expect(text.contains("evidence.") && !text.contains("class=\"verdict good\""))
    }

    /// The style of the first verdict on a page.
    private static func verdict(on page: String) throws -> String? {
        Markup(try #require(Scratch.text(of: page))).elements.compactMap { $0.attributes["class"] }
            .first { $0.hasPrefix("verdict") }
    }

    @Test("a run whose trace was removed keeps no page that says it passed")
    func withoutTrace() throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "tagOpensApp", "--output", scratch("a")).status == 0)
        let folder = scratch("a/001-tagOpensApp-seed1")
        try #require(try Self.verdict(on: "\(folder)/page.html") == "verdict good")
        try FileManager.default.removeItem(atPath: "\(folder)/trace.pcapng")
        #expect(try Program.run("report", scratch("a")).status == 3)
        #expect(try Self.verdict(on: "\(folder)/page.html") == "verdict rig")
        #expect(Scratch.text(of: "\(folder)/page.html")?.contains("it has no trace") == true)
        // A page that another program made is not touched.
        try Scratch.write("<p class=\"verdict good\">mine", to: "\(folder)/page.html")
        #expect(try Program.run("report", scratch("a")).status == 3)
        #expect(Scratch.text(of: "\(folder)/page.html") == "<p class=\"verdict good\">mine")
    }

    @Test("a replay of evidence that cannot be read to its end proves nothing")
    func unreadable() throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "tagOpensApp", "--output", scratch("a")).status == 0)
        let folder = scratch("a/001-tagOpensApp-seed1")
        let document = "\(folder)/verdict.json"
        let told = try #require(Scratch.text(of: document))
        let other = told.replacing(/"format" : [0-9]+/, with: "\"format\" : 99")
        try #require(other != told)
        try Scratch.write(other, to: document)
        #expect(try Program.run("replay", folder).status == 3, "a verdict of another format")
        try Scratch.write(told, to: document)
        try #require(try Program.run("replay", folder).status == 0)
        let trace = "\(folder)/trace.pcapng"
        var bytes = try #require(Scratch.bytes(of: trace))
        // The length at the end of the last block.
        bytes[bytes.count - 4] ^= 0x40
        try Scratch.write(bytes, to: trace)
        #expect(try Program.run("replay", trace).status == 3, "a damaged trace")
    }

    @Test(
        "evidence of every kind of run agrees with itself",
        arguments: [
            ["run", "fullFlow"], ["run", "hundredRounds", "--trace-limit", "64K"],
            ["run", "hundredRounds", "--trace-limit", "64K", "--trace-keep", "1"],
            ["run", "configurationExchange", "--port", "door=simulated:variant=appleSample,defect=shortConfiguration"],
            ["run", "measuresTruly", "--rig", "simulatedNoisy"], ["run", "--suite", "tags"],
        ])
    func sound(words: [String]) throws {
        let scratch = try Scratch()
        _ = try Program(words + ["--output", scratch("a")]).end()
        for name in Scratch.names(in: scratch("a")) ?? [] where name.first?.isNumber == true {
            guard (Scratch.names(in: scratch("a/\(name)")) ?? []).contains(where: { $0.hasSuffix(".pcapng") }) else {
                continue
            }
            let ended = try Program(["show", scratch("a/\(name)")]).end()
            #expect(!ended.error.contains("contradicts itself"), "\(ended.error)")
            #expect(ended.status == 0 || words.contains("--trace-keep"), "\(ended.status): \(ended.error)")
        }
    }

    @Test("a run that was killed is only said to be aborted")
    func aborted() throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "tagOpensApp", "--output", scratch("a")).status == 0)
        let folder = scratch("a/001-tagOpensApp-seed1")
        try FileManager.default.removeItem(atPath: "\(folder)/verdict.json")
        let journal = try #require(Scratch.bytes(of: "\(folder)/journal.jsonl"))
        for size in [journal.count, journal.count - 7, journal.count / 2, 0] {
            try Scratch.write(Array(journal[..<size]), to: "\(folder)/journal.jsonl")
            let ended = try Program.run("show", folder)
            #expect(ended.status == 0 && !ended.error.contains("contradicts itself"), "\(size): \(ended.error)")
        }
    }
}
