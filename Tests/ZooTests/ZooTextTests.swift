import Ground
import Journal
import Simulators
import Testing
import Zoo

@Suite("The matrix as text") struct ZooTextTests {
    private let healthy = ZooAccessory(.nxp)
    private let pairing = ZooAccessory(.appleSample, .cannotPair)
    private let silent = ZooAccessory(.appleSample, .neverStarts)

    private func matrix(_ scenarios: [String], _ row: (String, Int, ZooAccessory) -> ZooResult) -> ZooMatrix {
        ZooMatrix(
            scenarios: scenarios,
            rows: [healthy, pairing, silent].map { accessory in
                (accessory, scenarios.enumerated().map { row($0.element, $0.offset, accessory) })
            })
    }

    @Test("It is complete when every defect is named and every accessory without defects passes")
    func complete() {
        let matrix = ZooMatrix(
            scenarios: ["a"],
            rows: [
                (healthy, [Sample.result("a", healthy, .passed)]),
                (
                    pairing,
                    [
                        Sample.result(
                            "a", pairing, .failed, cause: "it cannot be paired with", code: "pairing.impossible")
                    ]
                ),
            ])
        #expect(matrix.isComplete)
        #expect(
            matrix.text == """
                scenarios
                    1 a

                              1
                  healthy nxp .
                  cannotPair  #
                  # fails, and names the defect   x fails otherwise
                  . passed   - skipped   ! the rig was blamed

                caught, with its complaint, by
                  cannotPair  F23  1 a
                      it cannot be paired with

                1 of 1 defect caught by name; the rig blamed 0 times
                1 healthy accessory, 0 false alarms

                """)
    }

    @Test("An escaped defect, a false alarm or a blamed rig keeps it from being complete")
    func incomplete() {
        let matrix = matrix(["a", "b", "c"]) { scenario, index, accessory in
            switch (index, accessory) {
            case (0, healthy): Sample.result(scenario, accessory, .failed, cause: "a healthy one fails", seed: 7)
            case (1, healthy): Sample.result(scenario, accessory, .skipped(reason: "no kit"))
            case (2, pairing): Sample.result(scenario, accessory, .timedOut)
            case (2, silent): Sample.result(scenario, accessory, .failed, cause: "another sentence")
            default: Sample.result(scenario, accessory, .passed)
            }
        }
        #expect(!matrix.isComplete)
        #expect(matrix.escaped == [pairing, silent])
        #expect(matrix.falseAlarms.map(\.mark) == [.failed, .skipped] && matrix.errors.map(\.scenario) == ["c"])
        let text = matrix.text
        for line in [
            "  healthy nxp x-.", "  cannotPair  ..!", "  neverStarts ..x",
            "  cannotPair (F23): It refuses to pair.", "      without its name fails 3 c: another sentence",
            "      trammel run c --rig simulated --seed 1 \\",
            "          --port door=simulated:defect=neverStarts,name=Door \\",
            "          --port trunk=simulated:defect=neverStarts,name=Trunk",
            "  failed    a with healthy nxp, seed 7: expected an answer; nothing",
            "      trammel run a --rig simulated --seed 7 \\",
            "          --port door=simulated:variant=nxp,name=Door \\",
            "  timed out c with cannotPair, seed 1: expected an answer; nothing",
            "0 of 2 defects caught by name; the rig blamed 1 time", "1 healthy accessory, 2 false alarms",
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line) is missing in\n\(text)")
        }
    }

    @Test("One false alarm, or one blamed rig, is enough to be incomplete")
    func almostComplete() {
        func matrix(_ first: Verdict, _ second: Verdict) -> ZooMatrix {
            let caught = Sample.result(
                "a", pairing, .failed, cause: "it cannot be paired with", code: "pairing.impossible")
            return ZooMatrix(
                scenarios: ["a", "b"],
                rows: [
                    (healthy, [Sample.result("a", healthy, .passed), Sample.result("b", healthy, first)]),
                    (pairing, [caught, Sample.result("b", pairing, second)]),
                ])
        }
        #expect(matrix(.passed, .passed).isComplete && matrix(.passed, .failed).isComplete)
        for verdict in [Verdict.failed, .skipped(reason: "no kit"), .error] {
            #expect(!matrix(verdict, .passed).isComplete)
        }
        for verdict in [Verdict.error, .timedOut, .aborted] { #expect(!matrix(.passed, verdict).isComplete) }
    }

    @Test("A matrix of nothing is not complete")
    func empty() {
        #expect(!ZooMatrix(scenarios: [], rows: [(healthy, [])]).isComplete)
        #expect(!ZooMatrix(scenarios: ["a"], rows: []).isComplete)
    }

    @Test("No line is wider than 80 columns, however many scenarios and however long the words")
    func width() {
        let scenarios = (1...250).map { "scenarioWithNumber\($0)" }
        let long = "it cannot be paired with " + String(repeating: "because it will not ", count: 40) + "\u{1B}[2J"
        let matrix = matrix(scenarios) { scenario, index, accessory in
            switch accessory {
            case pairing where index % 3 > 0:
                Sample.result(scenario, accessory, .failed, cause: long, code: "pairing.impossible")
            case silent where index > 200:
                Sample.result(scenario, accessory, .failed, cause: long, code: "pairing.impossible")
            default: Sample.result(scenario, accessory, .passed)
            }
        }
        let lines = matrix.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.max { $0.count < $1.count } ?? "")")
        #expect(lines.contains { $0.contains("250 scenarioWithNumber250") })
        #expect(lines.contains { $0.contains("2 scenarioWithNumber2, also by 3, 5, 6, 8, 9") })
        #expect(!matrix.text.contains("\u{1B}") && matrix.text.contains("\\u{1b}[2J"))
        // Four grids, whose columns together are all the scenarios.
        let marks = lines.filter { $0.hasPrefix("  healthy nxp ") }.map { $0.count { $0 == "." } }
        #expect(marks.count == 4 && marks.reduce(0, +) == 250)
    }
}
