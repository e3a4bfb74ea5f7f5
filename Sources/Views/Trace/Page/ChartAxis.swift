import Glibc
public import Ground

/// One axis of a chart: its range, linear or logarithmic, with marks at round numbers.
public struct ChartAxis: Hashable, Sendable {
    public let low: Double
    public let high: Double
    public let isLogarithmic: Bool
    /// The positions of the marks, ascending.
    public let marks: [Double]
    private let places: Int

    private init(low: Double, high: Double, marks: [Double], places: Int, isLogarithmic: Bool) {
        (self.low, self.high, self.marks) = (low, high, marks)
        (self.places, self.isLogarithmic) = (places, isLogarithmic)
    }

    /// Creates a linear axis; `step` is the distance between marks: 1, 2 or 5 times a power of ten.
    private init(low: Double, high: Double, step: Double) {
        // A mark that is the lower end must not be lost to rounding; zero has no sign.
        let first = (low / step - 1e-9).rounded(.up) + 0
        self.init(
            low: low, high: high,
            marks: (0...20).map { (first + Double($0)) * step }.filter { $0 <= high + step / 1000 },
            places: step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3, isLogarithmic: false)
    }

    /// Returns the time axis shared by several charts, in seconds of the run.
    ///
    /// It begins with the run or, if all data is in the later half, shortly before the data.
    static func time(from first: Instant, to last: Instant) -> ChartAxis {
        let (begin, end) = (seconds(first), max(seconds(last), seconds(first) + 1e-3))
        guard begin > end / 2 else {
            let high = max(end, 1e-3)
            return ChartAxis(low: 0, high: high, step: roundStep(max(high / 8, 1e-3)))
        }
        let step = roundStep(max((end - begin) / 4, 1e-3))
        return ChartAxis(low: (begin / step).rounded(.down) * step, high: end, step: step)
    }

    /// Returns an axis in metres, from zero to the first mark above all data.
    static func distance(upTo metres: Double) -> ChartAxis {
        let highest = max(metres, 0.01)
        let step = roundStep(highest / 4)
        return ChartAxis(low: 0, high: (highest / step).rounded(.up) * step, step: step)
    }

    /// Returns an axis from zero to just above the greatest value.
    ///
    /// It is logarithmic if the greatest value is more than 20 times the median, so that the bulk remains visible
    /// (gate.md, 8.3).
    public static func amounts(_ values: [Double], covering others: [Double] = []) -> ChartAxis {
        let sorted = values.filter(\.isFinite).sorted()
        let highest = max(sorted.last ?? 0, others.filter(\.isFinite).max() ?? 0)
        let median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        if let least = sorted.first, least > 0, median > 0, highest / median > 20 {
            return logarithmic(from: least, to: highest)
        }
        return straight(from: min(0, sorted.first ?? 0, others.filter(\.isFinite).min() ?? 0), to: highest)
    }

    /// Returns an axis between the marks around a range.
    public static func straight(from low: Double, to high: Double) -> ChartAxis {
        let span = max(high - low, 1e-9)
        let step = roundStep(span * 1.05 / 6)
        let first = (low / step).rounded(.down)
        let last = max(first + 1, ((low + span * 1.02) / step).rounded(.up))
        return ChartAxis(low: first * step, high: last * step, step: step)
    }

    /// Returns an axis of numbered runs, which ends with the first and the last of them.
    static func runs(from first: Int, to last: Int) -> ChartAxis {
        let (low, high) = (Double(first), Double(max(first + 1, last)))
        return ChartAxis(low: low, high: high, step: roundStep(max(1, (high - low) / 8)))
    }

    /// Returns an axis without marks for rows that have names instead.
    static func rows(_ count: Int) -> ChartAxis {
        ChartAxis(low: 0, high: Double(max(1, count)), marks: [], places: 0, isLogarithmic: false)
    }

    private static func logarithmic(from low: Double, to high: Double) -> ChartAxis {
        var marks: [Double] = []
        var decade = 1e-9
        while decade * 10 <= low { decade *= 10 }
        while marks.count < 40, (marks.last ?? 0) < high {
            for step in [1.0, 2, 5] where (marks.last ?? 0) < high && step * decade * 2.5 > low {
                marks.append(step * decade)
            }
            decade *= 10
        }
        // Few enough that their numbers do not touch.
        while marks.count > 9 {
            let last = marks.count - 1
            marks = marks.enumerated().filter { $0.offset % 2 == 0 || $0.offset == last }.map(\.element)
        }
        return ChartAxis(low: marks[0], high: marks[marks.count - 1], marks: marks, places: 3, isLogarithmic: true)
    }

    /// Returns a mark's number with as many decimal places as it needs.
    public func text(_ value: Double) -> String {
        var text = decimal(value, places: places)
        guard isLogarithmic, text.contains(".") else { return text }
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }

    /// Returns the position of a value between both ends, from 0 to 1.
    public func share(_ value: Double) -> Double {
        guard isLogarithmic else { return min(1, max(0, (value - low) / max(1e-12, high - low))) }
        let (bottom, top) = (log10(low), log10(high))
        return min(1, max(0, (log10(max(value, low)) - bottom) / max(1e-12, top - bottom)))
    }

    public static func seconds(_ instant: Instant) -> Double { Double(instant.nanoseconds) / 1e9 }

    /// Returns the smallest round step that is at least a value: 1, 2 or 5 times a power of ten.
    private static func roundStep(_ value: Double) -> Double {
        var scale = 1e-6
        while scale < 1e15 {
            for step in [1.0, 2, 5] where step * scale >= value { return step * scale }
            scale *= 10
        }
        return scale
    }
}
