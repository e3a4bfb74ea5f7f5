import Ground
import RigKit
import Rigs
import ScenarioKit
import Scenarios

/// Finds scenarios and rigs by what people type.
enum Catalogue {
    /// The scenarios that the arguments name, each once, in the order of the arguments.
    ///
    /// An argument is a scenario's name, or the file in which scenarios are written, by any path to it.
    static func scenarios(named arguments: [String]) throws(UnknownName) -> [Scenario] {
        var found: [Scenario] = []
        for argument in arguments {
            let meant = Scenario.all.filter { $0.name == argument || $0.isWritten(in: argument) }
            guard !meant.isEmpty else { throw unknown(scenario: argument) }
            found += meant.filter { scenario in !found.contains { $0.name == scenario.name } }
        }
        return found
    }

    static func rig(named name: String) throws(UnknownName) -> Rig {
        guard let rig = Rig.all.first(where: { $0.name == name }) else {
            throw UnknownName(kind: "rig", name: name, known: Rig.all.map(\.name))
        }
        return rig
    }

    private static func unknown(scenario argument: String) -> UnknownName {
        let files = Scenario.all.map(\.spot.file).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        guard argument.hasSuffix(".swift") else {
            return UnknownName(
                kind: "scenario", name: argument, known: Scenario.all.map(\.name), listedBy: "trammel list")
        }
        // Only the file's own name is compared: the folder is the same for all of them and would make all of them near.
        let written = argument.split(separator: "/").last.map(String.init) ?? argument
        let near = nearMisses(of: written, in: files.map(fileName)).compactMap { near in
            files.first { fileName($0) == near }
        }
        return UnknownName(kind: "scenario in the file", name: argument, known: files, near: near)
    }
}

/// What stands behind the last slash.
private func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

extension Scenario {
    /// True for the file's name alone, and for every path to it through the scenarios' folder.
    ///
    /// What the compiler tells is module and file: the folders between them are not known.
    fileprivate func isWritten(in path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard let file = parts.last, file == fileName(spot.file) else { return false }
        return parts.count == 1 || parts.dropLast().contains(spot.file.prefix { $0 != "/" })
    }
}

/// A name that nothing has, and the names that were probably meant.
struct UnknownName: Error, CustomStringConvertible {
    let kind: String
    let name: String
    let known: [String]
    let near: [String]
    /// The command that shows all names, where they are too many for a message.
    let listing: String?

    init(kind: String, name: String, known: [String], near: [String]? = nil, listedBy listing: String? = nil) {
        self.kind = kind
        self.name = name
        self.known = known
        self.near = near ?? nearMisses(of: name, in: known)
        self.listing = listing
    }

    var description: String {
        "there is no \(kind) '\(name.escapedForDisplay)'; \(offered)"
    }

    private var offered: String {
        let all = listing.map { "'\($0)' shows all \(known.count)" }
        if near.isEmpty { return all ?? "there are: \(known.joined(separator: ", "))".escapedForDisplay }
        let meant = "did you mean \(near.joined(separator: " or "))?".escapedForDisplay
        return all.map { "\(meant) \($0)" } ?? meant
    }
}
