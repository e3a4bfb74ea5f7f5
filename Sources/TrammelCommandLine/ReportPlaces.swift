import ArgumentParser
import Evidence
import Glibc

/// The check of the places for a command's reports, which must not overwrite its inputs or results.
enum ReportPlaces {
    /// Rejects reports that are an input, that are the same file, or whose path within the results folder is rejected
    /// by `lies`.
    static func check(
        _ reports: [String?], inputs: [(what: String, path: String?)] = [], folder: String?,
        refusing lies: (String) -> Bool = { _ in true }
    ) throws {
        var places: [FilePlace] = []
        for path in reports.compactMap(\.self) {
            let place = FilePlace(path)
            guard !places.contains(where: place.isSame) else {
                throw ValidationError("Name a different file for each report.")
            }
            places.append(place)
            for (what, input) in inputs {
                guard let input, place.isSame(as: FilePlace(input)) else { continue }
                throw ValidationError("\(path) is \(what): name another file for the report.")
            }
            if let folder, let rest = place.path(in: FilePlace(folder)), lies(rest) {
                throw ValidationError(
                    "\(path) is in \(folder), which is only for evidence: name another file for the report.")
            }
        }
    }
}

/// The destination of a path, whether or not it exists.
private struct FilePlace {
    /// The absolute path, with links resolved as far as it exists.
    let resolved: String
    /// The file's identity; nil if it does not exist.
    private let file: (device: UInt64, inode: UInt64)?

    init(_ path: String) {
        resolved = Self.resolve(path)
        var status = stat()
        file = stat(path, &status) == 0 ? (UInt64(status.st_dev), UInt64(status.st_ino)) : nil
    }

    func isSame(as other: FilePlace) -> Bool {
        if resolved == other.resolved { return true }
        guard let file, let other = other.file else { return false }
        return file == other
    }

    /// Returns the path relative to a folder; nil if it is outside.
    func path(in folder: FilePlace) -> String? {
        let start = folder.resolved.hasSuffix("/") ? folder.resolved : folder.resolved + "/"
        return resolved.hasPrefix(start) ? String(resolved.dropFirst(start.count)) : nil
    }

    private static func resolve(_ path: String) -> String {
        if let resolved = Files.absolute(path) { return resolved }
        let parts = path.split(separator: "/").map(String.init)
        guard let name = parts.last else { return path }
        let above = (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
        let folder = resolve(above.isEmpty ? "." : above)
        switch name {
        case ".": return folder
        case "..": return Files.folder(of: folder)
        default: return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
        }
    }
}
