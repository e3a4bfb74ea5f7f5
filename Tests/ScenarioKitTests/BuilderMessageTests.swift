import Foundation
import TestSupport
import Testing

/// The folder of the modules that this test was built with; nil if the build keeps them elsewhere.
private let modules: URL? = {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let folder = program.deletingLastPathComponent().appending(path: "Modules")
    let isThere = FileManager.default.fileExists(atPath: folder.appending(path: "ScenarioKit.swiftmodule").path)
    return isThere ? folder : nil
}()

/// The mistakes in `mistakes.txt`, compiled by the actual compiler: each must be rejected with Trammel's own message.
@Suite struct BuilderMessageTests {
    @Test(.enabled(if: modules != nil, "the build keeps its modules in another place"))
    func everyLikelyMistakeIsAnsweredWithWhatToWrite() throws {
        let source = try String(contentsOf: vectors.appending(path: "mistakes.txt"), encoding: .utf8)
        let errors = try compile(source)
        var wanted: [Int: String] = [:]
        for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let mark = line.range(of: "//! ") else { continue }
            wanted[index + 1] = String(line[mark.upperBound...])
        }
        #expect(wanted.count >= 70)
        for (line, message) in wanted.sorted(by: { $0.key < $1.key }) {
            let found = errors.filter { $0.line == line }.map(\.message)
            #expect(found.contains { $0.contains(message) }, "line \(line) should say: \(message); it says \(found)")
        }
        let unwanted = errors.filter { wanted[$0.line] == nil }
        #expect(unwanted.isEmpty, "other errors: \(unwanted)")
    }

    private func compile(_ source: String) throws -> [(line: Int, message: String)] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "trammel-mistakes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Mistakes.swift")
        try Data(source.utf8).write(to: file)
        let arguments = [
            "swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-I", modules!.path, file.path,
        ]
        let text = try OtherProgram.run("/usr/bin/env", arguments, keeping: .errors).output
        return text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix(file.path + ":") else { return nil }
            let parts = line.dropFirst(file.path.count + 1).split(separator: ":", maxSplits: 2)
            guard parts.count == 3, let number = Int(parts[0]), parts[2].hasPrefix(" error: ") else { return nil }
            return (number, String(parts[2].dropFirst(8)))
        }
    }
}
