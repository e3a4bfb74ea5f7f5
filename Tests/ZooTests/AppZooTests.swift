import Engine
import Foundation
import Ground
import Journal
import Simulators
import Testing

@testable import Zoo

@Suite("Sick phone apps") struct AppZooTests {
    private static let zoo = AppZoo(seed: 1)
    private static let results = (0..<zoo.count).map { zoo.play(at: $0) }

    @Test(arguments: 1...12) func everyDefectIsNamedAndAHealthyAppPasses(seed: UInt64) {
        let zoo = AppZoo(seed: seed)
        let results = (0..<zoo.count).map { zoo.play(at: $0) }
        #expect(
            results.count == AppDefect.allCases.count + 1 && zoo.isComplete(results), "\(zoo.report(on: results).text)")
    }

    @Test func whatEscapesMakesItIncomplete() {
        for defect in AppDefect.allCases {
            #expect(!Self.zoo.isComplete(Self.results.filter { $0.defect != defect }), "\(defect)")
        }
        #expect(!Self.zoo.isComplete([]))
        let healthy = AppZoo.Result(defect: .neverAnswers, scenario: "screen --check", verdict: .passed, codes: [])
        let report = AppZoo(seed: 1, defects: [.neverAnswers]).report(on: [healthy])
        #expect(report.text.contains("ESCAPED: It is listed"))
    }

    /// A pass states its evidence: every part of the course was played.
    @Test func aHealthyAppPassesByWhatItHasShown() {
        var rehearsal = AppRehearsal(seed: 1)
        guard case .passed(let evidence) = rehearsal.play() else {
            Issue.record("it did not pass")
            return
        }
        #expect(evidence.prefix(2).last == .askedFirst && evidence.last == .choosesAgain)
        #expect(evidence.filter { $0 == .moves(10) }.count == 3 && evidence.filter { $0 == .aborted }.count == 2)
        #expect(evidence.count { if case .resumed = $0 { true } else { false } } == 2)
    }

    @Test func withoutMovesTheRestIsJudged() {
        var rehearsal = AppRehearsal(moves: 0, seed: 1)
        guard case .passed(let evidence) = rehearsal.play() else {
            Issue.record("it did not pass")
            return
        }
        #expect(!evidence.contains { if case .moves = $0 { true } else { false } })
        var silent = AppRehearsal(app: [.makesNoMoves], moves: 0, seed: 1)
        #expect(silent.play() == .passed(evidence))
    }

    @Test func whoeverIsNotThereHasPassedNothing() {
        var rehearsal = AppRehearsal(present: false, seed: 1)
        #expect(rehearsal.play() == .nothing(.nobody(others: [])))
    }

    /// An error of the rig's own screen is never the app's fault, and mostly the rig's.
    @Test(arguments: ScreenDefect.allCases) func aSickScreenIsNotTheAppsFault(defect: ScreenDefect) {
        for seed in 1...6 as ClosedRange<UInt64> {
            var rehearsal = AppRehearsal(screen: [defect], seed: seed)
            let result = rehearsal.play()
            if case .rig(.screen) = result { continue }
            guard Self.harmless.contains(defect), case .passed = result else {
                Issue.record("\(defect) with seed \(seed): \(result)")
                continue
            }
        }
    }

    /// The defects that do not show with one healthy phone.
    private static let harmless: Set<ScreenDefect> = [
        .ignoresPlatform, .comparesIdentifierLoosely, .stopsLooking, .picksTheFirst, .ignoresLeaving,
        .givesUpThePerson, .ignoresBusy, .ignoresDenial, .trustsAnyPin, .ignoresIPv6, .connectsByEachInterface,
        .keepsHalfFrame, .unboundedFrame, .losesLargeFrames, .printsReadyEarly, .printsNumbers, .retriesOnAnyError,
        .givesUpPreparing, .takesMovesTwice, .waitsForEver,
    ]

    @Test func theDocumentSaysWhatTheTextSays() throws {
        let zoo = AppZoo(seed: 1, defects: [.listensLate, .newListenerEachTime])
        let results = (0..<zoo.count).map { zoo.play(at: $0) }
        let content = try fields(of: zoo.report(on: results))
        #expect(content["isComplete"] as? Bool == true && (content["escaped"] as? [Any])?.isEmpty == true)
        let rows = try #require(content["rows"] as? [[String: Any]])
        #expect(rows.map { $0["defect"] as? String } == ["listensLate", "newListenerEachTime"])
        #expect(rows.map { $0["code"] as? String } == ["app.listensLate", "app.newListener"])
        #expect(rows.allSatisfy { $0["caughtBy"] as? [String] == ["screen --check"] })
        let unended = try fields(of: zoo.report(on: []))
        #expect(unended["isComplete"] as? Bool == false && (unended["rows"] as? [Any])?.isEmpty == true)
    }

    private func fields(of report: ZooReport) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(report.json)) as? [String: Any])
    }

    @Test func theListTellsEveryDefectInLinesOf80Columns() {
        #expect(AppZoo.list.split(separator: "\n").allSatisfy { $0.count <= 80 })
        let words = AppZoo.list.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for defect in AppDefect.allCases { #expect(words.contains("\(defect.rawValue) \(defect.meaning)")) }
        #expect(Set(AppDefect.allCases.map(\.meaning)).count == AppDefect.allCases.count)
    }

    @Test func everyCodeOfAnAppIsExplained() {
        #expect(AppDefect.allCases.allSatisfy { FailureCode.entry(of: $0.sign) != nil })
    }
}
