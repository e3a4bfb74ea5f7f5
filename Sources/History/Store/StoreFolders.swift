import Evidence
import OperatingSystem

/// The folders and other stores that a store was made from, in a small text file next to it.
///
/// With this file, a store can be rebuilt when nothing in it can be read. Each line is one path.
struct StoreFolders: Hashable {
    /// The maximum number of folders; more than that can be subfolders of one.
    static let most = 10_000
    private static let title = "trammel history folders 1"
    private static let mostBytes = 64 << 20

    /// Absolute paths of folders with runs, sorted, none of them inside another.
    private(set) var folders: [String] = []
    /// Absolute paths of other stores that were imported, sorted.
    private(set) var stores: [String] = []

    init() {}

    /// Reads the file; throws if there is none, or if it is something else.
    init(besides file: StoreFile) throws(CommandError) {
        let path = file.folders
        guard Files.kind(of: path) == .regular else {
            throw CommandError(what: "there is no list of folders at \(path)", remedy: nil)
        }
        let text: String
        do { text = try Files.text(of: path, atMost: Self.mostBytes) } catch {
            throw CommandError(what: "\(path) cannot be read: \(error)", remedy: nil)
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == Self.title[...], lines.last == "" else {
            throw CommandError(what: "\(path) is no list of folders, or was cut off", remedy: "Remove it")
        }
        lines = lines.dropFirst().dropLast()
        for (index, line) in lines.enumerated() {
            let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard words.count == 2, let path = Self.unescaped(words[1]),
                path.utf8.first == UInt8(ascii: "/")
            else {
                throw CommandError(what: "\(file.folders):\(index + 2) names no path", remedy: "Remove the line")
            }
            switch words[0] {
            case "folder": folders.append(path)
            case "store": stores.append(path)
            default:
                throw CommandError(
                    what: "\(file.folders):\(index + 2) begins with no known word", remedy: "Remove the line")
            }
        }
    }

    /// Adds a folder, unless a folder around it is known; folders inside it are then dropped.
    mutating func add(folder path: String) throws(CommandError) {
        guard !folders.contains(where: { Self.contains($0, path) }) else { return }
        folders.removeAll { Self.contains(path, $0) }
        folders.append(path)
        folders.sort()
        try checkCount()
    }

    mutating func add(store path: String) throws(CommandError) {
        guard !stores.contains(where: { $0.utf8.elementsEqual(path.utf8) }) else { return }
        stores.append(path)
        stores.sort()
        try checkCount()
    }

    private func checkCount() throws(CommandError) {
        guard folders.count + stores.count <= Self.most else {
            throw CommandError(
                what: "a history takes \(Self.most) folders at most", remedy: "Import the folder around them")
        }
    }

    func write(besides file: StoreFile) throws(CommandError) {
        let lines =
            [Self.title] + folders.map { "folder \(Self.escaped($0))" }
            + stores.map { "store \(Self.escaped($0))" }
        let own = FileSignature(start: Self.title + "\n")
        try UnfinishedFile.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: file.folders, .renewing(own))
    }

    /// Returns whether a path is the folder's own, or inside it.
    static func contains(_ folder: String, _ path: String) -> Bool {
        // Compared by bytes, because to a file system two encodings of one letter are different.
        path.utf8.elementsEqual(folder.utf8) || path.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8)
    }

    /// A path may contain line feeds, and carriage returns, which would merge with one.
    private static func escaped(_ path: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in path.unicodeScalars {
            switch scalar {
            case "\\": text.append(contentsOf: #"\\"#.unicodeScalars)
            case "\n": text.append(contentsOf: #"\n"#.unicodeScalars)
            case "\r": text.append(contentsOf: #"\r"#.unicodeScalars)
            default: text.append(scalar)
            }
        }
        return String(text)
    }

    private static func unescaped(_ text: Substring) -> String? {
        var (path, isEscaped) = (String.UnicodeScalarView(), false)
        for scalar in text.unicodeScalars {
            switch (isEscaped, scalar) {
            case (false, "\\"): isEscaped = true
            case (false, _): path.append(scalar)
            case (true, "\\"): (isEscaped, path) = (false, path + ["\\"])
            case (true, "n"): (isEscaped, path) = (false, path + ["\n"])
            case (true, "r"): (isEscaped, path) = (false, path + ["\r"])
            case (true, _): return nil
            }
        }
        return isEscaped ? nil : String(path)
    }
}
