public import ApplicationServices
import Ground
import PropertyLists
import TagRouting

/// What the property lists of the apps that belong together say of application services, and where they disagree.
///
/// Rules of the network fact sheet, section 0, points 7, 8 and 10, and section 2.
public struct ServiceCheck: Hashable, Sendable {
    /// A finding, and the file that it stands in.
    public struct Found: Hashable, Sendable {
        public let side: AppSide
        public let finding: PropertyFinding
    }

    /// What could not be looked at.
    public enum Unjudged: Hashable, Sendable {
        /// The television's file cannot be read, so that nothing is compared with it.
        case noTV
        /// The television's app names the platform, and no file of it was given, or none that can be read.
        case noFile(CompanionPlatform)
        /// The file does not show its bundle identifier.
        case bundle(AppSide)
        /// The phone's file was taken for the iPad too.
        case phoneForPad
        /// Apple's picker and transport, as they work.
        case devices
    }

    /// File by file, in the order of each.
    public let findings: [Found]
    public let unjudged: [Unjudged]

    /// Looks at the television's file and those of the other sides, each at most once; nil for a file that cannot be
    /// read, which leaves what depends on it unjudged.
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
        case .noFile(let platform): "Browses names \(platform), and no file of the app there could be looked at"
        case .bundle(let side): "\(side) does not show the bundle identifier, which all apps must have in common"
        case .phoneForPad: "an app of its own on iPadOS: the phone's Info.plist was taken for it, as one app has one"
        case .devices: "Apple's picker and connection: only devices show what they make of these files"
        }
    }
}
