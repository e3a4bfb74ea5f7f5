import Ground

// Whether a walk is possible, and whether its crossings can be observed on it.
extension ScenarioCheck {
    /// The shortest ranging interval of any accessory. The lag of smoothing at this rate is the least for any phone.
    private static let fastestRanging = Lapse.milliseconds(40)

    mutating func course(_ course: WalkPath, _ spot: SourceSpot) {
        if course.speed <= Speed(millimetresPerSecond: 0) {
            report("a walk at \(course.speed) never ends: the speed must be positive", at: spot)
        }
        if course.from < .zero || course.to < .zero {
            report("a distance cannot be negative: the walk runs from \(course.from) to \(course.to)", at: spot)
        }
        if course.from == course.to {
            report("the walk ends where it begins, at \(course.to): write Stay instead", at: spot)
        } else if course.isToward != (course.to < course.from) {
            report(
                "from \(course.from) to \(course.to) is the opposite direction: "
                    + "write Walk(\(course.direction.opposite.label): .\(course.accessory), ...)",
                at: spot)
        }
        if course.seen != nil { self[course.accessory].isFaced = true }
        var last: Crossing?
        for crossing in course.crossings {
            self.crossing(crossing, on: course)
            if let last { order(crossing, after: last, on: course) }
            last = crossing
        }
    }

    private mutating func crossing(_ crossing: Crossing, on course: WalkPath) {
        let spot = crossing.spot
        if crossing.give <= .zero {
            report("a tolerance of \(crossing.give) cannot be met: allow more", at: spot)
        }
        let (low, high) = (min(course.from, course.to), max(course.from, course.to))
        if crossing.at < low || crossing.at > high {
            report("\(crossing.at) is not passed on this walk from \(course.from) to \(course.to)", at: spot)
        }
        if course.isToward, crossing.kind == .leave {
            report("a walk toward \(course.accessory) leaves no zone: write Enter or Walk(awayFrom:)", at: spot)
        } else if !course.isToward, crossing.kind == .enter {
            report("a walk away from \(course.accessory) enters no zone: write Leave or Walk(toward:)", at: spot)
        } else if let zone = knownZone(crossing.zone, of: course.accessory, spot) {
            boundary(of: zone, crossing, on: course)
        }
    }

    /// Checks that the boundary is on the walk, and that the phone can notice it within the tolerance.
    private mutating func boundary(of zone: Zone, _ crossing: Crossing, on course: WalkPath) {
        let spot = crossing.spot
        let boundary = crossing.kind == .enter ? zone.radius : zone.leavingRadius
        let (low, high) = (min(course.from, course.to), max(course.from, course.to))
        guard boundary > low, boundary < high else {
            let verb = crossing.kind == .enter ? "entered" : "left"
            report(
                "\(zone.name) is \(verb) at \(boundary), "
                    + "which this walk from \(course.from) to \(course.to) never passes",
                at: spot)
            return
        }
        let lag = shortestLag(at: course.speed)
        let soonest = course.isToward ? boundary - lag : boundary + lag
        let missed = course.isToward ? crossing.at - crossing.give > soonest : crossing.at + crossing.give < soonest
        if missed {
            report(
                "the phone cannot notice \(zone.name) before \(soonest), outside of \(crossing.at) give or take "
                    + "\(crossing.give): allow more, or walk slower",
                at: spot)
        }
    }

    /// Returns the distance walked while the median turns and the confirmations arrive, at the fastest ranging.
    private func shortestLag(at speed: Speed) -> Distance {
        let window = min(max(phone.smoothing.window, 1), 1000)
        let confirmations = min(max(phone.smoothing.confirmations, 1), 1000)
        let measurements = window / 2 + confirmations - 1
        let seconds = Self.fastestRanging.seconds * Double(measurements)
        return .metres(seconds * Double(max(speed.millimetresPerSecond, 0)) / 1000)
    }

    private mutating func order(_ crossing: Crossing, after last: Crossing, on course: WalkPath) {
        let isPassed = course.isToward ? crossing.at <= last.at : crossing.at >= last.at
        if !isPassed {
            report(
                "\(crossing.at) comes before \(last.at) on this walk: write the crossings in the order of the walk",
                at: crossing.spot)
        }
        if crossing.zone == last.zone, crossing.kind == last.kind {
            report("\(crossing.zone) is crossed twice on one walk: omit one of them", at: crossing.spot)
        }
    }
}
