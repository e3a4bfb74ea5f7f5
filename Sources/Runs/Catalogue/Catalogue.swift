import Evidence
public import GateKit
import Glibc
import Ground
public import RigKit
import Rigs
public import ScenarioKit
import Scenarios

/// The catalogue of all scenarios, rigs and plans of this program, the built-in ones first, looked up by name.
public enum Catalogue {
    private typealias Content = (scenarios: [Scenario], rigs: [Rig], plans: [GatePlan])

    /// The program's own additions; set once, before any look-up.
    nonisolated(unsafe) private static var own: () -> Content = { ([], [], []) }

    /// Adds a program's own content to the built-in catalogue; must be called first of all.
    public static func add(
        _ own: @escaping () -> (scenarios: [Scenario], rigs: [Rig], plans: [GatePlan])
    ) {
        self.own = own
    }

    public static let scenarios = Scenario.all + own().scenarios

    /// The scenario that reads the running firmware's identity.
    public static var identifying: Scenario? { scenarios.first { $0.name == "identify" } }

    /// The names of scenarios, each preceded by the common name of its variants.
    public static var names: [String] {
        scenarios.flatMap { $0.argument == nil ? [$0.name] : [$0.base, $0.name] }.reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }
    }

    public static let rigs = Rig.all + own().rigs

    public static let plans = GatePlan.all + own().plans

    /// Returns the plan with this name; throws with similar names.
    public static func plan(named name: String) throws(UnknownName) -> GatePlan {
        guard let plan = plans.first(where: { $0.name == name }) else {
            throw UnknownName(kind: "plan", name: name, known: plans.map(\.name))
        }
        return plan
    }

    /// Returns the names on a rig as it will be used and on all others; a name that none of them has is a mistake in
    /// the scenario.
    public static func facts(with rig: Rig) -> BenchFacts {
        let rigs = [rig] + rigs
        return BenchFacts(
            accessories: rigs.flatMap { $0.accessories.map(\.name) }, tags: rigs.flatMap { $0.tags.map(\.name) },
            phones: rigs.flatMap { $0.phones.map(\.name) }, screens: rigs.flatMap { $0.screens.map(\.name) })
    }

    /// The names that two scenarios or two rigs share; nothing is played while there are any.
    public static var clashes: [Problem] { clashes(among: scenarios, and: rigs) }

    public static func clashes(among scenarios: [Scenario], and rigs: [Rig]) -> [Problem] {
        var (problems, first) = ([Problem](), [String: SourceSpot]())
        for scenario in scenarios {
            if let other = first[scenario.name] ?? first[scenario.oneWord] {
                let what = "the scenario \(scenario.name) has the name of the one at \(other): give it another name"
                problems.append(Problem(what, spot: scenario.spot))
            } else {
                (first[scenario.name], first[scenario.oneWord]) = (scenario.spot, scenario.spot)
            }
        }
        for scenario in scenarios where scenario.argument != nil {
            guard let other = first[scenario.base] else { continue }
            let what = "\(scenario.base) is the name of the scenario at \(other), and means all that \(scenario.name) "
            problems.append(Problem("\(what)is one of: give one of them another name", spot: scenario.spot))
        }
        var names: Set<String> = []
        for rig in rigs where !names.insert(rig.name).inserted {
            let what = "two rigs have the name \(rig.name): give one of them another name"
            problems.append(Problem(what, spot: SourceSpot(file: "rig \(rig.name)", line: 0)))
        }
        return problems
    }

    /// Returns the scenarios that the arguments name, without duplicates, in the order of the arguments.
    ///
    /// Different scenarios with the same name are all included; `clashes(among:and:)` finds them.
    ///
    /// An argument is a scenario's name, a shell pattern of names, the source file of scenarios by any path, or a JSON
    /// file with one scenario.
    public static func scenarios(named arguments: [String]) throws(UnknownName) -> [Scenario] {
        var found: [Scenario] = []
        for argument in arguments {
            let meant =
                try argument.hasSuffix(".json")
                ? [scenario(inFile: argument)] : scenarios.filter { $0.isMeant(by: argument) }
            guard !meant.isEmpty else { throw unknown(scenario: argument) }
            found += meant.filter { !found.contains($0) }
        }
        return found
    }

    /// Returns the JSON files among the arguments, by the name of the scenario in each.
    public static func files(of arguments: [String]) -> [String: String] {
        var files: [String: String] = [:]
        for path in arguments where path.hasSuffix(".json") {
            if let scenario = try? scenario(inFile: path) { files[scenario.name] = files[scenario.name] ?? path }
        }
        return files
    }

    private static func scenario(inFile path: String) throws(UnknownName) -> Scenario {
        let what: String
        do {
            return try ScenarioFile.scenario(from: Files.text(of: path, atMost: mostBytes))
        } catch {
            what = "\(error)"
        }
        throw UnknownName(kind: "scenario in the file", name: path, known: [], explained: what)
    }

    private static let mostBytes = 1 << 24

    public static func rig(named name: String) throws(UnknownName) -> Rig {
        guard let rig = rigs.first(where: { $0.name == name }) else {
            throw UnknownName(kind: "rig", name: name, known: rigs.map(\.name) + RigFolder.names())
        }
        return rig
    }

    private static func unknown(scenario argument: String) -> UnknownName {
        let written = ScenarioSources.unlisted(in: argument)
        guard written.isEmpty else {
            return UnknownName(
                kind: "scenario", name: argument, known: [],
                explained: written.map { "\($0.spot): \($0.problem)" }.joined(separator: ". "))
        }
        guard argument.hasSuffix(".swift") else {
            return UnknownName(
                kind: "scenario", name: argument, known: names, listedBy: "\(Program.command) list",
                of: scenarios.count)
        }
        let files = scenarios.map(\.spot.file).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        // Only file names are compared: the folder is common to all of them and would make all of them similar.
        let name = fileName(argument)
        let alike = files.filter { fileName($0) == name }
        let near = nearMisses(of: name, in: files.map(fileName)).compactMap { near in
            files.first { fileName($0) == near }
        }
        return UnknownName(
            kind: "scenario in the file", name: argument, known: files, near: alike.isEmpty ? near : alike)
    }
}

/// Returns the part of a path after the last slash.
private func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

extension String {
    /// Returns whether the text matches a pattern: `*` matches anything, `?` one letter, `[ab]` either of them.
    fileprivate func matches(pattern: String) -> Bool { fnmatch(pattern, self, 0) == 0 }
}

extension Scenario {
    fileprivate func isMeant(by argument: String) -> Bool {
        [name, base, oneWord].contains { $0 == argument || $0.matches(pattern: argument) } || isWritten(in: argument)
    }

    /// Returns true for the file's path in the project, any suffix of that path, and any longer path that ends with
    /// it.
    func isWritten(in path: String) -> Bool {
        let parts = path.split(separator: "/").filter { $0 != "." }
        let own = spot.file.split(separator: "/")
        guard !parts.isEmpty else { return false }
        return own.suffix(parts.count) == parts[...] || parts.suffix(own.count) == own[...]
    }
}
