import Ground

/// The state of the tags and of the phone's readiness to read them at a line, inferred from the lines before it.
struct TagAbstractState {
    /// A condition in which the phone reads no tags in the background (nfc.md, B2 and B8).
    enum BlockingReason {
        case displayOff
        case airplane
        case camera
        case wallet
        case readerSession
        case neverUnlocked
    }

    /// The tags on the reader, each with the line that put it there.
    private(set) var present: [(name: TagName, spot: SourceSpot)] = []
    /// The conditions that keep the phone from reading, each with its line.
    private(set) var hindrances: [(hindrance: BlockingReason, spot: SourceSpot)] = []
    /// Whether two tags were on the reader at the same time.
    private(set) var metSeveral = false
    /// Whether a tag can have brought up a notification.
    var mayHaveNotified = false
    /// Whether a tag was held to the reader since the start of the block.
    var wasTouched = false
    /// Whether something can have been opened since the start of the block.
    var mayHaveOpened = false
    /// Reader faults caused by the enclosing blocks, each with its line.
    var troubles: [(trouble: ReaderFailure, spot: SourceSpot)] = []

    init(_ setup: TagSetup, spot: SourceSpot) {
        if setup.startsWithDisplayOff { begin(.displayOff, spot) }
        if setup.neverUnlocked { begin(.neverUnlocked, spot) }
    }

    /// The line that put the tag on the reader; nil if it is not there.
    func place(of name: TagName) -> SourceSpot? { present.first { $0.name == name }?.spot }

    mutating func put(_ name: TagName, _ spot: SourceSpot) {
        present.append((name, spot))
        metSeveral = metSeveral || present.count > 1
    }

    mutating func take(_ name: TagName) { present.removeAll { $0.name == name } }

    /// The line since which the condition keeps the phone from reading; nil if it does not.
    func line(of hindrance: BlockingReason) -> SourceSpot? { hindrances.first { $0.hindrance == hindrance }?.spot }

    mutating func begin(_ hindrance: BlockingReason, _ spot: SourceSpot) {
        if line(of: hindrance) == nil { hindrances.append((hindrance, spot)) }
    }

    mutating func end(_ hindrance: BlockingReason) { hindrances.removeAll { $0.hindrance == hindrance } }

    /// The reason no tag is read at this line, as a clause; nil if tags are read.
    func reasonNotToRead(by model: PhoneModel) -> String? {
        if model.tagReading != .background {
            return "an \(model) reads tags only for an app that requests it (rule B1)"
        }
        guard let first = hindrances.first else { return nil }
        return "\(first.hindrance.clause) since line \(first.spot.line)"
    }
}

extension TagAbstractState.BlockingReason {
    fileprivate var clause: String {
        switch self {
        case .displayOff: "the display has been off"
        case .airplane: "airplane mode has been on"
        case .camera: "the camera has been in use"
        case .wallet: "Wallet has been in use"
        case .readerSession: "an app has had a reader session"
        case .neverUnlocked: "the phone has not been unlocked"
        }
    }
}
