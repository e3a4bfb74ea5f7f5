import Glibc
import Ground

/// An axis of a plot: its range, linear or logarithmic, with marks at round numbers.
struct PlotAxis: Hashable {
    let low: Double
    let high: Double
    let isLogarithmic: Bool
    /// The positions of the marks, ascending.
    let marks: [Double]
    private let places: Int

    /// Returns an axis from zero to just above the greatest value.
    ///
    /// It is logarithmic if the greatest value is more than 20 times the median, so that the bulk remains visible
    /// (gate.md, 8.3).
    static func amounts(_ values: [Double], covering others: [Double] = []) -> PlotAxis {
        let sorted = values.filter(\.isFinite).sorted()
        let highest = max(sorted.last ?? 0, others.filter(\.isFinite).max() ?? 0)
        let median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        if let least = sorted.first, least > 0, median > 0, highest / median > 20 {
            return logarithmic(from: least, to: highest)
        }
        return straight(from: min(0, sorted.first ?? 0, others.filter(\.isFinite).min() ?? 0), to: highest)
    }

    static func straight(from low: Double, to high: Double) -> PlotAxis {
        let span = max(high - low, 1e-9)
        let step = roundStep(span * 1.05 / 6)
        let first = (low / step).rounded(.down)
        let last = max(first + 1, ((low + span * 1.02) / step).rounded(.up))
        let marks = stride(from: first, through: min(last, first + 12), by: 1).map { $0 * step }
        let places = step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3
        return PlotAxis(
            low: marks.first ?? low, high: marks.last ?? high, isLogarithmic: false, marks: marks, places: places)
    }

    private static func logarithmic(from low: Double, to high: Double) -> PlotAxis {
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
        return PlotAxis(low: marks[0], high: marks[marks.count - 1], isLogarithmic: true, marks: marks, places: 3)
    }

    /// Returns a mark's number with as many decimal places as it needs.
    func text(_ value: Double) -> String {
        var text = decimal(value, places: places)
        guard isLogarithmic, text.contains(".") else { return text }
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }

    /// Returns the position of a value between both ends, from 0 to 1.
    func share(_ value: Double) -> Double {
        guard isLogarithmic else { return min(1, max(0, (value - low) / max(1e-12, high - low))) }
        let (bottom, top) = (log10(low), log10(high))
        return min(1, max(0, (log10(max(value, low)) - bottom) / max(1e-12, top - bottom)))
    }

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
