import Glibc
import System

/// A file of evidence, which grows by whole blocks or lines and is never written again.
///
/// When the disk takes only a part of what is written, the half block or line at the end is cut off again.
final class EvidenceFile {
    /// What such a file is made of.
    enum Unit {
        /// Blocks of pcapng, little endian.
        case blocks
        /// Lines of text, each with its line feed.
        case lines
    }

    let path: String
    private let unit: Unit
    private let file: FileDescriptor
    /// How many bytes it has, all of them in whole blocks or lines.
    private(set) var size: UInt64 = 0

    /// Makes the file, empty; one that is there already is an error.
    init(_ path: String, of unit: Unit) throws(CommandTrouble) {
        self.path = path
        self.unit = unit
        do {
            file = try Files.create(path, appending: true)
        } catch {
            throw .cannotWrite(path, error)
        }
    }

    /// Appends whole blocks or lines; when that fails, those that were written completely stay.
    func append(_ bytes: [UInt8]) throws(CommandTrouble) {
        var written = 0
        do {
            while written < bytes.count { written += try file.write(bytes, from: written) ?? 0 }
        } catch {
            cut(to: size + UInt64(unit.complete(in: bytes[..<written])))
            throw .cannotWrite(path, error)
        }
        size += UInt64(written)
    }

    /// Takes back everything behind so many bytes, where a whole block or line ends.
    func cut(to size: UInt64) {
        guard ftruncate(file.number, off_t(size)) == 0 else { return }
        self.size = size
    }

    /// Waits until all of it is on the disk.
    func sync() throws(CommandTrouble) {
        do { try Files.sync(file, path) } catch { throw .cannotWrite(path, error) }
    }

    func close() { file.close() }
}

extension EvidenceFile.Unit {
    /// How many of the bytes are whole blocks or lines; they begin with one.
    func complete(in bytes: ArraySlice<UInt8>) -> Int {
        switch self {
        case .lines: return bytes.lastIndex(of: 0x0A).map { $0 + 1 - bytes.startIndex } ?? 0
        case .blocks:
            var end = 0
            while bytes.count - end >= 8 {
                // A block's length stands behind its type.
                let place = bytes.startIndex + end + 4
                let length = bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
                guard length >= 12, bytes.count - end >= length else { break }
                end += length
            }
            return end
        }
    }
}
