import Foundation
import Testing

@testable import TagRouting

@Suite struct AppLinksTests {
    @Test("links become an entitlement and an association file that say the same")
    func links() throws {
        let apps = [
            App(
                identifier: "com.a",
                links: [.init(host: "h", pathPrefix: "/a"), .init(host: "*.h", pathPrefix: "/b/")],
                associatedDomains: ["applinks:x"]),
            App(identifier: "com.b", links: [.init(host: "h")], teamIdentifier: "T"),
        ]
        #expect(apps[0].allAssociatedDomains == ["applinks:x", "applinks:h", "applinks:*.h"])
        let sites = App.sites(ofLinksOf: apps)
        #expect(sites.map(\.host) == ["h"])
        let text = try #require(sites.first?.file)
        #expect(
            text == #"{"applinks": {"details": [{"appIDs": ["ABCDE12345.com.a"], "components": "#
                + #"[{"/": "/a/*"}, {"/": "/b/*"}]}, {"appIDs": ["T.com.b"], "components": [{"/": "/*"}]}]}}"#)
        #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
    }

    @Test("whatever a link's path holds, the association file made of it is JSON")
    func quoting() throws {
        let app = App(identifier: "a\"\\\u{1}\u{7F}é", links: [.init(host: "h", pathPrefix: "/\"\\\n\u{1F}ü")])
        let text = try #require(App.sites(ofLinksOf: [app]).first?.file)
        let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [String: Any]])
        let entry = try #require((root["applinks"]?["details"] as? [[String: Any]])?.first)
        #expect(entry["appIDs"] as? [String] == [app.fullIdentifier])
        #expect((entry["components"] as? [[String: String]])?.first?["/"] == "/\"\\\n\u{1F}ü/*")
    }
}
