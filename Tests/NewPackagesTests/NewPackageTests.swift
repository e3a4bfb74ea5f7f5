import Runs
import TestSupport
import Testing

@Suite struct NewPackageTests {
    @Test("every file of a package is written below its folder")
    func written() throws {
        let scratch = try Scratch()
        let package = NewPackage(name: "ours", source: .ofThisProgram)
        try package.write(to: scratch("ours"))
        #expect(package.files.count == 7)
        for file in package.files { #expect(Scratch.text(of: scratch("ours/\(file.path)")) == file.text) }
    }

    @Test("a name and a path with quotes and backslashes stay one text of the manifest")
    func escaped() throws {
        let package = NewPackage(name: "our \"own\" \\ bench", source: .checkout("/a \"b\"\\c"))
        let manifest = try #require(package.files.first { $0.path == "Package.swift" }).text
        #expect(manifest.contains(#"name: "our \"own\" \\ bench""#), "\(manifest)")
        #expect(manifest.contains(#"path: "/a \"b\"\\c""#), "\(manifest)")
    }

    @Test("an address is one word; text that is neither an address nor a checkout is no source")
    func sources() throws {
        #expect(TrammelSource("https://example.com/a b.git") == nil)
        #expect(TrammelSource("/nowhere") == nil)
        let address = try #require(TrammelSource("git@example.com:tools/rig.git"))
        #expect(address.package == "rig")
    }
}
