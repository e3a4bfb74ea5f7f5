import Ground
import Recordings
import Vocabulary

/// Counts the entries that a filter shows, and explains a surprising selection.
public struct TimelineSurvey: Sendable {
    /// The greatest number of links named.
    private static let mostLinks = 50

    private let filter: TimelineFilter
    private var links: [LinkID] = []
    private var frames = 0
    private var kernelPackets = 0
    /// The number of entries in the trace, and the number that the filter shows.
    public private(set) var count = 0
    public private(set) var shown = 0

    public init(_ filter: TimelineFilter) { self.filter = filter }

    /// Counts the next entry, and returns whether it is shown.
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

    /// Whether a requested item is missing: nothing matches, or a link does not exist.
    public var lacksSomething: Bool { shown == 0 || !unknownLinks.isEmpty }

    /// Remarks on the shown entries, as sentences without full stops.
    public var remarks: [String] {
        let known = links.isEmpty ? "there is none" : "there are: \(links.map(\.description).joined(separator: ", "))"
        var remarks = unknownLinks.map { "nothing is on a link '\($0)'; \(known)" }
        if shown == 0 { remarks.append("none of \(counted(count, "event")) matches") }
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
