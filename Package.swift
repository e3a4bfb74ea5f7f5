// swift-tools-version: 6.2
import PackageDescription

// This file says what each module may import: `ci/test` builds with the import check set to error. The targets are
// listed layer by layer, and each depends only on targets above it, which Tests/TidyTests checks.

// Scenarios and rigs are written by people who test firmware: there a plain `import` is enough.
let catalogue: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]
let settings = catalogue + [.enableUpcomingFeature("InternalImportsByDefault")]

/// Reads a list of modules: `"Ground Vocabulary"`.
func words(_ text: String) -> [Target.Dependency] {
    text.split(separator: " ").map { Target.Dependency(stringLiteral: String($0)) }
}

func module(
    _ name: String, _ uses: String = "", in folder: String = "Sources", besides: [Target.Dependency] = [],
    exclude: [String] = [], resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: words(uses) + besides, path: "\(folder)/\(name)", exclude: exclude,
        resources: resources, swiftSettings: settings)
}

/// A protocol without input or output: bytes and instants in, bytes and deadlines out.
func standard(_ name: String, _ uses: String = "Ground") -> Target { module(name, uses, in: "Sources/Protocols") }

/// A module that may touch C or the kernel.
func driver(_ name: String, _ uses: String, besides: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: words(uses) + besides, path: "Sources/Drivers/\(name)",
        swiftSettings: settings + [.strictMemorySafety()])
}

/// A module of what people write.
func catalogue(_ name: String, _ uses: String, exclude: [String]) -> Target {
    .target(name: name, dependencies: words(uses), path: name, exclude: exclude, swiftSettings: catalogue)
}

func tests(_ name: String, _ uses: String = "", besides: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name, dependencies: words(uses) + besides + ["Ground", "TestSupport"], path: "Tests/\(name)",
        // It does not pay to optimise tests, to describe them to debuggers (a crash is reported without its line) or
        // to index the system; two compilers of a module read its imports twice.
        swiftSettings: settings + [
            .unsafeFlags(
                ["-Onone", "-gnone", "-index-ignore-system-modules", "-no-emit-module-separately-wmo"],
                .when(configuration: .release)),
            .unsafeFlags(["-driver-batch-count", "1"], .when(configuration: .debug)),
        ])
}

let package = Package(
    name: "trammel",
    products: [
        .executable(name: "trammel", targets: ["TrammelProgram"]),
        .library(name: "Trammel", targets: ["Trammel"]),
    ],
    dependencies: [
        // Arguments, completions and help.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // The network driver's event loop.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        // The history's SQLite.
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    ],
    targets: [
        // MARK: Ground
        module("Ground"),
        // The one reader and the one writer of JSON.
        module("JSON", "Ground"),
        // Limits, tests, change points, and the search for a first bad revision.
        module("Statistics"),

        // MARK: Protocols
        standard("GATT"),
        standard("UWB"),
        standard("NDEF"),
        standard("NearbyInteraction"),
        standard("TagRouting", "Ground JSON"),
        standard("ApplicationServices"),
        standard("FirmwareIdentity"),
        standard("AppProperties", "Ground TagRouting ApplicationServices"),

        // MARK: Shared values
        module(
            "Vocabulary",
            "Ground GATT UWB NDEF NearbyInteraction TagRouting ApplicationServices FirmwareIdentity"),

        // MARK: Written by people, as data
        module("ScenarioKit", "Ground JSON ApplicationServices Vocabulary"),
        module("RigKit", "Ground JSON Vocabulary"),
        module("GateKit", "Ground JSON Statistics FirmwareIdentity Vocabulary"),
        catalogue(
            "Scenarios", "ScenarioKit GateKit",
            exclude: [
                "README.md", "RUNNING.md", "REHEARSING.md", "CI.md", "GATE.md", "Conformance/README.md",
                "Conformance/EVIDENCE.md",
                "Tags/README.md", "Tags/EVIDENCE.md", "Companions/README.md", "Associations",
            ]),
        catalogue("Rigs", "RigKit", exclude: ["README.md", "programs"]),

        // MARK: The seam, and what decides; no input, output or Foundation
        module("Links", "Ground Vocabulary"),
        module(
            "Phone",
            "Ground GATT UWB NDEF NearbyInteraction TagRouting ApplicationServices FirmwareIdentity Vocabulary "
                + "Links"),
        module(
            "Simulators",
            "Ground GATT UWB NDEF NearbyInteraction ApplicationServices FirmwareIdentity Vocabulary Links Phone"),

        // MARK: A run as it is played and recorded
        module("Journal", "Ground JSON FirmwareIdentity Vocabulary"),
        // The one place where events, failures, requests and verdicts become sentences.
        module(
            "Wording",
            "Ground UWB NDEF NearbyInteraction TagRouting ApplicationServices FirmwareIdentity Vocabulary "
                + "ScenarioKit Links Journal",
            exclude: ["Facts/bluez.md", "Facts/gate.md", "Facts/uwb.md"],
            resources: [
                .embedInCode("Facts/nearby-interaction.md"), .embedInCode("Facts/network.md"),
                .embedInCode("Facts/nfc.md"),
            ]),
        module("Traces", "Ground UWB", resources: [.embedInCode("wireshark/uci.lua")]),
        module(
            "Recordings",
            "Ground GATT UWB NDEF NearbyInteraction ApplicationServices FirmwareIdentity Vocabulary Links Journal "
                + "Wording Traces",
            exclude: ["FORMAT.md", "TRACES.md", "journal.schema.json", "verdict.schema.json"]),
        module(
            "Engine",
            "Ground GATT UWB NDEF NearbyInteraction TagRouting ApplicationServices FirmwareIdentity Vocabulary "
                + "ScenarioKit RigKit Links Phone Journal Wording Recordings"),

        // MARK: The world: the only code that may touch C or the kernel
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
            name: "COpenSSL", path: "Sources/Drivers/COpenSSL",
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        driver("OperatingSystem", "Ground Links CLinux"),
        driver("OpenSSL", "Ground COpenSSL"),
        driver("BlueZDriver", "Ground Links OperatingSystem CBlueZ CLinux"),
        driver("USBDriver", "Ground Links OperatingSystem CLibUSB CLinux"),
        driver("NFCDriver", "Ground Links OperatingSystem CLibNFC CLinux"),
        driver(
            "NetworkDriver", "Ground Links OperatingSystem OpenSSL CDBus CLinux",
            besides: [
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ]),

        // MARK: What runs leave, and what it shows
        module("Reports", "Ground JSON Vocabulary Journal Wording OpenSSL"),
        module(
            "Diagnosis", "Ground JSON Vocabulary Simulators Journal Wording Reports",
            exclude: ["MEASURED.md"], resources: [.embedInCode("knowledge.txt")]),
        module("Gate", "Ground JSON Statistics GateKit Journal Reports"),
        // Seals, signatures and a gate's record, written and verified.
        module(
            "Evidence",
            "Ground JSON NearbyInteraction ScenarioKit RigKit Links Journal Wording Traces Recordings OperatingSystem "
                + "OpenSSL Reports"),
        module(
            "History",
            "Ground JSON Statistics Vocabulary GateKit Journal Wording OperatingSystem OpenSSL Reports Gate "
                + "Evidence",
            besides: [.product(name: "GRDB", package: "GRDB.swift")], exclude: ["HISTORY.md"]),
        // Timelines, charts and pages.
        module(
            "Views",
            "Ground JSON Statistics GATT UWB Vocabulary ScenarioKit GateKit Links Journal Wording Traces "
                + "Recordings Reports Diagnosis Gate Evidence History"),

        // MARK: Assembly
        // A rig brought up, and a visit to a tag on it.
        module(
            "Benches",
            "Ground NDEF NearbyInteraction ApplicationServices FirmwareIdentity ScenarioKit RigKit Links Phone "
                + "Simulators OperatingSystem BlueZDriver USBDriver NFCDriver NetworkDriver CLinux",
            resources: [.embedInCode("VirtualMachine/fetch.sh")]),
        // Runs, gates and searches on a bench, with their evidence, and meetings with apps on the network.
        module(
            "Runs",
            "Ground JSON Statistics TagRouting ApplicationServices FirmwareIdentity Vocabulary ScenarioKit RigKit "
                + "GateKit Scenarios Rigs Links Journal Wording Traces Recordings Engine OperatingSystem OpenSSL "
                + "BlueZDriver NetworkDriver Reports Diagnosis Gate Evidence History Views Benches"),
        module(
            "Zoo",
            "Ground JSON UWB NDEF ScenarioKit RigKit Links Simulators Journal Recordings Engine Reports Diagnosis "
                + "Evidence Benches Runs"),
        module(
            "Replay",
            "Ground JSON GATT UWB NearbyInteraction ScenarioKit RigKit Links Simulators Journal Wording "
                + "Recordings Engine OperatingSystem Reports Evidence Views Benches Runs"),
        // Captures of others as traces, and traces for others.
        module(
            "Captures",
            "Ground JSON GATT UWB NearbyInteraction Vocabulary Links Journal Wording Traces Recordings OperatingSystem "
                + "Reports Evidence Views Runs"),
        module(
            "TrammelCommandLine",
            "Ground JSON Statistics NDEF TagRouting ApplicationServices FirmwareIdentity AppProperties Vocabulary "
                + "ScenarioKit RigKit GateKit Scenarios Rigs Links Phone Simulators Journal Wording Traces Recordings "
                + "Engine OperatingSystem NFCDriver NetworkDriver Reports Diagnosis Gate Evidence History Views "
                + "Benches Runs Zoo Replay Captures",
            besides: [.product(name: "ArgumentParser", package: "swift-argument-parser")]),
        // All that a package with scenarios and rigs of its own needs; our own program needs no more.
        module("Trammel", "ScenarioKit RigKit GateKit Scenarios Rigs TrammelCommandLine"),
        .executableTarget(
            name: "TrammelProgram", dependencies: ["Trammel"], path: "Sources/TrammelProgram", swiftSettings: settings),
        // Benchmarks.
        .executableTarget(
            name: "trammel-bench",
            dependencies: words(
                "Ground Statistics NearbyInteraction ApplicationServices ScenarioKit RigKit GateKit Scenarios "
                    + "Rigs Links Journal Recordings Engine OperatingSystem OpenSSL NetworkDriver Gate Evidence "
                    + "History Views Benches Runs"),
            path: "Sources/trammel-bench", swiftSettings: settings),

        // MARK: Tests
        module("TestSupport", "Ground OperatingSystem CLinux", in: "Tests"),
        // The code that ci/fuzz short builds with coverage.
        module(
            "Fuzzed",
            "GATT UWB NDEF NearbyInteraction TagRouting ApplicationServices FirmwareIdentity AppProperties Traces "
                + "BlueZDriver USBDriver NFCDriver", in: "Tests"),
        tests("GroundTests"),
        tests("JSONTests", "JSON"),
        tests("ATTTests", "GATT"),
        tests("GATTTests", "GATT"),
        tests("UCITests", "UWB"),
        tests("QorvoCLITests", "UWB"),
        tests("NDEFTests", "NDEF"),
        tests("NearbyInteractionTests", "NearbyInteraction"),
        tests("TagRoutingTests", "TagRouting"),
        tests("PropertyListsTests", "AppProperties"),
        tests("AppPropertiesTests", "TagRouting ApplicationServices AppProperties"),
        tests("ApplicationServicesTests", "ApplicationServices"),
        tests("FirmwareIdentityTests", "FirmwareIdentity"),
        tests("ScenarioKitTests", "JSON TagRouting ScenarioKit Scenarios"),
        tests("RigKitTests", "RigKit Rigs"),
        tests("StatisticsTests", "Statistics"),
        tests("GateKitTests", "JSON GateKit Scenarios"),
        tests("GateReportsTests", "Vocabulary GateKit Journal Reports Gate Views"),
        tests("BisectingTests", "Statistics"),
        tests("BisectRunsTests", "RigKit Statistics Journal OperatingSystem Evidence Runs"),
        tests("GateTests", "Statistics GateKit Journal Reports Gate"),
        tests("PhoneTests", "GATT UWB NDEF NearbyInteraction TagRouting FirmwareIdentity Links Phone Simulators"),
        tests(
            "SimulatorsTests",
            "GATT UWB NDEF NearbyInteraction ApplicationServices Vocabulary ScenarioKit RigKit Scenarios Rigs "
                + "Links Simulators Journal Recordings Engine Benches Zoo Replay"),
        tests(
            "EngineTests",
            "GATT UWB NDEF NearbyInteraction TagRouting ApplicationServices FirmwareIdentity Vocabulary "
                + "ScenarioKit RigKit Scenarios Rigs Links Phone Simulators Journal Wording Engine Benches Zoo"),
        tests("DiagnosisTests", "Vocabulary Simulators Journal Reports Diagnosis"),
        tests("ZooTests", "ScenarioKit RigKit Scenarios Rigs Links Simulators Journal Engine Diagnosis Benches Zoo"),
        tests(
            "ImportingTests",
            "GATT UWB NearbyInteraction ApplicationServices Vocabulary Links Journal Wording Traces Recordings Reports "
                + "Captures"),
        tests("TracesTests", "UWB Traces"),
        tests(
            "ReplayTests",
            "UWB NearbyInteraction ScenarioKit RigKit Scenarios Rigs Links Simulators Journal Traces Recordings "
                + "Engine Benches Zoo Replay"),
        tests(
            "TraceViewsTests",
            "GATT UWB NDEF NearbyInteraction ApplicationServices Vocabulary ScenarioKit RigKit Scenarios Rigs "
                + "Links Journal Traces Recordings Engine Views Benches"),
        tests("RecordingsTests", "Links Journal Traces Recordings"),
        tests(
            "JournalTests",
            "JSON GATT UWB NDEF NearbyInteraction TagRouting ApplicationServices FirmwareIdentity Vocabulary "
                + "ScenarioKit Journal"),
        tests("ReportsTests", "Vocabulary Journal Wording Reports"),
        tests(
            "DriverTests",
            "GATT UWB NDEF NearbyInteraction ScenarioKit RigKit Scenarios Rigs Links Phone Simulators Journal Engine "
                + "OperatingSystem BlueZDriver USBDriver NFCDriver Benches"),
        tests(
            "NetworkDriverTests",
            "ApplicationServices Vocabulary ScenarioKit RigKit Scenarios Links Simulators Journal Engine "
                + "OperatingSystem NetworkDriver Benches"),
        tests("VirtualMachineTests", "OperatingSystem Benches"),
        tests(
            "ScenarioTests",
            "TagRouting ScenarioKit RigKit Scenarios Rigs Links Simulators Journal Engine Benches"),
        tests("CommandLineTests", "UWB ScenarioKit Links Journal Traces Recordings OperatingSystem Benches CLinux"),
        tests(
            "MeetingTests",
            "ApplicationServices Links Engine NetworkDriver Reports Evidence Benches Runs"),
        tests(
            "EvidenceTests",
            "ScenarioKit RigKit Links Journal Traces Recordings OperatingSystem OpenSSL Reports Evidence"),
        tests("OpenSSLTests", "OpenSSL"),
        tests("AttestationTests", "JSON OpenSSL Evidence"),
        tests("GateRecordsTests", "JSON Links Journal Traces Recordings OperatingSystem OpenSSL Reports Evidence"),
        tests(
            "GatingTests",
            "JSON FirmwareIdentity ScenarioKit RigKit GateKit Rigs Journal OpenSSL Reports Gate Evidence History "
                + "Runs"),
        tests(
            "HistoryTests", "Vocabulary Links Journal Traces Recordings OpenSSL Reports Gate Evidence History Views",
            besides: [.product(name: "GRDB", package: "GRDB.swift")]),
        tests("PagesTests", "GateKit Links Journal Traces Recordings Reports Gate Evidence Views"),
        tests(
            "CataloguesTests", "ScenarioKit RigKit GateKit Scenarios Rigs Links Journal Engine Evidence Benches Runs"),
        tests("NewPackagesTests", "Runs"),
        tests("TraceToolsTests", "Links Traces Recordings Reports Evidence Captures"),
        tests(
            "RunsTests",
            "ScenarioKit RigKit Scenarios Rigs Links Journal Engine OperatingSystem Reports Evidence Benches Runs"),
        tests(
            "LiveReplayTests",
            "ScenarioKit RigKit Scenarios Rigs Links Journal Wording Recordings OperatingSystem Reports Evidence "
                + "Runs Replay"),
        tests("VirtualBenchTests", "ScenarioKit RigKit Links Traces Recordings OperatingSystem USBDriver Benches"),
        tests(
            "FuzzTests",
            "JSON GATT UWB NDEF NearbyInteraction TagRouting ApplicationServices FirmwareIdentity AppProperties "
                + "Vocabulary ScenarioKit RigKit GateKit Rigs Links Journal Traces Recordings Gate Evidence Views "
                + "Benches Runs Captures TrammelCommandLine",
            besides: [.product(name: "ArgumentParser", package: "swift-argument-parser")]),
        tests("TidyTests", "Vocabulary ScenarioKit RigKit GateKit Scenarios Rigs"),
    ],
    swiftLanguageModes: [.v6]
)

// Who names targets of tests builds no others: ci/first-build does.
if let named = Context.environment["TRAMMEL_TESTS"]?.split(separator: " ") {
    package.targets.removeAll { $0.isTest && !named.contains(Substring($0.name)) }
}
