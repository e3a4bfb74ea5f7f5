import Testing

/// The design's table of imports: which module may import which. An import that is not listed is not allowed.
private let allowed: [String: Set<String>] = {
    let protocols: Set = [
        "ATT", "GATT", "UWB", "NDEF", "NearbyInteraction", "TagRouting", "ApplicationServices", "FirmwareIdentity",
    ]
    // The modules that may know how to talk to a UWB kit; the phone may not.
    let all = protocols.union(["UCI", "QorvoCLI"])
    let driver: Set = ["Ground", "Links", "OperatingSystem", "CLinux", "Glibc", "Synchronization"]
    return [
        "Sources/Ground": [],
        "Sources/Protocols/ATT": ["Ground"],
        "Sources/Protocols/GATT": ["Ground", "ATT"],
        "Sources/Protocols/UWB": ["Ground"],
        "Sources/Protocols/UCI": ["Ground", "UWB"],
        "Sources/Protocols/QorvoCLI": ["Ground", "UWB"],
        "Sources/Protocols/NDEF": ["Ground"],
        "Sources/Protocols/NearbyInteraction": ["Ground"],
        "Sources/Protocols/TagRouting": ["Ground"],
        "Sources/Protocols/PropertyLists": ["Ground"],
        "Sources/Protocols/ApplicationServices": ["Ground"],
        "Sources/Protocols/FirmwareIdentity": ["Ground"],
        "Sources/Protocols/AppProperties": ["Ground", "PropertyLists", "TagRouting", "ApplicationServices"],
        "Sources/Vocabulary": protocols.union(["Ground"]),
        "Sources/Wording": [
            "Ground", "Vocabulary", "Links", "ScenarioKit", "Journal", "UWB", "NDEF", "NearbyInteraction", "TagRouting",
            "ApplicationServices", "FirmwareIdentity",
        ],
        "Sources/ScenarioKit": ["Ground", "Vocabulary", "ApplicationServices"],
        "Sources/RigKit": ["Ground", "Vocabulary"],
        "Scenarios": ["ScenarioKit", "GateKit"],
        "Sources/Statistics": ["Glibc"],
        "Sources/Bisecting": ["Statistics", "Glibc"],
        "Sources/GateKit": [
            "Ground", "Vocabulary", "Statistics", "FirmwareIdentity", "Attestation", "FoundationEssentials",
        ],
        "Sources/Gate": [
            "Ground", "Vocabulary", "Statistics", "GateKit", "Journal", "FirmwareIdentity", "Reports",
            "FoundationEssentials",
        ],
        "Sources/Gating": [
            "Ground", "GateKit", "Gate", "GateRecords", "GateReports", "FirmwareIdentity", "Attestation", "Evidence",
            "History", "Journal", "Pages", "Recordings", "Reports", "RigKit", "Runs", "ScenarioKit",
            "OperatingSystem", "Terminal", "Wording", "FoundationEssentials", "Glibc",
        ],
        "Sources/BisectRuns": [
            "Ground", "Vocabulary", "Bisecting", "Statistics", "Gating", "GateRecords", "FirmwareIdentity",
            "Attestation", "Evidence", "History", "Journal", "Reports", "RigKit", "Runs", "ScenarioKit",
            "OperatingSystem", "Terminal", "FoundationEssentials",
        ],
        "Rigs": ["RigKit"],
        "Sources/Links": ["Ground", "Vocabulary"],
        "Sources/LinkKinds": protocols.union(["Ground", "Vocabulary", "Links", "Journal", "Traces", "UCI", "QorvoCLI"]),
        "Sources/Traces": ["Ground", "QorvoCLI"],
        "Sources/TraceViews": all.union([
            "Ground", "Vocabulary", "Links", "LinkKinds", "Journal", "ScenarioKit", "Traces", "Recordings", "Wording",
        ]),
        "Sources/Phone": protocols.union(["Ground", "Vocabulary", "Links"]),
        "Sources/Journal": ["Ground", "Vocabulary", "ScenarioKit", "FirmwareIdentity", "FoundationEssentials"],
        "Sources/Recordings": ["Ground", "Vocabulary", "Links", "LinkKinds", "Journal", "Traces", "Wording"],
        "Sources/Importing": [
            "Ground", "Links", "LinkKinds", "Journal", "Traces", "Recordings", "ATT", "QorvoCLI", "NearbyInteraction",
        ],
        "Sources/Reports": [
            "Ground", "Vocabulary", "Journal", "ScenarioKit", "Wording", "Attestation", "FoundationEssentials",
        ],
        "Sources/GateReports": [
            "Ground", "Vocabulary", "Journal", "Statistics", "GateKit", "Gate", "Reports", "TraceViews", "Wording",
            "Glibc",
        ],
        "Sources/Engine": all.union([
            "Ground", "Vocabulary", "Links", "LinkKinds", "Phone", "ScenarioKit", "RigKit", "Journal", "Wording",
        ]),
        "Sources/Replay": [
            "Ground", "Links", "LinkKinds", "Recordings", "Engine", "Journal", "ScenarioKit", "RigKit", "ATT", "UCI",
            "NearbyInteraction", "Wording",
        ],
        "Sources/Zoo": [
            "Ground", "Links", "NDEF", "Engine", "Journal", "Reports", "ScenarioKit", "RigKit", "Simulators",
            "Diagnosis", "FoundationEssentials",
        ],
        "Sources/Diagnosis": [
            "Ground", "Vocabulary", "Journal", "Reports", "Simulators", "Wording", "FoundationEssentials", "Glibc",
        ],
        "Sources/Simulators": all.union(["Ground", "Vocabulary", "Links", "Phone"]),
        "Sources/Evidence": [
            "Ground", "Links", "Journal", "Recordings", "Traces", "Reports", "RigKit", "ScenarioKit", "OperatingSystem",
            "Attestation", "FoundationEssentials", "Glibc", "Synchronization",
        ],
        "Sources/Attestation": ["Ground", "Crypto", "FoundationEssentials"],
        "Sources/GateRecords": ["Ground", "Journal", "Reports", "Evidence", "Attestation", "OperatingSystem", "Glibc"],
        "Sources/History": [
            "Ground", "Vocabulary", "Journal", "Reports", "Attestation", "Evidence", "OperatingSystem", "Statistics",
            "GateKit", "Gate", "GateRecords", "GRDB", "FoundationEssentials", "Glibc",
        ],
        "Sources/Pages": [
            "Ground", "Vocabulary", "Journal", "Recordings", "Reports", "TraceViews", "Diagnosis", "Evidence",
            "Wording", "Gate", "GateReports",
        ],
        "Sources/Terminal": ["Ground", "Evidence", "Reports", "OperatingSystem", "Glibc", "Synchronization"],
        "Sources/Catalogues": [
            "Ground", "Evidence", "GateKit", "Reports", "RigKit", "Rigs", "ScenarioKit", "Scenarios",
            "OperatingSystem", "TagRouting", "FoundationEssentials", "Glibc",
        ],
        "Sources/NewPackages": ["Evidence", "OperatingSystem"],
        "Sources/TraceTools": [
            "Ground", "Evidence", "Importing", "Recordings", "Reports", "OperatingSystem", "Terminal", "TraceViews",
        ],
        "Sources/Runs": [
            "Ground", "Links", "NDEF", "TagRouting", "Phone", "Journal", "Recordings", "Traces", "TraceViews",
            "Reports", "Engine", "RigKit", "ScenarioKit", "Evidence", "OperatingSystem", "Terminal", "BlueZDriver",
            "NetworkDriver", "VirtualMachine", "Benches", "Diagnosis", "Pages", "FoundationEssentials", "Glibc",
            "Synchronization",
        ],
        "Sources/RigZoo": [
            "Ground", "Links", "UCI", "Simulators", "Journal", "Recordings", "Reports", "Engine", "RigKit",
            "ScenarioKit", "Evidence", "Runs", "Benches", "FoundationEssentials", "Glibc",
        ],
        "Sources/LiveReplay": [
            "Ground", "Links", "LinkKinds", "Journal", "Recordings", "TraceViews", "Reports", "Engine", "Simulators",
            "Replay",
            "RigKit", "ScenarioKit", "Evidence", "Runs", "OperatingSystem", "Terminal", "Benches", "Wording",
            "FoundationEssentials", "Glibc", "Synchronization",
        ],
        "Sources/Trammel": ["GateKit", "RigKit", "Rigs", "ScenarioKit", "Scenarios", "TrammelCommandLine"],
        "Sources/TrammelProgram": ["Trammel"],
        "Sources/Drivers/OperatingSystem": ["Ground", "Links", "CLinux", "Glibc", "Synchronization"],
        "Sources/Drivers/BlueZDriver": driver.union(["CBlueZ"]),
        "Sources/Drivers/USBDriver": driver.union(["CLibUSB"]),
        "Sources/Drivers/NFCDriver": driver.union(["CLibNFC"]),
        "Sources/Drivers/NetworkDriver": driver.union([
            "CDBus", "CPreSharedTLS", "NIOCore", "NIOPosix", "NIOTLS", "NIOSSL", "X509", "SwiftASN1", "Crypto",
            "FoundationEssentials",
        ]),
        "Sources/VirtualMachine": ["Ground", "OperatingSystem", "CLinux", "Glibc", "Synchronization"],
        "Sources/Benches": driver.union(all).union([
            "ScenarioKit", "RigKit", "Simulators", "BlueZDriver", "USBDriver", "NFCDriver", "NetworkDriver",
            "VirtualMachine",
        ]),
    ]
}()

/// Single files that may import something more: the one JSON file, and the one that holds another package's files.
private let exceptions: [String: Set<String>] = [
    "Sources/ScenarioKit/JSON/ScenarioFile.swift": ["FoundationEssentials"],
    "Sources/NewPackages/NewPackage.swift": ["PackageDescription", "Trammel"],
]

/// Folders without a row: the command line and the benchmarks, where everything meets, and C modules without any
/// Swift.
private let free: Set = [
    "Sources/TrammelCommandLine", "Sources/trammel-bench", "Sources/Drivers/CBlueZ", "Sources/Drivers/CLibUSB",
    "Sources/Drivers/CLibNFC", "Sources/Drivers/CDBus", "Sources/Drivers/CLinux", "Sources/Drivers/CPreSharedTLS",
]

/// Returns the modules that the lines import, with the kinds of import and attributes stripped.
private func imports(in lines: [String]) -> [String] {
    lines.compactMap { line in
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let index = words.firstIndex(of: "import") else { return nil }
        let before: Set = ["public", "package", "internal", "fileprivate", "private"]
        guard words[..<index].allSatisfy({ $0.hasPrefix("@") || before.contains($0) }) else { return nil }
        let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        let names = words[(index + 1)...].drop { kinds.contains($0) }
        return names.first.map { String($0.prefix { $0 != "." && $0 != ";" }) }
    }
}

@Suite struct ImportTests {
    @Test func everyModuleHasItsRow() {
        let rows = Set(allowed.keys).union(free)
        #expect(Set(Project.moduleFolders).subtracting(rows) == [], "folders without a row in the import table")
        #expect(rows.subtracting(Project.moduleFolders) == [], "rows without a folder")
    }

    @Test(arguments: allowed.keys.sorted()) func aModuleImportsOnlyWhatItsRowAllows(folder: String) {
        for file in Project.swiftFiles where file.path.hasPrefix(folder + "/") {
            let row = (allowed[folder] ?? []).union(exceptions[file.path] ?? [])
            #expect(Set(imports(in: file.lines)).subtracting(row) == [], "\(file) imports what it may not")
        }
    }

    @Test func everyWayToWriteAnImportIsSeen() {
        let lines = [
            "import A", "public import B", "@_exported public import C", "@testable import D", "import struct E.F",
            "// import G", "let important = 1", "  import H", "@preconcurrency import I.J",
        ]
        #expect(imports(in: lines) == ["A", "B", "C", "D", "E", "H", "I"])
    }
}
