/// A trouble of the tag reader; all but the cable take a simulated one, elsewhere the scenario is skipped.
///
/// What each does is in the fault table of the fact sheet on NFC, 3.7.
public enum ReaderTrouble: String, Codable, Hashable, Sendable, CaseIterable {
    /// Its cable is out; the end of the block puts it back.
    case unplugged
    /// The next command makes the reader's library abort its process.
    case aborts
    /// It answers nothing.
    case silent
    /// The check sums of its answers are wrong.
    case garbles
    /// It answers every command with an error.
    case refuses
    /// It does not say what it is when it is opened the next time.
    case forgetsItself
    /// It ends each exchange with an error of its own, as a chip does that is too hot.
    case overheats

    /// True for what is over in a moment; everything else lasts as long as the block that makes it.
    public var isMomentary: Bool {
        switch self {
        case .aborts, .forgetsItself: true
        case .unplugged, .silent, .garbles, .refuses, .overheats: false
        }
    }
}
