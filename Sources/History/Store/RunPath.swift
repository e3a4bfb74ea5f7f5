import Evidence
import OperatingSystem

/// A run's folder as a store keeps it: the folder around it, and its own name.
enum RunPath {
    static func parts(of folder: String) -> (place: String, name: String) {
        guard let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", folder) }
        let place = slash == folder.startIndex ? "/" : String(folder[..<slash])
        return (place, String(folder[folder.utf8.index(after: slash)...]))
    }

    static func joined(_ place: String, _ name: String) -> String {
        place.isEmpty ? name : place == "/" ? "/\(name)" : "\(place)/\(name)"
    }

    /// Whether there is a run in the folder that came to a verdict.
    static func holdsRun(_ folder: String) -> Bool { Files.kind(of: "\(folder)/verdict.json") == .regular }
}
