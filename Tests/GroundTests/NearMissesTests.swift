import Ground
import Testing

@Suite struct NearMissesTests {
    private let known = ["bluetooth", "uwb", "nfc", "motion", "door", "doorTag", "posterTag"]

    @Test(arguments: [
        ("blutooth", ["bluetooth"]), ("bleutooth", ["bluetooth"]), ("ubw", ["uwb"]), ("Door", ["door", "doorTag"]),
        ("dorTag", ["doorTag"]), ("moton", ["motion"]), ("postertag", ["posterTag"]), ("blue", ["bluetooth"]),
        ("tooth", ["bluetooth"]), ("Tag", ["doorTag", "posterTag"]),
    ]) func aSlipOfTheFingerFindsWhatWasMeant(written: String, meant: [String]) {
        #expect(nearMisses(of: written, in: known) == meant)
    }

    @Test(arguments: ["", "z", "elephant", "door"]) func whatIsFarAwayOrRightFindsNoOther(written: String) {
        #expect(nearMisses(of: written, in: ["uwb", "door"]) == [])
    }

    @Test func theNearestComesFirstAndThreeAreEnough() {
        #expect(nearMisses(of: "tag1", in: ["tag23", "tag2", "tag3", "tag4", "tag2"]) == ["tag2", "tag3", "tag4"])
    }

    @Test func aVeryLongNameIsCutAndNotComparedForEver() {
        let long = String(repeating: "a", count: 100_000)
        #expect(nearMisses(of: long, in: [long + "b"]) == [long + "b"])
    }

    @Test func aSuggestionIsTheEndOfASentence() {
        #expect(suggestion(for: "dor", in: known) == ": did you mean door?")
        #expect(suggestion(for: "tag1", in: ["tag2", "tag3"]) == ": did you mean tag2 or tag3?")
        #expect(suggestion(for: "tag1", in: ["tag2", "tag3", "tag4"]) == ": did you mean tag2, tag3 or tag4?")
        #expect(suggestion(for: "elephant", in: known) == "")
    }
}
