import Testing

/// Returns the public and package types in formatted source, nested types by their path.
private func declarations(in lines: [String]) -> [String] {
    let kinds: Set<Substring> = ["struct", "enum", "class", "actor", "protocol", "typealias", "extension"]
    var path: [(indent: Int, name: String, isSeen: Bool)] = []
    var found: [String] = []
    for line in lines where !line.isEmpty {
        let indent = line.prefix { $0 == " " }.count
        let words = line.split(separator: " ").prefix { $0 != "{" && !$0.hasPrefix("//") }
        guard let place = words.firstIndex(where: kinds.contains), words.count > place + 1,
            words[..<place].allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) })
        else { continue }
        path.removeAll { $0.indent >= indent }
        let isExtension = words[place] == "extension"
        let own = words[place + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        let isSeen = isExtension || words.contains("public") || words.contains("package")
        path.append((indent, String(own), isSeen))
        if !isExtension, path.allSatisfy(\.isSeen) { found.append(path.map(\.name).joined(separator: ".")) }
    }
    return found
}

private let modifiers: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "indirect", "final", "nonisolated",
]

/// One name for one idea: two modules never declare the same type.
@Suite struct TypeNameTests {
    @Test func noTypeNameStandsInTwoModules() {
        var modules: [String: Set<String>] = [:]
        for folder in Project.moduleFolders where folder.hasPrefix("Sources/") {
            for file in Project.swiftFiles where file.path.hasPrefix(folder + "/") {
                for name in declarations(in: file.lines) { modules[name, default: []].insert(folder) }
            }
        }
        #expect(modules.count > 700, "too few types were found to tell")
        for (name, folders) in modules.sorted(by: { $0.key < $1.key }) {
            #expect(folders.count == 1, "\(name) is in \(folders.sorted().joined(separator: " and "))")
        }
    }

    /// Words that mean several things or come from no field (Sources/GLOSSARY.md).
    private static let coined: Set = [
        "Afterwards", "Concern", "Course", "Doubt", "Doubts", "Errand", "Hindrance", "Left",
        "Neighbour", "Picture", "Promise", "Questions", "Room", "Stock", "Succession", "Surroundings", "Trouble",
        "Troubles", "Weather", "Wish", "Wishes",
    ]

    @Test func noTypeIsNamedWithACoinedWord() throws {
        let declaration = try Regex(
            #"^\s*(?:(?:public|private|fileprivate|final|indirect) )*(?:struct|class|enum|protocol) (\w+)"#)
        var seen = 0
        for file in Project.swiftFiles where file.path.hasPrefix("Sources/") {
            for line in file.lines {
                guard let name = try declaration.firstMatch(in: line)?.output[1].substring else { continue }
                seen += 1
                // The compiler looks for the keys of a case by their name.
                if name.hasSuffix("CodingKeys") { continue }
                let words = name.matches(of: /[A-Z][a-z0-9]*/).map { String($0.output) }
                #expect(Self.coined.isDisjoint(with: words), "\(file): \(name)")
            }
        }
        #expect(seen > 1_500, "too few types were found to tell")
    }

    @Test func everyWayToDeclareATypeIsSeen() {
        let lines = [
            "public struct One: Hashable {", "    public enum Inner {", "        case struct_", "    }",
            "    struct Hidden {", "        public enum Deep {}", "    }", "}", "// public struct Comment {}",
            "package indirect enum Two {}", "struct Internal {}", "@frozen public final class Three {}",
            "extension One.Inner {", "    public struct Leaf {}", "}", "public typealias Four = Int",
            "public func five() -> some Sequence { struct Six {} }", "extension Two {", "    public protocol Seven {}",
        ]
        #expect(
            declarations(in: lines) == ["One", "One.Inner", "Two", "Three", "One.Inner.Leaf", "Four", "Two.Seven"])
    }
}
