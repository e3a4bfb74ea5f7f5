import Foundation
import Ground
import Links
import NetworkDriver
import OperatingSystem
import TestSupport
import Testing

@testable import Benches

// Only one network of this kind can exist at a time, so these tests are serialized with the others.
extension ScreenNetworkTests {
    /// `trammel services meet` with its defaults: one instance on each of two hosts, one of which finds the other by
    /// its name.
    @Suite struct MeetingTests {
        /// A process of the program on one of the hosts.
        private final class Side {
            let process = Process()
            private let output = Pipe()
            private var said = ""

            init(_ arguments: [String], in namespace: String?, bus: String) throws {
                process.executableURL = URL(filePath: "/usr/bin/env")
                let entering = namespace.map { ["nsenter", "--net=\($0)"] } ?? []
                process.arguments = entering + [Programs.trammel, "services", "meet", "--passcode", "1234"] + arguments
                process.environment = ProcessInfo.processInfo.environment.merging(
                    ["DBUS_SYSTEM_BUS_ADDRESS": bus]) { _, new in new }
                (process.standardOutput, process.standardError) = (output, output)
                process.standardInput = FileHandle.nullDevice
                try process.run()
            }

            deinit { if process.isRunning { process.terminate() } }

            /// Returns the port at which it listens.
            func awaitPort(at host: String) throws -> UInt16 {
                while !said.contains("\n") {
                    let part = output.fileHandleForReading.availableData
                    try #require(!part.isEmpty, "\(said)")
                    said += String(decoding: part, as: UTF8.self)
                }
                let words = said.split(whereSeparator: \.isWhitespace)
                let address = try #require(words.first { $0.hasPrefix("\(host):") }, "\(said)")
                return try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
            }

            func end() throws -> (status: Int32, output: String) {
                said += String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
                process.waitUntilExit()
                return (process.terminationStatus, said)
            }
        }

        private let scratch: Scratch
        private let lan: SimulatedLAN
        private let clock = MonotonicClock()

        init() throws {
            scratch = try Scratch()
            lan = try SimulatedLAN(in: scratch.path, clock: clock)
        }

        @Test func twoSidesThatFindEachOtherPass() throws {
            defer { lan.close() }
            let host = try #require(lan.farHosts.first)
            let far = try Side(["--listen", "\(host):0"], in: lan.screens.namespace, bus: lan.screens.bus)
            let daemon = try NetworkHost(bus: lan.screens.bus, clock: clock) { _ in }
            defer { daemon.close() }
            let port = try far.awaitPort(at: host)
            daemon.send(.publish(1, ServicePublication(name: "Living Room", type: "_tictactoe._tcp", port: port)))
            let near = try Side(["--find", "Living Room", "--move", "X,1,2"], in: nil, bus: lan.agents.bus)
            let (status, output) = try near.end()
            #expect(status == 0 && output.contains("found Living Room"), "\(output)")
            let (farStatus, farOutput) = try far.end()
            #expect(farStatus == 0 && farOutput.contains("<- move \"X,1,2\""), "\(farOutput)")
        }

        @Test func aNameThatNobodyAnnouncesIsToldWithThoseThatWereFound() throws {
            defer { lan.close() }
            let daemon = try NetworkHost(bus: lan.screens.bus, clock: clock) { _ in }
            defer { daemon.close() }
            daemon.send(.publish(1, ServicePublication(name: "Kitchen", type: "_tictactoe._tcp", port: 4_711)))
            let (status, output) = try Side(["--find", "Living Room"], in: nil, bus: lan.agents.bus).end()
            #expect(status == 4, "\(output)")
            let words = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("\"Living Room\" of type _tictactoe._tcp was found"), "\(output)")
            #expect(words.contains("\"Kitchen\""), "\(output)")
        }
    }
}
