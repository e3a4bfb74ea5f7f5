import Glibc
import Ground
import OperatingSystem
import Synchronization
import TestSupport
import Testing

@testable import Benches

/// The programs in `Rigs/programs`, against simulators of the tools and devices that they use.
@Suite("Programs that the project brings along", .serialized)
struct BenchScriptTests {
    private let clock = MonotonicClock()
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A plug or an attenuator on loopback that answers HTTP.
    private final class Plug: Sendable {
        private let over: Flag
        private let thread: DeviceThread
        let address: String

        enum Dialect { case tasmota, shelly, attenuator }

        /// `obeys` says whether it does what it is asked, or only claims to.
        init(obeys: Bool, _ dialect: Dialect, clock: MonotonicClock) throws {
            nonisolated(unsafe) let listener = try AccessoryListener()
            address = "127.0.0.1:\(listener.port)"
            let (isOn, isOver) = (Flag(true), Flag(false))
            over = isOver
            thread = try DeviceThread("plug", urgency: .ordinary) {
                let poller = Poller(clock: clock)
                var request = ""
                while !isOver.value {
                    _ = poller.wait(listener.pollDescriptors, until: clock.now + .milliseconds(20))
                    for event in listener.handleReady(at: clock.now) {
                        guard case .bytes(let bytes) = event else {
                            request = ""
                            continue
                        }
                        request += String(decoding: bytes, as: UTF8.self)
                        guard let answer = Self.answer(request, dialect, obeys ? isOn : Flag(true)) else { continue }
                        request = ""
                        let fields = "Content-Length: \(answer.utf8.count)\r\nConnection: close\r\n\r\n"
                        listener.send(Array("HTTP/1.1 200 OK\r\n\(fields)\(answer)".utf8))
                        listener.hangUp()
                    }
                }
                listener.close()
            }
        }

        /// Returns the answer to a whole request; nil if more of it is to come.
        private static func answer(_ request: String, _ dialect: Dialect, _ isOn: Flag) -> String? {
            guard let end = request.firstRange(of: "\r\n\r\n") else { return nil }
            let body = String(request[end.upperBound...])
            if dialect == .attenuator {
                if request.hasPrefix("GET /:SETATT=95 ") { return "2" }
                if request.hasPrefix("GET /:SETATT=") { isOn.value = request.hasPrefix("GET /:SETATT=0 ") }
                return request.hasPrefix("GET /:ATT? ") ? (isOn.value ? "0.00" : "90.00") : "1"
            }
            guard dialect == .shelly else {
                if request.contains("cmnd=Power1+on") || request.contains("cmnd=Power1%20on") { isOn.value = true }
                if request.contains("cmnd=Power1+off") || request.contains("cmnd=Power1%20off") { isOn.value = false }
                return "{\"POWER1\":\"\(isOn.value ? "ON" : "OFF")\"}"
            }
            if request.hasPrefix("GET /relay/0") { return "{\"ison\": \(isOn.value), \"source\": \"http\"}" }
            if request.hasPrefix("POST /relay/0") {
                guard body.hasPrefix("turn=o"), body.count > 6 else { return nil }
                isOn.value = body == "turn=on"
                return "{\"ison\": \(isOn.value)}"
            }
            guard body.hasSuffix("}}") else { return nil }
            if body.contains("Switch.GetStatus") { return "{\"id\":1,\"result\":{\"id\":0, \"output\":\(isOn.value)}}" }
            isOn.value = body.contains("\"on\":true")
            return "{\"id\":1,\"result\":{\"was_on\":true}}"
        }

        func close() {
            over.value = true
            thread.join()
        }
    }

    private final class Flag: Sendable {
        private let state: Atomic<Bool>
        init(_ value: Bool) { state = Atomic(value) }
        var value: Bool {
            get { state.load(ordering: .acquiring) }
            set { state.store(newValue, ordering: .releasing) }
        }
    }

    /// Copies a program, with its settings, and starts it; its output goes to a file.
    private func start(_ name: String, _ words: [String], _ settings: String, file: String = #filePath) throws
        -> ChildProcess
    {
        let root = file.split(separator: "/").dropLast(3).joined(separator: "/")
        let text = try #require(Scratch.text(of: "/\(root)/Rigs/programs/\(name)"))
        try Scratch.write(text, to: scratch("power"))
        try #require(chmod(scratch("power"), 0o755) == 0)
        try Scratch.write(settings, to: scratch("power.conf"))
        let path = scratch("output")
        let output = try FileDescriptor("open") { open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
        let nothing = try FileDescriptor("open") { open("/dev/null", O_RDWR | O_CLOEXEC) }
        return try ChildProcess(
            path: "/bin/sh", arguments: [scratch("power")] + words,
            environment: ["PATH=\(scratch.path):/usr/bin:/bin", "no_proxy=*"],
            descriptors: [nothing.number, output.number, nothing.number])
    }

    /// Waits for the end of a program; returns its exit status and the last line that it printed.
    private func end(of child: ChildProcess) -> (status: Int32, last: String) {
        _ = Poller(clock: clock).wait([PollDescriptor(child.end.number)], until: clock.now + .seconds(60))
        guard case .exited(let status)? = child.check() else { return (-1, "") }
        let last = (Scratch.text(of: scratch("output")) ?? "").split(separator: "\n").last.map(String.init) ?? ""
        return (status, last)
    }

    private func call(_ name: String, _ act: String, _ settings: String) throws -> (status: Int32, last: String) {
        end(of: try start(name, act.split(separator: " ").map(String.init), settings))
    }

    @Test(
        "a plug is switched and read back, and one that only says so, or does not answer, is an error",
        arguments: [("power-tasmota", ""), ("power-shelly", "generation=1\n"), ("power-shelly", "generation=2\n")])
    func plugs(_ name: String, _ settings: String) throws {
        try #require(access("/usr/bin/curl", X_OK) == 0, "curl is missing: apt install curl")
        for obeys in [true, false] {
            let plug = try Plug(obeys: obeys, name == "power-shelly" ? .shelly : .tasmota, clock: clock)
            defer { plug.close() }
            let settings = settings + "host=\(plug.address)\nseconds=0\n"
            #expect(try call(name, "state", settings) == (0, "on"))
            let cycled = try call(name, "cycle", settings)
            let off = try call(name, "off", settings)
            #expect(obeys ? cycled == (0, "off on") && off == (0, "off") : cycled.status == 1 && off.status == 1)
            #expect(obeys ? try call(name, "state", settings) == (0, "off") : true)
            #expect(try call(name, "factory-reset", settings).status == 64)
        }
        #expect(try call(name, "cycle", settings + "host=127.0.0.1:9\nseconds=0\n").status == 1)
        #expect(try call(name, "cycle", "").status == 1)
    }

    @Test("an attenuator is set and read back, for its own radio alone")
    func attenuator() throws {
        try #require(access("/usr/bin/curl", X_OK) == 0, "curl is missing: apt install curl")
        for obeys in [true, false] {
            let device = try Plug(obeys: obeys, .attenuator, clock: clock)
            defer { device.close() }
            let settings = "host=\(device.address)\nradio=uwb\naccessory=door\n"
            let blocked = try call("air-rcdat", "block uwb door", settings)
            #expect(obeys ? blocked == (0, "blocked") : blocked.status == 1)
            #expect(try call("air-rcdat", "unblock uwb door", settings) == (0, "unblocked"))
            #expect(try call("air-rcdat", "attenuate uwb door", settings).status == 64)
            for act in ["block ble door", "block uwb trunk", "block uwb", "block", ""] {
                #expect(try call("air-rcdat", act, settings).status == 1, "\(act)")
            }
            for line in [
                "radio=\n", "radio=nfc\n", "accessory=\n", "blocked=0\n", "open=90\n", "blocked=x\n", "open= 20\n",
                "open=20# dB\n", "Blocked=60\n", "host=http://a\n", "open=0\r\n",
            ] {
                #expect(try call("air-rcdat", "block uwb door", settings + line).status == 1, "\(line)")
            }
            #expect(try call("air-rcdat", "block uwb door", settings + "blocked=95\n").status == 1)
        }
        #expect(try call("air-rcdat", "block uwb door", "radio=uwb\naccessory=door\nhost=127.0.0.1:9\n").status == 1)
    }

    /// Writes a simulator of uhubctl. With a file `lies` it never switches; with `jams` it fails once to switch on.
    private func makeHub() throws {
        // The output of uhubctl 2.5.0; its exit status is 0 for a port that does not exist, and for a failed transfer.
        let tool = """
            #!/bin/sh
            while [ $# -gt 0 ]; do case $1 in -l) hub=$2 ;; -p) port=$2 ;; -a) act=$2 ;; esac; shift 2; done
            [ "$hub" = 1-1 ] || { echo "No compatible devices detected at location $hub!" >&2; exit 1; }
            show() {
                echo "$1 status for hub 1-1 [1d6b:0002 Linux dummy_hcd, USB 2.00, 4 ports, ppps]"
                [ "$port" = 4 ] || return 0
                if [ -e '\(scratch("is-off"))' ]; then echo '  Port 4: 0000 off'; else
                echo '  Port 4: 0503 power highspeed enable connect [1915:520f Nordic Kit SER1]'; fi
            }
            show Current
            [ -n "$act" ] || exit 0
            [ "$act" = off ] || ! rm '\(scratch("jams"))' 2> /dev/null || exit 1
            [ -e '\(scratch("lies"))' ] || rm -f '\(scratch("is-off"))'
            [ -e '\(scratch("lies"))' ] || [ "$act" = on ] || : > '\(scratch("is-off"))'
            echo "Sent power $act request"
            show New

            """
        try Scratch.write(tool, to: scratch("uhubctl"))
        try #require(chmod(scratch("uhubctl"), 0o755) == 0)
    }

    @Test("uhubctl is believed only if its new status shows the port as it should be")
    func hub() throws {
        try makeHub()
        let settings = "location=1-1\nport=4\nseconds=0\n"
        #expect(try call("power-uhubctl", "cycle", settings) == (0, "off on"))
        #expect(try call("power-uhubctl", "off", settings) == (0, "off"))
        #expect(try call("power-uhubctl", "state", settings) == (0, "off"))
        #expect(try call("power-uhubctl", "on", settings) == (0, "on"))
        #expect(try call("power-uhubctl", "cycle", "location=1-1\nport=7\n").status == 1)
        #expect(try call("power-uhubctl", "cycle", "location=9-9\nport=4\n").status == 1)
        #expect(try call("power-uhubctl", "factory-reset", settings).status == 64)
        try Scratch.write("", to: scratch("lies"))
        #expect(try call("power-uhubctl", "cycle", settings).status == 1)
    }

    @Test("after an error or a signal, the power is on again")
    func restores() throws {
        try makeHub()
        try Scratch.write("", to: scratch("jams"))
        #expect(try call("power-uhubctl", "cycle", "location=1-1\nport=4\nseconds=0\n").status == 1)
        #expect(access(scratch("jams"), F_OK) != 0 && access(scratch("is-off"), F_OK) != 0)
        let child = try start("power-uhubctl", ["cycle"], "location=1-1\nport=4\nseconds=50\n")
        let limit = clock.now + .seconds(20)
        while access(scratch("is-off"), F_OK) != 0, clock.now < limit {
            _ = Poller(clock: clock).wait([], until: clock.now + .milliseconds(5))
        }
        try #require(access(scratch("is-off"), F_OK) == 0)
        kill(-child.identifier, SIGTERM)
        #expect(end(of: child).status == 1)
        #expect(access(scratch("is-off"), F_OK) != 0)
    }
}
