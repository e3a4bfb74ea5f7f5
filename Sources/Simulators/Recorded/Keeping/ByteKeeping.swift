/// Somebody who keeps bytes where there is more room than in memory, in the order in which they come.
public protocol ByteKeeping: AnyObject, Sendable {
    /// Takes bytes, and gives the place from which they can be read.
    func append(_ bytes: [UInt8]) -> Int

    /// So many bytes from a place on; fewer where they could not be kept.
    func bytes(at place: Int, count: Int) -> [UInt8]

    /// Bytes that were read are not what was kept: what comes of them counts nothing.
    func lose()
}
