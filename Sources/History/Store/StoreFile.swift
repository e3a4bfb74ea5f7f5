import Evidence
import OperatingSystem

/// A store's file, looked at from outside, and the files beside it.
struct StoreFile {
    /// What stands under the store's name.
    enum State: Hashable {
        case missing
        /// One of this program's own version.
        case ours
        /// One of another version of this program.
        case otherVersion(Int32)
        /// One of ours that cannot be used, and why.
        case damaged(String)
        /// Something that is none of ours, and what it is: it is never touched.
        case foreign(String)
    }

    let path: String

    /// The folders that it knows, in a text file beside it.
    var folders: String { path + ".folders" }
    /// What writers hold, one at a time.
    var writerLock: String { path + ".lock" }
    /// What readers hold together, and a rebuild alone while it puts a new file in the old one's place.
    var readerLock: String { path + ".readers" }
    /// Where a store goes that cannot be used: nothing of it is thrown away.
    var aside: String { path + ".damaged" }
    /// SQLite's own files beside it, which belong to one store's file alone.
    var sqliteFiles: [String] { [path + "-wal", path + "-shm", path + "-journal"] }

    /// Where SQLite keeps the version and the mark of an application, and how much of its header is looked at.
    private enum Header {
        static let magic = Array("SQLite format 3\0".utf8)
        static let version = 60
        static let application = 68
        static let size = 100
    }

    /// Looks at the first bytes alone: SQLite never sees a file that is none of ours.
    ///
    /// What stands beside a list of folders is ours, however damaged it is.
    var state: State {
        guard let kind = Files.kind(of: path) else { return .missing }
        guard kind == .regular else { return .foreign("it is no regular file") }
        let isListed = (try? StoreFolders(besides: self)) != nil
        guard let head = try? Files.bytes(of: path, atMost: Header.size) else { return .foreign("it cannot be read") }
        if head.isEmpty, !isListed { return .missing }
        guard head.count == Header.size, head.starts(with: Header.magic) else {
            return isListed ? .damaged("it is no SQLite file any more") : .foreign("it is no store of trammel")
        }
        guard Self.number(head, Header.application) == StoreSchema.application else {
            return isListed ? .damaged("its mark is another one") : .foreign("it is another program's SQLite file")
        }
        let version = Self.number(head, Header.version)
        return version == StoreSchema.version ? .ours : .otherVersion(version)
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int32 {
        Int32(bitPattern: bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
}
