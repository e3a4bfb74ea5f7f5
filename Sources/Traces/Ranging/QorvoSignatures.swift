/// Searches a text that arrives in pieces for output unique to the Qorvo command line (uwb.md
/// 4.5).
public struct QorvoSignatures: Sendable {
    private static let marks = [
        "FiRa Session Parameters: {", "SESSION_STATUS_NTF: {", "SESSION_INFO_NTF: {", "{\"LSTN\":[", "\"D_cm\":",
        "{\"Block\":", "\"Status\":\"Err\"", "{\"Session Stopped\":", "\"UWB stack\":",
    ].map { Array($0.utf8) }
    private static let longest = marks.map(\.count).max() ?? 0
    /// Whether each byte value begins a mark.
    private static let begins = (0...255).map { byte in marks.contains { $0.first == byte } }

    /// Whether a mark was found.
    public private(set) var areFound = false
    /// The end of the text so far, in which a mark may begin.
    private var tail: [UInt8] = []

    public init() {}

    /// Receives the next bytes of the text.
    public mutating func receive(_ piece: ArraySlice<UInt8>) {
        guard !areFound else { return }
        let bytes = tail + piece
        areFound = bytes.withUnsafeBufferPointer { bytes in
            let (begins, marks) = (Self.begins, Self.marks)
            for place in bytes.indices where begins[Int(bytes[place])] {
                if marks.contains(where: { bytes[place...].starts(with: $0) }) { return true }
            }
            return false
        }
        tail = areFound ? [] : Array(bytes.suffix(Self.longest - 1))
    }
}
