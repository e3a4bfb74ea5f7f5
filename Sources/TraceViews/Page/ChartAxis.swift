import Ground

/// One axis of a chart: its range, with marks at round numbers.
struct ChartAxis: Hashable, Sendable {
    let low: Double
    let high: Double
    /// The distance between marks: 1, 2 or 5 times a power of ten.
    let step: Double

    /// Returns the time axis shared by several charts, in seconds of the run.
    ///
    /// It begins with the run or, if all data is in the later half, shortly before the data.
    static func time(from first: Instant, to last: Instant) -> ChartAxis {
        let (begin, end) = (seconds(first), max(seconds(last), seconds(first) + 1e-3))
        guard begin > end / 2 else {
            let high = max(end, 1e-3)
            return ChartAxis(low: 0, high: high, step: roundStep(high / 8))
        }
        let step = roundStep((end - begin) / 4)
        return ChartAxis(low: (begin / step).rounded(.down) * step, high: end, step: step)
    }

    /// Returns an axis in metres, from zero to the first mark above all data.
    static func distance(upTo metres: Double) -> ChartAxis {
        let highest = max(metres, 0.01)
        let step = roundStep(highest / 4)
        return ChartAxis(low: 0, high: (highest / step).rounded(.up) * step, step: step)
    }

    /// The positions of the marks.
    var marks: [Double] {
        let first = (low / step).rounded(.up)
        return (0...20).map { (first + Double($0)) * step }.filter { $0 <= high + step / 1000 }
    }

    /// Returns a mark's number, with as many decimals as the step needs.
    func text(_ value: Double) -> String {
        decimal(value, places: step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3)
    }

    /// Returns a value's position between both ends: 0 to 1.
    func share(_ value: Double) -> Double { min(1, max(0, (value - low) / max(1e-9, high - low))) }

    static func seconds(_ instant: Instant) -> Double { Double(instant.nanoseconds) / 1e9 }

    /// Returns the smallest round step that is not below a value.
    private static func roundStep(_ value: Double) -> Double {
        var scale = 0.001
        while scale < 1e9 {
            for step in [1.0, 2, 5] where step * scale >= value { return step * scale }
            scale *= 10
        }
        return scale
    }
}
