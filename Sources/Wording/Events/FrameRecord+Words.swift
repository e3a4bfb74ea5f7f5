import Ground
public import Journal

extension FrameRecord {
    /// What it means, as its kind of link words it; or else its kind and its bytes.
    public var words: String { meaning ?? "\(kind) \(bytes.hex)" }
}
