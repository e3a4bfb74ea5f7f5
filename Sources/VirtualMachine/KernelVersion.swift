import Glibc

/// A Linux kernel by its release and its build, and whether the rig's Bluetooth can rely on it.
///
/// Linux 6.1.192 (Debian's 6.1.0-55 and -56) corrupts memory when an L2CAP socket is closed after its link went down.
/// Source: facts sheet on BlueZ, section 0, seen on each of the Debian kernels named here.
public struct KernelVersion: Hashable, Sendable {
    /// As `uname -r` gives it: `6.1.0-50-amd64`.
    public let release: String
    /// As `uname -v` gives it: `#1 SMP PREEMPT_DYNAMIC Debian 6.1.176-1 (2026-06-30)`; may be empty.
    public let build: String

    public init(release: String, build: String = "") {
        self.release = release
        self.build = build
    }

    /// The kernel that this process runs on.
    public static var running: KernelVersion {
        var names = utsname()
        guard uname(&names) == 0 else { return KernelVersion(release: "unknown") }
        return KernelVersion(release: text(in: names.release), build: text(in: names.version))
    }

    /// What is known about a kernel.
    public enum Standing: Hashable, Sendable {
        /// The rig's own tests passed on it.
        case known
        /// Nobody tried it; the sentence is for a warning.
        case unknown(String)
        /// It must not be used; the sentence says why.
        case refused(String)
    }

    public var standing: Standing {
        if sources.contains("6.1.192") || Self.brokenPackages.contains(where: isPackage) {
            return .refused(
                "Linux 6.1.192 corrupts memory when a Bluetooth socket is closed after its link went down; "
                    + "Debian's 6.1.0-50 and 6.1.0-54 do not")
        }
        if Self.knownPackages.contains(where: isPackage) || !Self.knownSources.isDisjoint(with: sources) {
            return .known
        }
        return .unknown(
            "kernel \(release) was never tried with this rig: Bluetooth faults may be the kernel's "
                + "(tried are Debian's 6.1.0-47 to 6.1.0-54)")
    }

    private static let brokenPackages = ["6.1.0-55", "6.1.0-56"]
    private static let knownPackages = ["6.1.0-47", "6.1.0-50", "6.1.0-51", "6.1.0-52", "6.1.0-53", "6.1.0-54"]
    private static let knownSources: Set<String> = ["6.1.170", "6.1.176", "6.1.177", "6.1.180", "6.1.187", "6.1.190"]

    private func isPackage(_ name: String) -> Bool { release == name || release.hasPrefix(name + "-") }

    /// The upstream version numbers in both texts: what numbers and dots the words begin with.
    private var sources: Set<String> {
        let words = (release + " " + build).split(whereSeparator: { $0 == " " })
        return Set(words.map { String($0.prefix { $0.isNumber || $0 == "." }) }.filter { $0.contains(".") })
    }
}

/// A C string in a fixed array of characters.
private func text<Field>(in field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
