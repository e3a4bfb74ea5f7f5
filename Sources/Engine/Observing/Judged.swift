import Ground
import Journal
import ScenarioKit

/// What a limit came to when it was held against what was measured.
struct Judged: Sendable {
    /// Nil when there was nothing to measure it by.
    let value: Quantity?
    let samples: Int
    let isKept: Bool
}

extension SampleLog {
    /// Holds a limit against what was measured since the mark.
    func judge(_ requirement: Requirement, since mark: Mark) -> Judged {
        switch requirement.figure {
        case .detectedToRouted:
            return amounts(routings(since: mark), requirement, { .zero - $0 }, Quantity.span)
        case .readCommands:
            return amounts(readings(since: mark), requirement, { -$0 }, Quantity.count)
        case .latency(let message, let name): return spans(.answer(message), name, requirement, mark)
        case .connection(let name): return spans(.connection, name, requirement, mark)
        case .exchange(let name): return spans(.exchange, name, requirement, mark)
        case .firstFix(let name): return spans(.firstFix, name, requirement, mark)
        case .updateRate(let name):
            let sum = rounds(of: name, since: mark)
            guard let first = sum.first, let last = sum.last else { return nothing }
            return judged(Rate(sum.heard - 1, in: last - first).map { .rate($0) }, sum.heard, requirement)
        case .availability(let name):
            let sum = rounds(of: name, since: mark)
            return judged(Share(sum.heard, of: sum.all).map { .share($0) }, sum.all, requirement)
        case .bias(let name):
            let errors = rounds(of: name, since: mark).errors
            return judged(distance(errors.mean), errors.count, requirement)
        case .peerBias(let name):
            let errors = told(by: name, since: mark).errors
            return judged(distance(errors.mean), errors.count, requirement)
        case .disagreement(let name):
            let errors = compared(with: name, since: mark).errors
            return judged(distance(errors.mean), errors.count, requirement)
        case .standardDeviation(let name):
            let errors = rounds(of: name, since: mark).errors
            return judged(distance(errors.standardDeviation), errors.count, requirement)
        }
    }

    /// Whether no further sample can mend a limit that each of them must keep; to be asked after each event.
    func isBroken(_ requirement: Requirement, since mark: Mark) -> Bool {
        guard requirement.percentile == nil, [.span, .number].contains(requirement.figure.unit) else { return false }
        let judged = judge(requirement, since: latest(of: mark))
        return judged.value != nil && !judged.isKept
    }

    private var nothing: Judged { Judged(value: nil, samples: 0, isKept: false) }

    private func spans(
        _ kind: Kind, _ name: AccessoryName, _ requirement: Requirement, _ mark: Mark
    ) -> Judged {
        amounts(spans(kind, of: name, since: mark), requirement, { .zero - $0 }, Quantity.span)
    }

    /// Holds single values against a limit that all of them, or so many hundredths, must keep.
    private func amounts<Value: Comparable>(
        _ samples: [Value], _ requirement: Requirement, _ negated: (Value) -> Value, _ amount: (Value) -> Quantity
    ) -> Judged {
        let value: Value?
        switch requirement.bound {
        case .atLeast:
            // So many hundredths must be as long or longer: the same rank, counted from the longest.
            value = Statistics.percentile(requirement.percentile ?? 100, of: samples.map(negated)).map(negated)
        case .atMost, .within:
            value = Statistics.percentile(requirement.percentile ?? 100, of: samples)
        }
        return judged(value.map(amount), samples.count, requirement)
    }

    private func distance(_ millimetres: Double?) -> Quantity? {
        millimetres.map { .distance(.metres($0 / 1000)) }
    }

    private func judged(_ value: Quantity?, _ samples: Int, _ requirement: Requirement) -> Judged {
        guard let value else { return Judged(value: nil, samples: samples, isKept: false) }
        return Judged(value: value, samples: samples, isKept: requirement.bound.isKept(by: value))
    }
}

extension Bound {
    /// Whether a value of the same unit lies on the side where it must.
    func isKept(by value: Quantity) -> Bool {
        switch (value, amount) {
        case (.span(let value), .span(let limit)): isKept(value, limit, magnitude: max(value, .zero - value))
        case (.rate(let value), .rate(let limit)): isKept(value, limit, magnitude: value)
        case (.count(let value), .count(let limit)): isKept(value, limit, magnitude: value)
        case (.share(let value), .share(let limit)): isKept(value, limit, magnitude: value)
        case (.distance(let value), .distance(let limit)): isKept(value, limit, magnitude: value.magnitude)
        case (.span, _), (.rate, _), (.count, _), (.share, _), (.distance, _): false
        }
    }

    private func isKept<Value: Comparable>(_ value: Value, _ limit: Value, magnitude: Value) -> Bool {
        switch self {
        case .atMost: value <= limit
        case .atLeast: value >= limit
        case .within: magnitude <= limit
        }
    }
}
