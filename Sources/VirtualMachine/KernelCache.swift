import Glibc

/// The folder in which `ci/setup` puts kernels, and this module its first file systems.
public struct KernelCache: Hashable, Sendable {
    /// The cache's folder, without a slash at its end.
    public let folder: String

    public init(folder: String) { self.folder = folder }

    /// The place that the environment names: TRAMMEL_CACHE, else XDG_CACHE_HOME/trammel, else HOME/.cache/trammel.
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

    /// The kernels that are used, best first; the same list as in `ci/setup`.
    static let releases = ["6.1.0-50-amd64", "6.1.0-54-amd64"]

    /// The best kernel in the cache that may be used.
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

    /// The kernel that QEMU starts: unpacked where `ci/setup` could do it, which saves seconds of every start.
    var image: String {
        let unpacked = "\(root)/boot/vmlinux-\(release)"
        return isReadable(unpacked) ? unpacked : "\(root)/boot/vmlinuz-\(release)"
    }

    var moduleFolder: String { "\(root)/lib/modules/\(release)" }
    var dependencyList: String { moduleFolder + "/modules.dep" }
}

func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

/// The names in a folder, in no order; none when it cannot be read.
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
