import Evidence
import Ground
public import ScenarioKit

/// Scenarios in the folder `Scenarios` that are unknown to this program.
///
/// The catalogue is a list of groups maintained by hand. A scenario missing from it is never played, and nothing else
/// would report that. The folder is looked up relative to the current one.
public enum ScenarioSources {
    /// A scenario that is declared in a file but missing from the catalogue that this program was built with.
    public struct Unlisted: Hashable {
        public let name: String
        public let spot: SourceSpot
        /// The group in its file; nil if there is none.
        public let group: String?
        /// Whether the current catalogue source names the group, so that the program is outdated.
        public let isListedNow: Bool
        /// The location of the known scenario with the same name; nil if there is none.
        public let namesake: SourceSpot?

        /// The problem and its remedy, without a final full stop.
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

    /// Returns all of them, those in the file that an argument names, or the one with this name.
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

    /// Returns the names after `Scenario(`, on the same line or the next one, each with the line of that word.
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

    /// Returns the constant that holds the first group of a file.
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
