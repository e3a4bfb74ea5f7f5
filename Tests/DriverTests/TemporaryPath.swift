import Glibc

/// Returns a path for this test process alone, without a colon, which would break a connection string.
func temporaryPath(_ name: String) -> String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    return "\(folder.contains(":") ? "/tmp" : folder)/trammel-\(getpid())-\(name)"
}
