import AppProperties
import ArgumentParser
import Evidence
import Ground
import OperatingSystem

/// A property list named by an option, with its contents or the reason why it cannot be read.
struct OpenedPropertyList {
    let path: String
    let file: Result<PropertyListFile, PropertyListError>

    /// Reads the file; one that cannot be opened is a usage error that names the option.
    init(_ path: String, option: String) throws {
        self.path = path
        let limits = PropertyListFile.Limits.standard
        let bytes: [UInt8]
        let size = Files.size(of: path)
        // A pipe without a writer would block forever.
        guard size != nil || Files.kind(of: path) == nil else {
            throw ValidationError("\(option) \(path.escapedForDisplay) is not a regular file.")
        }
        do {
            bytes = try Files.bytes(of: path, atMost: limits.size + 1)
        } catch {
            throw ValidationError(
                "\(option) \(path.escapedForDisplay) cannot be read: \("\(error)".escapedForDisplay).")
        }
        file = Result { () throws(PropertyListError) in try PropertyListFile(bytes, size: size, limits: limits) }
    }

    func line(_ error: PropertyListError) -> String {
        line(error.place, .fault, "\(error.meaning) [\(error.code)]")
    }

    func line(_ finding: PropertyFinding) -> String { line(finding.place, finding.weight, "\(finding)") }

    static func words(_ form: PropertyListFile.Form) -> String {
        switch form {
        case .xml(let encoding): "XML and \(encoding.rawValue)"
        case .binary: "the binary form"
        }
    }

    /// Returns a line in the format of compilers: `file:line:column: warning: sentence`, and for the binary form
    /// `file: byte 8: sentence`.
    private func line(_ place: PropertyListPlace, _ weight: Finding.Weight, _ sentence: String) -> String {
        let spot =
            switch place {
            case .text(let position): "\(path.escapedForDisplay):\(position.line):\(position.column)"
            case .byte(let offset): "\(path.escapedForDisplay): byte \(offset)"
            }
        return "\(spot): \(weight == .fault ? "" : "\(weight.rawValue): ")\(sentence)"
    }
}
