import Ground
import TestSupport
import Testing

@testable import Benches

/// The mark that ends the guest's output streams, and the console's memory.
@Suite struct StreamEndTests {
    @Test("a stream is passed on up to its mark, however it arrives")
    func feeding() {
        let before = Array("a~b ~mar ~~mark? ~mar".utf8) + [0, 255]
        let stream = before + Array("~mark!".utf8) + Array("later".utf8)
        for way in feedings(of: stream) {
            var end = EndDelimiter("~mark!")
            #expect(way.flatMap { end.pass($0) } == before)
            #expect(end.isReached)
        }
    }

    @Test("a stream without its mark is passed on whole once it has ended")
    func cut() {
        var end = EndDelimiter("~mark!")
        #expect(end.pass(Array("text~mar".utf8)) + end.finish() == Array("text~mar".utf8))
        #expect(!end.isReached)
    }

    @Test("marks differ, and begin with a byte that they hold only once")
    func random() {
        let marks = (0..<100).map { _ in EndDelimiter.random() }
        #expect(Set(marks).count == 100)
        #expect(marks.allSatisfy { $0.filter { $0 == "~" }.count == 1 && $0.count > 20 })
    }

    @Test("the console keeps its last lines, harmless for a terminal, and a bounded memory")
    func console() {
        var tail = ConsoleTail()
        for number in 0..<100_000 { tail.add(Array("line \(number)\u{1B}[2J\r\n".utf8)) }
        #expect(tail.lines(2) == ["line 99998\\u{1b}[2J", "line 99999\\u{1b}[2J"])
        #expect(tail.lines(.max).count < 3000)
    }
}
