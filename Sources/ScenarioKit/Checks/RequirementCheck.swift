import Ground

// Whether a required figure can be measured at all.
extension ScenarioCheck {
    mutating func require(_ requirement: Requirement) {
        let (spot, figure) = (requirement.spot, requirement.figure)
        if let cause = requirement.cause { meaning(cause, of: requirement.failureCodes, spot) }
        percentile(requirement)
        bound(requirement.bound, of: figure, spot)
        if case .latency(let message, _) = figure, message.question == nil {
            report("\(message) answers nothing: only configuration, didStart and didStop have a latency", at: spot)
        }
        if case .ofScreen(let measure, let companion) = figure {
            if known(companion, spot) { measurability(measure, at: companion, spot) }
            return
        }
        guard let name = figure.accessory else {
            if !tags.wasTouched { report("no tag is read in this block: write Tap before Require", at: spot) }
            return
        }
        known(name, spot)
        let picture = self[name]
        if figure.isOfPhones, !isPhone(name) {
            report("\(name) is not another phone, and only those report their measurements", at: spot)
        }
        if !picture.wasSeen {
            report("\(name) was never connected before this line: it has nothing to measure", at: spot)
        } else if let span = figure.span, !picture.spans.contains(span) {
            report("no step of this block measures \(figure): write \(span.remedy) first", at: spot)
        } else if figure.isRanging, !picture.hasRanged {
            report("nothing ranges with \(name) in this block: write Exchange before Require", at: spot)
        } else if figure.needsTruth, picture.place == nil {
            report("the true distance of \(name) is unknown: write Place or Walk first", at: spot)
        } else if figure.needsDirection, !picture.isFaced {
            report(
                "the true direction of \(name) is unknown: write Place(.\(name), at: ..., azimuth: ...) first",
                at: spot)
        }
        if let told = figure.report { self.report(told, spot) }
        if case .reaction(let feature, let isOn, _, _) = figure { reaction(to: feature, isOn, of: name, spot) }
    }

    private mutating func percentile(_ requirement: Requirement) {
        guard let percentile = requirement.percentile else { return }
        if !(1...100).contains(percentile) {
            report("a percentile is 1 to 100, not \(percentile)", at: requirement.spot)
        }
        if !requirement.figure.hasSamples {
            report("\(requirement.figure) is one value of all samples: omit the percentile", at: requirement.spot)
        }
    }

    private mutating func bound(_ bound: Bound, of figure: Figure, _ spot: SourceSpot) {
        guard bound.amount.unit == figure.unit else {
            return report("\(figure) is measured as a \(figure.unit), and the limit is \(bound.amount)", at: spot)
        }
        switch (figure, bound) {
        case (.bias, .atMost), (.bias, .atLeast), (.angleBias, .atMost), (.angleBias, .atLeast), (.peerBias, .atMost),
            (.peerBias, .atLeast), (.disagreement, .atMost), (.disagreement, .atLeast):
            report("a bias may be positive or negative: write within: \(bound.amount)", at: spot)
        case (.toldDistance, .atMost), (.toldDistance, .atLeast), (.toldError, .atMost), (.toldError, .atLeast):
            report("a reported distance may be too long or too short: write within: \(bound.amount)", at: spot)
        case (.bias, .within), (.angleBias, .within), (.toldDistance, .within), (.toldError, .within),
            (.peerBias, .within), (.disagreement, .within):
            break
        case (_, .within): report("\(figure) is never negative: write atMost: \(bound.amount)", at: spot)
        case (_, .atMost), (_, .atLeast): break
        }
        if bound.amount.isNothing { report("a limit of \(bound.amount) limits nothing", at: spot) }
        if case .share(let share) = bound.amount, share > .whole {
            report("a share is at most the whole: \(share) cannot be reached", at: spot)
        }
    }
}

extension Figure {
    /// Whether the figure is compared with the true distance.
    fileprivate var needsTruth: Bool {
        switch self {
        case .bias, .standardDeviation, .toldError, .peerBias: true
        case .latency, .connection, .exchange, .firstFix, .updateRate, .availability, .toldDistance, .toldRate,
            .reaction, .detectedToRouted, .readCommands, .directionAvailability, .angleBias, .angleDeviation,
            .disagreement, .ofScreen:
            false
        }
    }

    /// Whether the figure is compared with the true direction.
    fileprivate var needsDirection: Bool {
        switch self {
        case .angleBias, .angleDeviation: true
        case .latency, .connection, .exchange, .firstFix, .updateRate, .availability, .bias, .standardDeviation,
            .toldDistance, .toldError, .toldRate, .reaction, .detectedToRouted, .readCommands, .directionAvailability,
            .peerBias, .disagreement, .ofScreen:
            false
        }
    }
}

extension Quantity {
    fileprivate var isNothing: Bool {
        switch self {
        case .span(let span): span <= .zero
        case .rate(let rate): rate <= .zero
        case .share(let share): share <= .zero
        case .distance(let distance): distance <= .zero
        case .angle(let angle): angle <= .zero
        case .count(let number): number <= 0
        }
    }
}
