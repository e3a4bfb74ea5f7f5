import Glibc
import Ground
import Testing

@testable import Benches

/// The tests of the Bluetooth and USB drivers, played inside the virtual machine, which has a kernel and devices for
/// them.
///
/// If `ci/setup` was never run, these fail with instructions.
extension MachineTests {
    @Suite(.timeLimit(.minutes(10))) struct DriverTests {
        /// The tests' own program, which runs in the machine as it does here.
        private static let bundle: String? = {
            let arguments = CommandLine.arguments
            let named = arguments.firstIndex(of: "--test-bundle-path").flatMap { index in
                arguments.indices.contains(index + 1) ? arguments[index + 1] : nil
            }
            for path in [named, arguments.first].compactMap(\.self) where path.hasSuffix(".xctest") {
                guard let resolved = realpath(path, nil) else { continue }
                defer { free(resolved) }
                return String(cString: resolved)
            }
            return nil
        }()

        private func play(_ suite: String) throws -> String {
            let scratch = try Scratch()
            var environment: [String: String] = [:]
            for name in ["TRAMMEL_CACHE", "XDG_CACHE_HOME", "HOME"] {
                environment[name] = getenv(name).map { String(cString: $0) }
            }
            var configuration = VirtualMachine.Configuration(cache: KernelCache(environment: environment))
            configuration.sharedFolders = [scratch.path]
            configuration.limit = .seconds(240)
            (configuration.acceleration, configuration.time) = (.emulation, .own)
            let command = [
                try #require(Self.bundle, "no test bundle among \(CommandLine.arguments)"), "--testing-library",
                "swift-testing", "--filter", "DriverTests.\(suite)",
            ]
            let exit = try VirtualMachine(configuration).run(
                command, environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/tmp"],
                workingDirectory: "/", output: .kept(limit: 200_000), error: .kept(limit: 200_000))
            let output = String(decoding: exit.output + exit.error, as: UTF8.self)
            #expect(exit.status == 0, "\(output)")
            #expect(!output.contains("skipped"), "\(output)")
            return output
        }

        @Test("a phone's channel pairs, keeps its key, writes in parts, loses links and finds, over the kernel")
        func channel() throws {
            #expect(try play("BlueZChannelTests").contains("with 11 tests"))
        }

        @Test("the kernel tells what it sees of Bluetooth, and how much of that was lost")
        func monitor() throws {
            #expect(try play("BlueZMonitorTests").contains("with 3 tests"))
        }

        @Test("a kit on USB is opened, heard, lost and found, over each of the kernel's controllers for gadgets")
        func kit() throws {
            #expect(try play("USBKitTests").contains("with 6 tests"))
        }

        @Test("a tag reader on USB is found by libnfc, and lost at any byte")
        func usbReader() throws {
            #expect(try play("USBReaderKernelTests").contains("with 3 tests"))
        }

        @Test("a Bluetooth dongle on USB carries a link, and is lost at any byte")
        func dongle() throws {
            #expect(try play("BluetoothDongleKernelTests").contains("with 2 tests"))
        }

        @Test("a USB port is switched off and on, and the console behind it returns")
        func usbPower() throws {
            let output = try play("USBPowerKernelTests")
            #expect(output.contains("with 3 tests"))
            for line in output.split(separator: "\n") where line.hasPrefix("console back ") { print(line) }
        }

        @Test("a scenario on a rig of such devices ends in an error of the rig when one is lost")
        func usbRig() throws {
            #expect(try play("USBRigKernelTests").contains("with 2 tests"))
        }

        @Test("a program blocks an accessory's Bluetooth, and the link is lost and comes back, over the kernel")
        func blockedRadio() throws {
            #expect(try play("BlueZAirTests").contains("with 2 tests"))
        }

        @Test("both sides of Bluetooth find each other, exchange frames and part, over the kernel")
        func links() throws {
            #expect(try play("BlueZLinkTests").contains("with 11 tests"))
        }
    }
}
