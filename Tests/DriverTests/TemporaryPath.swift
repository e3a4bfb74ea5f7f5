import Glibc

/// A path for this test process alone, without the colon that a connection string would trip over.
func temporaryPath(_ name: String) -> String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    return "\(folder.contains(":") ? "/tmp" : folder)/trammel-\(getpid())-\(name)"
}
