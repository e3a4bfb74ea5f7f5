import ArgumentParser
import Benches
import Ground
import Links
import RigKit
import Rigs
import ScenarioKit

@testable import TrammelCommandLine

/// All options of all commands, as words; a command that parses is prepared but never played.
enum CommandTargets {
    static let all = [
        FuzzTarget("command", seeds: { lines }, take: command),
        FuzzTarget("bench", seeds: { Seeds.texts(assignments) }, take: bench),
    ]

    private static let words = [
        "list", "list --json", "check walkUpAndTap --rig deskBench",
        "run fullFlow --rig simulated --seed 7 --seeds 5 --repeat 2",
        "run Scenarios/Tags.swift --verbose --suite conformance --tag quick --skip-tag slow --port motion=none",
        "run --output results --junit report.xml --trace-limit 64M --trace-keep 10 --trace-reserve 128M --no-vm",
        "zoo --defect truncatesAtMTU23 --scenario fullFlow --variant nxp --seed 3 --json m.json", "zoo --list",
        "zoo --false-alarms 10000", "tag read doorTag --association example.com=a --app A.b --domain applinks:a.b",
        "tag write doorTag --record uri:https://example.com/door/7 --record text:en:Door --force --within 3",
        "tag write --erase --rig deskBench", "tag write --message d00000",
        "tag route https://example.com/door/7 --association a --custom-schemes", "tag route --list l --quiet",
        "replay trace --scenario fullFlow --until 40 --speed 1 --repeat 2 --verbose",
        "replay trace --as phone --rig simulated --port door=simulated:name=Door --patience 2 --output o",
        "replay trace --as accessory --rig deskBench --adapter hci1 --accessory door --seed 4",
        "reduce trace --output small.pcapng --limit 10", "show trace --link door --kind zone --from 1.5 --to 3",
        "report results --html all.html", "show trace --json", "show trace --html run.html", "show trace --tally",
        "show --lua", "history --html history.html --firmware door",
        "diff a b --measurements", "import a --output b --accessory door --redact", "export a --btsnoop b",
        "accessory --adapter hci1 --name Door --variant nxp --defect answersTwice --profile qorvoQNIS",
        "accessory --role initiator --uwb 2.0 --seed 3",
        "vm --processors 2 --limit 4 --acceleration tcg --share /tmp --console --timing -- ls /sys", "--version",
        "--help",
    ]

    private static var lines: [[UInt8]] {
        words.map { Array($0.replacing(" ", with: "\n").utf8) }
            + assignments.map { Array("run\nfullFlow\n--port\n\($0)".utf8) }
    }

    private static var assignments: [String] {
        [
            "door=simulated:defect=answersTwice,name=Door", "door=simulated:name=" + String(repeating: "n", count: 513),
            "doorTag=simulated:chip=type4,mle=0", "doorTag=simulated:chip=type4,uid=04,records=uri:https://a",
            "doorTag=simulated:chip=ntag213,cc=e1,data=03", "doorTag=simulated:ntag216:https://a",
            "door=simulated:profile=qorvoQNIS,role=initiator,uwb=2.0,tells=indications", "motion=none",
            "doorTag=simulated:chip=type2large,state=locked,records=text:en:a\\+b+poster:T:https://a+media:a/b:00",
            "doorTag=simulated:chip=type4v3,cc=000f,message=d00000",
        ]
    }

    /// Parses a command from words on separate lines.
    private static func command(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        let words = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        do {
            let command = try RootCommand.parseAsRoot(words)
            prepare(command)
        } catch {
            must(!RootCommand.fullMessage(for: error).isEmpty || words.isEmpty, "a refusal without words")
        }
    }

    /// Performs the command's checks of its arguments.
    private static func prepare(_ command: any ParsableCommand) {
        switch command {
        case let run as RunCommand:
            _ = try? run.bench.chosenRig().problems()
            _ = try? run.selection.chosen()
        case let check as CheckCommand: _ = try? check.bench.chosenRig().problems()
        case let read as TagReadCommand: _ = try? read.place.bench.chosenRig()
        default: break
        }
    }

    /// Checks that any valid bench can be brought up.
    private static func bench(_ input: [UInt8]) {
        guard let rig = try? bare.replacing(String(decoding: input, as: UTF8.self)), rig.problems().isEmpty,
            let links = try? BenchFactory.open(rig, needs: [], seed: 1)
        else { return }
        links.close()
    }

    /// The simulated rig with one accessory and one tag; bringing up all of them takes longer and shows nothing more.
    private static let bare = Rig(
        name: "bare", summary: "A rig of the fuzzer", kind: .simulated, bluetooth: .simulated, uwb: .simulated,
        nfc: .simulated, accessories: [AccessoryEntry("door", .simulated(.standard))],
        tags: [TagEntry("doorTag", .simulated(TagModel(.ntag215, uri: "https://a.example")))], motion: .simulated)
}
