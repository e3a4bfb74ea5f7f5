import Foundation
import TestSupport
import Testing

/// The commands of the manuals, played as printed, with stand-ins for devices.
@Suite struct ManualTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("every command of a manual plays as printed", arguments: Manual.all)
    func plays(manual: Manual) throws {
        let text = try Self.text(manual.path)
        // Each recipe for CI begins in an empty folder.
        let parts = [Self.commands(of: text)] + Self.jobs(of: text)
        #expect(parts.contains { !$0.isEmpty })
        var said = ""
        for commands in parts where !commands.isEmpty {
            let stage = try ManualStage(manual.preparation)
            for text in commands {
                let (command, statuses) = StandIn.command(for: text)
                let (status, told) = try stage.play(command)
                #expect(
                    statuses.contains(status),
                    "\(text)\nplayed as \(command) ended with \(status):\n\(told.suffix(1500))")
                said += told
            }
        }
        let words = said.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for promise in manual.promises { #expect(words.contains(promise), "\(promise)") }
    }

    @Test("every manual with commands is played")
    func complete() throws {
        let files = try #require(FileManager.default.enumerator(at: Self.root, includingPropertiesForKeys: nil))
        var found: [String] = []
        for case let file as URL in files where !file.path.contains("/.build") && file.pathExtension == "md" {
            let path = String(file.path.dropFirst(Self.root.path.count + 1))
            let text = try Self.text(path)
            if !Self.commands(of: text).isEmpty || !Self.jobs(of: text).isEmpty { found.append(path) }
        }
        // A package is built and played by ci/new-package.
        let built = "Sources/Trammel/Trammel.docc/OwnPackage.md"
        #expect(Set(found) == Set(Manual.all.map(\.path) + [built]))
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Returns the commands of the program in a manual: those of the blocks for a shell, and those shown with their
    /// output.
    private static func commands(of text: String) -> [String] {
        shellBlocks(of: text).flatMap(whole)
            + text.split(separator: "\n").filter { $0.hasPrefix("    $ trammel") }.map { String($0.dropFirst(6)) }
    }

    /// Returns the blocks between fences of a language.
    private static func shellBlocks(of text: String, language: String = "sh") -> [String] {
        text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// Splits a block into commands, each with all of its lines. A script that ends itself is one command.
    private static func whole(_ block: String) -> [String] {
        guard !block.contains("\nexit ") else { return [block] }
        var (commands, open) = ([String](), "")
        for line in block.split(separator: "\n") {
            open += line + "\n"
            // A loop, a text that is read from here, or a continued line ends later.
            let isWhole =
                open.hasPrefix("for ")
                ? line == "done" : open.contains("<<'END'") ? line == "END" : !line.hasSuffix("\\")
            guard isWhole else { continue }
            commands.append(open)
            open = ""
        }
        if !open.isEmpty { Issue.record("a command does not end: \(open)") }
        // Only a manual that makes its own files has commands of other programs that belong to it.
        let isPlayed = block.contains("<<'END'") || !block.contains("trammel ")
        return isPlayed && !block.contains("ci/") && !block.contains("swift run")
            ? commands : commands.filter { $0.contains("trammel ") && !$0.hasPrefix("swift ") }
    }

    /// Returns the commands in each recipe of a CI, with continued lines joined.
    private static func jobs(of text: String) -> [[String]] {
        shellBlocks(of: text, language: "yaml").map { recipe in
            recipe.replacing(#/\s*\\\n\s*/#, with: " ").replacing(#/\n\s+--/#, with: " --").split(separator: "\n")
                .compactMap { line in
                    line.firstMatch(of: #/^\s*(?:- |run: )?(trammel (?:run|check|gate) .*)/#).map { String($0.1) }
                }
        }
    }
}

/// A folder in which the commands of a manual are played, with the program on the PATH.
final class ManualStage {
    private let scratch: Scratch

    init(_ preparation: [Manual.Preparation]) throws {
        scratch = try Scratch()
        for folder in ["bin", "work", "home"] {
            try FileManager.default.createDirectory(atPath: scratch(folder), withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(atPath: scratch("bin/trammel"), withDestinationPath: Program.path)
        // Programs of others: another computer, a build, and one that writes to a board.
        try program("ssh", "shift; exec \"$@\"")
        try program("make", "mkdir -p build && cp door.txt build/door.bin")
        try program("nrfutil", "exit 0")
        try Scratch.write(Array(StandIn.plan.utf8), to: scratch("work/release.json"))
        for step in preparation {
            let (status, told) = try play(step.rawValue)
            #expect(status == 0, "\(step) ended with \(status): \(told)")
        }
    }

    private func program(_ name: String, _ script: String) throws {
        try Scratch.write(Array("#!/bin/sh\n\(script)\n".utf8), to: scratch("bin/\(name)"))
        chmod(scratch("bin/\(name)"), 0o700)
    }

    /// Returns the path of a file in the folder.
    func path(of name: String) -> String { scratch("work/\(name)") }

    /// Plays a command of the shell; returns its status and everything it wrote.
    func play(_ command: String) throws -> (status: Int32, told: String) {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", command]
        shell.currentDirectoryURL = URL(filePath: scratch("work"))
        shell.environment = [
            "PATH": "\(scratch("bin")):/usr/bin:/bin", "HOME": scratch("home"), "XDG_STATE_HOME": scratch("state"),
        ]
        let output = Pipe()
        (shell.standardOutput, shell.standardError, shell.standardInput) = (output, output, FileHandle.nullDevice)
        try shell.run()
        let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        return (shell.terminationStatus, told)
    }
}
