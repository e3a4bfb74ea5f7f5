import Ground
import Journal

/// The plot of the distance to one accessory over a run that did not pass, with its zones and the failures.
enum DistancePlot {
    /// Returns the plot; nil if there is nothing to draw.
    static func svg(_ distances: RunDistances, failures: [Failure]) -> String? {
        guard let last = distances.samples.last, let farthest = distances.samples.map(\.distance.metres).max()
        else { return nil }
        let end = max(ChartAxis.seconds(last.instant), failures.map { ChartAxis.seconds($0.instant) }.max() ?? 0)
        let radii = distances.zones.map(\.radius.metres).filter { $0 <= farthest * 2 }
        var canvas = PlotCanvas(
            "Distance to \(distances.accessory) over time, against its zones",
            across: .straight(from: 0, to: end), up: .straight(from: 0, to: max(farthest, radii.max() ?? 0)),
            names: ("s", "distance to \(distances.accessory), m"), labelRows: 2)
        let zones = distances.zones.filter { $0.radius.metres <= farthest * 2 }
        for zone in zones.sorted(by: { $0.radius > $1.radius }) { canvas.band(upTo: zone.radius.metres, zone.name) }
        let points = distances.samples.map { (ChartAxis.seconds($0.instant), $0.distance.metres) }
        canvas.dots(QuantityPlots.thinned(points), .candidate)
        for (place, failure) in failures.prefix(4).enumerated() {
            canvas.upright(
                at: ChartAxis.seconds(failure.instant), "failed: \(failure.code)", .bad, dash: "4 3", row: place % 2)
        }
        return canvas.svg
    }
}
