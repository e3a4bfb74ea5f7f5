public import ApplicationServices
import Ground
public import PropertyLists

/// What one app's `Info.plist` says of application services, and what is wrong in that file alone.
///
/// The rules are those of the network fact sheet, sections 0 (points 2, 7, 8, 10 and 11) and 2; each finding says how
/// well its rule is known. What the files of several apps say together is `ServiceCheck`.
public struct ServiceProperties: Hashable, Sendable {
    /// An entry of `Browses` or `Advertises` that has an identifier.
    public struct Declared: Hashable, Sendable {
        public let identifier: ServiceIdentifier
        /// In the file's order, those that are known alone; empty in `Advertises`.
        public let platforms: [CompanionPlatform]
        /// Whether these are all that stands there; otherwise nobody knows which devices the picker offers. True in
        /// `Advertises`.
        public let areAllPlatforms: Bool
        /// The identifier's key: `NSApplicationServices.Browses[0].NSApplicationServiceIdentifier`.
        public let path: String
        public let place: PropertyListPlace
    }

    /// The app's bundle identifier, as far as the file shows it.
    public enum Bundle: Hashable, Sendable {
        /// The build adds it.
        case missing
        /// The build writes it here: `$(PRODUCT_BUNDLE_IDENTIFIER)`.
        case buildSetting
        case named(String, at: PropertyListPlace)
    }

    public let side: AppSide
    public let bundle: Bundle
    /// What stands in the array that belongs into this file.
    public let declared: [Declared]
    /// In the order of the file.
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
    /// By place; those of one place as they were found.
    var inOrderOfTheFile: [PropertyFinding] {
        enumerated().sorted { left, right in
            (left.element.place.offset, left.offset) < (right.element.place.offset, right.offset)
        }.map(\.element)
    }
}
