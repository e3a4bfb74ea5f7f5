import Evidence
import Ground
public import ScenarioKit

/// Scenarios that are written in the folder `Scenarios` and that this program does not know.
///
/// The catalogue is a list that a person keeps: a scenario that is missing from it is never played, and nothing else
/// would say so. The folder is looked for where the command is started.
public enum ScenarioSources {
    /// A scenario that is declared in a file and not in the catalogue that this program was built with.
    public struct Unlisted: Hashable {
        public let name: String
        public let spot: SourceSpot
        /// Whether the catalogue names it as it is now: then the program is older.
        public let isListedNow: Bool

        /// What is wrong and what to do, as a sentence without its full stop.
        public var problem: String {
            "\(name) is not in the catalogue that this program was built with, so that it is never played: "
                + (isListedNow
                    ? "build the program again" : "add .\(name) to \(folder)/Catalogue.swift and build again")
        }
    }

    public static let folder = "Scenarios"
    private static let mostBytes = 1 << 20
    private static let deepest = 8

    /// All of them, or those in the file that an argument names, or the one that has this name.
    public static func unlisted(in argument: String? = nil) -> [Unlisted] {
        let known = Set(Catalogue.scenarios.map(\.name))
        let files = argument.flatMap { $0.hasSuffix(".swift") ? [$0] : nil } ?? files(in: folder)
        let listed = text(of: "\(folder)/Catalogue.swift")
        return files.flatMap { file in
            declarations(in: text(of: file)).filter { name, _ in
                !known.contains(name) && (argument == nil || argument == name || argument == file)
            }.map { name, line in
                Unlisted(
                    name: name, spot: SourceSpot(file: file, line: line),
                    isListedNow: listed.split { !$0.isLetter && !$0.isNumber }.contains(name[...]))
            }
        }
    }

    /// The constants that are declared as `static let name = Scenario(`, and their lines.
    public static func declarations(in text: String) -> [(name: String, line: Int)] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            let words = line.split(separator: " ")
            guard let start = words.firstIndex(of: "let"), words[..<start].contains("static"), words.count > start + 3,
                words[start + 2] == "=", words[start + 3].hasPrefix("Scenario(")
            else { return nil }
            return (String(words[start + 1]), index + 1)
        }
    }

    private static func files(in folder: String, depth: Int = 0) -> [String] {
        guard depth < deepest else { return [] }
        return Files.names(in: folder).sorted().flatMap { name in
            let path = "\(folder)/\(name)"
            return name.hasSuffix(".swift") ? [path] : files(in: path, depth: depth + 1)
        }
    }

    private static func text(of path: String) -> String { (try? Files.text(of: path, atMost: mostBytes)) ?? "" }
}
