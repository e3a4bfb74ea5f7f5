import Glibc
import Ground

// libFuzzer's two functions; ci/fuzz links them with the targets of one folder, which `groupTargets` names.

/// The target of this process, named by TRAMMEL_FUZZ_TARGET.
private let chosen: FuzzTarget? = getenv("TRAMMEL_FUZZ_TARGET").flatMap { name in
    groupTargets.first { $0.name == String(cString: name) }
}

/// Prints the names of all targets if none is selected; writes the target's seeds if TRAMMEL_FUZZ_SEEDS names a
/// folder.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    guard let chosen else {
        for target in groupTargets { print(target.name) }
        exit(getenv("TRAMMEL_FUZZ_TARGET") == nil ? 0 : 64)
    }
    guard let folder = getenv("TRAMMEL_FUZZ_SEEDS") else { return 0 }
    for seed in chosen.seeds() where !seed.isEmpty {
        guard let file = fopen("\(String(cString: folder))/\(FNV1a(seed).value.hexadecimal)", "w") else { continue }
        fwrite(seed, 1, seed.count, file)
        fclose(file)
    }
    exit(0)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func takeOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    chosen?.take(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
