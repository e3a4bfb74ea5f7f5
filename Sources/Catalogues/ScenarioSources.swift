import Evidence
import Ground
public import ScenarioKit

/// Scenarios that are written in the folder `Scenarios` and that this program does not know.
///
/// The catalogue is a list of groups that a person keeps: what is missing from it is never played, and nothing else
/// would say so. The folder is looked for where the command is started.
public enum ScenarioSources {
    /// A scenario that is declared in a file and not in the catalogue that this program was built with.
    public struct Unlisted: Hashable {
        public let name: String
        public let spot: SourceSpot
        /// The group in whose file it is written; nil where there is none.
        public let group: String?
        /// Whether the catalogue names the group as it is now: then the program is older.
        public let isListedNow: Bool
        /// The place of the known scenario that has this name already; nil where none has.
        public let namesake: SourceSpot?

        /// What is wrong and what to do, as a sentence without its full stop.
        public var problem: String {
            if let namesake {
                return "\(name) is the name of the scenario at \(namesake), which would be played instead"
            }
            return "\(name) is not in the catalogue that this program was built with, so that it is never played: "
                + (isListedNow
                    ? "build the program again"
                    : group.map { "add \($0) to \(folder)/Catalogue.swift and build again" }
                        ?? "write it in a ScenarioGroup that the catalogue names, and build again")
        }
    }

    public static let folder = "Scenarios"
    private static let mostBytes = 1 << 20
    private static let deepest = 8

    /// All of them, or those in the file that an argument names, or the one that has this name.
    public static func unlisted(in argument: String? = nil) -> [Unlisted] {
        let known = Dictionary(grouping: Catalogue.scenarios, by: \.base)
        let files = argument.flatMap { $0.hasSuffix(".swift") ? [$0] : nil } ?? files(in: folder)
        let listed = text(of: "\(folder)/Catalogue.swift").split { !$0.isLetter && !$0.isNumber }
        return files.flatMap { file in
            let text = text(of: file)
            let group = group(in: text)
            return declarations(in: text).filter { name, _ in
                let isKnown = known[name]?.contains { $0.isWritten(in: file) } ?? false
                return !isKnown && (argument == nil || argument == name || argument == file)
            }.map { name, line in
                Unlisted(
                    name: name, spot: SourceSpot(file: file, line: line), group: group,
                    isListedNow: group.map { listed.contains($0[...]) } ?? false, namesake: known[name]?.first?.spot)
            }
        }
    }

    /// The names that stand behind `Scenario(`, on the same line or the next one, each with the line of that word.
    public static func declarations(in text: String) -> [(name: String, line: Int)] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
        return lines.enumerated().compactMap { index, line in
            guard let word = line.firstRange(of: "Scenario("), !line.hasPrefix("//"),
                word.lowerBound == line.startIndex || line[..<word.lowerBound].hasSuffix("= ")
            else { return nil }
            let rest = line[word.upperBound...]
            let first = rest.isEmpty && index + 1 < lines.count ? lines[index + 1] : rest
            guard first.first == "\"" else { return nil }
            return (String(first.dropFirst().prefix { $0 != "\"" }), index + 1)
        }
    }

    /// The constant that holds the first group of a file.
    private static func group(in text: String) -> String? {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(of: "let"), words.count > place + 3,
                words[place + 3].hasPrefix("ScenarioGroup")
            else { continue }
            return String(words[place + 1])
        }
        return nil
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
