import ApplicationServices
import Testing

@Suite struct ServiceIdentifierTests {
    @Test(
        "identifiers are equal only if every letter is",
        arguments: [
            ("Game", "Game", true, false), ("Game", "game", false, true), ("Game", "Game ", false, true),
            ("My Game", "my-game", false, true), ("Game", "Games", false, false), ("", "", true, false),
            ("\u{E9}", "e\u{301}", false, true), (" ", "  ", false, false), ("!", "?", false, false),
        ]) func comparison(left: String, right: String, isEqual: Bool, isNear: Bool)
    {
        let (one, other) = (ServiceIdentifier(left), ServiceIdentifier(right))
        #expect((one == other) == isEqual && one.isNearMiss(of: other) == isNear)
        #expect((Set([one, other]).count == 1) == isEqual)
    }
}
