import Glibc
import Ground
import OperatingSystem

/// The guest's first file system: busybox, the kernel's modules and the scripts; kept in the cache.
struct InitialFileSystem {
    let kernel: UnpackedKernel
    let cache: KernelCache

    /// The paths where Debian's busybox-static may be.
    private static let busyboxes = ["/usr/bin/busybox", "/bin/busybox"]

    /// Returns the archive's bytes, from the cache if the cached one has exactly the contents needed now.
    func archive() throws(VirtualMachineError) -> [UInt8] {
        let busybox = try Self.findBusybox()
        let stamps = [busybox, kernel.dependencyList, kernel.image].map { stamp(of: $0) }
        let scripts = [InitScript.first(release: kernel.release), InitScript.second, kernel.root]
        var hash = FNV1a()
        for part in stamps + scripts + ModuleOrder.wanted { hash.add(Array(part.utf8) + [0]) }
        let folder = cache.folder + "/initramfs"
        let path = "\(folder)/\(kernel.release)-\(String(hash.value, radix: 16)).cpio"
        if let kept = try? readFile(path) { return kept }
        let made = try make(busybox: busybox)
        keep(made, at: path, in: folder)
        return made
    }

    /// Makes a new archive.
    func make(busybox: String) throws(VirtualMachineError) -> [UInt8] {
        var archive = CPIOArchive()
        for folder in ["bin", "proc", "sys", "dev", "host", "over", "guest", "modules"] { archive.addFolder(folder) }
        archive.addFile("bin/busybox", try read(busybox), isExecutable: true)
        archive.addFile("init", Array(InitScript.first(release: kernel.release).utf8), isExecutable: true)
        archive.addFile("second", Array(InitScript.second.utf8))
        let list = String(decoding: try read(kernel.dependencyList), as: UTF8.self)
        let paths: [String]
        do {
            paths = try ModuleOrder(dependencyList: list).paths(for: ModuleOrder.wanted)
        } catch {
            throw .missing(what: "the kernel module \(error.name)", place: kernel.moduleFolder)
        }
        var names = ""
        for path in paths {
            let name = String(path.split(separator: "/").last ?? "")
            names += name + "\n"
            archive.addFile("modules/" + name, withoutSignature(try read("\(kernel.moduleFolder)/\(path)")))
        }
        archive.addFile("modules/list", Array(names.utf8))
        return archive.finished()
    }

    /// Returns the second archive, which the kernel unpacks over the first: it contains what differs between runs.
    static func run(_ command: GuestCommand, sharing folders: [String]) -> [UInt8] {
        var archive = CPIOArchive()
        archive.addFile(InitScript.commandFile, Array(command.script.utf8))
        archive.addFile(InitScript.mountFile, Array(InitScript.mounts(folders).utf8))
        return archive.finished()
    }

    static func findBusybox() throws(VirtualMachineError) -> String {
        guard let path = busyboxes.first(where: isReadable) else {
            throw .missing(what: "busybox (package busybox-static)", place: busyboxes[0])
        }
        return path
    }

    private func read(_ path: String) throws(VirtualMachineError) -> [UInt8] {
        do {
            return try readFile(path)
        } catch {
            throw .host(doing: "read \(path)", reason: error.reason)
        }
    }

    /// Keeps the archive for later runs, and deletes older ones; a cache that cannot be written only costs time.
    private func keep(_ archive: [UInt8], at path: String, in folder: String) {
        mkdir(folder, 0o755)
        for name in entries(of: folder) where name.hasPrefix(kernel.release) { unlink("\(folder)/\(name)") }
        let draft = "\(path).\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        if (try? writeFile(draft, archive)) == nil || rename(draft, path) != 0 { unlink(draft) }
    }

    private func stamp(of path: String) -> String {
        guard let status = try? FileStatus(of: path) else { return path }
        return "\(path) \(status.size) \(status.changed)"
    }
}

/// Returns a kernel module without the signature at its end: checking one costs the guest more than loading the
/// module.
///
/// Source: scripts/sign-file.c of the Linux kernel: signature, 12 bytes that end in its length, and a fixed text.
func withoutSignature(_ module: [UInt8]) -> [UInt8] {
    let magic = Array("~Module signature appended~\n".utf8)
    guard module.count > magic.count + 12, module.suffix(magic.count) == magic[...] else { return module }
    let end = module.count - magic.count
    let length = module[end - 4..<end].reduce(0) { $0 << 8 | Int($1) }
    guard length <= end - 12 else { return module }
    return Array(module[..<(end - 12 - length)])
}

func readFile(_ path: String) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor("open \(path)") { open(path, O_RDONLY | O_CLOEXEC) }
    var bytes: [UInt8] = []
    while let part = try file.read(upTo: 1 << 20), !part.isEmpty { bytes += part }
    return bytes
}

func writeFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let file = try FileDescriptor("open \(path)") { open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try file.write(rest) ?? 0) }
}
