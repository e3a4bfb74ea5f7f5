import Glibc
public import OperatingSystem

/// The few things that the command does with files and folders.
public enum Files {
    /// Makes the folder and those above it, where they are missing.
    public static func makeFolder(_ path: String) throws(SystemError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += part + "/"
            guard mkdir(made, 0o777) == 0 || errno == EEXIST else { throw .last("mkdir \(made)") }
        }
        guard try FileStatus(of: path).kind == .folder else { throw SystemError("mkdir \(path)", code: ENOTDIR) }
    }

    /// The names in a folder, in no order; none when there is no folder.
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

    /// Makes a folder; one that is there already is somebody's, and an error.
    public static func makeNewFolder(_ path: String) throws(SystemError) {
        guard mkdir(path, 0o777) == 0 else { throw .last("mkdir \(path)") }
    }

    /// The folder that a path's last name stands in.
    public static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What stands under a name, with a link not followed; nil where nothing does.
    public static func kind(of path: String) -> FileStatus.Kind? {
        try? FileStatus(of: path, followingLinks: false).kind
    }

    /// Makes a file for writing, or for writing at its end alone; what stands there already, a link too, is an error.
    ///
    /// A private one, for keys and firmware, can be read by its owner alone.
    public static func create(
        _ path: String, appending: Bool = false, isPrivate: Bool = false
    ) throws(SystemError) -> FileDescriptor {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | (appending ? O_APPEND : 0)
        return try FileDescriptor("open \(path)") { Glibc.open(path, flags, isPrivate ? 0o600 : 0o666) }
    }

    /// Leaves a file, or a folder, to its owner alone.
    public static func makePrivate(_ path: String, isFolder: Bool = false) throws(SystemError) {
        guard chmod(path, isFolder ? 0o700 : 0o600) == 0 else { throw .last("chmod \(path)") }
    }

    /// Sees to it that what was written into a file outlives a loss of power.
    public static func sync(_ file: FileDescriptor, _ path: String) throws(SystemError) {
        guard fsync(file.number) == 0 else { throw .last("fsync \(path)") }
    }

    /// Sees to it that the names in a folder outlive a loss of power, where its file system can do that.
    public static func sync(folder path: String) throws(SystemError) {
        let folder = try FileDescriptor("open \(path)") { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        defer { folder.close() }
        guard fsync(folder.number) == 0 || errno == EINVAL || errno == EROFS else { throw .last("fsync \(path)") }
    }

    /// Gives a file its name; another file there is replaced, or an error where it must be new.
    public static func rename(_ path: String, to name: String, mustBeNew: Bool) throws(SystemError) {
        let call = "rename \(path) to \(name)"
        guard mustBeNew else {
            guard Glibc.rename(path, name) == 0 else { throw .last(call) }
            return
        }
        // A rename replaces what is there, and a link does not.
        if link(path, name) == 0 { return remove(path) }
        // Some file systems have no links: there the name is taken first.
        guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { throw .last(call) }
        try create(name).close()
        guard Glibc.rename(path, name) == 0 else { throw .last(call) }
    }

    /// Opens a new file that has no name, for writing and reading; it goes when it is closed.
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

    /// Opens what a pipe, or a regular file, brings; it is read once.
    public static func openStream(_ path: String) throws(SystemError) -> FileDescriptor {
        try FileDescriptor("open \(path)") { Glibc.open(path, O_RDONLY | O_CLOEXEC) }
    }

    /// The bytes at the start of a file, so many at most.
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

    /// How many bytes a file has; nil for what is no regular file.
    public static func size(of path: String) -> Int? {
        guard let status = try? FileStatus(of: path), status.kind == .regular else { return nil }
        return status.size
    }

    /// The last line of a file without its line feed, of so many bytes at most; a file that ends without one has none.
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

    /// The same as text; what is not UTF-8 is left to whoever reads the text to notice.
    public static func text(of path: String, atMost count: Int) throws(SystemError) -> String {
        String(decoding: try bytes(of: path, atMost: count), as: UTF8.self)
    }

    /// The path from the root, with links followed; nil when there is nothing.
    public static func absolute(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// How many bytes the disk of a folder has left for this user; nil where the system does not tell.
    public static func room(in path: String) -> UInt64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (room, isTooMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooMuch ? .max : room
    }

    /// Removes a file; one that is not there is none to remove.
    public static func remove(_ path: String) { _ = unlink(path) }

    public static func append(_ bytes: [UInt8], to file: FileDescriptor) throws(SystemError) {
        var written = 0
        while written < bytes.count { written += try file.write(bytes, from: written) ?? 0 }
    }
}
