import Glibc

/// The folder in which `trammel vm --fetch` stores kernels, and this module its first file systems.
public struct KernelCache: Hashable, Sendable {
    /// The cache's folder, without a trailing slash.
    public let folder: String

    public init(folder: String) { self.folder = folder }

    /// Takes the folder from the environment: TRAMMEL_CACHE, or else XDG_CACHE_HOME/trammel, or else
    /// HOME/.cache/trammel.
    public init(environment: [String: String]) {
        func named(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let folder = named("TRAMMEL_CACHE") {
            self.init(folder: folder)
        } else if let folder = named("XDG_CACHE_HOME") {
            self.init(folder: folder + "/trammel")
        } else {
            self.init(folder: (named("HOME") ?? "") + "/.cache/trammel")
        }
    }

    /// The kernels that are used, best first; the same list as in `fetch.sh`.
    static let releases = ["6.1.0-50-amd64", "6.1.0-54-amd64"]

    /// Returns the best kernel in the cache that may be used.
    func kernel() throws(VirtualMachineError) -> UnpackedKernel {
        var refusal: VirtualMachineError?
        let extra = entries(of: folder + "/kernels").filter { !Self.releases.contains($0) }.sorted()
        for release in Self.releases + extra {
            let kernel = UnpackedKernel(release: release, root: "\(folder)/kernels/\(release)")
            guard isReadable(kernel.image), isReadable(kernel.dependencyList) else { continue }
            if case .refused(let reason) = KernelVersion(release: release).standing {
                refusal = .refused(kernel: release, reason: reason)
            } else {
                return kernel
            }
        }
        throw refusal ?? .missing(what: "the virtual machine's kernel", place: "\(folder)/kernels/\(Self.releases[0])")
    }
}

/// A Debian kernel package, unpacked.
struct UnpackedKernel: Hashable, Sendable {
    let release: String
    let root: String

    /// The kernel image for QEMU: the uncompressed one if `fetch.sh` could make it, which saves seconds of every boot.
    var image: String {
        let unpacked = "\(root)/boot/vmlinux-\(release)"
        return isReadable(unpacked) ? unpacked : "\(root)/boot/vmlinuz-\(release)"
    }

    var moduleFolder: String { "\(root)/lib/modules/\(release)" }
    var dependencyList: String { moduleFolder + "/modules.dep" }
}

func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

/// Returns the names in a folder, in no particular order; empty if it cannot be read.
func entries(of folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name != "." && name != ".." { names.append(name) }
    }
    return names
}

/// A Linux kernel by its release and its build, and whether the rig's Bluetooth can rely on it.
///
/// Linux 6.1.192 (Debian's 6.1.0-55 and -56) corrupts memory when an L2CAP socket is closed after its link went down.
/// Source: bluez.md, section 0, seen on each of the Debian kernels named here.
public struct KernelVersion: Hashable, Sendable {
    /// The output of `uname -r`: `6.1.0-50-amd64`.
    public let release: String
    /// The output of `uname -v`: `#1 SMP PREEMPT_DYNAMIC Debian 6.1.176-1 (2026-06-30)`; may be empty.
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
        /// It was never tried; the sentence is for a warning.
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

    /// The upstream version numbers in both texts: the digits and dots that words begin with.
    private var sources: Set<String> {
        let words = (release + " " + build).split(whereSeparator: { $0 == " " })
        return Set(words.map { String($0.prefix { $0.isNumber || $0 == "." }) }.filter { $0.contains(".") })
    }
}

/// Returns the C string in a fixed array of characters.
private func text<Field>(in field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
