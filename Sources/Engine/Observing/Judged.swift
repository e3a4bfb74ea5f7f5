import Ground
import Journal
import ScenarioKit

/// The result of comparing a measurement with a limit.
struct Judged: Sendable {
    /// The measured value; nil if there were no samples.
    let value: Quantity?
    let samples: Int
    let isKept: Bool
}

extension SampleLog {
    /// Compares the measurements since the mark with a limit.
    func judge(_ requirement: Requirement, since mark: Mark) -> Judged {
        switch requirement.figure {
        case .detectedToRouted:
            return amounts(routings(since: mark), requirement, { .zero - $0 }, Quantity.span)
        case .readCommands:
            return amounts(readings(since: mark), requirement, { -$0 }, Quantity.count)
        case .ofScreen(let measure, let name): return screen(measure, name, requirement, mark)
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
        case .toldDistance(let report, let name):
            let samples = told(ToldLog.Source(name: name, report: report), since: mark)
            return told(samples.compactMap { sample in sample.measured.map { sample.told - $0 } }, requirement)
        case .toldError(let report, let name):
            let samples = told(ToldLog.Source(name: name, report: report), since: mark)
            return told(samples.compactMap { sample in sample.truth.map { sample.told - $0 } }, requirement)
        case .toldRate(let report, let name):
            let times = told(ToldLog.Source(name: name, report: report), since: mark).map(\.at)
            let sum = rounds(of: name, since: mark)
            guard let first = times.first, let last = times.last else { return nothing }
            // The accessory must report as long as it ranges, so a missing report counts as a late one.
            let whole = max(last, sum.last ?? last) - min(first, sum.first ?? first)
            return judged(Rate(times.count - 1, in: whole).map { .rate($0) }, times.count, requirement)
        case .reaction(let feature, let isOn, let report, let name):
            return spans(
                .reaction(Reaction(feature: feature, isOn: isOn, report: report)), name, requirement, mark)
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
        case .directionAvailability(let name):
            let sum = rounds(of: name, since: mark)
            return judged(Share(sum.directions, of: sum.heard).map { .share($0) }, sum.heard, requirement)
        case .angleBias(let plane, let name):
            let errors = angles(plane, of: name, since: mark)
            return judged(angle(errors.mean), errors.count, requirement)
        case .angleDeviation(let plane, let name):
            let errors = angles(plane, of: name, since: mark)
            return judged(angle(errors.standardDeviation), errors.count, requirement)
        }
    }

    /// Whether a limit on every single sample is already broken beyond repair; call it after each event.
    func isBroken(_ requirement: Requirement, since mark: Mark) -> Bool {
        guard requirement.percentile == nil, [.span, .number].contains(requirement.figure.unit) else { return false }
        // A count grows with each event, so it must be taken since the mark.
        let isCounted = if case .ofScreen(.streams, _) = requirement.figure { true } else { false }
        let judged = judge(requirement, since: isCounted ? mark : latest(of: mark))
        return judged.value != nil && !judged.isKept
    }

    private func screen(
        _ measure: ScreenMeasure, _ name: CompanionName, _ requirement: Requirement, _ mark: Mark
    ) -> Judged {
        guard measure == .streams else {
            return amounts(screenSpans(measure, at: name, since: mark), requirement, { .zero - $0 }, Quantity.span)
        }
        let count = streams(to: name, since: mark)
        return judged(count > 0 ? .count(count) : nil, count, requirement)
    }

    private var nothing: Judged { Judged(value: nil, samples: 0, isKept: false) }

    private func spans(
        _ kind: Kind, _ name: AccessoryName, _ requirement: Requirement, _ mark: Mark
    ) -> Judged {
        amounts(spans(kind, of: name, since: mark), requirement, { .zero - $0 }, Quantity.span)
    }

    /// Compares single values with a limit that all of them, or the required percentile, must keep.
    private func amounts<Value: Comparable>(
        _ samples: [Value], _ requirement: Requirement, _ negated: (Value) -> Value, _ amount: (Value) -> Quantity
    ) -> Judged {
        let value: Value?
        switch requirement.bound {
        case .atLeast:
            // The percentile counts from the longest value, because this share must be at least as long.
            value = Statistics.percentile(requirement.percentile ?? 100, of: samples.map(negated)).map(negated)
        case .atMost, .within:
            value = Statistics.percentile(requirement.percentile ?? 100, of: samples)
        }
        return judged(value.map(amount), samples.count, requirement)
    }

    /// Compares single signed distances with a limit on both sides of zero.
    private func told(_ errors: [Distance], _ requirement: Requirement) -> Judged {
        // Sorted by magnitude; equal magnitudes keep the order of arrival.
        let sorted = errors.enumerated().sorted {
            ($0.element.magnitude, $0.offset) < ($1.element.magnitude, $1.offset)
        }
        let rank = (sorted.count * min(max(requirement.percentile ?? 100, 1), 100) + 99) / 100
        let value = rank > 0 ? sorted[rank - 1].element : nil
        return judged(value.map { .distance($0) }, errors.count, requirement)
    }

    private func distance(_ millimetres: Double?) -> Quantity? {
        millimetres.map { .distance(.metres($0 / 1000)) }
    }

    private func angles(_ plane: AnglePlane, of name: AccessoryName, since mark: Mark) -> ErrorSum {
        let sum = rounds(of: name, since: mark)
        return plane == .azimuth ? sum.azimuths : sum.elevations
    }

    private func angle(_ parts: Double?) -> Quantity? { parts.map { .angle(.degrees($0 / 128)) } }

    private func judged(_ value: Quantity?, _ samples: Int, _ requirement: Requirement) -> Judged {
        guard let value else { return Judged(value: nil, samples: samples, isKept: false) }
        return Judged(value: value, samples: samples, isKept: requirement.bound.isKept(by: value))
    }
}

extension Bound {
    /// Whether a value of the same unit is within the bound.
    func isKept(by value: Quantity) -> Bool {
        switch (value, amount) {
        case (.span(let value), .span(let limit)): isKept(value, limit, magnitude: max(value, .zero - value))
        case (.rate(let value), .rate(let limit)): isKept(value, limit, magnitude: value)
        case (.count(let value), .count(let limit)): isKept(value, limit, magnitude: value)
        case (.share(let value), .share(let limit)): isKept(value, limit, magnitude: value)
        case (.distance(let value), .distance(let limit)): isKept(value, limit, magnitude: value.magnitude)
        case (.angle(let value), .angle(let limit)): isKept(value, limit, magnitude: value.magnitude)
        case (.angle, _), (.span, _), (.rate, _), (.count, _), (.share, _), (.distance, _): false
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
