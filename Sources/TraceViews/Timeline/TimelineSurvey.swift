import Ground
import LinkKinds

/// Counts what a filter shows of a timeline, and says what it leaves a reader to wonder about.
public struct TimelineSurvey: Sendable {
    /// Links beyond these are not named.
    private static let mostLinks = 50

    private let filter: TimelineFilter
    private var links: [String] = []
    private var frames = 0
    private var kernelPackets = 0
    /// How many entries the trace has, and how many of them the filter shows.
    public private(set) var count = 0
    public private(set) var shown = 0

    public init(_ filter: TimelineFilter) { self.filter = filter }

    /// Takes the next entry, and tells whether it is shown.
    public mutating func receive(_ entry: TimelineEntry) -> Bool {
        count += 1
        if entry.isFrame { frames += 1 }
        if entry.kind == TimelineEntry.kernelKind { kernelPackets += 1 }
        if let link = entry.link, links.last != link, links.count < Self.mostLinks, !links.contains(link) {
            links.append(link)
        }
        let isShown = filter.shows(entry)
        if isShown { shown += 1 }
        return isShown
    }

    /// Whether something that was asked for is not there: nothing fits, or there is no such link.
    public var lacksSomething: Bool { shown == 0 || !unknownLinks.isEmpty }

    /// What is to be said beside that which is shown, as sentences without their full stops.
    public var remarks: [String] {
        let known = links.isEmpty ? "there is none" : "there are: \(links.joined(separator: ", "))"
        var remarks = unknownLinks.map { "nothing is on a link '\($0)'; \(known)" }
        if shown == 0 { remarks.append("nothing of \(counted(count, "event")) fits") }
        if frames == 0, kernelPackets > 0, filter.kinds.isEmpty {
            let packets = counted(kernelPackets, "packet")
            remarks.append("there are no frames of a run; --kind kernel shows the \(packets) that a kernel saw")
        }
        return remarks
    }

    private var unknownLinks: [String] {
        guard links.count < Self.mostLinks else { return [] }
        return filter.links.filter { name in !links.contains { TimelineFilter.names(name, $0) } }
    }
}
