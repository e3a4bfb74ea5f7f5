import ScenarioKit
import Testing

/// The boundaries that a walk crosses, compared with those it names: far within 3.00 m and beyond 3.20 m, near within
/// 1.50 m and beyond 1.70 m.
@Suite struct PassageCheckTests {
    private func problems(_ actions: Action...) -> [(line: Int, text: String)] {
        let steps = ([.connecting, .exchanging] + actions).enumerated()
            .map { Step($0.element, spot: madeLine($0.offset + 1)) }
        return Scenario(name: "made", summary: "Made", phone: .standard, steps: steps, spot: madeLine(0))
            .problems().map { ($0.spot.line, $0.description) }
    }

    private func expect(
        _ found: [(line: Int, text: String)], _ part: String, line: Int, source: SourceLocation = #_sourceLocation
    ) {
        #expect(
            found.contains { $0.line == line && $0.text.contains(part) }, "found \(found)", sourceLocation: source)
    }

    private let far = Crossing.entering("far", at: 2.8)
    private let near = Crossing.entering("near", at: 1.3)

    @Test("A walk that names one crossing of two is the scenario's mistake, at its line")
    func oneOfTwo() {
        expect(problems(.walking(from: 5, to: 0.5, near)), "the phone enters far at 3.00 m on this walk", line: 3)
        expect(problems(.walking(from: 5, to: 0.5, far)), "the phone enters near at 1.50 m on this walk", line: 3)
        expect(problems(.walking(from: 5, to: 2)), "write Enter(.far, at: ..., give: ...)", line: 3)
        #expect(problems(.walking(from: 5, to: 0.5, far, near)).isEmpty)
        #expect(problems(.walking(from: 5, to: 2, far)).isEmpty)
        #expect(problems(.walking(from: 8, to: 4)).isEmpty)
    }

    @Test("So it is on the way out, where the hysteresis counts")
    func wayOut() {
        let walkIn = Action.walking(from: 5, to: 0.5, far, near)
        expect(
            problems(walkIn, .walking(from: 0.5, to: 5, .leaving("far", at: 3.4))),
            "the phone leaves near at 1.70 m on this walk", line: 4)
        // On the boundary for entering, but not beyond the one for leaving.
        #expect(problems(walkIn, .walking(from: 0.5, to: 1.5)).isEmpty)
        #expect(
            problems(
                walkIn, .walking(from: 0.5, to: 1.5),
                .walking(from: 1.5, to: 5, .leaving("near", at: 1.9), .leaving("far", at: 3.4))
            ).isEmpty)
    }

    @Test("A zone that was not left is not entered again, and one that was not entered is not left")
    func impossible() {
        let walkIn = Action.walking(from: 5, to: 0.5, far, near)
        expect(
            problems(walkIn, .walking(from: 0.5, to: 1.55), .walking(from: 1.55, to: 0.5, near)),
            "the phone is already in near", line: 50)
        #expect(problems(walkIn, .walking(from: 0.5, to: 1.55), .walking(from: 1.55, to: 0.5)).isEmpty)
        expect(
            problems(.walking(from: 5, to: 2, far), .walking(from: 1.65, to: 2.5, .leaving("near", at: 1.8))),
            "the phone is not in near", line: 50)
    }

    @Test("A zone that contains the phone from the beginning is entered on the walk, unless there was time before")
    func beginsInside() {
        expect(
            problems(.walking(from: 2.5, to: 0.5, near)), "the phone enters far where this walk begins, at 2.50 m",
            line: 3)
        let staying = Action.stay(span: .seconds(3), checks: [])
        #expect(problems(staying, .walking(from: 2.5, to: 0.5, near)).isEmpty)
        #expect(problems(.expecting(.entered("far", "door")), .walking(from: 2.5, to: 0.5, near)).isEmpty)
        // Half a second may or may not suffice, so nothing is known.
        #expect(problems(.stay(span: .milliseconds(500), checks: []), .walking(from: 2.5, to: 0.5, near)).isEmpty)
    }

    @Test("A new session begins outside of all zones")
    func sessionAnew() {
        let walkIn = Action.walking(from: 5, to: 0.5, far, near)
        let again: [Action] = [.stopping, .exchanging]
        expect(
            problems(walkIn, again[0], again[1], .walking(from: 0.5, to: 1)),
            "the phone enters far where this walk begins", line: 6)
        #expect(problems(walkIn, again[0], again[1], walkIn).filter { !$0.text.contains("warning") }.isEmpty)
    }
}
