import Foundation
import TestSupport
import Testing

/// Output without a selection: one screen of 80 columns that says how to see more.
@Suite struct OneScreenTests {
    @Test(arguments: [[], ["list"], ["explain"], ["zoo", "--rig"], ["zoo", "--screens"], ["zoo", "--apps"]])
    func itIsOneScreen(arguments: [String]) throws {
        let ended = try Program(arguments).end()
        let lines = ended.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(ended.status == 0 && ended.error.isEmpty)
        #expect(lines.count > 2 && lines.count <= 50, "\(lines.count)")
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
    }

    @Test func theListHasEverySuiteAndRigAndAllDescribesThem() throws {
        let brief = try Program.run("list")
        let parts = [
            "suite conformance: ", "  tags: quick (", "rigs\n  simulated: ", "fullFlow, configurationExchange",
        ]
        for part in parts {
            #expect(brief.output.contains(part), "\(part): \(brief.output)")
        }
        let all = try Program.run("list", "--all")
        #expect(all.status == 0 && all.output.contains("  needs Bluetooth, ") && all.output.contains("\nrigs\n"))
        let some = try Program.run("list", "fullFlow")
        #expect(some.output.hasPrefix("scenarios\n  fullFlow  ") && !some.output.contains("\nrigs\n"), "\(some.output)")
    }

    @Test func aFamilyOfCodesIsListedByItsFirstWord() throws {
        let family = try Program.run("explain", "token")
        let codes = family.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(family.status == 0 && codes.count > 3 && codes.allSatisfy { $0.hasPrefix("token.") }, "\(codes)")
        #expect(try Program.run("explain").output.contains("token (\(codes.count))"))
        let all = try Program.run("explain", "--all")
        #expect(all.output.contains("\ntoken.stale ") && all.output.contains("session.rangesNot "))
        let mistyped = try Program.run("explain", "tokn")
        #expect(mistyped.status == 64 && mistyped.error.contains("did you mean token?"), "\(mistyped.error)")
    }

    @Test(arguments: [("rnu", "run"), ("expalin", "explain"), ("histroy", "history")])
    func aMistypedCommandGetsASuggestion(word: String, meant: String) throws {
        for arguments in [[word, "--json", "x"], ["help", word]] {
            let ended = try Program(arguments).end()
            #expect(ended.status == 64 && ended.output.isEmpty)
            #expect(
                ended.error.hasPrefix("Error: there is no command '\(word)': did you mean \(meant)?"), "\(ended.error)")
        }
        for arguments in [["help"], ["help", "help"], ["help", "run"], ["run", "--help"], ["--version"]] {
            #expect(try Program(arguments).end().status == 0, "\(arguments)")
        }
    }
}
