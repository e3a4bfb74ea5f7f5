import AppProperties
import Ground

/// The problems of an app's property list, for the console.
struct PropertyListCheck {
    /// The lines, each starting with the file and the location.
    let lines: [String]
    /// The number of findings by weight.
    let counts: [Finding.Weight: Int]

    /// Reads and checks a file; one that cannot be opened is a usage error, and one that is not a property list a
    /// fault.
    init(path: String) throws {
        let opened = try OpenedPropertyList(path, option: "--plist")
        let file: PropertyListFile
        switch opened.file {
        case .success(let read): file = read
        case .failure(let error):
            lines = [opened.line(error)]
            counts = [.fault: 1]
            return
        }
        let app = AppProperties(file.root)
        let found = app.findings.map(opened.line)
        let unjudged = app.unjudged.map { "\(path.escapedForDisplay): not judged: \($0)" }
        let kind = app.kind == .information ? "an Info.plist" : "entitlements"
        let form = OpenedPropertyList.words(file.form)
        lines = ["\(path.escapedForDisplay): read as \(kind), in \(form)"] + found + unjudged
        counts = Dictionary(app.findings.map { ($0.weight, 1) }, uniquingKeysWith: +)
    }
}
