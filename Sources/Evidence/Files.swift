import Glibc
public import OperatingSystem

/// Operations on files and folders that commands need.
public enum Files {
    /// Creates the folder and the folders above it if they are missing.
    public static func makeFolder(_ path: String) throws(SystemError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += part + "/"
            guard mkdir(made, 0o777) == 0 || errno == EEXIST else { throw .last("mkdir \(made)") }
        }
        guard try FileStatus(of: path).kind == .folder else { throw SystemError("mkdir \(path)", code: ENOTDIR) }
    }

    /// Returns the names in a folder, in no particular order; empty if there is no folder.
    public static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in
                String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Creates a folder; an existing one belongs to someone else and is an error.
    public static func makeNewFolder(_ path: String) throws(SystemError) {
        guard mkdir(path, 0o777) == 0 else { throw .last("mkdir \(path)") }
    }

    /// Returns the folder that contains the path's last component.
    public static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the kind of file at a path, without following a link; nil if nothing is there.
    public static func kind(of path: String) -> FileStatus.Kind? {
        try? FileStatus(of: path, followingLinks: false).kind
    }

    /// Creates a file for writing, or only for appending; it is an error if anything is already there, even a link.
    ///
    /// It is readable by its owner only, because frames contain keys, and verdicts, journals, pages and reports quote
    /// frames. Only files that hold nothing of a run, or that were redacted, are shared.
    public static func create(
        _ path: String, appending: Bool = false, isShared: Bool = false
    ) throws(SystemError) -> FileDescriptor {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | (appending ? O_APPEND : 0)
        return try FileDescriptor("open \(path)") { Glibc.open(path, flags, isShared ? 0o666 : 0o600) }
    }

    /// Makes a file or a folder accessible to its owner only.
    public static func makePrivate(_ path: String, isFolder: Bool = false) throws(SystemError) {
        guard chmod(path, isFolder ? 0o700 : 0o600) == 0 else { throw .last("chmod \(path)") }
    }

    /// Waits until the contents of a file would survive a power failure.
    public static func sync(_ file: FileDescriptor, _ path: String) throws(SystemError) {
        guard fsync(file.number) == 0 else { throw .last("fsync \(path)") }
    }

    /// Waits until the names in a folder would survive a power failure, if its file system supports that.
    public static func sync(folder path: String) throws(SystemError) {
        let folder = try FileDescriptor("open \(path)") { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        defer { folder.close() }
        guard fsync(folder.number) == 0 || errno == EINVAL || errno == EROFS else { throw .last("fsync \(path)") }
    }

    /// Renames a file. An existing file with that name is replaced, or is an error if the name must be new.
    public static func rename(_ path: String, to name: String, mustBeNew: Bool) throws(SystemError) {
        let call = "rename \(path) to \(name)"
        guard mustBeNew else {
            guard Glibc.rename(path, name) == 0 else { throw .last(call) }
            return
        }
        // A rename replaces an existing file, a link does not.
        if link(path, name) == 0 { return remove(path) }
        // Some file systems have no hard links; there, create the name first.
        guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { throw .last(call) }
        try create(name).close()
        guard Glibc.rename(path, name) == 0 else { throw .last(call) }
    }

    /// Opens a new unnamed file for writing and reading; it disappears when it is closed.
    public static func createUnnamed(in folder: String) throws(SystemError) -> FileDescriptor {
        var path = Array("\(folder)/trammel-XXXXXX".utf8CString)
        let file = try FileDescriptor("mkstemp in \(folder)") { mkstemp(&path) }
        guard unlink(path) == 0, fcntl(file.number, F_SETFD, FD_CLOEXEC) == 0 else {
            throw .last("unlink in \(folder)")
        }
        return file
    }

    /// Opens a regular file for reading: a FIFO would block the program until another process writes to it.
    public static func open(_ path: String) throws(SystemError) -> FileDescriptor {
        let file = try FileDescriptor("open \(path)") { Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        let kind = try FileStatus(of: file.number).kind
        guard kind == .regular else {
            file.close()
            throw SystemError(
                "open \(path), which is \(kind.words), not a regular file", code: kind == .folder ? EISDIR : EINVAL)
        }
        return file
    }

    /// Opens a pipe from the shell or a regular file, to be read once; a FIFO in a folder is as little readable as in
    /// `open`.
    public static func openStream(_ path: String) throws(SystemError) -> FileDescriptor {
        // A pipe has no path: `/dev/fd/63` leads to `pipe:[4711]`.
        if path != "/dev/stdin", let own = realpath(path, nil) {
            free(own)
            return try open(path)
        }
        return try FileDescriptor("open \(path)") { Glibc.open(path, O_RDONLY | O_CLOEXEC) }
    }

    /// Returns at most this many bytes from the start of a file.
    public static func bytes(of path: String, atMost count: Int) throws(SystemError) -> [UInt8] {
        let file = try open(path)
        defer { file.close() }
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let more = try file.read(upTo: count - bytes.count) else { continue }
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }

    /// Returns the size of a file in bytes; nil if it is not a regular file.
    public static func size(of path: String) -> Int? {
        guard let status = try? FileStatus(of: path), status.kind == .regular else { return nil }
        return status.size
    }

    /// Returns the last line of a file without its line feed, if it is no longer than this; nil if the file does not
    /// end with a line feed.
    public static func lastLine(of path: String, atMost most: Int = 64 << 20) throws(SystemError) -> [UInt8]? {
        let file = try open(path)
        defer { file.close() }
        var (line, start) = ([UInt8](), try FileStatus(of: file.number).size)
        while start > 0, line.count <= most {
            let count = min(1 << 16, start)
            start -= count
            line = try file.read(upTo: count, at: start) + line
            guard line.last == 0x0A else { return nil }
            if let feed = line.dropLast().lastIndex(of: 0x0A) { return Array(line[(feed + 1)...].dropLast()) }
        }
        return start == 0 && !line.isEmpty ? Array(line.dropLast()) : nil
    }

    /// Returns the same as text; the reader of the text has to notice what is not UTF-8.
    public static func text(of path: String, atMost count: Int) throws(SystemError) -> String {
        String(decoding: try bytes(of: path, atMost: count), as: UTF8.self)
    }

    /// Returns the path from the root, with links resolved; nil if nothing is there.
    public static func absolute(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the path from the root of a place where nothing may be yet, with links resolved as far as it exists: the
    /// same before and after something is created there.
    public static func absolutePlace(_ path: String) -> String {
        if let resolved = absolute(path) { return resolved }
        var names = path.split(separator: "/").map(String.init)
        guard let last = names.popLast() else { return path }
        let parent = (path.hasPrefix("/") ? "/" : "") + names.joined(separator: "/")
        let place = absolutePlace(parent.isEmpty ? "." : parent)
        return place == "/" ? "/\(last)" : "\(place)/\(last)"
    }

    /// Returns the space in bytes that the disk of a folder has left for this user; nil if the system does not say.
    public static func room(in path: String) -> UInt64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (room, isTooMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooMuch ? .max : room
    }

    /// Removes a file, if it exists.
    public static func remove(_ path: String) { _ = unlink(path) }

    public static func append(_ bytes: [UInt8], to file: FileDescriptor) throws(SystemError) {
        var written = 0
        while written < bytes.count { written += try file.write(bytes, from: written) ?? 0 }
    }
}
