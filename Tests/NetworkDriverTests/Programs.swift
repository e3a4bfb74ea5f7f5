import Foundation
import NetworkDriver
import Testing

/// A program that a test needs; if it is missing, the test fails with the package to install.
enum Programs {
    struct Flaw: Error, CustomStringConvertible {
        let description: String
    }

    /// The program next to this test's executable.
    static var trammel: String {
        var path = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count)
        let own = String(decoding: path.prefix(max(count, 0)), as: UTF8.self)
        return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/trammel"
    }

    /// Runs a program and returns its output; throws if its status is not 0, unless `mayFail` is set.
    @discardableResult
    static func run(_ words: [String], mayFail: Bool = false) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { _, new in new }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard mayFail || process.terminationStatus == 0 else {
            throw Flaw(description: "\(words.joined(separator: " ")): \(process.terminationStatus): \(output)")
        }
        return output
    }
}

/// OpenSSL's own client, an independent implementation of TLS (package openssl).
enum OpenSSLProgram {
    /// Connects, sends nothing, and returns the client's output.
    static func client(to address: NetworkAddress, _ options: [String]) throws -> String {
        try Programs.run(
            ["timeout", "20", "openssl", "s_client", "-connect", "\(address)", "-ign_eof"] + options, mayFail: true)
    }
}
