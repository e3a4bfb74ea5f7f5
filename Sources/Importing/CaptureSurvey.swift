public import Ground
import Recordings
import Traces

/// The first reading of a capture that somebody else made: who is in it, and what is to be said about it.
///
/// A trace begins with its accessories, and who they are shows itself only while reading. So a capture is read twice,
/// in pieces of any size, and never held: the survey makes the plan, and `CaptureImport` the events. It opens nothing.
public struct CaptureSurvey: Sendable {
    private var feed = CaptureFeed()
    private var packets = PacketSteps()
    private var log = QorvoLogImport(isSurvey: true)

    private let names: [AccessoryName]

    /// `accessories` are names for the accessories that will be found, those with Nearby Interaction first; what is
    /// found beyond them is called accessory2 and so on.
    public init(accessories names: [AccessoryName] = []) { self.names = names }

    /// Takes the next bytes of the file; refuses what is no capture that is read here.
    public mutating func receive(_ piece: ArraySlice<UInt8>) throws(ImportRefusal) { take(try feed.receive(piece)) }

    /// Ends the file. Damage is told in the plan: what stands before it can be imported.
    public mutating func finish() throws(ImportRefusal) -> ImportPlan {
        take(try feed.finish())
        guard let format = feed.format else { throw ImportRefusal("the file is empty", at: 0) }
        if format.reader == nil {
            log.finish { _ in }
            return ImportPlan(
                format: format, start: log.start ?? WallInstant(nanoseconds: 0), hasTimes: log.start != nil,
                peers: .none,
                accessories: [names.first ?? QorvoLogImport.name],
                hasKit: false, remarks: log.remarks, packets: log.lines, damage: nil)
        }
        packets.finish { _, _ in }
        try packets.refuseIfUnreadable(feed.damage)
        return packets.plan(format, feed.damage, called: names)
    }

    private mutating func take(_ content: CaptureFeed.Content) {
        switch content {
        case .items(let items): for item in items { packets.receive(item) { _, _ in } }
        case .text(let piece): log.receive(piece) { _ in }
        }
    }
}
