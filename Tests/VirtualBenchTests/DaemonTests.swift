import Benches
import Ground
import TestSupport
import Testing

/// The rig beside the real bluetoothd, in one virtual machine for all tests.
extension MachineTests {
    @Suite(.timeLimit(.minutes(20)), .onASteadyMachine) struct DaemonTests {
        @Test("a bluetoothd beside the rig, idle, started or killed in the middle, is never the accessory's fault")
        func daemon() throws {
            let scratch = try Scratch()
            let exit = try MachineScript.play(Self.text, in: scratch, within: .seconds(300))
            let lines = String(decoding: exit.output, as: UTF8.self).split(separator: "\n")
            var statuses: [Substring: Int] = [:]
            for words in lines.map({ $0.split(separator: " ") }) where words.count == 2 {
                statuses[words[0]] = Int(words[1]) ?? -1
            }
            let error = String(decoding: exit.error, as: UTF8.self)
            func told(_ name: String) -> String { "\(name): \(scratch.text(name + ".out") ?? "")\(error)" }
            #expect(statuses["alone"] == 0, "\(told("alone"))")
            for name in ["idle", "accessory"] {
                #expect(statuses[name[...]] == 3, "\(told(name))")
                let output = scratch.text(name + ".out") ?? ""
                #expect(output.contains("bluetoothd (process ") && output.contains("systemctl"), "\(told(name))")
            }
            for name in ["started", "killed"] {
                #expect(statuses[name[...]] == 3, "\(told(name))")
                #expect(scratch.text("\(name)/report.xml")?.contains(" failures=\"0\"") == true, "\(told(name))")
            }
            #expect(statuses["after"] == 0, "\(told("after"))")
        }

        private static let text = #"""
            program=$1 folder=$2
            mkdir -p /run/dbus /var/lib/bluetooth
            dbus-daemon --system --nopidfile --fork
            for daemon in /usr/libexec/bluetooth/bluetoothd /usr/lib/bluetooth/bluetoothd /usr/sbin/bluetoothd; do
                [ -x $daemon ] && break
            done
            begin() { "$daemon" -n >"$folder/bluetoothd.log" 2>&1 & own=$!; sleep "$1"; }
            finish() { kill -9 $own; wait $own; } 2>/dev/null
            # NAME [ROUNDS]: one that pairs, to its end; its status is told.
            play() {
                local words="--rig virtual --no-vm --repeat ${2:-1} --output $folder/$1"
                "$program" run pairsAndComesBack $words >"$folder/$1.out" 2>&1
                echo "$1 $?"
            }
            # NAME: the same, and again where the machine was too slow for it.
            quiet() {
                for try in 1 2 3; do
                    rm -rf "$folder/$1"
                    play "$1" | tee "$folder/status"
                    grep -q ' 3' "$folder/status" || break
                done
            }
            # NAME: the same, with a daemon that begins when the accessory is connected.
            disturbed() {
                play "$1" 3 & run=$!
                for ((i = 0; i < 400; i++)); do
                    grep -qs '"kind":"connected"' "$folder/$1"/*/journal.jsonl && break
                    sleep 0.02
                done
            }
            quiet alone
            begin 2
            play idle
            "$program" accessory --adapter hci9 >"$folder/accessory.out" 2>&1
            echo "accessory $?"
            finish
            disturbed started; begin 0; wait "$run"; finish
            disturbed killed; begin 1.5; finish; wait "$run"
            quiet after
            """#
    }
}
