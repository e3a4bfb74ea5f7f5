import Glibc
import Ground
import TestSupport
import Testing

@testable import Benches

/// Recorded accessories behind the real kernel: for our own phone, and on an adapter for another one.
///
/// If `ci/setup` was never run, these fail with instructions.
extension MachineTests {
    @Suite(.timeLimit(.minutes(20)), .onASteadyMachine) struct RecordedAccessoryTests {
        /// The output of the commands in the machine, and the exit status of each.
        private struct Played {
            let scratch: Scratch
            let statuses: [Substring: Substring]
            let error: String

            func output(_ name: String) -> String { scratch.text(name + ".out") ?? "" }
        }

        @Test("a failure recorded on the virtual rig recurs there, and before a phone on another adapter")
        func comesAgain() throws {
            let played = try play()
            for name in ["shortConfiguration", "hangsUpOnInitialize", "slowToAdvertise"] {
                let text = played.output(name + "-again")
                #expect(played.statuses[name[...]] == "1", "\(played.output(name))\(played.error)")
                #expect(played.statuses["\(name)-again"[...]] == "0", "\(text)\(played.error)")
                #expect(text.contains("the recorded failure happened again: failed"), "\(text)")
            }
            let healthy = played.output("healthy-again")
            #expect(played.statuses["healthy"] == "0", "\(played.output("healthy"))")
            #expect(played.statuses["healthy-again"] == "0", "\(healthy)")
            #expect(healthy.contains("the verdict is passed, as recorded"), "\(healthy)")
            // The other way round: the recording of a defect differs from a healthy run, and the difference is named.
            let hosted = played.output("hosted")
            #expect(played.statuses["hosted"] == "0", "\(hosted)\(played.output("phone"))\(played.error)")
            #expect(hosted.contains("door is played on hci1 as"), "\(hosted)")
            #expect(hosted.contains("-> ") && hosted.contains(": initialize"), "\(hosted)")
            #expect(hosted.contains("as recorded"), "\(hosted)")
            let other = played.output("hosted-other")
            #expect(played.statuses["hosted-other"] == "1", "\(other)\(played.output("phone-other"))")
            #expect(other.contains("the phone differs at frame "), "\(other)")
        }

        @Test("on the simulated rig a recorded failure recurs each time, and usage errors are reported")
        func simulated() throws {
            let scratch = try Scratch()
            let port = "door=simulated:defect=ignoresStop,name=Door"
            let run = try Program(["run", "fullFlow", "--port", port, "--output", scratch("out")])
            #expect(try run.end(within: .seconds(60)) == 1, "\(run.output)")
            let replay = ["replay", scratch("out/001-fullFlow-seed1"), "--as", "accessory", "--rig", "simulated"]
            let again = try Program(replay + ["--repeat", "2", "--output", scratch("again")])
            #expect(try again.end(within: .seconds(60)) == 0, "\(again.output)")
            #expect(again.output.contains("the recorded failure happened again: failed: expected"), "\(again.output)")
            #expect(again.output.contains("2 of 2 times as recorded"), "\(again.output)")
            #expect(try scratch.evidence(of: "002-fullFlow-seed1", in: "again").verdict.verdict == "failed")
            let part = try Program(replay + ["--until", "60"])
            #expect(try part.end(within: .seconds(60)) == 0, "\(part.output)")
            #expect(part.output.contains("the verdict is not compared"), "\(part.output)")
            let nobody = try Program(replay + ["--accessory", "nobody"])
            #expect(try nobody.end(within: .seconds(60)) == 64, "\(nobody.output)")
            #expect(nobody.output.contains("no accessory in the trace 'nobody'; there are: door"), "\(nobody.output)")
        }

        private func play() throws -> Played {
            let scratch = try Scratch()
            let exit = try MachineScript.play(Self.text, in: scratch, within: .seconds(300))
            let lines = String(decoding: exit.output, as: UTF8.self).split(separator: "\n")
            let statuses = lines.map { $0.split(separator: " ") }.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
            // The last status of a name counts: a run for which the machine was too slow is repeated.
            return Played(
                scratch: scratch, statuses: Dictionary(statuses) { $1 },
                error: String(decoding: exit.error, as: UTF8.self))
        }

        private static let text = #"""
            program=$1 folder=$2
            # NAME COMMAND...: runs it, keeps what it prints, and tells its status.
            play() {
                local name=$1; shift
                "$program" "$@" >"$folder/$name.out" 2>&1
                local status=$?
                echo "$name $status"
                return $status
            }
            # NAME SCENARIO PORT: records a run; a machine that is short of processor time tries once more.
            record() {
                for try in 1 2 3; do
                    rm -rf "$folder/$1"
                    play "$1" run "$2" --rig virtual --no-vm --port "$3" --output "$folder/$1"
                    [ $? -ne 3 ] && return
                done
            }
            again() {
                for try in 1 2 3; do
                    play "$1-again" replay "$folder/$1"/001-* --as accessory --rig virtual --no-vm && return
                done
            }
            record shortConfiguration answersAtOnce 'door=simulated:defect=shortConfiguration,name=Door'
            record hangsUpOnInitialize answersAtOnce 'door=simulated:defect=hangsUpOnInitialize,name=Door'
            record slowToAdvertise advertisesAgain 'door=simulated:defect=slowToAdvertise,name=Door'
            record healthy stopWhileIdle 'door=simulated:name=Door'
            for name in shortConfiguration hangsUpOnInitialize slowToAdvertise healthy; do again $name; done
            btvirt -L -l2 & controllers=$!
            until [ -e /sys/class/bluetooth/hci1 ]; do sleep 0.05; done
            # NAME RECORDING SCENARIO: the recorded accessory on one adapter, and our phone as a stranger on the other.
            host() {
                local arguments="--as accessory --rig deskBench --adapter hci1 --patience 20"
                "$program" replay "$folder/$2"/001-* $arguments >"$folder/hosted$1.out" 2>&1 & hosted=$!
                for _ in $(seq 400); do grep -qs ' is played on ' "$folder/hosted$1.out" && break; sleep 0.05; done
                play "phone$1" run "$3" --rig deskBench --port bluetooth=hci0 --port door=le:name=Door
                for _ in $(seq 500); do kill -0 $hosted 2>/dev/null || break; sleep 0.05; done
                kill $hosted 2>/dev/null
                wait $hosted
                echo "hosted$1 $?"
            }
            host '' hangsUpOnInitialize answersAtOnce
            host -other healthy answersAtOnce
            kill $controllers
            """#
    }
}
