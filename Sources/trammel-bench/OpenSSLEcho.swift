import Foundation
import Ground
import OperatingSystem

/// A comparison without the driver: `openssl s_server -rev`, which sends each line back reversed, and `openssl
/// s_client`, on loopback with TLS 1.3.
enum OpenSSLEcho {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns the round-trip times of this many lines of 32 bytes.
    static func trips(_ count: Int, clock: MonotonicClock) throws -> [Ground.Lapse] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "trammel-bench-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (key, certificate) = (folder.appending(path: "key.pem").path, folder.appending(path: "own.pem").path)
        let made = try start(
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"]
                + ["-subj", "/CN=bench", "-keyout", key, "-out", certificate])
        made.process.waitUntilExit()
        guard made.process.terminationStatus == 0 else { throw Failure(description: "openssl makes no certificate") }

        let server = try start(
            ["s_server", "-accept", "127.0.0.1:0", "-tls1_3", "-rev", "-cert", certificate, "-key", key])
        defer { server.process.terminate() }
        var told = ""
        var port: Substring?
        while port == nil {
            let part = server.output.availableData
            guard !part.isEmpty else { throw Failure(description: "openssl s_server ended: \(told)") }
            told += String(decoding: part, as: UTF8.self)
            let lines = told.split(separator: "\n").dropLast(told.hasSuffix("\n") ? 0 : 1)
            port = lines.first { $0.hasPrefix("ACCEPT ") }?.split(separator: ":").last
        }
        let client = try start(["s_client", "-connect", "127.0.0.1:\(port ?? "")", "-tls1_3", "-quiet"])
        defer { client.process.terminate() }
        let line = Array(repeating: UInt8(ascii: "Z"), count: 31) + [0x0A]
        // The first one includes the handshake.
        return try (0...count).map { _ in
            let began = clock.now
            try client.input.write(contentsOf: Data(line))
            var missing = line.count
            while missing > 0 {
                let part = client.output.availableData
                guard !part.isEmpty else { throw Failure(description: "openssl s_client ended") }
                missing -= part.count
            }
            return clock.now - began
        }.dropFirst().map(\.self)
    }

    private static func start(
        _ words: [String]
    ) throws -> (process: Process, input: FileHandle, output: FileHandle) {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = words
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
        try process.run()
        return (process, input.fileHandleForWriting, output.fileHandleForReading)
    }
}
