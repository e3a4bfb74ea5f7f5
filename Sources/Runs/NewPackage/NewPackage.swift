public import Evidence
import OperatingSystem

/// The files of a package with its own scenarios and rigs.
public struct NewPackage {
    /// The name of the package.
    public let name: String
    public let source: TrammelSource

    public init(name: String, source: TrammelSource) {
        self.name = name
        self.source = source
    }

    /// Writes all files below the folder, which is created if necessary.
    public func write(to folder: String) throws(CommandError) {
        for file in files {
            let path = "\(folder)/\(file.path)"
            do {
                try Files.makeFolder(Files.folder(of: path))
            } catch {
                throw .cannotWrite(path, error)
            }
            try UnfinishedFile.write(Array(file.text.utf8), to: path, isShared: true)
        }
    }

    /// The files, each with its path in the package.
    public var files: [(path: String, text: String)] {
        [
            ("Package.swift", manifest), ("Bench.swift", Self.program), ("Scenarios/OurDoor.swift", Self.scenarios),
            ("Rigs/RigCatalogue.swift", Self.rigs), ("Rigs/OurBench.swift", Self.rig), ("README.md", readme),
            (".gitignore", ".build/\nresults/\n"),
        ]
    }

    private var manifest: String {
        let name = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "\(name)",
                dependencies: [
                    \(source.dependency)
                ],
                targets: [
                    .executableTarget(
                        name: "bench", dependencies: [.product(name: "Trammel", package: "\(source.package)")],
                        path: ".", exclude: ["README.md"], sources: ["Bench.swift", "Scenarios", "Rigs"])
                ]
            )

            """
    }

    private static let program = """
        import Trammel

        @main struct Bench: TrammelMain {
            static let scenarios = ScenarioGroup.ourDoor.scenarios
            static let rigs = Rig.ours
        }

        """

    private static let scenarios = """
        import Trammel

        extension ScenarioGroup {
            /// Our door: every scenario in this group is listed and played.
            static let ourDoor = ScenarioGroup {
                Scenario("opensOurDoor", "Walks up to our door", opening: .connected(.door), closing: .parting(.door)) {
                    Exchange(.configuration, with: .door, within: .milliseconds(500))
                    Walk(toward: .door, from: .metres(4), to: .metres(0.5), at: .metresPerSecond(1)) {
                        Enter(.far, at: .metres(3), give: .metres(1))
                        Enter(.near, at: .metres(1.5), give: .metres(1))
                    }
                }
            }
        }

        """

    private static let rigs = """
        import Trammel

        extension Rig {
            /// Every rig of this package.
            static let ours: [Rig] = [ourBench]
        }

        """

    private static let rig = """
        import Trammel

        extension Rig {
            /// Our door's firmware, as a simulation plays it.
            ///
            /// For a bench with real devices, `kind: .hardware` and real ports: `swift run bench list` shows the rig
            /// deskBench, and Rigs/README.md of Trammel says what there is.
            static let ourBench = Rig(
                name: "ourBench", summary: "our door, simulated", kind: .simulated, bluetooth: .simulated,
                uwb: .simulated, nfc: .none,
                accessories: [AccessoryEntry("door", .simulated(AccessoryModel(advertisedName: "Door")))], tags: [],
                motion: .simulated)
        }

        """

    private var readme: String {
        """
        # \(name)

        Scenarios and rigs of our own for Trammel, a test rig that stands in for the phone. `swift run bench` is the
        whole command line of `trammel`, with what is in this package beside what is built in:

        ```sh
        swift run bench list
        swift run bench check
        swift run bench run opensOurDoor --rig ourBench
        swift run bench run --suite conformance --rig ourBench --output results
        swift run bench run opensOurDoor --rig virtual
        ```

        A scenario goes into the group in `Scenarios/OurDoor.swift`; groups may stand in groups. A rig goes into `Rigs/`
        and `Rigs/RigCatalogue.swift`. None may have the name of a built-in one: `check` says so.

        """
    }
}
