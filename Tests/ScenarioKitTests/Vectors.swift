import Foundation
import ScenarioKit
import Testing

/// The folder of golden files, relative to this file.
let vectors = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Vectors/Scenarios")

/// Returns a line of a scenario that exists only in a test.
func madeLine(_ line: Int) -> SourceSpot { SourceSpot(file: "Tests/Made.swift", line: line) }

extension Scenario {
    /// Returns a scenario with steps whose lines are numbered from 1.
    static func made(phone: PhoneSetup = .standard, _ actions: Action...) -> Scenario {
        let steps = actions.enumerated().map { Step($0.element, spot: madeLine($0.offset + 1)) }
        return Scenario(name: "made", summary: "Made by a test", phone: phone, steps: steps, spot: madeLine(0))
    }
}

extension Action {
    static let connecting = Action.link(act: .connect(upTo: .subscribed), accessory: "door", within: .seconds(5))
    static let exchanging = Action.exchange(kind: .configuration, accessory: "door", within: .seconds(5))
    static let stopping = Action.stop(accessory: "door", within: .seconds(1))
    static let disconnecting = Action.link(act: .disconnect, accessory: "door", within: .seconds(1))

    static func connecting(_ name: AccessoryName = "door", upTo stage: ChannelStage) -> Action {
        .link(act: .connect(upTo: stage), accessory: name, within: .seconds(5))
    }

    static func exchanging(_ name: AccessoryName) -> Action {
        .exchange(kind: .configuration, accessory: name, within: .seconds(5))
    }

    static func requiring(_ figure: Figure, _ bound: Bound, percentile: Int? = nil, line: Int = 80) -> Action {
        .require(requirement: Requirement(figure, percentile: percentile, bound, spot: madeLine(line)))
    }

    static func losing(_ message: MessageKind, times: Int, steps: [Step]) -> Action {
        .tampering(tampering: .withhold, message: message, times: times, steps: steps)
    }

    static func expecting(_ outcome: Outcome, _ count: Count = .atLeast(1), line: Int = 90) -> Action {
        .expect(expectation: Expectation(outcome, count: count, within: Expectation.usualLimit, spot: madeLine(line)))
    }

    static func walking(
        from: Double, to: Double, speed: Double = 1, direction: WalkPath.Direction? = nil, _ crossings: Crossing...
    ) -> Action {
        .walk(
            course: WalkPath(
                accessory: "door", from: .metres(from), to: .metres(to), speed: .metresPerSecond(speed),
                crossings: crossings, direction: direction))
    }
}

extension Crossing {
    static func entering(_ zone: ZoneName, at: Double, give: Double = 0.5, line: Int = 50) -> Crossing {
        Crossing(.enter, zone, at: .metres(at), give: .metres(give), spot: madeLine(line))
    }

    static func leaving(_ zone: ZoneName, at: Double, give: Double = 0.5, line: Int = 50) -> Crossing {
        Crossing(.leave, zone, at: .metres(at), give: .metres(give), spot: madeLine(line))
    }
}

extension Check {
    static func expecting(_ outcome: Outcome, _ count: Count = .atLeast(1), line: Int = 90) -> Check {
        .expect(expectation: Expectation(outcome, count: count, within: .seconds(1), spot: madeLine(line)))
    }
}

/// Returns the steps of a block, numbered from a line.
func madeSteps(from line: Int = 70, _ actions: Action...) -> [Step] {
    actions.enumerated().map { Step($0.element, spot: madeLine(line + $0.offset)) }
}

/// Expects exactly one problem with this part of its sentence on the line.
func expect(
    _ scenario: Scenario, on facts: BenchFacts? = nil, says message: String, line: Int,
    source: SourceLocation = #_sourceLocation
) {
    let problems = scenario.problems(on: facts)
    #expect(
        problems.contains { $0.message.contains(message) && $0.spot == madeLine(line) }, "found \(problems)",
        sourceLocation: source)
}

/// Expects no problem.
func expectSound(_ scenario: Scenario, on facts: BenchFacts? = nil, source: SourceLocation = #_sourceLocation) {
    #expect(scenario.problems(on: facts) == [], sourceLocation: source)
}
