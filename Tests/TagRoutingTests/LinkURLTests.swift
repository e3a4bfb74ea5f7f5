import Ground
import TagRouting
import TestSupport
import Testing

@Suite struct LinkURLTests {
    /// Returns the parts in the order scheme, user, host, port, path, query, fragment, with - for an absent one.
    private func parts(_ url: LinkURL) -> [String] {
        let port = url.port.map { String($0) }
        let parts: [String?] = [url.scheme, url.userInfo, url.host, port, url.path, url.query, url.fragment]
        return parts.map { $0 ?? "-" }
    }

    @Test(arguments: [
        ("https://example.com/a", ["https", "-", "example.com", "-", "/a", "-", "-"]),
        ("HTTPS://Example.COM", ["HTTPS", "-", "Example.COM", "-", "", "-", "-"]),
        (
            "https://u:p@example.com:8443/a//b/../c?x=1?y#f#g",
            [
                "https", "u:p", "example.com", "8443", "/a//b/../c", "x=1?y", "f#g",
            ]
        ),
        ("https://example.com?x", ["https", "-", "example.com", "-", "", "x", "-"]),
        ("https://example.com#x?y", ["https", "-", "example.com", "-", "", "-", "x?y"]),
        ("https://example.com/?#", ["https", "-", "example.com", "-", "/", "", ""]),
        ("https://example.com:/a", ["https", "-", "example.com", "-", "/a", "-", "-"]),
        ("http://[2001:db8::7]:80/c=GB", ["http", "-", "[2001:db8::7]", "80", "/c=GB", "-", "-"]),
        ("https://a@b@example.com/", ["https", "a@b", "example.com", "-", "/", "-", "-"]),
        ("https:///x", ["https", "-", "", "-", "/x", "-", "-"]),
        ("tel:+15551234567", ["tel", "-", "-", "-", "+15551234567", "-", "-"]),
        ("mailto:a@b.example?subject=x", ["mailto", "-", "-", "-", "a@b.example", "subject=x", "-"]),
        ("urn:oasis:names", ["urn", "-", "-", "-", "oasis:names", "-", "-"]),
        ("X-HM://0071WK4SM7OSX", ["X-HM", "-", "0071WK4SM7OSX", "-", "", "-", "-"]),
        ("https://example.com/caf%C3%A9/%2F", ["https", "-", "example.com", "-", "/caf%C3%A9/%2F", "-", "-"]),
    ])
    func splitsWithoutChangingALetter(text: String, expected: [String]) throws {
        #expect(parts(try LinkURL(text)) == expected)
    }

    @Test(arguments: [
        ("", 0), ("example.com", 0), ("/a:b", 0), (":x", 0), ("1a:x", 0), ("a_b:x", 0), ("https://a b", 9),
        ("https://a\u{0}", 9), ("https://a:x/", 10), ("https://a:65536/", 10), ("https://[::1/", 8),
        ("https://[::1]x/", 13), ("https://a:1:2/", 10), ("?a:b", 0),
    ])
    func whatIsNoURLIsRefusedWithItsPlace(text: String, offset: Int) {
        do throws(Malformed) {
            _ = try LinkURL(text)
            Issue.record("\(text) was taken apart")
        } catch {
            #expect(error.offset == offset, "\(text): \(error)")
        }
    }

    @Test func aCombiningMarkAfterASlashDoesNotHideTheSlash() throws {
        let url = try LinkURL("https://example.com/\u{301}a?\u{301}b")
        #expect(url.host == "example.com")
        #expect(Array(url.path.utf8) == Array("/\u{301}a".utf8))
        #expect(url.query != nil)
    }

    @Test("every beginning of a link is a link, or refused with a byte that it has or lacks")
    func prefixes() throws {
        for row in try vectorRows("association.tsv", columns: 6) {
            let whole = Array(row[4].utf8)
            for length in 0..<whole.count {
                let text = String(decoding: whole[..<length], as: UTF8.self)
                do throws(Malformed) {
                    let url = try LinkURL(text)
                    #expect(url.text == text && row[4].hasPrefix(url.scheme + ":"))
                } catch {
                    #expect((0...text.utf8.count).contains(error.offset))
                    #expect(length <= "https".utf8.count, "\(text): \(error)")
                }
            }
        }
    }
}
