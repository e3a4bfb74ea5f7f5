import Foundation
import NetworkDriver
import Testing

/// A program that a test needs; that it is missing fails the test, with what to install.
enum Programs {
    struct Trouble: Error, CustomStringConvertible {
        let description: String
    }

    /// The program beside this test's own.
    static var trammel: String {
        var path = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count)
        let own = String(decoding: path.prefix(max(count, 0)), as: UTF8.self)
        return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/trammel"
    }

    /// Runs it and gives all that it prints; throws where its status is not 0 and `mayFail` is not set.
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
            throw Trouble(description: "\(words.joined(separator: " ")): \(process.terminationStatus): \(output)")
        }
        return output
    }
}

/// OpenSSL's own client: another implementation of TLS (package openssl).
enum OpenSSLProgram {
    /// Connects, sends nothing, and gives what it prints.
    static func client(to address: NetworkAddress, _ options: [String]) throws -> String {
        try Programs.run(
            ["timeout", "20", "openssl", "s_client", "-connect", "\(address)", "-ign_eof"] + options, mayFail: true)
    }
}
