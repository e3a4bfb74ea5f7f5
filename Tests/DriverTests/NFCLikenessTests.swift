import Glibc
import Ground
import Links
import NFCDriver
import OperatingSystem
import Simulators
import TestSupport
import Testing

/// One act of a script.
private enum Act: Sendable {
    case ask(ReaderRequest)
    case stage(StageRequest)

    static func exchange(_ hex: String) -> Act { .ask(.exchange(bytes(hex), within: .milliseconds(350))) }
}

/// Returns the comparable part of an answer, without the texts of losses and the names of readers.
private func digest(_ inbound: Inbound?) -> String {
    switch inbound {
    case .reader(.opened): "opened"
    case .reader(.lost): "lost"
    case .reader(let event): "\(event)"
    case .fault: "fault"
    default: "nothing"
    }
}

@Suite(
    "The reader in memory is like libnfc with a simulated chip", .serialized, .onASteadyMachine,
    .enabled(if: access(ReaderBench.program, X_OK) == 0, "needs the program trammel beside the tests"))
struct NFCLikenessTests {
    private static let scripts: [(String, [Act])] = [
        ("reading", [.stage(.present("a")), .ask(.poll), .exchange("3003"), .ask(.checkPresence), .exchange("60")]),
        ("writing", [.stage(.present("a")), .ask(.poll), .exchange("a21001020304"), .exchange("3010")]),
        ("refusals", [.stage(.present("a")), .ask(.poll), .exchange("30ff"), .exchange("c1"), .exchange("3003")]),
        (
            "files",
            [.stage(.present("b")), .ask(.poll), .exchange("00a4040007d276000085010100"), .exchange("00a40000")]
        ),
        ("nothing there", [.ask(.poll), .ask(.checkPresence), .exchange("3003")]),
        (
            "away and back",
            [
                .stage(.present("a")), .ask(.poll), .stage(.remove("a")), .stage(.present("a")), .ask(.checkPresence),
                .exchange("3003"), .stage(.remove("a")), .exchange("3003"), .ask(.checkPresence), .ask(.poll),
                .stage(.present("a")), .ask(.checkPresence), .ask(.poll),
            ]
        ),
        (
            "away and back, type 4",
            [
                .stage(.present("b")), .ask(.poll), .stage(.remove("b")), .stage(.present("b")),
                .exchange("00b0000002"),
                .ask(.checkPresence), .ask(.poll), .ask(.checkPresence),
            ]
        ),
        (
            "two tags",
            [
                .stage(.present("b")), .stage(.present("a")), .ask(.poll), .stage(.remove("a")), .ask(.checkPresence),
                .stage(.swap("b", for: "a")), .ask(.checkPresence), .ask(.poll),
            ]
        ),
        (
            "torn at its second answer",
            [
                .stage(.tearAway("a", afterAnswers: 2)), .ask(.poll), .exchange("3003"), .exchange("3007"),
                .exchange("300b"), .ask(.checkPresence), .ask(.poll), .stage(.present("a")), .ask(.poll),
            ]
        ),
        (
            "torn at once",
            [
                .stage(.tearAway("b", afterAnswers: 0)), .ask(.poll), .exchange("00a4040007d276000085010100"),
                .ask(.poll),
            ]
        ),
        (
            "abort",
            [
                .stage(.present("a")), .ask(.poll), .stage(.readerTrouble(.aborts, true)), .exchange("3003"),
                .ask(.open),
                .exchange("3003"), .ask(.poll), .exchange("3003"),
            ]
        ),
        (
            "forgetting",
            [
                .stage(.present("a")), .ask(.poll), .stage(.readerTrouble(.forgetsItself, true)),
                .stage(.readerTrouble(.aborts, true)), .ask(.checkPresence), .ask(.open), .ask(.open), .ask(.poll),
            ]
        ),
        (
            "too hot",
            [
                .stage(.present("a")), .ask(.poll), .stage(.readerTrouble(.overheats, true)), .exchange("3003"),
                .exchange("60"), .stage(.readerTrouble(.overheats, false)), .ask(.poll), .exchange("3003"),
                .stage(.swap("a", for: "b")), .ask(.poll), .stage(.readerTrouble(.overheats, true)),
                .exchange("00a4040007d276000085010100"), .stage(.readerTrouble(.overheats, false)), .ask(.poll),
            ]
        ),
        ("garbled", trouble(.garbles)), ("refusing", trouble(.refuses)), ("silent", trouble(.silent)),
    ]

    private static func trouble(_ trouble: ReaderFailure) -> [Act] {
        [
            .stage(.present("a")), .ask(.poll), .stage(.readerTrouble(trouble, true)), .exchange("3003"), .ask(.open),
            .stage(.readerTrouble(trouble, false)), .ask(.open), .ask(.poll), .exchange("3003"),
            .stage(.readerTrouble(trouble, true)), .ask(.poll), .stage(.readerTrouble(trouble, false)), .ask(.open),
            .ask(.checkPresence), .ask(.poll), .stage(.readerTrouble(trouble, true)), .ask(.checkPresence),
        ]
    }

    @Test("both answer the same to the same", arguments: scripts.indices)
    func likeness(number: Int) throws {
        let (name, acts) = Self.scripts[number]
        let tags: [(name: TagName, tag: SimulatedTag)] = [("a", try ExampleTag.type2()), ("b", try ExampleTag.type4())]
        let bench = try ReaderBench("like", tags: tags)
        defer { bench.close() }
        let links = SimulatedLinks(EnvironmentModel(accessories: [], tags: tags), seed: 1)
        for (step, act) in ([.ask(.open)] + acts).enumerated() {
            switch act {
            case .stage(let request):
                bench.stage(request)
                _ = links.send(.stage(request))
            case .ask(let request):
                let real = digest(bench.ask(request))
                _ = links.send(.reader(request))
                var answer: Inbound?
                while case .arrival(let arrival) = links.receive(until: links.now + .seconds(10)) {
                    if arrival.inbound.link == .reader { answer = arrival.inbound }
                }
                #expect(real == digest(answer), "\(name), step \(step): \(request)")
            }
        }
    }
}
