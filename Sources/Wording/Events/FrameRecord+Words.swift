import Ground
public import Journal

extension FrameRecord {
    /// The frame's meaning as worded by its link kind, or else its kind and bytes.
    public var words: String { meaning ?? "\(kind) \(bytes.hex)" }
}
