import ArgumentParser
import Evidence
import Glibc

/// Where the reports of a command go: nowhere where they would destroy what it reads or leaves.
enum ReportPlaces {
    /// Refuses reports that are an input, that are each other, or that lie in the folder of the results where `lies`
    /// says so of the path from there on.
    static func check(
        _ reports: [String?], inputs: [(what: String, path: String?)] = [], folder: String?,
        refusing lies: (String) -> Bool = { _ in true }
    ) throws {
        var places: [FilePlace] = []
        for path in reports.compactMap(\.self) {
            let place = FilePlace(path)
            guard !places.contains(where: place.isSame) else {
                throw ValidationError("Name another file for each report.")
            }
            places.append(place)
            for (what, input) in inputs {
                guard let input, place.isSame(as: FilePlace(input)) else { continue }
                throw ValidationError("\(path) is \(what): name another file for the report.")
            }
            if let folder, let rest = place.path(in: FilePlace(folder)), lies(rest) {
                throw ValidationError(
                    "\(path) lies in \(folder), which is for the evidence alone: name another file for the report.")
            }
        }
    }
}

/// Where a path leads, whether something is there or not.
private struct FilePlace {
    /// From the root, with links followed as far as there is something.
    let resolved: String
    /// Nil where nothing is there.
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

    /// The path from a folder on; nil for what lies outside.
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
