import Ground
import TestSupport
import Testing

/// A package with its own scenarios and rigs, as `trammel new` writes it; `ci/new-package` builds and plays one.
@Suite struct NewCommandTests {
    @Test("a new package has a manifest, a program, a scenario and a rig, and names the checkout it comes from")
    func written() throws {
        let scratch = try Scratch()
        let ended = try Program.run("new", scratch("our-bench"))
        #expect(ended.status == 0, "\(ended.error)")
        let names = [".gitignore", "Bench.swift", "Package.swift", "README.md", "Rigs", "Scenarios"]
        #expect(Scratch.names(in: scratch("our-bench")) == names)
        #expect(Scratch.names(in: scratch("our-bench/Scenarios")) == ["OurDoor.swift"])
        #expect(Scratch.names(in: scratch("our-bench/Rigs")) == ["OurBench.swift", "RigCatalogue.swift"])
        let manifest = try #require(Scratch.text(of: scratch("our-bench/Package.swift")))
        #expect(manifest.contains("name: \"our-bench\""))
        let own = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
        #expect(manifest.contains(".package(name: \"trammel\", path: \"/\(own)\")"), "\(manifest)")
    }

    @Test("an address is taken as it is and pinned to one commit or version, and its last name is the package's")
    func address() throws {
        let scratch = try Scratch()
        let address = "https://git.example.com/tools/phone-rig.git"
        #expect(try Program.run("new", scratch("p"), "--trammel", address).status == 0)
        let manifest = try #require(Scratch.text(of: scratch("p/Package.swift")))
        let pinned = #/\.package\(url: "(\S+)", (revision: "[0-9a-f]{40}"|exact: "\d+\.\d+\.\d+")\)/#
        let pin = manifest.firstMatch(of: pinned)
        #expect(pin.map { String($0.1) } == address, "\(manifest)")
        #expect(manifest.contains(".product(name: \"Trammel\", package: \"phone-rig\")"), "\(manifest)")
    }

    @Test("existing files are not touched, and a folder that is no checkout is refused")
    func refused() throws {
        let scratch = try Scratch()
        try Scratch.write("mine", to: scratch("file"))
        for words in [[scratch.path], [scratch("file")], [scratch("p"), "--trammel", scratch.path], ["/"]] {
            let ended = try Program(["new"] + words).end()
            #expect(ended.status == 64, "\(words): \(ended.status) \(ended.error)")
        }
        #expect(Scratch.names(in: scratch.path) == ["file"] && Scratch.text(of: scratch("file")) == "mine")
        #expect(try Program.run("new", scratch("file/p")).status == 3)
    }
}
