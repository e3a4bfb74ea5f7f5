import Ground
import TestSupport
import Testing

@testable import TagRouting

@Suite struct HostNameTests {
    @Test("texts become the Punycode that RFC 3492 gives for them")
    func punycode() throws {
        let rows = try vectorRows("punycode.tsv", columns: 3)
        #expect(rows.count == 19)
        for row in rows {
            let letters = row[1].split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            #expect(Punycode.encoded(letters).map { String(decoding: $0, as: UTF8.self) } == row[2], "\(row[0])")
        }
    }

    @Test("a label of more letters than a host can have is not converted, and costs nothing")
    func bounded() {
        let limit = [Unicode.Scalar](repeating: "é", count: Punycode.letterLimit)
        #expect(Punycode.encoded(limit) != nil && Punycode.encoded(limit + ["é"]) == nil)
        let long = String(repeating: "é", count: 100_000)
        #expect(HostName("\(long).example").compared == "\(long).example")
        let worst = (0..<63).compactMap { Unicode.Scalar(0x10FFFF - $0 * 1_000) }
        #expect(Punycode.encoded(worst) != nil)
    }

    @Test(
        "a host and its A-labels are one, whatever its capitals and its dots",
        arguments: [
            ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.Example", "xn--bcher-kva.example"),
            ("XN--BCHER-KVA.example", "xn--bcher-kva.example"), ("www.bücher。example", "www.xn--bcher-kva.example"),
            ("пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"), ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
            ("example.com", "example.com"), ("ex..ample", "ex..ample"), ("", ""),
        ])
    func hosts(written: String, compared: String) {
        #expect(HostName(written).compared == compared)
        #expect(!HostName(written).isDisputed)
        #expect(HostName(compared).compared == compared)
    }

    @Test(
        "letters about which the versions of IDNA differ make a host disputed",
        arguments: ["faß", "u\u{308}", "ς", "ｅ"])
    func disputed(label: String) {
        #expect(HostName("\(label).example").isDisputed)
        #expect(!HostName("fü.example").isDisputed)
    }
}
