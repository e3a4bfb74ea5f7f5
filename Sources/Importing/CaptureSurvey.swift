public import Ground
import Recordings
public import Traces

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

/// Why a capture cannot be turned into a trace.
public struct ImportRefusal: Error, Hashable, Sendable {
    /// The reason, as a sentence without its full stop.
    public let meaning: String
    /// The byte of the file that it is about.
    public let offset: Int

    public init(_ meaning: String, at offset: Int) {
        self.meaning = meaning
        self.offset = offset
    }
}

extension ImportRefusal: CustomStringConvertible {
    public var description: String { "byte \(offset): \(meaning)" }
}

/// What the first reading of a capture found, which the second one needs.
public struct ImportPlan: Sendable {
    let format: CaptureFormat
    /// When the first packet was, or the first line that has a time.
    let start: WallInstant
    /// Whether anything has a time.
    let hasTimes: Bool
    let peers: SettledPeers
    let accessories: [AccessoryName]
    let hasKit: Bool
    /// What was recognised, what was doubtful and what is missing, as sentences without their full stops.
    public let remarks: [String]
    /// How many packets, or lines of a log, there are.
    let packets: Int
    /// Where the file is damaged; everything before it is imported.
    public let damage: CaptureError?

    /// How the trace begins; `program` is whoever imports.
    func header(_ program: String) -> TraceHeader {
        TraceHeader(
            scenario: "imported", rig: format.rawValue, seed: 0, program: program, wallClock: start, start: .start,
            accessories: accessories, hasKit: hasKit, hasReader: false, scenarioText: "", rigText: "")
    }
}

/// What is to be said about a capture, each sentence once and no more of them than anybody reads.
struct ImportNotes: Sendable {
    private struct Kept: Sendable {
        let text: String
        var more = 0
    }

    /// The most remarks that are kept; how many more there were is told.
    static let most = 200

    private var kept: [Kept] = []
    private var places: [[UInt8]: Int] = [:]
    private var more = 0

    init(_ first: [String] = []) {
        for text in first { add(text) }
    }

    mutating func add(_ text: String) { add(text, Array(text.utf8)) }

    /// Of sentences that differ in their numbers alone the first one is kept, with how many more there were.
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

    /// The sentence with one mark for each number in it.
    private static func shape(_ text: String) -> [UInt8] {
        var shape: [UInt8] = []
        for byte in text.utf8 {
            let isDigit = (0x30...0x39).contains(byte)
            if !isDigit { shape.append(byte) } else if shape.last != 0x30 { shape.append(0x30) }
        }
        return shape
    }
}
