import Foundation
import ScenarioKit

/// The folder of golden files, found from this file's own place.
let vectors = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Vectors/Scenarios")

/// A line of a scenario that exists nowhere but in a test.
func madeLine(_ line: Int) -> SourceSpot { SourceSpot(file: "Tests/Made.swift", line: line) }

extension Scenario {
    /// A scenario around steps whose lines are numbered from 1.
    static func made(phone: PhoneSetup = .standard, _ actions: Action...) -> Scenario {
        let steps = actions.enumerated().map { Step($0.element, spot: madeLine($0.offset + 1)) }
        return Scenario(name: "made", summary: "Made by a test", phone: phone, steps: steps, spot: madeLine(0))
    }
}

extension Action {
    static let connecting = Action.connect("door", within: .seconds(5))
    static let exchanging = Action.exchange(.configuration, with: "door", within: .seconds(5))
    static let stopping = Action.stop("door", within: .seconds(1))
    static let disconnecting = Action.disconnect("door", within: .seconds(1))

    static func expecting(_ outcome: Outcome, _ count: Count = .atLeast(1), line: Int = 90) -> Action {
        .expect(Expectation(outcome, count: count, within: .seconds(1), spot: madeLine(line)))
    }

    static func walking(
        from: Double, to: Double, speed: Double = 1, direction: Course.Direction? = nil, _ crossings: Crossing...
    ) -> Action {
        .walk(
            Course(
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
