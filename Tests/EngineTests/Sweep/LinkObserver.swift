import Ground
import Journal
import ScenarioKit
import Vocabulary

/// A second judge of runs that passed, which reads only the journal, by its bytes if there are any, and counts
/// independently.
///
/// It knows nothing of the director. The scope of each count follows the words of `Expectation`. Entries with the same
/// instant are in the order in which they were written, which is not always the order in which they were judged. A
/// count at the edge of a block therefore has a lower and an upper bound, and is doubted only if neither fits.
struct LinkObserver {
    private struct Started {
        let record: StepRecord
        let index: Int
    }

    let entries: [JournalEntry]
    private var passed: [Int: Int] = [:]
    private(set) var complaints: [String] = []

    /// Returns the contradictions to the verdict `passed`, as sentences.
    static func complaints(about scenario: Scenario, in entries: [JournalEntry]) -> [String] {
        var witness = LinkObserver(entries: entries)
        witness.examine(scenario)
        return witness.complaints
    }

    private init(entries: [JournalEntry]) { self.entries = entries }

    private mutating func examine(_ scenario: Scenario) {
        var started: [Started] = []
        for (index, entry) in entries.enumerated() {
            switch entry.event {
            case .stepStarted(let record): started.append(Started(record: record, index: index))
            case .stepPassed(let record, _, _): passed[record.number] = index
            case .stepFailed(let record, _, _): complain(record, "it failed")
            case .provenance, .runStarted, .frame, .fault, .phone, .finding, .runEnded: break
            }
        }
        var queue = started[...]
        let end = walk(scenario.steps, from: 0, &queue)
        if let extra = queue.first { complain(extra.record, "no step of the scenario is left for it") }
        check(scenario.always, from: 0, to: end)
        for case .fault(let link, let what, _) in entries[...end].map(\.event) {
            complaints.append("\(link.map { "\($0)" } ?? "the rig") was faulty: \(what)")
        }
        checkMeasurements(upTo: end)
    }

    mutating func complain(_ what: String) { complaints.append(what) }

    mutating func complain(_ record: StepRecord, _ what: String) {
        complaints.append("step \(record.number), \(record.text): \(what)")
    }

    // MARK: The order of steps

    /// Follows the steps of a block, and returns the index of its end.
    private mutating func walk(_ steps: [Step], from start: Int, _ queue: inout ArraySlice<Started>) -> Int {
        var end = start
        for step in steps {
            guard let next = queue.popFirst() else {
                complaints.append("\(step.action) was never started")
                return end
            }
            guard next.record.spot == step.spot, next.record.text == "\(step.action)" else {
                complain(next.record, "started in place of \(step.action)")
                return end
            }
            end = max(end, play(step, next, in: start, &queue))
        }
        for case .expect(let expectation) in steps.map(\.action) where expectation.count.isJudgedAgainAtTheEnd {
            check([.expect(expectation: expectation)], from: start, to: end)
        }
        return end
    }

    private mutating func play(
        _ step: Step, _ next: Started, in block: Int, _ queue: inout ArraySlice<Started>
    ) -> Int {
        switch step.action {
        case .tampering(_, let message, let times, let steps):
            let end = walk(steps, from: next.index, &queue)
            let seen = count(from: next.index, to: end) { entry in
                guard case .phone(.tampered(_, let spoilt, _)) = entry.event else { return false }
                return spoilt == message
            }
            if !seen.contains(times) { complain(next.record, "\(seen) messages were spoilt") }
            return end
        case .simulating(_, _, let steps), .simulatingReader(_, let steps):
            return walk(steps, from: next.index, &queue)
        case .throughout(let checks, let steps):
            let end = walk(steps, from: next.index, &queue)
            check(checks, from: next.index, to: end)
            return max(end, finish(next))
        case .repeat(let rounds, let steps):
            return (0..<rounds).reduce(next.index) { start, _ in walk(steps, from: start, &queue) }
        case .together(let lanes):
            for lane in lanes {
                let spots = Self.spots(of: lane.steps)
                var own = queue.filter { spots.contains($0.record.spot) }[...]
                _ = walk(lane.steps, from: next.index, &own)
                queue.removeAll { spots.contains($0.record.spot) }
            }
            return finish(next)
        default:
            let end = finish(next)
            if passed[next.record.number] != nil { judge(step, next.record, from: next.index, to: end, in: block) }
            return end
        }
    }

    private static func spots(of steps: [Step]) -> Set<SourceSpot> {
        steps.reduce(into: []) { spots, step in
            spots.insert(step.spot)
            spots.formUnion(Self.spots(of: step.action.innerSteps))
        }
    }

    /// Returns the index at which a step passed.
    private mutating func finish(_ step: Started) -> Int {
        if let index = passed[step.record.number] { return index }
        complain(step.record, "it never passed")
        return entries.count - 1
    }

    // MARK: Counting

    /// Returns the minimum and maximum number of matching entries between two entries.
    func count(from start: Int, to end: Int, _ condition: (JournalEntry) -> Bool) -> ClosedRange<Int> {
        guard entries.indices.contains(end), start <= end else { return 0...0 }
        var first = start
        while first > 0, entries[first - 1].instant == entries[start].instant { first -= 1 }
        let all = entries[first...end].filter(condition)
        let inside = entries[start...end].filter { condition($0) && $0.instant < entries[end].instant }
        return inside.count...max(inside.count, all.count)
    }

    /// Judges checks over a whole block; limits on measured values are not recalculated.
    mutating func check(_ checks: [Check], from start: Int, to end: Int) {
        for case .expect(let expectation) in checks {
            let seen = count(from: start, to: end) { expectation.outcome.isShown(by: $0) == true }
            if expectation.outcome.canBeShown, !expectation.count.fits(seen) {
                complaints.append("\(expectation): the journal shows \(seen)")
            }
            checkEvidence(for: expectation, from: start, to: end)
        }
    }
}

extension Count {
    /// Returns whether any of the counts meets it.
    func fits(_ seen: ClosedRange<Int>) -> Bool { seen.contains { isMet(by: $0) } }
}
