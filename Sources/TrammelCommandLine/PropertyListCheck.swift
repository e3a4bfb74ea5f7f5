import AppProperties
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
