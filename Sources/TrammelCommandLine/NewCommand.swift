import ArgumentParser
import Evidence
import Ground
import OperatingSystem
import Reports
import Runs

/// Creates a package with its own scenarios and rigs, ready to run.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Write a package for your own scenarios and rigs, ready to run.",
        discussion: """
            FOLDER gets a Swift package that imports Trammel as a library: one scenario, one rig, and a program that \
            is this whole command line with both beside the built-in ones. Then, in FOLDER:

                swift run bench check
                swift run bench run opensOurDoor --rig ourBench

              trammel new ../door

            Exit status: 0 written, 3 FOLDER cannot be written, 64 usage, a folder that is not empty included.
            """)

    @Argument(help: ArgumentHelp("The folder, which must not exist or be empty.", valueName: "folder"))
    var folder: String

    @Option(
        help: ArgumentHelp(
            """
            The source of Trammel for the package: the folder of a checkout, or an address that git can clone, pinned \
            to the commit that this program's checkout is at; by default the checkout that this program was built from.
            """, valueName: "path|url"))
    var trammel: String?

    func validate() throws {
        guard !name.isEmpty else { throw ValidationError("'\(folder.escapedForDisplay)' names no folder.") }
        switch Files.kind(of: folder) {
        case nil: break
        case .folder:
            guard Files.names(in: folder).isEmpty else {
                throw ValidationError("\(folder.escapedForDisplay) is not empty: name another folder.")
            }
        case .regular, .link, .fifo, .socket, .device:
            throw ValidationError("\(folder.escapedForDisplay) exists and is not a folder.")
        }
        if let trammel, TrammelSource(trammel) == nil {
            throw ValidationError(
                "--trammel takes the folder of a checkout, with its Package.swift, or an address such as "
                    + "https://example.com/trammel.git, not \(trammel.escapedForDisplay).")
        }
    }

    func run() throws {
        let source = trammel.flatMap { TrammelSource($0) } ?? .ofThisProgram
        let package = NewPackage(name: name, source: source)
        do throws(CommandError) {
            try package.write(to: folder)
        } catch {
            return try CommandStatus.passed.worsened(by: error).leave()
        }
        for file in package.files {
            StandardOutput.shared.write("wrote \("\(folder)/\(file.path)".escapedForDisplay)\n")
        }
        let place = source == .unknown ? "; set the location of Trammel in Package.swift" : ""
        StandardOutput.shared.write(
            "next: cd \(folder.asShellWord.escapedForDisplay) && swift run bench check\(place)\n")
    }

    /// The name of the package, which is that of the folder.
    private var name: String {
        let path = folder.hasPrefix("/") ? folder : "\(Files.absolute(".") ?? "")/\(folder)"
        var names: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = names.popLast() } else { names.append(part) }
        }
        return names.last.map(String.init) ?? ""
    }
}
