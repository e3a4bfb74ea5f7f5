import Ground
import Links
import Reports
import Testing
import Wording

@testable import Replay

/// The report of a live replay about a round that did not end by itself.
@Suite struct ReplayRoundTests {
    private static func round(
        interrupted: Bool = false, lost: Bool = false, fault: PhoneReplayOutcome.LinkFault? = nil, difference: String?
    ) -> ReplayRound {
        let outcome = PhoneReplayOutcome(
            difference: nil, fault: fault, isInterrupted: interrupted, isScriptLost: lost, itemsPlayed: 3,
            itemsInAll: 9, answersSeen: 2)
        return ReplayRound(outcome, judgement: nil, recorded: nil, until: nil, difference: difference)
    }

    @Test("a difference seen before a person ended the round is reported, with status 4")
    func interrupted() {
        let seen = Self.round(interrupted: true, difference: "frame 26")
        #expect(
            seen.words.description
                == "3 of 9 recorded messages played, then a person ended it; before that it differed from the"
                + " recording at frame 26")
        #expect(seen.status == .nothingShown && !seen.failedAgain)
        #expect(Self.round(interrupted: true, difference: nil).words.description.hasSuffix("then a person ended it"))
    }

    @Test("a difference seen before the rig failed is reported, with status 3")
    func fault() {
        let fault = PhoneReplayOutcome.LinkFault(
            link: .kit, fault: RigFault("the kit was unplugged", remedy: "Plug it in"))
        let seen = Self.round(fault: fault, difference: "frame 26")
        #expect(
            seen.words.description.hasPrefix("the rig was at fault: ") && seen.words.description.contains("unplugged"),
            "\(seen.words.description)")
        #expect(
            seen.words.description.hasSuffix("; before that it differed from the recording at frame 26"),
            "\(seen.words.description)")
        #expect(seen.status == .rigWrong && !seen.failedAgain)
        #expect(!Self.round(fault: fault, difference: nil).words.description.contains("differed"))
    }

    @Test("a trace that cannot be read to its end again is the rig's fault, however well the rest agrees")
    func scriptLost() {
        let seen = Self.round(lost: true, difference: nil)
        #expect(seen.status == .rigWrong)
        let line = "3 of 9 recorded messages played, then the trace ended: it could not be read again unchanged"
        #expect(seen.words.description == line)
        #expect(Self.round(lost: true, difference: "frame 26").words.description.hasSuffix("at frame 26"))
    }
}
