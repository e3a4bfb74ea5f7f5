import Testing

/// A target as Package.swift declares it.
private struct DeclaredTarget {
    let name: String
    let uses: [String]
    /// The heading above it.
    let layer: String
}

/// The targets of Package.swift without tests, in order.
private let declared: [DeclaredTarget] = {
    guard let package = Project.files.first(where: { $0.path == "Package.swift" }) else { return [] }
    var (targets, layer, text) = ([DeclaredTarget](), "", "")
    let heads = ["module(", "standard(", "driver(", "catalogue("]
    let lines = package.lines.drop { !$0.contains("MARK: Ground") }
    func finish() {
        let strings = text.matches(of: /"([^"]*)"/).map { String($0.output.1) }
        guard let name = strings.first else { return }
        // Lists of words; paths, tools and other keys follow after a label.
        let own = text.prefix(upTo: text.firstRange(of: /(exclude|resources|besides|in):/)?.lowerBound ?? text.endIndex)
        let uses = own.matches(of: /"([^"]*)"/).dropFirst().flatMap {
            $0.output.1.split(separator: " ").map(String.init)
        }
        targets.append(DeclaredTarget(name: name, uses: uses, layer: layer))
    }
    for line in lines {
        let content = line.drop { $0 == " " }
        if content.hasPrefix("// MARK: ") {
            layer = String(content.dropFirst("// MARK: ".count))
            if layer == "Tests" { break }
        }
        if !text.isEmpty || heads.contains(where: { content.hasPrefix($0) }) { text += content }
        if !text.isEmpty, text.count(where: { $0 == "(" }) == text.count(where: { $0 == ")" }) {
            finish()
            text = ""
        }
    }
    return targets
}()

/// Returns the modules that the lines import, with the kinds of import and attributes stripped.
private func imports(in lines: [String]) -> [String] {
    lines.compactMap { line in
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let index = words.firstIndex(of: "import") else { return nil }
        let before: Set = ["public", "package", "internal", "fileprivate", "private"]
        guard words[..<index].allSatisfy({ $0.hasPrefix("@") || before.contains($0) }) else { return nil }
        let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        let names = words[(index + 1)...].drop { kinds.contains($0) }
        return names.first.map { String($0.prefix { $0 != "." && $0 != ";" }) }
    }
}

/// Package.swift says which module may import which, and the build enforces it; these are the rules it cannot express.
@Suite struct ImportTests {
    private static let world = "The world: the only code that may touch C or the kernel"

    @Test func everyModuleFolderIsATarget() {
        let folders = Set(Project.moduleFolders.compactMap { $0.split(separator: "/").last.map(String.init) })
        let cModules: Set = ["CBlueZ", "CLibUSB", "CLibNFC", "CDBus", "CLinux", "COpenSSL"]
        #expect(declared.count > 40)
        #expect(Set(declared.map(\.name)).union(cModules).union(["TrammelProgram", "trammel-bench"]) == folders)
    }

    @Test func aTargetUsesOnlyTargetsAboveIt() {
        var above: Set = ["CBlueZ", "CLibUSB", "CLibNFC", "CDBus", "CLinux", "COpenSSL"]
        for target in declared {
            #expect(Set(target.uses).subtracting(above) == [], "\(target.name) uses what is declared below it")
            above.insert(target.name)
        }
    }

    @Test func whatDecidesKnowsNeitherFoundationNorTheSystem() throws {
        let place = try #require(declared.firstIndex { $0.layer == Self.world })
        let system: Set = ["Foundation", "FoundationEssentials", "Glibc", "Synchronization", "Dispatch"]
        let exceptions = ["JSON": Set(["FoundationEssentials"]), "Statistics": ["Glibc"]]
        for target in declared[..<place] {
            let folder = try #require(
                Project.moduleFolders.first { $0 == target.name || $0.hasSuffix("/\(target.name)") })
            let forbidden = system.subtracting(exceptions[target.name] ?? [])
            for file in Project.swiftFiles where file.path.hasPrefix(folder + "/") {
                #expect(forbidden.isDisjoint(with: imports(in: file.lines)), "\(file) imports the system")
            }
        }
    }

    @Test func onlyDriversImportC() {
        let allowed = ["Sources/Benches/": Set(["CLinux"]), "Tests/": ["CLinux"]]
        for file in Project.swiftFiles where !file.path.hasPrefix("Sources/Drivers/") {
            let own = allowed.first { file.path.hasPrefix($0.key) }?.value ?? []
            let cModules = imports(in: file.lines).filter {
                $0.wholeMatch(of: /C(BlueZ|LibUSB|LibNFC|DBus|Linux|OpenSSL)/) != nil
            }
            #expect(Set(cModules).subtracting(own) == [], "\(file) imports C")
        }
    }

    @Test func theMapOfTheSourcesNamesEveryModuleOnce() throws {
        let map = try #require(Project.files.first { $0.path == "Sources/README.md" }, "there is no Sources/README.md")
        let named = map.lines.filter { $0.hasPrefix("| `") }
            .compactMap { $0.firstMatch(of: /^\| `([A-Za-z-]+)` \|/).map { String($0.output.1) } }
        #expect(Set(named).count == named.count, "a module is in the map twice")
        #expect(Set(named) == Set(declared.map(\.name)).union(["TrammelProgram", "trammel-bench"]))
    }

    @Test func everyWayToWriteAnImportIsSeen() {
        let lines = [
            "import A", "public import B", "@_exported public import C", "@testable import D", "import struct E.F",
            "// import G", "let important = 1", "  import H", "@preconcurrency import I.J",
        ]
        #expect(imports(in: lines) == ["A", "B", "C", "D", "E", "H", "I"])
    }
}
