public import Ground
public import NearbyInteraction
import Recordings
public import Traces

/// The first pass over a third-party capture, which determines its participants and the remarks on it.
///
/// A trace begins with its accessories, which become known only by reading. A capture is therefore read twice, in
/// pieces of any size, and never held in memory: the survey makes the plan, and `CaptureImport` the events. It opens
/// no file.
public struct CaptureSurvey: Sendable {
    private var feed = CaptureFeed()
    private var packets: PacketSteps
    private var log = QorvoLogImport(isSurvey: true)

    private let names: [AccessoryName]
    private let channel: DataChannelProfile?

    /// Creates a survey. `accessories` are names for the accessories that will be found, those with Nearby
    /// Interaction first; further ones are named accessory2 and so on. `channel` is their vendor's data channel; nil
    /// for a known one.
    public init(accessories names: [AccessoryName] = [], channel: DataChannelProfile? = nil) {
        (self.names, self.channel) = (names, channel)
        packets = PacketSteps(channel?.identifiers ?? .appleSample)
    }

    /// Receives the next bytes of the file; throws if it is not a supported capture.
    public mutating func receive(_ piece: ArraySlice<UInt8>) throws(ImportRefusal) { take(try feed.receive(piece)) }

    /// Ends the file. Damage is reported in the plan, since everything before it can be imported.
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
        var plan = packets.plan(format, feed.damage, called: names)
        plan.channel = channel
        return plan
    }

    private mutating func take(_ content: CaptureFeed.Content) {
        switch content {
        case .items(let items): for item in items { packets.receive(item) { _, _ in } }
        case .text(let piece): log.receive(piece) { _ in }
        }
    }
}

/// The reason why a capture cannot be converted to a trace.
public struct ImportRefusal: Error, Hashable, Sendable {
    /// The reason, as a sentence without a full stop.
    public let meaning: String
    /// The offset in the file.
    public let offset: Int

    public init(_ meaning: String, at offset: Int) {
        self.meaning = meaning
        self.offset = offset
    }
}

extension ImportRefusal: CustomStringConvertible {
    public var description: String { "byte \(offset): \(meaning)" }
}

/// The findings of the first pass over a capture, for use by the second one.
public struct ImportPlan: Sendable {
    let format: CaptureFormat
    /// The time of the first packet, or of the first line that has one.
    let start: WallInstant
    /// The accessories' own data channel; nil for a known one.
    fileprivate(set) var channel: DataChannelProfile?
    /// Whether any packet or line has a time.
    let hasTimes: Bool
    let peers: SettledPeers
    let accessories: [AccessoryName]
    let hasKit: Bool
    /// Remarks on what was recognised, doubtful or missing, as sentences without full stops.
    public let remarks: [String]
    /// The number of packets, or of a log's lines.
    let packets: Int
    /// The damage at which the file's content ends; everything before it is imported.
    public let damage: CaptureError?

    /// The scenario's name in the trace of another program's capture.
    static let scenario = "imported"

    /// The header of the trace; `program` is the importing program.
    func header(_ program: String) -> TraceHeader {
        var header = TraceHeader(
            scenario: Self.scenario, rig: format.rawValue, seed: 0, program: program, wallClock: start, start: .start,
            accessories: accessories, hasKit: hasKit, hasReader: false, scenarioText: "", rigText: "")
        if let channel { for name in accessories { header.channels[name] = channel } }
        header.handles = peers.handles
        return header
    }
}

/// The remarks on a capture, each only once and limited to a readable number.
struct ImportNotes: Sendable {
    private struct Kept: Sendable {
        let text: String
        var more = 0
    }

    /// The maximum number of remarks kept; the number of any more is reported.
    static let most = 200

    private var kept: [Kept] = []
    private var places: [[UInt8]: Int] = [:]
    private var more = 0

    init(_ first: [String] = []) {
        for text in first { add(text) }
    }

    mutating func add(_ text: String) { add(text, Array(text.utf8)) }

    /// Adds a sentence. If several differ only in their numbers, the first is kept with the number of others.
    mutating func add(alike text: String) { add(text, Self.shape(text)) }

    private mutating func add(_ text: String, _ key: [UInt8]) {
        if let place = places[key] {
            if kept[place].text != text { kept[place].more += 1 }
            return
        }
        guard kept.count < Self.most else {
            more += 1
            return
        }
        places[key] = kept.count
        kept.append(Kept(text: text))
    }

    var texts: [String] {
        let texts = kept.map { $0.more > 0 ? "\($0.text), and \($0.more) more such" : $0.text }
        return more > 0 ? texts + ["\(more) remarks more"] : texts
    }

    /// The sentence with a placeholder for each number.
    private static func shape(_ text: String) -> [UInt8] {
        var shape: [UInt8] = []
        for byte in text.utf8 {
            let isDigit = (0x30...0x39).contains(byte)
            if !isDigit { shape.append(byte) } else if shape.last != 0x30 { shape.append(0x30) }
        }
        return shape
    }
}
