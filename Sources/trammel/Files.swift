import Glibc
import System

/// The few things that the command does with files and folders.
enum Files {
    /// Makes the folder and those above it, where they are missing.
    static func makeFolder(_ path: String) throws(SystemError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += part + "/"
            guard mkdir(made, 0o777) == 0 || errno == EEXIST else { throw .last("mkdir \(made)") }
        }
        var status = stat()
        guard stat(path, &status) == 0 else { throw .last("stat \(path)") }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemError("mkdir \(path)", code: ENOTDIR) }
    }

    /// The names in a folder, in no order; none when there is no folder.
    static func names(in path: String) -> [String] {
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

    /// Writes a whole file; it appears under its name only when it is complete.
    static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let unfinished = path + ".part"
        let file = try create(unfinished)
        try append(bytes, to: file)
        file.close()
        guard rename(unfinished, path) == 0 else { throw .last("rename \(unfinished)") }
    }

    /// Opens a new, empty file for writing, or for writing at its end alone.
    static func create(_ path: String, appending: Bool = false) throws(SystemError) -> FileDescriptor {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | (appending ? O_APPEND : 0)
        return try FileDescriptor("open \(path)") { Glibc.open(path, flags, 0o666) }
    }

    /// Opens a new file that has no name, for writing and reading; it goes when it is closed.
    static func createUnnamed(in folder: String) throws(SystemError) -> FileDescriptor {
        var path = Array("\(folder)/trammel-XXXXXX".utf8CString)
        let file = try FileDescriptor("mkstemp in \(folder)") { mkstemp(&path) }
        guard unlink(path) == 0, fcntl(file.number, F_SETFD, FD_CLOEXEC) == 0 else {
            throw .last("unlink in \(folder)")
        }
        return file
    }

    /// Opens a file for reading.
    static func open(_ path: String) throws(SystemError) -> FileDescriptor {
        try FileDescriptor("open \(path)") { Glibc.open(path, O_RDONLY | O_CLOEXEC) }
    }

    /// The bytes at the start of a file, so many at most.
    static func bytes(of path: String, atMost count: Int) throws(SystemError) -> [UInt8] {
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

    /// The same as text; what is not UTF-8 is left to whoever reads the text to notice.
    static func text(of path: String, atMost count: Int) throws(SystemError) -> String {
        String(decoding: try bytes(of: path, atMost: count), as: UTF8.self)
    }

    /// The path from the root, with links followed; nil when there is nothing.
    static func absolute(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// How many bytes the disk of a folder has left for this user; nil where the system does not tell.
    static func room(in path: String) -> UInt64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (room, isTooMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooMuch ? .max : room
    }

    /// Removes a file; one that is not there is none to remove.
    static func remove(_ path: String) { _ = unlink(path) }

    static func append(_ bytes: [UInt8], to file: FileDescriptor) throws(SystemError) {
        var written = 0
        while written < bytes.count { written += try file.write(bytes, from: written) ?? 0 }
    }
}
