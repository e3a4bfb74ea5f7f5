import Evidence
import Ground
import OpenSSL
import TestSupport
import Testing

/// Hashes, hash chains and manifests, checked against the vectors of gate.md, section 5.3.
@Suite struct HashTests {
    @Test("a hash has one spelling: 64 digits in lower case")
    func hashes() throws {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        #expect(ContentHash.of([]).hex == empty && ContentHash(hex: empty) == ContentHash.of(""))
        for text in [empty.uppercased(), String(empty.dropLast()), empty + "0", "", "g" + empty.dropFirst()] {
            #expect(ContentHash(hex: text) == nil, "\(text)")
        }
    }

    @Test("hashing in pieces gives the hash of the whole, wherever it is cut, and a copy continues independently")
    func stream() {
        let content = Array("hello world".utf8)
        for place in 0...content.count {
            var stream = SHA256()
            stream.update(content[..<place])
            var other = stream
            stream.update(content[place...])
            #expect(stream.value == ContentHash.of(content))
            other.update([1])
            #expect(other.value == ContentHash.of(content[..<place] + [1]))
            #expect(stream.value == ContentHash.of(content))
        }
    }

    @Test("the chain over three lines has the values of the sheet")
    func chain() {
        var chain = HashChain()
        #expect(chain.value.hex == "84707665e03eecc94a657e91671e5b6c77941062e2581654b1fbfeff1ef5f329")
        for (line, value) in [
            (#"{"n":1}"#, "44589ac78e27bcffd59b832d796fc93cb5843a223459e240134c68b19f1c1201"),
            (#"{"n":2}"#, "46b44264fa49ba6b400535c079fc676ce0ec7359196981e0066ca2bfb426de66"),
            (#"{"n":3}"#, "a1980da8032e64317033fb466cc605c3e26bc4b17646a71852eeabfd7dbea69c"),
        ] {
            chain.append(Array(line.utf8))
            #expect(chain.value.hex == value)
        }
        #expect(chain.lines == 3)
    }

    /// Returns the marks that a run with this many lines keeps.
    private static func marked(_ count: Int) -> CheckpointedChain {
        var chain = CheckpointedChain()
        for line in lines(count) { chain.append(line[...]) }
        return chain
    }

    private static func lines(_ count: Int) -> [[UInt8]] { (0..<count).map { Array("line \($0)".utf8) } }

    @Test(
        "a chain keeps a bounded number of values, however long it gets",
        arguments: [0, 1, 32, 33, 64, 65, 1_000, 5_000])
    func marks(count: Int) throws {
        let chain = Self.marked(count)
        #expect(chain.marks.count <= CheckpointedChain.mostMarks && chain.marks.count == count / chain.every)
        var comparison = try #require(ChainComparison(every: chain.every, marks: chain.marks))
        for line in Self.lines(count) { comparison.append(line[...]) }
        #expect(comparison.difference(from: chain.chain.value, lines: count) == nil)
    }

    @Test(
        "a line that was changed, removed or inserted is located to within a few lines",
        arguments: [1, 7, 40, 100, 333])
    func differences(count: Int) throws {
        let chain = Self.marked(count)
        for place in stride(from: 0, to: count, by: max(1, count / 23)) {
            var (changed, cut, longer) = (Self.lines(count), Self.lines(count), Self.lines(count))
            changed[place] += [0x20]
            cut.remove(at: place)
            longer.insert([], at: place)
            for lines in [changed, cut, longer] {
                var comparison = try #require(ChainComparison(every: chain.every, marks: chain.marks))
                for line in lines { comparison.append(line[...]) }
                let found = try #require(comparison.difference(from: chain.chain.value, lines: count))
                #expect(found.contains(place + 1) && found.count <= 2 * chain.every, "\(place): \(found)")
            }
        }
    }

    @Test("a comparison takes no marks that no chain gives")
    func foreignMarks() {
        #expect(ChainComparison(every: 0, marks: []) == nil && ChainComparison(every: -1, marks: []) == nil)
        let marks = [ContentHash](repeating: .of(""), count: CheckpointedChain.mostMarks + 1)
        #expect(ChainComparison(every: 1, marks: marks) == nil)
    }
}

/// The list of a folder's files with their hashes.
@Suite struct ManifestTests {
    private static let text = """
        e346432021b04179518d9614f3560ccd71354a4ee101ddcb893d6959a9d6301c  journal.jsonl
        531d04aaf63e526de83a4f74863b20df18e916bd7d0bf67cef890f4e063ed777  trace.pcapng

        """

    @Test("the list of two files is the sheet's, whatever their order")
    func vector() throws {
        let manifest = try Manifest([
            .init("trace.pcapng", .of([0x0A, 0x0D, 0x0D, 0x0A])), .init("journal.jsonl", .of("{\"a\":1}\n")),
        ])
        #expect(String(decoding: manifest.text, as: UTF8.self) == Self.text)
        #expect(try Manifest(manifest.text) == manifest)
        #expect(manifest.hash(of: "trace.pcapng") != nil && manifest.hash(of: "trace") == nil)
    }

    @Test("an empty list is one")
    func empty() throws {
        let (entries, text) = ([Manifest.Entry](), [UInt8]())
        let list = try Manifest(text)
        #expect(try list == Manifest(entries) && list.text.isEmpty)
    }

    @Test(
        "no path leads out of the folder, and none breaks its line",
        arguments: [
            "", "/etc/passwd", "..", "../a", "a/../b", "a/..", ".", "./a", "a//b", "a/", "a\nb", "a\u{0}b", "a\\b",
            "a\u{7F}", String(repeating: "x", count: 5_000),
        ])
    func hostileNames(path: String) {
        #expect(throws: DocumentError.self) { try Manifest([.init(path, .of(""))]) }
        let line = Array("\(ContentHash.of("").hex)  \(path)\n".utf8)
        #expect(throws: DocumentError.self) { try Manifest(line) }
    }

    @Test("a list that is cut anywhere but after a line is refused, and names the line")
    func cuts() throws {
        let text = Array(Self.text.utf8)
        let ends = text.indices.filter { text[$0] == 0x0A }.map { $0 + 1 }
        for count in 0...text.count {
            guard count > 0, !ends.contains(count) else {
                #expect(throws: Never.self) { try Manifest(Array(text[..<count])) }
                continue
            }
            let error = try #require(throws: DocumentError.self) { try Manifest(Array(text[..<count])) }
            #expect(error.line == (count < ends[0] ? 1 : 2))
        }
    }

    @Test("lines out of order, twice, or spelt otherwise are refused")
    func order() throws {
        let lines = Self.text.split(separator: "\n").map { "\($0)\n" }
        for text in [
            lines[1] + lines[0], lines[0] + lines[0], Self.text.uppercased(), "\n" + Self.text,
            Self.text.replacing("  ", with: " *"), Self.text.replacing("\n", with: "\r\n"),
        ] as [String] {
            #expect(throws: DocumentError.self, "\(text)") { try Manifest(Array(text.utf8)) }
        }
    }

    @Test("hostile lists are refused or read back as they were")
    func mutations() {
        var mutator = Mutator(seeds: [Array(Self.text.utf8)])
        for _ in 0..<5_000 {
            let input = mutator.next()
            guard let manifest = try? Manifest(input) else { continue }
            #expect(manifest.text == input)
        }
    }
}
