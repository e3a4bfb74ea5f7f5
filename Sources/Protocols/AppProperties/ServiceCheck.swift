public import ApplicationServices
import Ground
import TagRouting

/// The application services declared in the property lists of related apps, and the differences between them.
///
/// Rules of network.md, section 0, points 7, 8 and 10, and section 2.
public struct ServiceCheck: Hashable, Sendable {
    /// A finding and the file it belongs to.
    public struct Found: Hashable, Sendable {
        public let side: AppSide
        public let finding: PropertyFinding
    }

    /// A check that was not possible.
    public enum Unjudged: Hashable, Sendable {
        /// The TV's file is unreadable, so nothing is compared with it.
        case noTV
        /// The TV app names the platform, but its file is missing or unreadable.
        case noFile(CompanionPlatform)
        /// The file does not contain its bundle identifier.
        case bundle(AppSide)
        /// The phone's file was used for the iPad too.
        case phoneForPad
        /// The real behaviour of Apple's picker and transport.
        case devices
    }

    /// The findings file by file, each in the order of its file.
    public let findings: [Found]
    public let unjudged: [Unjudged]

    /// Checks the TV's file and those of the other sides, each given at most once. Pass nil for an unreadable file;
    /// checks that depend on it are then listed in `unjudged`.
    public init(tv: ServiceProperties?, companions: [ServiceProperties]) {
        var pairing = ServicePairing(tv: tv, companions: companions)
        pairing.compare()
        let files = [tv].compactMap(\.self) + companions
        findings = files.flatMap { file in
            let pairs = pairing.found[file.side] ?? []
            return (file.findings + pairs).inOrderOfTheFile.map { Found(side: file.side, finding: $0) }
        }
        unjudged = pairing.unjudged + [.devices]
    }
}

extension ServiceCheck.Unjudged: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noTV: "whether the other files agree with \(AppSide.tv), which cannot be read"
        case .noFile(let platform): "Browses names \(platform), but no file of the app there could be checked"
        case .bundle(let side): "\(side) does not show the bundle identifier, which all apps must have in common"
        case .phoneForPad: "a separate app on iPadOS: the phone's Info.plist was used for it, as for a single app"
        case .devices: "Apple's picker and connection: only devices show what they make of these files"
        }
    }
}
