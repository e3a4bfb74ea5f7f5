import Ground

/// The name that an option gives to a file which the command makes: only a regular file ever gets it.
public enum FileName {
    /// Why no file can be written under the name, as a sentence without its full stop; nil when one can.
    public static func obstacle(_ path: String, _ place: UnfinishedFile.Place) -> String? {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard !["", ".", ".."].contains(name) else { return "'\(path)' names no file" }
        guard let kind = Files.kind(of: path) else { return nil }
        guard kind == .regular else {
            return "\(path) cannot be written: it is \(word(for: kind)), and no regular file"
        }
        return place == .replacing ? nil : "\(path) is there already: name another file, or remove it"
    }

    /// Removes an older file; what is no regular one stays.
    static func removeRegular(_ path: String) {
        if obstacle(path, .replacing) == nil { Files.remove(path) }
    }

    private static func word(for kind: Files.Kind) -> String {
        switch kind {
        case .regular: "a regular file"
        case .folder: "a folder"
        case .link: "a symbolic link"
        case .fifo: "a FIFO"
        case .socket: "a socket"
        case .device: "a device"
        }
    }
}
