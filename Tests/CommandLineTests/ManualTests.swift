import Foundation
import TestSupport
import Testing

/// The manuals' commands, played as printed.
@Suite struct ManualTests {
    /// The commands of a manual, each with the exit status that it states.
    private static func commands(of manual: String) throws -> [(text: String, status: Int32)] {
        let text = try String(contentsOfFile: manual, encoding: .utf8)
        let blocks = text.components(separatedBy: "```sh\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        var commands: [(String, Int32)] = []
        for block in blocks {
            var open = ""
            for line in block.split(separator: "\n") {
                open += line + "\n"
                // A loop or a text that is read from here ends on a later line.
                let isWhole =
                    open.hasPrefix("for ")
                    ? line == "done" : open.contains("<<'END'") ? line == "END" : true
                guard isWhole else { continue }
                let stated = open.firstMatch(of: /# ends with (\d+)/).flatMap { Int32($0.output.1) }
                commands.append((open, stated ?? 0))
                open = ""
            }
            #expect(open.isEmpty, "a command does not end: \(open)")
        }
        return commands
    }

    @Test("the manual on rehearsals plays as printed", arguments: ["Scenarios/REHEARSING.md"])
    func plays(manual: String) throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch("bin"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: scratch("work"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: scratch("bin/trammel"), withDestinationPath: Program.path)
        let commands = try Self.commands(of: manual)
        #expect(commands.count > 10)
        var said = ""
        for (text, status) in commands {
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/sh")
            shell.arguments = ["-c", text]
            shell.currentDirectoryURL = URL(filePath: scratch("work"))
            shell.environment = [
                "PATH": "\(scratch("bin")):/usr/bin:/bin", "HOME": scratch("home"), "XDG_STATE_HOME": scratch("state"),
            ]
            let output = Pipe()
            (shell.standardOutput, shell.standardError, shell.standardInput) = (output, output, FileHandle.nullDevice)
            try shell.run()
            let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            shell.waitUntilExit()
            #expect(shell.terminationStatus == status, "\(text)\(told)")
            said += told
        }
        let words = said.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for promise in ["2 scenarios, at least 28 runs to pass", "shifted, in rehearsals", "firmware/6"] {
            #expect(words.contains(promise), "\(promise)")
        }
        #expect(words.contains("first bad: firmware/6"), "\(words.suffix(800))")
    }
}
