import Evidence
import OperatingSystem

/// The path of a run's folder as stored: the folder around it, and its own name.
enum RunPath {
    static func parts(of folder: String) -> (place: String, name: String) {
        guard let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", folder) }
        let place = slash == folder.startIndex ? "/" : String(folder[..<slash])
        return (place, String(folder[folder.utf8.index(after: slash)...]))
    }

    static func joined(_ place: String, _ name: String) -> String {
        place.isEmpty ? name : place == "/" ? "/\(name)" : "\(place)/\(name)"
    }

    /// Returns whether the folder contains a run with a verdict.
    static func holdsRun(_ folder: String) -> Bool { Files.kind(of: "\(folder)/verdict.json") == .regular }
}
