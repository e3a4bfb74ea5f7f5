import Foundation

/// A text file of the project: its path inside the project, and its lines.
struct ProjectFile: Sendable, CustomStringConvertible {
    let path: String
    let lines: [String]

    init(path: String, text: String) {
        self.path = path
        self.lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    var name: String { String(path.split(separator: "/").last ?? "") }
    var description: String { path }
}

/// The project on disk, located from this file's path.
enum Project {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every text file, in alphabetical order; build products and hidden files are ignored.
    static let files: [ProjectFile] = {
        let folders = ["Sources", "Scenarios", "Rigs", "Tests", "ci"].flatMap { folder in
            (FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.allObjects as? [String] ?? [])
                .map { "\(folder)/\($0)" }
        }
        let loose = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return (folders + loose).sorted().filter { !$0.hasPrefix(".") }.compactMap { path in
            (try? String(contentsOf: root.appending(path: path), encoding: .utf8)).map {
                ProjectFile(path: path, text: $0)
            }
        }
    }()

    static let swiftFiles = files.filter { $0.path.hasSuffix(".swift") }

    /// The folders that hold a module each, such as `Sources/Protocols/ATT`.
    static let moduleFolders: [String] = {
        let groups = ["Sources/Protocols", "Sources/Drivers"]
        let folders = ["Sources"] + groups
        let modules = folders.flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? [])
                .map { "\(folder)/\($0)" }
        }.filter { !$0.hasSuffix(".md") }
        return (modules.filter { !groups.contains($0) } + ["Scenarios", "Rigs"]).sorted()
    }()
}
