import Foundation
import TestSupport
import Testing

/// Missing parts of a rig are reported once, before anything is played.
@Suite struct PreflightTests {
    private static let devices = [
        "--rig", "deskBench", "--port", "bluetooth=hci99", "--port", "uwb=serial:/dev/trammel-kit", "--port",
        "nfc=pn532_uart:/dev/trammel-reader",
    ]

    /// Returns the reported items, one line each, with indentation and line breaks removed.
    private static func list(_ text: String) -> [String] {
        let lines = text.split(separator: "\n").map(String.init)
        var list: [String] = []
        for line in lines {
            let words = line.split(separator: " ").joined(separator: " ")
            if words.hasPrefix("rig ") {
                list.append(words)
            } else if line.hasPrefix("    "), !list.isEmpty {
                list[list.count - 1] += " " + words
            }
        }
        return list
    }

    @Test("a hardware rig without its devices plays nothing, and lists everything that is missing at once")
    func hardware() throws {
        let scratch = try Scratch()
        let options = Self.devices + ["--repeat", "3", "--output", scratch("a"), "--junit", scratch("junit.xml")]
        let ended = try Program(["run", "fullFlow", "configurationExchange"] + options).end()
        #expect(ended.status == 3, "\(ended.output)\(ended.error)")
        let list = Self.list(ended.error)
        #expect(list.count == Set(list).count, "each thing once: \(ended.error)")
        for part in [
            "there is no serial device /dev/trammel-kit. Plug the kit in",
            "there is no NFC reader at /dev/trammel-reader. Plug the reader in", "Bluetooth",
        ] {
            #expect(list.contains { $0.hasPrefix("rig deskBench: ") && $0.contains(part) }, "\(part): \(ended.error)")
        }
        #expect(ended.error.hasPrefix("trammel: nothing was played (6 runs)") && ended.output.isEmpty)
        #expect(Scratch.names(in: scratch("a")) == ["index.html", "report.xml", "runs.json"], "no run was begun")
        #expect(Scratch.text(of: scratch("junit.xml"))?.contains("tests=\"6\" failures=\"0\" errors=\"6\"") == true)
        let checked = try Program(["check", "fullFlow", "configurationExchange"] + Self.devices).end()
        #expect(checked.status == 3 && Self.list(checked.output) == list, "\(checked.output)")
    }

    /// A bench that every machine can provide except for a person: the door is on the network, and the kit opens
    /// anywhere.
    private static let byHand = [
        "--rig", "deskBench", "--port", "door=lan:127.0.0.1:4711", "--port", "bluetooth=none", "--port",
        "uwb=serial:/dev/null", "--port", "nfc=none",
    ]

    /// Runs the program without a terminal, as in CI.
    private func alone(_ arguments: [String]) throws -> Program.Ended {
        try Program(arguments, launcher: ["/usr/bin/setsid", "-w"]).end()
    }

    @Test("without a terminal, scenarios that need no person play; the others are counted, and refused by name")
    func unattended() throws {
        let checked = try alone(["check"] + Self.byHand)
        #expect(checked.status == 0, "\(checked.output)\(checked.error)")
        let told = Self.list(checked.output)
        #expect(told.contains { $0.contains("need a person") }, "\(checked.output)")
        #expect(told.contains { $0.hasPrefix("rig deskBench: the plan standard leaves out ") }, "\(checked.output)")
        let kind = try alone(["check", "--suite", "conformance"] + Self.byHand)
        #expect(kind.status == 0, "\(kind.output)\(kind.error)")
        let names = ["zoneWalk", "powerCycle"]
        let named = try alone(["check"] + names + Self.byHand)
        #expect(named.status == 3, "\(named.output)\(named.error)")
        // The remedy in the message works.
        let options = named.words.matches(of: #/--port [a-z.]+=none/#).map { String($0.0) }
        #expect(options == ["--port motion=none", "--port door.power=none"], "\(named.output)")
        let mended = options.flatMap { $0.split(separator: " ").map(String.init) }
        #expect(try alone(["check"] + names + Self.byHand + mended).status == 0)
        #expect(try alone(["run"] + names + Self.byHand).status == 3)
        let gate = try alone(["gate", "release", "--firmware", "/bin/true", "--output", "/nowhere"] + Self.byHand)
        #expect(gate.status == 3 && gate.words.isEmpty, "a plan that asks for power cycles: \(gate.error)")
    }

    @Test("a rig named without scenarios is checked completely, even without a terminal")
    func parts() throws {
        let ports = [
            "door.console=serial:/dev/trammel-console", "door.power=program:/nowhere/power", "nfc=acr122_usb",
            "motion=program:/nowhere/rail",
        ]
        let checked = try alone(["check"] + Self.devices + ports.flatMap { ["--port", $0] })
        #expect(checked.status == 3, "\(checked.output)\(checked.error)")
        let list = Self.list(checked.output)
        let parts = [
            "Bluetooth", "/dev/trammel-kit", "/dev/trammel-console", "/nowhere/power", "NFC reader", "/nowhere/rail",
        ]
        for part in parts {
            #expect(
                list.count { $0.contains(part) && !$0.contains("need a person") } >= 1, "\(part): \(checked.output)")
        }
        for (console, part) in [
            ("pipe:/nowhere/log", "/nowhere/log"), ("rfc2217:no-such-host.invalid:4001", "no-such-host.invalid"),
        ] {
            let checked = try alone(["check"] + Self.byHand + ["--port", "door.console=\(console)"])
            #expect(checked.status == 3 && checked.words.contains(part), "\(checked.output)")
        }
        let lan = try alone(["check"] + Self.byHand + ["--port", "door=lan:no-such-host.invalid:4711"])
        #expect(lan.status == 3 && lan.words.contains("no-such-host.invalid"), "\(lan.output)")
    }

    @Test("a program for a tag that is missing or cannot be run is reported before anything is played")
    func tagPrograms() throws {
        let scratch = try Scratch()
        try Scratch.write("#!/bin/sh\n", to: scratch("plain"))
        let ports = [
            "bluetooth=none", "uwb=none", "motion=none", "nfc=pn532_uart:/dev/null", "doorTag=program:/nowhere/tag",
            "posterTag=program:\(scratch("plain"))", "lockedTag=program:\(scratch.path)", "blankTag=program:/bin/true",
        ].flatMap { ["--port", $0] }
        let told = Self.list(try alone(["check", "--rig", "deskBench"] + ports).output)
        for (tag, path) in [("doorTag", "/nowhere/tag"), ("posterTag", scratch("plain")), ("lockedTag", scratch.path)] {
            let letters = told.map { $0.filter { !$0.isWhitespace } }
            let lines = letters.filter { $0.contains("theprogram\(path),whichpresents\(tag),cannotberun") }
            #expect(lines.count == 1, "\(tag): \(told)")
        }
        #expect(!told.contains { $0.contains("/bin/true") }, "\(told)")
        #expect(!told.contains { $0.contains("need a person") }, "\(told)")
        let run = try alone(["run", "tagOpensApp", "--rig", "deskBench"] + ports)
        #expect(run.status == 3 && run.error.contains("/nowhere/tag"), "\(run.output)\(run.error)")
    }

    @Test("a device that no scenario needs is not reported as missing")
    func needed() throws {
        let checked = try Program(["check", "answersAtOnce"] + Self.devices).end()
        #expect(!checked.output.contains("trammel-kit") && !checked.output.contains("trammel-reader"))
        #expect(try Program.run("check", "fullFlow").status == 0)
    }

    @Test("a virtual rig without its machine's kernel says so once, with the command that fetches it")
    func virtual() throws {
        let scratch = try Scratch()
        let environment = ["TRAMMEL_CACHE": scratch("nothing")]
        let words = ["fullFlow", "zoneWalk", "--rig", "virtual"]
        let ended = try Program(["run"] + words, environment: environment).end()
        #expect(ended.status == 3, "\(ended.output)\(ended.error)")
        let told = Self.letters(ended.error).filter { $0.contains("kernelismissing") }
        #expect(told.count == 1 && told[0].contains("Runtrammelvm--fetch"), "\(ended.error)")
        let checked = try Program(["check"] + words, environment: environment).end()
        #expect(checked.status == 3, "\(checked.output)")
        #expect(Self.letters(checked.output) == Self.letters(ended.error), "\(checked.output)\(ended.error)")
    }

    /// Returns the reported items without spaces, because a long path is broken at the end of a line.
    private static func letters(_ text: String) -> [String] { list(text).map { $0.filter { !$0.isWhitespace } } }
}
