import ArgumentParser
import RigKit
import Rigs
import Runs
import ScenarioKit
import Simulators
import Zoo

/// Shell completions for arguments, computed when the user presses the TAB key.
enum Completions {
    static let scenarios = CompletionKind.custom { _, _, _ in Catalogue.names }

    static let suiteScenarios = CompletionKind.custom { words, _, _ in
        let all = Catalogue.scenarios
        if words.contains("--screens") { return ScreenZoo.scenarios(of: all).map(\.name) }
        if words.contains("--phones") { return PeerZoo.scenarios(of: all).map(\.name) }
        return all.filter { $0.suite == .conformance }.map(\.name)
    }

    /// The scenarios' names for accessories, each followed by `=`.
    static let accessories = CompletionKind.custom { _, _, _ in
        Catalogue.scenarios.flatMap(\.needs).reduce(into: [String]()) { names, need in
            guard case .accessory(let name) = need, !names.contains("\(name)=") else { return }
            names.append("\(name)=")
        }
    }

    static let rigs = CompletionKind.custom { _, _, _ in Catalogue.rigs.map(\.name) + RigFolder.names() }

    static let suites = CompletionKind.custom { _, _, _ in ScenarioSuite.allCases.map(\.rawValue) }

    static let tags = CompletionKind.custom { _, _, _ in ScenarioTag.allCases.map(\.rawValue) }

    static let defects = CompletionKind.custom { words, _, _ in
        if words.contains("--apps") { return AppDefect.allCases.map(\.rawValue) }
        if words.contains("--phones") { return PeerDefect.allCases.map(\.rawValue) }
        return words.contains("--screens") ? ScreenDefect.allCases.map(\.rawValue) : Defect.allCases.map(\.rawValue)
    }

    static let screenDefects = CompletionKind.custom { _, _, _ in ScreenDefect.allCases.map(\.rawValue) }

    static let benchFaults = CompletionKind.custom { _, _, _ in BenchFault.allCases.map(\.rawValue) }

    /// The roles of the rig given by `--rig` on the same line, each followed by `=`.
    static let ports = CompletionKind.custom { words, _, _ in
        let named = words.firstIndex(of: "--rig").flatMap { words.dropFirst($0 + 1).first }
        let rig = Catalogue.rigs.first { $0.name == named } ?? .simulated
        return rig.replaceable.map { "\($0)=" }
    }
}
