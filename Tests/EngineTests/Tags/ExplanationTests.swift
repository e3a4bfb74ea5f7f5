import Ground
import Journal
import Phone
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// The amount of detail in a failure about why a link was routed as it was.
struct ExplanationTests {
    /// Returns a phone whose site has a number of components that do not cover the door's link, and one at the end
    /// that does.
    private static func phone(components count: Int, decides: Bool) -> PhoneSetup {
        let misses =
            (0..<count).map { "{\"/\": \"/other/\($0)\"}" }
            + (decides ? ["{\"/\": \"/door/*\", \"exclude\": true}"] : [])
        let text = """
            {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.door"],
            "components": [\(misses.joined(separator: ", "))]}]}}
            """
        let app = App(
            identifier: "com.example.door", associatedDomains: ["applinks:example.com"], teamIdentifier: "ABCDE12345")
        return PhoneSetup(apps: [app], sites: [Site(host: "example.com", association: .text(text))])
    }

    private static func seen(_ phone: PhoneSetup) throws -> String {
        let played = play(
            Scenario("explains", "Fails with a reason", phone: phone) {
                Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
            })
        return try #require(played.failure).seen
    }

    @Test("Five components that were tried are named, and how many more there were")
    func bounded() throws {
        let seen = try Self.seen(Self.phone(components: 2_000, decides: false))
        #expect(seen.contains("components[4] of details[0]") && !seen.contains("components[5] of"), "\(seen)")
        #expect(seen.hasSuffix("1995 more"), "\(seen.suffix(200))")
        #expect(seen.utf8.count < 3_000)
    }

    @Test("The deciding component is named, however late it comes")
    func deciding() throws {
        let seen = try Self.seen(Self.phone(components: 2_000, decides: true))
        #expect(
            seen.contains("1995 more, components[2000] of details[0], line 2, matches and excludes"),
            "\(seen.suffix(300))")
        let few = try Self.seen(Self.phone(components: 5, decides: true))
        #expect(!few.contains(" more") && few.contains("components[5] of details[0], line 2, matches"), "\(few)")
        #expect(!(try Self.seen(Self.phone(components: 5, decides: false))).contains(" more"))
    }
}
