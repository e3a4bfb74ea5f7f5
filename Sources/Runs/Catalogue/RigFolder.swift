import Evidence
import Ground
public import RigKit

/// Rigs in JSON files: any file with the suffix `.json`, and those of this computer in `/etc/trammel/rigs`.
public enum RigFolder {
    public static let path = "/etc/trammel/rigs"
    private static let suffix = ".json"

    /// The reason why a rig's file cannot be used: one line per problem, each with the file, line and column.
    public struct Unusable: Error, CustomStringConvertible {
        public let description: String
    }

    /// The names of this computer's rigs, sorted.
    public static func names(in folder: String = path) -> [String] {
        Files.names(in: folder).filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
    }

    /// Returns the rig in the file that `name` means: a path with the suffix `.json`, or the name of one in the folder.
    /// Nil if it means no file.
    ///
    /// A rig in another file is called by the file's whole path, so that it has one name in every folder.
    public static func rig(named name: String, in folder: String = path) throws(Unusable) -> Rig? {
        if name.hasSuffix(suffix) { return try rig(inFile: name, named: Files.absolute(name) ?? name) }
        guard names(in: folder).contains(name) else { return nil }
        let file = "\(folder)/\(name)\(suffix)"
        guard !Catalogue.rigs.contains(where: { $0.name == name }) else {
            throw Unusable(
                description: "\(file.escapedForDisplay) has the name of a rig of this program: give it another name")
        }
        return try rig(inFile: file, named: name)
    }

    private static func rig(inFile path: String, named name: String) throws(Unusable) -> Rig {
        let shown = path.escapedForDisplay
        // Opening anything but a regular file could block the command forever.
        guard Files.size(of: path) != nil else {
            let isThere = Files.kind(of: path) != nil
            throw Unusable(description: isThere ? "\(shown) is not a regular file" : "there is no rig file \(shown)")
        }
        let text: String
        do {
            let bytes = try Files.bytes(of: path, atMost: RigFile.mostBytes)
            guard let valid = String(validating: bytes, as: UTF8.self) else {
                throw Unusable(description: "\(shown) is not UTF-8 text")
            }
            text = valid
        } catch let error as Unusable {
            throw error
        } catch {
            throw Unusable(description: "\(shown) cannot be read: \(error)")
        }
        do throws(RigFileError) { return try RigFile.rig(from: text, named: name) } catch {
            throw Unusable(description: error.described(in: path))
        }
    }
}
