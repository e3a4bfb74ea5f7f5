public import ApplicationServices
import Ground

/// The application services declared in one app's `Info.plist`, and the problems in that file alone.
///
/// The rules are those of network.md, sections 0 (points 2, 7, 8, 10 and 11) and 2; each finding states
/// how well its rule is established. `ServiceCheck` compares the files of several apps.
public struct ServiceProperties: Hashable, Sendable {
    /// An entry of `Browses` or `Advertises` that has an identifier.
    public struct Declared: Hashable, Sendable {
        public let identifier: ServiceIdentifier
        /// The known platforms, in the file's order; empty in `Advertises`.
        public let platforms: [CompanionPlatform]
        /// Whether `platforms` is complete; otherwise it is unknown which devices the picker offers. True in
        /// `Advertises`.
        public let areAllPlatforms: Bool
        /// The identifier's key path, for example `NSApplicationServices.Browses[0].NSApplicationServiceIdentifier`.
        public let path: String
        public let place: PropertyListPlace
    }

    /// The app's bundle identifier, as far as the file contains it.
    public enum Bundle: Hashable, Sendable {
        /// The build adds it.
        case missing
        /// The build substitutes it: `$(PRODUCT_BUNDLE_IDENTIFIER)`.
        case buildSetting
        case named(String, at: PropertyListPlace)
    }

    public let side: AppSide
    public let bundle: Bundle
    /// The contents of the array that belongs in this file.
    public let declared: [Declared]
    /// The findings in the order of the file.
    public let findings: [PropertyFinding]

    public init(_ root: PropertyList, of side: AppSide) {
        self.side = side
        bundle = Self.bundle(in: root)
        var reading = PropertyReading()
        declared = reading.readServices(root, of: side)
        findings = reading.findings.inOrderOfTheFile
    }

    private static func bundle(in root: PropertyList) -> Bundle {
        guard let value = root.dictionary?[ServiceKey.bundle], let name = value.string, !name.isBlank else {
            return .missing
        }
        return name.contains("$") ? .buildSetting : .named(name, at: value.place)
    }
}

extension [PropertyFinding] {
    /// The findings sorted by location; those at the same location keep their order.
    var inOrderOfTheFile: [PropertyFinding] {
        enumerated().sorted { left, right in
            (left.element.place.offset, left.offset) < (right.element.place.offset, right.offset)
        }.map(\.element)
    }
}
