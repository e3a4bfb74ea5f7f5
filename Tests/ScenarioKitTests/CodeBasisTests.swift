import Ground
import ScenarioKit
import Testing

/// The rules on which codes about tags and links rest, as numbered in the NFC fact sheet.
@Suite struct CodeBasisTests {
    @Test(
        "a code names the rule that it rests on",
        arguments: [
            ("tag.noLink", ["NFC B9", "NFC B10"]), ("route.siteExcludes", ["NFC U4"]),
            ("route.messageIncomplete", ["NFC 4.3"]), ("notification.missing", ["NFC B3"]),
            ("route.nothingDelivered", ["NFC B4"]),
        ])
    func basis(code: String, rules: [String]) throws {
        let entry = try #require(FailureCode.entry(of: FailureCode(rawValue: code)))
        #expect(entry.basis.map(\.description) == rules)
    }
}
