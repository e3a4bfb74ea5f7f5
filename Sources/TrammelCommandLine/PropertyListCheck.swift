import AppProperties
import ArgumentParser
import Evidence
import Ground
import PropertyLists

/// What is wrong with one property list of an app, for the console.
struct PropertyListCheck {
    /// Each begins with the file and the place in it.
    let lines: [String]
    /// How many findings have each weight.
    let counts: [Finding.Weight: Int]

    /// Reads and looks at a file; one that cannot be opened is a usage error, and one that is no property list a fault.
    init(path: String) throws {
        let limits = PropertyListFile.Limits.standard
        let bytes: [UInt8]
        let size = Files.size(of: path)
        // A pipe that nobody writes into would let us wait for ever.
        guard size != nil || Files.kind(of: path) == nil else {
            throw ValidationError("--plist \(path.escapedForDisplay) is no regular file.")
        }
        do {
            bytes = try Files.bytes(of: path, atMost: limits.size + 1)
        } catch {
            throw ValidationError("--plist \(path.escapedForDisplay) cannot be read: \("\(error)".escapedForDisplay).")
        }
        let file: PropertyListFile
        do throws(PropertyListError) {
            file = try PropertyListFile(bytes, size: size, limits: limits)
        } catch {
            lines = [Self.line(path, error.place, .fault, "\(error.meaning) [\(error.code)]")]
            counts = [.fault: 1]
            return
        }
        let app = AppProperties(file.root)
        let found = app.findings.map { Self.line(path, $0.place, $0.weight, "\($0)") }
        let unjudged = app.unjudged.map { "\(path.escapedForDisplay): not judged: \($0)" }
        let kind = app.kind == .information ? "an Info.plist" : "entitlements"
        lines = ["\(path.escapedForDisplay): read as \(kind), in \(Self.words(file.form))"] + found + unjudged
        counts = Dictionary(app.findings.map { ($0.weight, 1) }, uniquingKeysWith: +)
    }

    private static func words(_ form: PropertyListFile.Form) -> String {
        switch form {
        case .xml(let encoding): "XML and \(encoding.rawValue)"
        case .binary: "the binary form"
        }
    }

    /// As compilers write it: `file:line:column: warning: sentence`, and in the binary form `file: byte 8: sentence`.
    private static func line(
        _ path: String, _ place: PropertyListPlace, _ weight: Finding.Weight, _ sentence: String
    ) -> String {
        let spot =
            switch place {
            case .text(let position): "\(path.escapedForDisplay):\(position.line):\(position.column)"
            case .byte(let offset): "\(path.escapedForDisplay): byte \(offset)"
            }
        return "\(spot): \(weight == .fault ? "" : "\(weight.rawValue): ")\(sentence)"
    }
}
