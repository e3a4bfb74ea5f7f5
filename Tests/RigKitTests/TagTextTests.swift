import Ground
import RigKit
import Rigs
import TestSupport
import Testing

@Suite struct TagTextTests {
    private func expectRoundTrip(_ model: TagModel, _ text: String, source: SourceLocation = #_sourceLocation) throws {
        let port = TagPort.simulated(model)
        #expect(port.description == "simulated:" + text, sourceLocation: source)
        #expect(try TagPort("simulated:" + text) == port, sourceLocation: source)
    }

    @Test("a tag with one address has a short form, any other its fields")
    func everyField() throws {
        try expectRoundTrip(TagModel(.ntag216, uri: "https://a.example/b:c,d+e"), "ntag216:https://a.example/b:c,d+e")
        for chip in TagModel.Chip.allCases { try expectRoundTrip(TagModel(chip, .blank), "chip=\(chip.rawValue)") }
        try expectRoundTrip(
            TagModel(.ntag215, .records([.uri("https://a")]), state: .locked),
            "chip=ntag215,state=locked,records=uri:https://a")
        try expectRoundTrip(
            TagModel(
                .type4, .message([0xD0, 0, 0]), state: .readOnly, uid: [4, 1, 2, 3, 4, 5, 6], container: [0, 15],
                longestAnswer: 15),
            "chip=type4,state=readOnly,uid=04010203040506,cc=000f,mle=15,message=d00000")
        try expectRoundTrip(TagModel(.ntag213, .data([3, 0, 0xFE])), "chip=ntag213,data=0300fe")
    }

    @Test("every record is written with its kind, and a plus or a backslash in it is escaped")
    func everyRecord() throws {
        try expectRoundTrip(
            TagModel(
                .ntag216,
                .records([
                    .uri("tel:+1,2"), .text("a+b\\c, d:e", language: "en"), .poster("https://a:1/b", title: "T"),
                    .poster("https://a", title: nil), .media(type: "text/plain", [0x68, 0x69]),
                    .external(type: "a.b:c", []), .application("com.example.door"), .absolute("https://x"), .empty,
                ])),
            "chip=ntag216,records=uri:tel:\\+1,2+text:en:a\\+b\\\\c, d:e+poster:T:https://a:1/b+poster::https://a"
                + "+media:text/plain:6869+external:a.b:c:+application:com.example.door+absolute:https://x+empty")
    }

    @Test("fields come in any order, with the records at the end")
    func order() throws {
        #expect(
            try TagPort("simulated:state=locked,chip=ntag213")
                == .simulated(TagModel(.ntag213, .blank, state: .locked)))
        #expect(try TagPort("simulated:chip=ntag213,") == .simulated(TagModel(.ntag213, .blank)))
    }

    private func refuse(_ text: String, _ meaning: String, source: SourceLocation = #_sourceLocation) {
        do {
            let port = try TagPort(text)
            Issue.record("\(text) was read as \(port)", sourceLocation: source)
        } catch {
            #expect(error.description.contains(meaning), "it says: \(error)", sourceLocation: source)
        }
    }

    @Test("a text that is no tag is refused with what to write")
    func refusals() {
        refuse("simulated:ntag251:https://a", "did you mean ntag215")
        refuse("simulated:chip=ntag251", "did you mean ntag215")
        refuse("simulated:chip=zzz", "the chip is one of ntag213, ntag215, ntag216, type2large, type4")
        refuse("simulated:ntag213:", "or simulated:chip=ntag213 for a blank one")
        refuse("simulated:chp=ntag213", "did you mean chip?")
        refuse("simulated:chip=ntag213,colour=red", "it has chip, state, uid")
        refuse("simulated:chip=ntag213,locked", "\"locked\" has no value")
        refuse("simulated:state=locked", "say which chip it is")
        refuse("simulated:chip=ntag213,chip=ntag213", "chip is given twice")
        refuse("simulated:chip=ntag213,state=open", "state is one of writable, readOnly, locked")
        refuse("simulated:chip=ntag213,message=d0,data=03", "a tag holds one thing only")
        for digits in ["", "0", "0g", "01 02", " 01"] {
            refuse("simulated:chip=ntag213,message=\(digits)", "an even number of hexadecimal digits")
            refuse("simulated:chip=ntag213,uid=\(digits)", "an even number of hexadecimal digits")
        }
        for number in ["", "015", "-1", "65536", "x"] {
            refuse("simulated:chip=type4,mle=\(number)", "mle is a number of bytes up to 65535")
        }
        refuse("simulated:chip=ntag213,records=", "there are uri, text, poster")
        refuse("simulated:chip=ntag213,records=uri", "a record is empty")
        refuse("simulated:chip=ntag213,records=url:https://a", "did you mean uri?")
        refuse("simulated:chip=ntag213,records=uri:a+", "no record is called \"\"")
        refuse("simulated:chip=ntag213,records=text:Hello", "write a record as text:en:Hello")
        refuse("simulated:chip=ntag213,records=poster:T", "write a record as poster:")
        refuse("simulated:chip=ntag213,records=media:a/b:x", "the data of a record")
        refuse("simulated:chip=ntag213,records=external:ab", "external:example.com:door:01")
        refuse("simulated:chip=ntag213,records=uri:a\\b", "a backslash stands before a +")
        refuse("simulated:chip=ntag213,records=uri:a\\", "nothing follows the last backslash")
        refuse("simulated:chip=ntag213,records=empty:x", "no record is called \"empty\"")
    }

    @Test("an impossible tag's text is refused with the wrong word")
    func impossibleTexts() {
        refuse("simulated:chip=type4,mle=0", "mle: the longest answer is 15 to 65535 bytes, not 0")
        refuse("simulated:chip=ntag213,mle=15", "mle is for Type 4 tags")
        refuse("simulated:chip=type4,uid=04", "uid: a UID of 1 bytes: type4 has 4, 7, 10")
        refuse("simulated:chip=ntag213,uid=88010203040506", "uid: it cannot begin with 88")
        refuse("simulated:chip=ntag213,cc=e1", "cc: a capability container")
        refuse("simulated:chip=ntag213,data=" + String(repeating: "00", count: 145), "ntag213 has 144 bytes of memory")
        refuse("simulated:ntag213:" + String(repeating: "a", count: 200), "does not fit on ntag213")
        refuse("simulated:chip=ntag213,records=media:text:00", "a media type is written as text/plain")
    }

    private func problems(_ model: TagModel, named name: TagName = "t") -> String {
        Rig(
            name: "made", summary: "Made", kind: .simulated, bluetooth: .none, uwb: .none, nfc: .simulated,
            accessories: [], tags: [TagEntry(name, .simulated(model))], motion: .none
        ).problems().map(\.message).joined(separator: "\n")
    }

    @Test("an impossible tag says why")
    func impossibleTags() {
        #expect(problems(TagModel(.ntag213, .blank)).isEmpty)
        #expect(problems(TagModel(.ntag213, .records([]))).contains("t: it has no records"))
        #expect(problems(TagModel(.ntag213, .records([.uri("")]))).contains("holds no address"))
        #expect(problems(TagModel(.ntag213, .records([.poster("a", title: "b:c")]))).contains("no colon"))
        #expect(problems(TagModel(.ntag213, .records([.text("a", language: "")]))).contains("a language has"))
        #expect(problems(TagModel(.ntag213, .records([.text("a", language: "e:n")]))).contains("a language has"))
        #expect(problems(TagModel(.ntag213, .records([.media(type: "text", [])]))).contains("text/plain"))
        #expect(problems(TagModel(.ntag213, .records([.external(type: "a", [])]))).contains("example.com:door"))
        #expect(problems(TagModel(.ntag213, .records([.application("")]))).contains("names no package"))
        #expect(problems(TagModel(.ntag213, .message([]))).contains("its message has no bytes"))
        #expect(problems(TagModel(.ntag213, .data([]))).contains("its memory has no bytes"))
        #expect(problems(TagModel(.type4, .blank, uid: [1])).contains("a UID of 1 bytes: type4 has 4, 7, 10"))
        #expect(problems(TagModel(.ntag213, .blank, uid: [8, 1, 2, 3])).contains("ntag213 has 7"))
        #expect(problems(TagModel(.ntag213, .blank, uid: [0x88, 1, 2, 3, 4, 5, 6])).contains("cannot begin with 88"))
        #expect(problems(TagModel(.ntag213, .blank, container: [1])).contains("has 4 bytes, not 1"))
        #expect(problems(TagModel(.ntag213, .blank, longestAnswer: 15)).contains("mle is for Type 4"))
        #expect(problems(TagModel(.type4, .blank, longestAnswer: 14)).contains("15 to 65535 bytes, not 14"))
        #expect(problems(TagModel(.type4, .blank, container: [1], longestAnswer: 15)).isEmpty)
    }

    @Test("a message that fills a memory fits, and one byte more does not")
    func sizes() {
        let rooms: [(TagModel.Chip, Int)] = [(.ntag213, 137), (.ntag215, 492), (.ntag216, 868), (.type2large, 2031)]
        for (chip, room) in rooms {
            #expect(problems(TagModel(chip, .message(Array(repeating: 0, count: room)))).isEmpty)
            let message = problems(TagModel(chip, .message(Array(repeating: 0, count: room + 1))))
            #expect(message.contains("\(room + 1) bytes does not fit on \(chip.rawValue): \(room) do"))
        }
        for (chip, memory) in [(TagModel.Chip.ntag213, 144), (.ntag215, 504), (.ntag216, 888), (.type4, 0x7FFF)] {
            #expect(problems(TagModel(chip, .data(Array(repeating: 0, count: memory)))).isEmpty)
            let message = problems(TagModel(chip, .data(Array(repeating: 0, count: memory + 1))))
            #expect(message.contains("\(chip.rawValue) has \(memory) bytes of memory"))
        }
        // 3 + 1 bytes of header, a code, and the rest of the address after https://www.
        let long = "https://www." + String(repeating: "a", count: 132)
        #expect(problems(TagModel(.ntag213, uri: long)).isEmpty)
        #expect(problems(TagModel(.ntag213, uri: long + "a")).contains("a message of 138 bytes"))
    }

    @Test("a hundred thousand hostile texts read back or are refused with what to write")
    func hostileTexts() throws {
        let seeds =
            Rig.simulated.tags.map(\.port.description) + [
                "simulated:chip=type4,state=readOnly,uid=04010203040506,cc=000f,mle=15,message=d00000",
                "simulated:chip=ntag216,records=text:en:a\\+b+poster:T:https://a+media:a/b:00+external:a:b:01+empty",
            ]
        var mutator = Mutator(seeds: seeds.filter { $0.count < 200 }.map { Array($0.utf8) })
        var (read, refused) = (0, 0)
        for _ in 0..<100_000 {
            let text = String(decoding: mutator.next(limit: 160), as: UTF8.self)
            do {
                let port = try TagPort(text)
                guard try TagPort(port.description) == port else {
                    Issue.record("\(text) is not read back")
                    continue
                }
                read += 1
            } catch {
                #expect(!error.meaning.isEmpty)
                refused += 1
            }
        }
        #expect(read > 1_000 && refused > 1_000)
    }
}
