public import Ground
import OpenSSL
public import OperatingSystem

extension Files {
    private static let piece = 1 << 18
    /// Reading stops at a longer line; no journal has one.
    private static let longestLine = 64 << 20

    /// Returns the SHA-256 of a file's content.
    public static func hash(of path: String) throws(SystemError) -> ContentHash {
        let file = try open(path)
        defer { file.close() }
        var (stream, buffer) = (SHA256(), [UInt8](repeating: 0, count: piece))
        while let count = try file.read(into: &buffer), count > 0 { stream.update(buffer[..<count]) }
        return stream.value
    }

    /// Hands over the lines of a file, without their line feeds. Returns the file's hash, and whether there are bytes
    /// after the last line feed.
    static func readLines(
        of path: String, _ take: (ArraySlice<UInt8>) -> Void
    ) throws(SystemError) -> (hash: ContentHash, isCut: Bool) {
        let file = try open(path)
        defer { file.close() }
        var (stream, buffer, rest) = (SHA256(), [UInt8](repeating: 0, count: piece), [UInt8]())
        while let count = try file.read(into: &buffer), count > 0 {
            let read = buffer[..<count]
            stream.update(read)
            var start = read.startIndex
            while let end = read[start...].firstIndex(of: 0x0A) {
                if rest.isEmpty {
                    take(read[start..<end])
                } else {
                    rest += read[start..<end]
                    take(rest[...])
                    rest.removeAll(keepingCapacity: true)
                }
                start = end + 1
            }
            rest += read[start...]
            guard rest.count <= longestLine else { break }
        }
        return (stream.value, !rest.isEmpty)
    }
}
