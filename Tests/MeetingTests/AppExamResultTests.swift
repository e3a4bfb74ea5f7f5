import ApplicationServices
import Engine
import Evidence
import Ground
import Reports
import Testing

@testable import Runs

/// The output of `trammel screen --check` for each result.
@Suite struct AppExamResultTests {
    /// A pass states its basis and what it leaves open; a failure has its code and a reference.
    @Test func everyEndHasItsStatusAndItsWords() {
        var plan = AppExamPlan(service: "game", device: "Pad")
        let passed = AppExamResult.passed([.askedFirst, .moves(10)])
        #expect(passed.status == .passed && passed.lines(of: plan)[0] == "passed: 2 things shown")
        #expect(!passed.lines(of: plan)[1].contains("moves"))
        plan.moves = 0
        #expect(passed.lines(of: plan)[1].contains("not judged: moves, Apple's own picker"))
        let failed = AppExamResult.failed(AppFailure("app.noMoves", .moves(7, of: 10)))
        #expect(failed.status == .failed)
        #expect(failed.lines(of: plan)[0] == "failed: Fewer moves arrive than the user makes [app.noMoves]")
        #expect(failed.lines(of: plan)[1] == "  seen  7 of 10 moves arrived")
        #expect(failed.lines(of: plan).last?.hasSuffix("explain app.noMoves") == true)
        let nobody = AppExamResult.nothing(.nobody(others: ["Phone", "TV"]))
        #expect(
            nobody.status == .nothingShown
                && nobody.lines(of: plan) == [
                    "nothing shown: no service named \"\(plan.device)\" of type _trammel-agent._tcp was found; "
                        + "found were \"Phone\", \"TV\""
                ])
        let rig = AppExamResult.rig(.screen(.invitedNobody))
        #expect(rig.lines(of: plan).isEmpty && rig.status == .rigWrong && rig.trouble != nil)
        #expect(passed.trouble == nil && failed.trouble == nil && nobody.trouble == nil)
    }
}
