/// Takes a capture file apart that arrives in pieces of any size.
///
/// How the bytes are cut into pieces makes no difference to what comes out. Memory is bounded by the format's largest
/// record and the largest piece. After an error the reader stays where it is and repeats the error.
public protocol CaptureReader: Sendable {
    init()

    /// Takes the next bytes of the file and appends what they complete.
    mutating func receive(_ piece: ArraySlice<UInt8>, into items: inout [CaptureItem]) throws(CaptureError)

    /// Ends the file; fails when it ends inside a record.
    mutating func finish() throws(CaptureError)
}

extension CaptureReader {
    /// Reads a file that is in memory as a whole: what it holds, and the error that ended it.
    public static func read(_ file: [UInt8]) -> (items: [CaptureItem], error: CaptureError?) {
        var reader = Self()
        var items: [CaptureItem] = []
        do throws(CaptureError) {
            try reader.receive(file[...], into: &items)
            try reader.finish()
        } catch {
            return (items, error)
        }
        return (items, nil)
    }
}
