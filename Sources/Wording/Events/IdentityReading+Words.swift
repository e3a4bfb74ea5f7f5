import FirmwareIdentity
import Ground

extension IdentityReading {
    /// Returns all readings of one occasion as a sentence without a full stop.
    static func words(_ readings: [IdentityReading]) -> String {
        readings.isEmpty ? "nothing was asked for" : readings.map(\.words).joined(separator: "; ")
    }

    /// The reading in a few words.
    var words: String {
        switch claim {
        case .text(let field, let text, let zeros):
            "\(field.words) \"\(text.shown())\"" + (zeros == 0 ? "" : " and \(counted(zeros, "zero"))")
        case .systemID(let manufacturer, let organization):
            "System ID \(organization.hexadecimal.suffix(6)) \(manufacturer.hexadecimal.suffix(10))"
        case .product(let source, let vendor, let product, let version):
            "PnP ID \(source): vendor \(vendor.hexadecimal), product \(product.hexadecimal), "
                + "version \(version.hexadecimal)"
        case .raw(let field): "\(field.words) \(bytes.hex)"
        case .images(let slots): slots.isEmpty ? "no images" : slots.map(\.words).joined(separator: ", ")
        case .system(let text): "system \"\(text.shown())\""
        case .version(let text): "prints version \(text.shown())"
        case .imageHash(let hash): "hash \(hash)"
        case .shown(let place, let digits): "\(place.description.shown()) shows \(digits)"
        case .buildID(let digits): "build id \(digits)"
        case .flashed(let sha256, let isVerified):
            "the rig wrote the file \(sha256)" + (isVerified ? " and read it back" : "")
        case .nothing(let gap): "\(source.words): \(gap.words)"
        }
    }
}

extension ImageSlot {
    fileprivate var words: String {
        let flags = [
            (isActive, "active"), (isConfirmed, "confirmed"), (isPending, "pending"), (isPermanent, "permanent"),
            (isBootable, "bootable"),
        ].filter(\.0).map(\.1)
        let state = flags.isEmpty ? "" : " (\(flags.joined(separator: ", ")))"
        return "image \(image) slot \(slot): \(version.shown()) \(hash.map { "\($0)" } ?? "without a hash")" + state
    }
}

extension DeviceInformation {
    fileprivate var words: String {
        switch self {
        case .manufacturerName: "manufacturer"
        case .modelNumber: "model"
        case .serialNumber: "serial number"
        case .hardwareRevision: "hardware revision"
        case .firmwareRevision: "firmware revision"
        case .softwareRevision: "software revision"
        case .systemID: "System ID"
        case .productID: "PnP ID"
        case .certification: "certification"
        }
    }
}

extension IdentityReading.Source {
    var words: String {
        switch self {
        case .deviceInformation: "Device Information Service"
        case .management: "management server"
        case .managementConsole: "management server on the console"
        case .characteristic: "characteristic of the hash"
        case .console: "console"
        case .rig: "rig"
        }
    }
}

extension IdentityGap {
    var words: String {
        switch self {
        case .absent: "not there"
        case .incomplete: "without the characteristics that it needs"
        case .refused(let code, let field): "refused with error \(code.hexadecimal)" + Self.of(field) + Self.why(code)
        case .error(let error): "refused with \(error)"
        case .unanswered: "no answer"
        case .malformed(let fault, let field): "cannot be read" + Self.of(field) + ": \(fault)"
        case .foreign(let sequence): "answered another request, number \(sequence)"
        case .interrupted: "interrupted"
        }
    }

    /// Returns the reason for an Attribute Protocol error that only a paired phone avoids.
    private static func why(_ code: UInt8) -> String {
        [0x05, 0x0F].contains(code) ? ": it needs a paired link, and the rig does not pair for this" : ""
    }

    private static func of(_ field: DeviceInformation?) -> String { field.map { " (\($0.words))" } ?? "" }
}
