// swift-tools-version: 6.2
import PackageDescription

// One place says what each layer may import; `ci/test` builds with the import check set to error.
// Scenarios and rigs are written by people who test firmware: there a plain `import` is enough.
let catalogue: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]
let settings = catalogue + [.enableUpcomingFeature("InternalImportsByDefault")]

func module(_ name: String, in folder: String = "Sources", uses: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: uses, path: "\(folder)/\(name)", swiftSettings: settings)
}

/// The same with what it uses as a list of words.
func module(_ name: String, _ uses: String, besides: [Target.Dependency] = []) -> Target {
    module(name, uses: words(uses) + besides)
}

func words(_ text: String) -> [Target.Dependency] {
    text.split(separator: " ").map { Target.Dependency(stringLiteral: String($0)) }
}

func driver(_ name: String, uses: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: uses, path: "Sources/Drivers/\(name)",
        swiftSettings: settings + [.strictMemorySafety()])
}

/// `uses` is a list of words: what a target of tests imports of ours.
func tests(_ name: String, _ uses: String = "", besides: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name, dependencies: words(uses) + besides + ["Ground", "TestSupport"], path: "Tests/\(name)",
        // It does not pay to optimise tests, to describe them to debuggers (a crash is told without its line) or to
        // index the system; two compilers of a module read its imports twice.
        swiftSettings: settings + [
            .unsafeFlags(
                ["-Onone", "-gnone", "-index-ignore-system-modules", "-no-emit-module-separately-wmo"],
                .when(configuration: .release)),
            .unsafeFlags(["-driver-batch-count", "1"], .when(configuration: .debug)),
        ])
}

let protocols: [Target.Dependency] =
    ["ATT", "GATT", "UWB", "NDEF", "NearbyInteraction", "TagRouting", "ApplicationServices", "FirmwareIdentity"]
/// How UWB kits are spoken to: the phone itself knows none of them.
let dialects: [Target.Dependency] = ["UCI", "QorvoCLI"]

let package = Package(
    name: "trammel",
    products: [
        .executable(name: "trammel", targets: ["TrammelProgram"]),
        .library(name: "Trammel", targets: ["Trammel"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // Of the network driver alone, but for swift-crypto, with which evidence is sealed too.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        // Of the history alone: SQLite.
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    ],
    targets: [
        // Ground: no imports at all.
        module("Ground"),

        // What counts say of rates and quantities: no imports but the C library's functions.
        module("Statistics"),

        // Protocols without input or output: bytes and instants in, bytes and deadlines out.
        module("ATT", in: "Sources/Protocols", uses: ["Ground"]),
        module("GATT", in: "Sources/Protocols", uses: ["Ground", "ATT"]),
        module("UWB", in: "Sources/Protocols", uses: ["Ground"]),
        module("UCI", in: "Sources/Protocols", uses: ["Ground", "UWB"]),
        module("QorvoCLI", in: "Sources/Protocols", uses: ["Ground", "UWB"]),
        module("NDEF", in: "Sources/Protocols", uses: ["Ground"]),
        module("NearbyInteraction", in: "Sources/Protocols", uses: ["Ground"]),
        module("TagRouting", in: "Sources/Protocols", uses: ["Ground"]),
        module("PropertyLists", in: "Sources/Protocols", uses: ["Ground"]),
        module("ApplicationServices", in: "Sources/Protocols", uses: ["Ground"]),
        module("FirmwareIdentity", in: "Sources/Protocols", uses: ["Ground"]),
        module(
            "AppProperties", in: "Sources/Protocols",
            uses: ["Ground", "PropertyLists", "TagRouting", "ApplicationServices"]),

        // Values that several of the modules below speak of: each has its one type here.
        module("Vocabulary", uses: ["Ground"] + protocols),

        // What people write, as data.
        module("ScenarioKit", uses: ["Ground", "Vocabulary", "ApplicationServices"]),
        module("RigKit", uses: ["Ground", "Vocabulary"]),
        module("GateKit", uses: ["Ground", "Vocabulary", "Statistics", "FirmwareIdentity", "Attestation"]),
        .target(
            name: "Scenarios", dependencies: ["ScenarioKit", "GateKit"], path: "Scenarios",
            exclude: [
                "README.md", "RUNNING.md", "CI.md", "GATE.md", "Conformance/README.md", "Conformance/EVIDENCE.md",
                "Tags/README.md", "Companions/README.md", "Associations",
            ],
            swiftSettings: catalogue),
        .target(
            name: "Rigs", dependencies: ["RigKit"], path: "Rigs", exclude: ["README.md"], swiftSettings: catalogue),

        // The run itself.
        module("Links", uses: ["Ground", "Vocabulary"]),
        .target(
            name: "Traces", dependencies: ["Ground", "QorvoCLI"], path: "Sources/Traces",
            resources: [.embedInCode("wireshark/uci.lua")], swiftSettings: settings),
        module("Phone", uses: ["Ground", "Vocabulary", "Links"] + protocols),
        module("Journal", uses: ["Ground", "Vocabulary", "ScenarioKit", "FirmwareIdentity"]),
        // What happened, in English: the one place where events, failures, requests and verdicts become sentences.
        module(
            "Wording",
            "Ground Vocabulary Links ScenarioKit Journal UWB NDEF NearbyInteraction TagRouting "
                + "ApplicationServices FirmwareIdentity"),
        // A folder a kind of link: all that traces, viewers and readers must know of its frames.
        module("LinkKinds", uses: ["Ground", "Vocabulary", "Links", "Journal", "Traces"] + protocols + dialects),
        .target(
            name: "Recordings",
            dependencies: ["Ground", "Vocabulary", "Links", "LinkKinds", "Journal", "Traces", "Wording"],
            path: "Sources/Recordings",
            exclude: ["FORMAT.md", "TRACES.md", "journal.schema.json", "verdict.schema.json"], swiftSettings: settings),
        module("Reports", "Ground Vocabulary Journal ScenarioKit Wording Attestation"),
        module(
            "Engine", "Ground Vocabulary Links LinkKinds Phone ScenarioKit RigKit Journal Wording",
            besides: protocols + dialects),
        module("Simulators", uses: ["Ground", "Vocabulary", "Links", "Phone"] + protocols + dialects),

        // A recorded run once more, without anything but its trace.
        module(
            "Replay",
            "Ground Links LinkKinds Recordings Engine Journal ScenarioKit RigKit ATT UCI "
                + "NearbyInteraction Wording"),
        // What a run left, for people.
        module(
            "TraceViews", "Ground Vocabulary Links LinkKinds Journal ScenarioKit Traces Recordings Wording",
            besides: protocols + dialects),
        // Captures of others as traces, and traces for others.
        module("Importing", "Ground Links LinkKinds Journal Traces Recordings ATT QorvoCLI NearbyInteraction"),

        // Which known defects fit a whole suite.
        .target(
            name: "Diagnosis",
            dependencies: ["Ground", "Vocabulary", "Journal", "Reports", "Simulators", "Wording"],
            path: "Sources/Diagnosis", exclude: ["MEASURED.md"], resources: [.embedInCode("knowledge.txt")],
            swiftSettings: settings),

        // Whether a firmware may be released: what counts, what it shows, what to play next.
        module("Gate", "Ground Vocabulary Statistics GateKit Journal FirmwareIdentity Reports"),

        // A gate for people and for other programs.
        module("GateReports", "Ground Vocabulary Journal Statistics GateKit Gate Reports TraceViews Wording"),

        // The first bad revision of a failure that comes only sometimes.
        module("Bisecting", uses: ["Statistics"]),

        // Every known defect, and which scenario finds it.
        module("Zoo", "Ground Links NDEF Engine Journal Reports ScenarioKit RigKit Simulators Diagnosis"),

        // The only code that may touch C or the kernel.
        .systemLibrary(name: "CBlueZ", path: "Sources/Drivers/CBlueZ", providers: [.apt(["libbluetooth-dev"])]),
        .systemLibrary(
            name: "CLibUSB", path: "Sources/Drivers/CLibUSB", pkgConfig: "libusb-1.0",
            providers: [.apt(["libusb-1.0-0-dev"])]),
        .systemLibrary(
            name: "CLibNFC", path: "Sources/Drivers/CLibNFC", pkgConfig: "libnfc", providers: [.apt(["libnfc-dev"])]),
        .systemLibrary(
            name: "CDBus", path: "Sources/Drivers/CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .target(name: "CLinux", path: "Sources/Drivers/CLinux"),
        .target(
            name: "CPreSharedTLS", path: "Sources/Drivers/CPreSharedTLS",
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        driver("OperatingSystem", uses: ["Ground", "Links", "CLinux"]),
        driver("BlueZDriver", uses: ["Ground", "Links", "OperatingSystem", "CBlueZ", "CLinux"]),
        driver("USBDriver", uses: ["Ground", "Links", "OperatingSystem", "CLibUSB", "CLinux"]),
        driver("NFCDriver", uses: ["Ground", "Links", "OperatingSystem", "CLibNFC", "CLinux"]),
        driver(
            "NetworkDriver",
            uses: [
                "Ground", "Links", "OperatingSystem", "CDBus", "CLinux", "CPreSharedTLS",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOTLS", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"), .product(name: "Crypto", package: "swift-crypto"),
            ]),

        // Hashes, signatures and statements: what lets anybody check evidence later.
        module("Attestation", uses: ["Ground", .product(name: "Crypto", package: "swift-crypto")]),

        // Benches: a rig brought up.
        module("VirtualMachine", uses: ["Ground", "OperatingSystem", "CLinux"]),
        module(
            "Benches",
            "Ground FirmwareIdentity Links RigKit ScenarioKit NDEF NearbyInteraction ApplicationServices Simulators "
                + "OperatingSystem BlueZDriver USBDriver NFCDriver NetworkDriver VirtualMachine CLinux"),

        // What runs leave on disk, and how it is read back.
        module(
            "Evidence",
            "Ground Links Journal Recordings Traces Reports RigKit ScenarioKit OperatingSystem "
                + "Attestation"),

        // What a release gate did, line by line, and whether all that it left is whole.
        module("GateRecords", "Ground Journal Reports Evidence Attestation OperatingSystem"),

        // Many runs over many firmware versions, in one file that can be made again from their folders.
        .target(
            name: "History",
            dependencies: [
                "Ground", "Vocabulary", "Journal", "Reports", "Attestation", "Evidence", "OperatingSystem",
                "Statistics", "GateKit", "Gate", "GateRecords", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Sources/History", exclude: ["HISTORY.md"], swiftSettings: settings),

        // All runs of a command as one page, and the page of each.
        module(
            "Pages",
            "Ground Vocabulary Journal Recordings Reports TraceViews Diagnosis Evidence Wording Gate "
                + "GateReports"),

        // Standard output and error, and what is told there.
        module("Terminal", uses: ["Ground", "Evidence", "Reports", "OperatingSystem"]),

        // All scenarios and rigs that the program knows, found by what people type.
        module(
            "Catalogues",
            "Ground Evidence GateKit Reports RigKit Rigs ScenarioKit Scenarios OperatingSystem "
                + "TagRouting"),

        // A package with scenarios and rigs of its own, as files.
        module("NewPackages", uses: ["Evidence", "OperatingSystem"]),

        // Traces from captures, for other programs, compared and counted.
        module("TraceTools", "Ground Evidence Importing Recordings Reports OperatingSystem Terminal TraceViews"),

        // One scenario after the other on a bench, with its evidence.
        module(
            "Runs",
            "Ground Links NDEF TagRouting Phone Journal Recordings Traces TraceViews Reports Engine "
                + "RigKit ScenarioKit Evidence OperatingSystem Terminal BlueZDriver NetworkDriver "
                + "VirtualMachine Benches Diagnosis Pages"),

        // Every known fault of the rig itself, and whether it is named.
        module(
            "RigZoo",
            "Ground Links UCI Simulators Journal Recordings Reports Engine RigKit ScenarioKit Evidence "
                + "Runs Benches"),

        // A recorded run against a live bench.
        module(
            "LiveReplay",
            "Ground Links LinkKinds Journal Recordings TraceViews Reports Engine Simulators Replay "
                + "RigKit ScenarioKit Evidence Runs OperatingSystem Terminal Benches Wording"),

        // One gate, from taking the bench to the end of its record.
        module(
            "Gating",
            "Ground GateKit Gate GateRecords GateReports FirmwareIdentity Attestation Evidence History "
                + "Journal Pages Recordings Reports RigKit Runs ScenarioKit OperatingSystem Terminal Wording"),

        // One search for the first bad version of a firmware.
        module(
            "BisectRuns",
            "Ground Vocabulary Bisecting Statistics Gating GateRecords FirmwareIdentity Attestation Evidence History "
                + "Journal Reports RigKit Runs ScenarioKit OperatingSystem Terminal"),

        // The one place where everything meets: arguments are parsed, libraries called, results printed.
        module(
            "TrammelCommandLine",
            "Ground Vocabulary ScenarioKit RigKit Scenarios Rigs Phone Engine Links Simulators NDEF TagRouting "
                + "Journal Reports Traces Recordings TraceViews Importing OperatingSystem NFCDriver VirtualMachine "
                + "Benches Zoo Replay Evidence Terminal Catalogues NetworkDriver NewPackages TraceTools Runs RigZoo "
                + "LiveReplay PropertyLists AppProperties ApplicationServices Diagnosis Pages GateRecords Attestation "
                + "History GateKit Gate Gating FirmwareIdentity Bisecting BisectRuns Statistics",
            besides: [.product(name: "ArgumentParser", package: "swift-argument-parser")]),

        // All that a package needs that has scenarios and rigs of its own; our own program needs no more.
        module("Trammel", uses: ["ScenarioKit", "RigKit", "GateKit", "Scenarios", "Rigs", "TrammelCommandLine"]),
        .executableTarget(
            name: "TrammelProgram", dependencies: ["Trammel"], path: "Sources/TrammelProgram", swiftSettings: settings),

        // How fast parts of it are, for those who change them.
        .executableTarget(
            name: "trammel-bench",
            dependencies: words(
                "Ground Links Recordings TagRouting NearbyInteraction Journal Engine ScenarioKit Scenarios Rigs RigKit "
                    + "Benches Evidence OperatingSystem NetworkDriver History Gate GateKit Gating Statistics "
                    + "ApplicationServices"),
            path: "Sources/trammel-bench", swiftSettings: settings),

        module("TestSupport", in: "Tests", uses: ["Ground", "OperatingSystem", "CLinux"]),
        module(  // What ci/fuzz short builds with coverage.
            "Fuzzed", in: "Tests",
            uses: protocols + dialects + words("Traces AppProperties BlueZDriver USBDriver NFCDriver")),
        tests("GroundTests"),
        tests("ATTTests", "ATT"),
        tests("GATTTests", "ATT GATT"),
        tests("UCITests", "UCI"),
        tests("QorvoCLITests", "QorvoCLI"),
        tests("NDEFTests", "NDEF"),
        tests("NearbyInteractionTests", "NearbyInteraction"),
        tests("TagRoutingTests", "TagRouting"),
        tests("PropertyListsTests", "PropertyLists"),
        tests("AppPropertiesTests", "AppProperties PropertyLists TagRouting ApplicationServices"),
        tests("ApplicationServicesTests", "ApplicationServices"),
        tests("FirmwareIdentityTests", "FirmwareIdentity"),
        tests("ScenarioKitTests", "ScenarioKit Scenarios TagRouting"),
        tests("RigKitTests", "RigKit Rigs"),
        tests("StatisticsTests", "Statistics"),
        tests("GateKitTests", "GateKit Vocabulary Scenarios ScenarioKit"),
        tests("GateReportsTests", "GateReports Gate GateKit Statistics Reports TraceViews Journal Vocabulary"),
        tests("BisectingTests", "Bisecting Statistics"),
        tests("BisectRunsTests", "BisectRuns Bisecting Statistics Attestation Gating Journal OperatingSystem"),
        tests("GateTests", "Gate GateKit Statistics Journal Reports Vocabulary"),
        tests("PhoneTests", "Links Phone Simulators", besides: protocols + dialects),
        tests(
            "SimulatorsTests",
            "Links Simulators Engine Benches Zoo Recordings Replay Journal ScenarioKit Scenarios RigKit Rigs",
            besides: protocols + dialects),
        tests(
            "EngineTests",
            "Links Phone Engine Simulators ScenarioKit Scenarios RigKit Rigs Journal Benches Vocabulary "
                + "Wording RigZoo", besides: protocols + dialects),
        tests("DiagnosisTests", "Diagnosis Journal Simulators"),
        tests(
            "ZooTests",
            "Zoo RigZoo Diagnosis Engine Benches Links Simulators ScenarioKit Scenarios RigKit Rigs Journal"),
        tests("ImportingTests", "Importing Recordings Traces Links UCI", besides: protocols),
        tests("TracesTests", "Traces QorvoCLI"),
        tests(
            "ReplayTests",
            "Replay Recordings Traces Links Engine Journal ScenarioKit Scenarios RigKit Rigs Benches Zoo "
                + "Simulators UCI NearbyInteraction"),
        tests(
            "TraceViewsTests",
            "TraceViews LinkKinds Recordings Traces Links Journal ScenarioKit Scenarios RigKit Rigs "
                + "Engine Benches", besides: protocols + dialects),
        tests("RecordingsTests", "Recordings LinkKinds Links Traces Journal"),
        tests("JournalTests", "Journal ScenarioKit Vocabulary", besides: protocols),
        tests("ReportsTests", "Journal Reports ScenarioKit Vocabulary"),
        tests(
            "DriverTests",
            "Links Phone OperatingSystem BlueZDriver USBDriver NFCDriver Benches Simulators NDEF ATT "
                + "NearbyInteraction CLinux UWB QorvoCLI"),
        tests(
            "NetworkDriverTests",
            "Links NetworkDriver OperatingSystem Vocabulary Benches RigKit ScenarioKit "
                + "ApplicationServices Simulators Engine Journal Scenarios CLinux"),
        tests("VirtualMachineTests", "VirtualMachine OperatingSystem"),
        tests("ScenarioTests", "ScenarioKit Scenarios RigKit Rigs Engine Simulators Journal Benches Links TagRouting"),
        tests("CommandLineTests", "OperatingSystem Recordings Traces Links Journal ScenarioKit Benches CLinux UCI UWB"),
        tests(
            "MeetingTests",
            "Links Benches Reports Engine Evidence NetworkDriver ApplicationServices TrammelCommandLine"),
        tests(
            "EvidenceTests",
            "Evidence Attestation OperatingSystem Recordings Traces Links Journal Reports RigKit ScenarioKit"),
        tests("AttestationTests", "Attestation"),
        tests(
            "GateRecordsTests",
            "GateRecords Attestation Evidence Journal Reports OperatingSystem Recordings Links Traces"),
        tests(
            "GatingTests",
            "Gating Gate GateKit GateRecords Attestation Evidence FirmwareIdentity History Journal Reports RigKit Rigs "
                + "Runs ScenarioKit Catalogues"),
        tests(
            "HistoryTests",
            "History Evidence Attestation Gate Journal Links Recordings Reports Traces Vocabulary"),
        tests(
            "PagesTests", "Pages Evidence Journal Links Recordings Reports Traces Vocabulary Gate GateKit GateReports"),
        tests("CataloguesTests", "Catalogues Evidence RigKit Rigs ScenarioKit Scenarios"),
        tests("NewPackagesTests", "NewPackages"),
        tests("TraceToolsTests", "TraceTools Evidence Importing Links Recordings Reports Traces"),
        tests(
            "RunsTests",
            "Runs Links Evidence OperatingSystem TagRouting Journal Reports ScenarioKit Scenarios RigKit Rigs"),
        tests(
            "LiveReplayTests",
            "LiveReplay Evidence Runs Replay Recordings Traces Links Journal Reports ScenarioKit "
                + "Scenarios RigKit Rigs OperatingSystem Wording"),
        tests(
            "VirtualBenchTests",
            "OperatingSystem VirtualMachine Benches USBDriver RigKit ScenarioKit Links Recordings Traces"),
        tests(
            "FuzzTests",
            "Links Vocabulary ScenarioKit RigKit Journal Traces Recordings TraceViews Importing Benches "
                + "PropertyLists AppProperties TrammelCommandLine Attestation GateRecords GateKit Gate BisectRuns",
            besides: protocols + dialects + [.product(name: "ArgumentParser", package: "swift-argument-parser")]),
        tests("TidyTests", "Scenarios Rigs ScenarioKit RigKit GateKit Vocabulary"),
    ],
    swiftLanguageModes: [.v6]
)

// Who names targets of tests builds no others: ci/first-build does.
if let named = Context.environment["TRAMMEL_TESTS"]?.split(separator: " ") {
    package.targets.removeAll { $0.isTest && !named.contains(Substring($0.name)) }
}
