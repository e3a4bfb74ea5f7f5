import Glibc
import Ground

/// The name that an option gives to a file which the command makes: only a regular file ever gets it.
public enum FileName {
    /// Why no file can be written under the name, as a sentence without its full stop; nil when one can.
    public static func obstacle(_ path: String, _ place: UnfinishedFile.Place) -> String? {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard !["", ".", ".."].contains(name) else { return "'\(path)' names no file" }
        guard let kind = Files.kind(of: path) else { return nil }
        switch (kind, place) {
        case (S_IFREG, .replacing): return nil
        case (S_IFREG, .new): return "\(path) is there already: name another file, or remove it"
        default: return "\(path) cannot be written: it is \(word(for: kind)), and no regular file"
        }
    }

    /// Removes an older file; what is no regular one stays.
    static func removeRegular(_ path: String) {
        if obstacle(path, .replacing) == nil { Files.remove(path) }
    }

    private static func word(for kind: mode_t) -> String {
        switch kind {
        case S_IFDIR: "a folder"
        case S_IFLNK: "a symbolic link"
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }
}
