/// A manual, and the files that its commands need.
struct Manual: CustomStringConvertible, Sendable {
    /// The path in the repository.
    let path: String
    /// The commands that make the files which the reader already has.
    var preparation: [Preparation] = []
    /// Text that the output must contain, regardless of line breaks.
    var promises: [String] = []

    var description: String { path }

    static let all: [Manual] = [
        Manual(path: "README.md"),
        Manual(path: "Rigs/README.md"),
        Manual(path: "Scenarios/RUNNING.md", preparation: [.propertyLists]),
        Manual(path: "Scenarios/Conformance/README.md", preparation: [.knowledge]),
        Manual(path: "Scenarios/Tags/README.md", preparation: [.association]),
        Manual(path: "Scenarios/Companions/README.md"),
        Manual(path: "Scenarios/CI.md", preparation: [.firmware]),
        Manual(
            path: "Scenarios/GATE.md", preparation: [.firmware, .keys, .versions, .repository],
            promises: ["first bad: 4.bin", "(version 4)"]),
        Manual(
            path: "Scenarios/REHEARSING.md",
            promises: [
                "2 scenarios, at least 28 runs to pass", "shifted, in rehearsals", "first bad: firmware/6",
            ]),
        Manual(path: "Sources/History/HISTORY.md", preparation: [.firmware, .results, .gates]),
        Manual(path: "Sources/Recordings/TRACES.md", preparation: [.results, .twoRuns, .capture]),
        guide("FirstAccessory"),
        guide("OwnChannel", .ownCapture),
        guide("TwoAccessories"),
        guide("OwnTag", .association),
        guide("LatencyLimit", .firmware),
        guide("FlakyScenario", .slowVersions),
        guide("ReleaseGate", .firmware, .keys),
        guide("FieldCapture", .results, .capture),
    ]

    private static func guide(_ name: String, _ preparation: Preparation...) -> Manual {
        Manual(path: "Sources/Trammel/Trammel.docc/\(name).md", preparation: preparation)
    }

    /// A command that makes files which the reader of a manual already has.
    enum Preparation: String, CaseIterable, Sendable {
        case firmware =
            """
            mkdir build; for version in 1 2; do echo "door 1.4.$version" > door-1.4.$version.bin; done
            cp door-1.4.2.bin build/door.bin
            """
        case keys =
            """
            openssl genpkey -quiet -algorithm ed25519 -out release.pem && openssl pkey -in release.pem -pubout \
            -out release.pub
            """
        /// Files of firmware for a search, of which the last has a defect, and a command that writes one.
        case versions =
            """
            for number in 1 2 3; do echo none > $number.bin; done; echo bigEndianSessionID > 4.bin
            printf '1.bin\n2.bin\n3.bin\n4.bin\n' > versions
            cat > flash.sh <<'END'
            #!/bin/sh
            defect=$(cat "$TRAMMEL_FIRMWARE"); more=; [ "$defect" = none ] || more=",defect=$defect"
            echo "door=simulated:variant=appleSample$more,name=Door" > "$TRAMMEL_PORTS"
            END
            chmod +x flash.sh
            """
        /// The same with a defect that another scenario finds.
        case slowVersions =
            """
            for number in 1 2 3; do echo none > $number.bin; done; echo slowConfiguration > 4.bin
            ls *.bin > versions
            printf 'defect=$(cat "$TRAMMEL_FIRMWARE")\n[ $defect = none ] || more=,defect=$defect\n' > flash.sh
            printf 'echo "door=simulated:variant=appleSample$more,name=Door" > "$TRAMMEL_PORTS"\n' >> flash.sh
            chmod +x flash.sh
            """
        case repository =
            """
            git() { command git -c user.name=Test -c user.email=test@example.com -C firmware "$@" > /dev/null; }
            mkdir firmware firmware/build; git init -q -b main
            for number in 1 2 3 4; do
                cp $number.bin firmware/door.txt; echo $number >> firmware/number
                git add -A; git commit -qm "version $number"
                [ $number -gt 1 ] || git tag v1.4.0
            done
            """
        case results = "trammel run fullFlow --output results --quiet"
        /// Two runs of one scenario, of which the second fails.
        case twoRuns =
            """
            cp -r results good; cp results/001-*/trace.pcapng .; rm -r results
            ! trammel run fullFlow --port door=simulated:defect=bigEndianSessionID,name=Door --output bad --quiet
            trammel run fullFlow --output results --quiet
            """
        case capture =
            """
            [ -e results ] || cp -r good results
            trammel export results/001-fullFlow-seed1 --btsnoop btsnoop_hci.log; rm -r results
            echo '{"Block":7, "results":[{"Addr":"0x0001","Status":"Ok","D_cm":123}]}' > uwb.log
            """
        /// A capture of an accessory with its own UUIDs and message ids.
        case ownCapture =
            """
            trammel run fullFlow --output results --quiet \
                --port 'door=simulated:service=1234,write=1235,notify=1236,messages=initialize:51+stop:53,name=Door'
            trammel export results/001-fullFlow-seed1 --btsnoop btsnoop_hci.log; rm -r results
            """
        case imported = "trammel import btsnoop_hci.log --output door.pcapng --accessory door"
        case failedResults =
            """
            ! trammel run fullFlow --port door=simulated:defect=bigEndianSessionID,name=Door --output results --quiet
            """
        /// Two gates with small plans, in place of those that a team has played before.
        case gates =
            """
            for version in 1 2; do
                name=door-1.4.$version.bin
                [ $version = 1 ] || defect='--keep-going --port door=simulated:defect=bigEndianSessionID,name=Door'
                trammel gate release.json --firmware $name --output gate-1.4.$version $defect > /dev/null
                trammel history import gate-1.4.$version > /dev/null
            done
            """
        case association =
            """
            cat > apple-app-site-association <<'END'
            {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.door"], "components": [{"/": "/door/*"}]}]}}
            END
            cp apple-app-site-association site.json
            printf 'https://example.com/door/7\nhttps://example.com/shop\n' > links.txt
            """
        case propertyLists =
            """
            cat > Info.plist <<'END'
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>NSNearbyInteractionUsageDescription</key><string>Opens the door as you approach it.</string>
            <key>NSBluetoothAlwaysUsageDescription</key><string>Finds the door.</string>
            </dict></plist>
            END
            cat > Door.entitlements <<'END'
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>com.apple.developer.associated-domains</key><array><string>applinks:example.com</string></array>
            </dict></plist>
            END
            """
        /// The property lists of two apps that belong together.
        case services =
            """
            plist() { printf '<plist version="1.0"><dict>%s%s</dict></plist>' "$name" "$1"; }
            name='<key>CFBundleIdentifier</key><string>com.example.game</string>'
            service() { printf '<dict><key>NSApplicationServiceIdentifier</key><string>game</string>%s</dict>' "$1"; }
            list() { printf '<key>NSApplicationServices</key><dict><key>%s</key><array>%s</array></dict>' "$1" "$2"; }
            asks='<key>NSApplicationServiceUsageDescription</key><string>Play with your phone.</string>'
            runs='<key>NSApplicationServicePlatformSupport</key><array><string>iOS</string></array>'
            plist "$(list Browses "$(service "$asks$runs")")" > TV.plist
            plist "$(list Advertises "$(service)")" > Phone.plist
            """
        case knowledge = "mkdir -p Sources/Diagnosis"
    }
}

/// Replaces devices, machines and hours in a command by something that is at hand.
enum StandIn {
    /// Words and their replacements, in the order in which they are replaced.
    private static let words: [(String, String)] = [
        // Benches.
        ("--rig deskBench", "--rig simulated"), ("--rig screenBench", "--rig simulated"),
        ("--rig virtual", "--rig simulated"), ("--rig ourBench", "--rig simulated"),
        ("door=le:AA:BB:CC:DD:EE:FF", "door=simulated:name=Door"), ("door=le:", "door=simulated:"),
        ("uwb=serial:/dev/ttyACM0", "uwb=simulated"), ("--port tv=network:eth0", ""),
        // The rig `simulated` calls its accessories otherwise.
        ("--as door=front --as trunk=rear", "--as door=trunk --as trunk=door"),
        ("--as door=front --as doorTag=frontTag", "--as door=trunk --as trunk=door"),
        // On a simulated bench, the command names the tag that is held to the reader.
        ("tag read --rig", "tag read doorTag --rig"), ("tag write --rig", "tag write doorTag --rig"),
        // A release plan takes thousands of runs.
        ("gate release", "gate release.json"), ("--plan release", "--plan release.json"),
        ("gate --firmware", "gate release.json --firmware"),
        // The whole zoo takes minutes.
        ("zoo --matrix", "zoo --matrix --defect answersTwice"), ("matrix.json", "matrix.json --defect answersTwice"),
        ("--false-alarms 10000", "--false-alarms 20"), ("--seeds 20", "--seeds 2"),
    ]

    /// A plan of the same form as the one that a manual names, for a few runs.
    static let plan = """
        {"kind": "trammel gate plan", "version": 1, "plan": {"name": "release", "summary": "A small plan", "entries": [
          {"content": {"prove": {"scenarios": {"terms": [{"named": {"name": "fullFlow"}}], "except": []},
            "proof": {"clean": {"below": {"perMillion": 200000}, "confidence": {"perMillion": 950000}}}}}},
          {"content": {"identity": {"level": "flashed"}}}]}}
        """

    /// The commands that need an adapter, a network, a machine or many minutes: the virtual bench's tests and the
    /// zoo's play them. Here they only begin, which shows that their arguments are right.
    private static let begun = [
        "trammel accessory", "trammel screen", "trammel services meet", "trammel vm", "zoo --diagnosis",
        "zoo --knowledge", "--as accessory", "--tls-key-log",
    ]

    /// The commands that end with another status on simulated devices, because a rehearsal proves nothing, or because
    /// they show a failure.
    private static let statuses: [(String, Int32)] = [
        // Only a live bench records what its kernel saw.
        ("--kind kernel", 4),
        // The capture is of an accessory with a known channel, so nothing of this one is in it.
        ("judge btsnoop_hci.log --channel 'service=1234,write=1235,notify=1236'", 4),
        ("judge door.pcapng --channel 'service=1234,write=1235,notify=1236'", 4),
        // No device is plugged in where tests run.
        ("rig detect", 4),
        // The tests' bench has no reference.
        ("rig calibrate", 3),
        // There are fewer runs.
        ("prune --newest 500", 4),
        ("--port door=simulated:defect=bigEndianSessionID", 1), ("tv=simulated:defect=connectsTwice", 1),
        ("defect=noisyDistance", 1), ("diff good", 1), ("--resume", 3), ("gate verify gate-1.4.2 --firmware", 1),
        ("gate verify", 4),
        ("gate release", 4), ("gate --firmware", 4),
        ("lockedTag=simulated:chip=ntag213", 1),
    ]

    static func command(for text: String) -> (text: String, statuses: Set<Int32>) {
        var command = text
        // The name comes last in a simulated port, which may contain commas.
        command.replace(#/door=le:name=(\w+),([^ '"]+)/#) { "door=simulated:\($0.2),name=\($0.1)" }
        for (word, other) in words { command = command.replacing(word, with: other) }
        if let stated = text.firstMatch(of: /# ends with (\d+)/).flatMap({ Int32($0.output.1) }) {
            return (command, [stated])
        }
        if begun.contains(where: text.contains) {
            return (
                "timeout --preserve-status -s INT 2 \(text)",
                text.contains("trammel vm") ? [0, 125, 130] : [0, 3, 4, 130]
            )
        }
        return (command, [statuses.first { text.contains($0.0) }?.1 ?? 0])
    }
}
