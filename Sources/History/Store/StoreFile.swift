import Evidence
import OperatingSystem

/// A store's file, examined from outside, and the files next to it.
struct StoreFile {
    /// The kind of file at the store's path.
    enum State: Hashable {
        case missing
        /// A store of this version.
        case ours
        /// A store of another version of this program.
        case otherVersion(Int32)
        /// One of our stores that cannot be used, and why.
        case damaged(String)
        /// Something that is not ours, and what it is; it is never touched.
        case foreign(String)
    }

    let path: String

    /// The list of folders that the store knows, in a text file next to it.
    var folders: String { path + ".folders" }
    /// The lock that writers hold, one at a time.
    var lock: String { path + ".lock" }
    /// The path to which an unusable store is moved; none of it is discarded.
    var aside: String { path + ".damaged" }
    /// SQLite's own files next to it, which belong to that one file.
    var sqliteFiles: [String] { [path + "-wal", path + "-shm", path + "-journal"] }

    /// The offsets at which SQLite keeps the version and the application's mark, and how much of its header is read.
    private enum Header {
        static let magic = Array("SQLite format 3\0".utf8)
        static let version = 60
        static let application = 68
        static let size = 100
    }

    /// Examines only the first bytes: SQLite never sees a file that is not ours.
    ///
    /// A file next to a list of folders is ours, however damaged it is.
    var state: State {
        guard let kind = Files.kind(of: path) else { return .missing }
        guard kind == .regular else { return .foreign("it is no regular file") }
        let isListed = (try? StoreFolders(besides: self)) != nil
        guard let head = try? Files.bytes(of: path, atMost: Header.size) else { return .foreign("it cannot be read") }
        if head.isEmpty, !isListed { return .missing }
        guard head.count == Header.size, head.starts(with: Header.magic) else {
            return isListed ? .damaged("it is no longer an SQLite file") : .foreign("it is no store of trammel")
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
