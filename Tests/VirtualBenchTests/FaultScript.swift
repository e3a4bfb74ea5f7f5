import Glibc
import Ground
import Synchronization
import Testing

@testable import Benches

/// One virtual machine in which benches are broken from the outside, one after the other.
///
/// A shell script that knows nothing of the program's internals does everything: it starts the program, waits for its
/// output, removes a device, and writes down how long the program took to notice and to exit.
struct FaultScript {
    /// The shell's record of one case.
    struct Case {
        let status: Int32
        /// The time from the removal to the line that names the rig's fault; nil if there was none.
        let told: Lapse?
        /// The time from the removal to the end of the program.
        let ended: Lapse
    }

    let scratch: Scratch
    private let lines: [[Substring]]
    let error: String

    private struct Shared {
        var script: Result<FaultScript, any Error>?
        var askers: Set<String> = []
    }

    private static let shared = Mutex(Shared())

    /// Returns the script that all tests share; an error that prevents it from being played fails each of them.
    ///
    /// A test that asks a second time is being repeated, and gets a new script.
    static func shared(for test: String) throws -> FaultScript {
        try shared.withLock { shared in
            if !shared.askers.insert(test).inserted { shared = Shared(script: nil, askers: [test]) }
            let script = shared.script ?? Result { try FaultScript() }
            shared.script = script
            return script
        }.get()
    }

    private init() throws {
        scratch = try Scratch()
        let exit = try MachineScript.play(Self.text, in: scratch, within: .seconds(300))
        error = String(decoding: exit.error, as: UTF8.self)
        lines = String(decoding: exit.output, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
    }

    func result(of name: String) throws -> Case {
        let line = try #require(lines.first { $0.first == name[...] && $0.count == 4 }, "no case \(name): \(error)")
        let numbers = line.dropFirst().compactMap { Int($0) }
        try #require(numbers.count == 3)
        return Case(
            status: Int32(clamping: numbers[0]), told: numbers[1] < 0 ? nil : .milliseconds(numbers[1]),
            ended: .milliseconds(numbers[2]))
    }

    /// Returns everything that the program of one case wrote.
    func output(of name: String) -> String { (scratch.text(name + ".out") ?? "") }

    func verdict(of name: String, _ scenario: String) throws -> Evidence {
        try scratch.evidence(of: "001-\(scenario)-seed1", in: name)
    }

    private static let text = #"""
        program=$1 folder=$2 rig=virtual cue='exchange configuration'
        # Nothing here starts a program once the act is near: on a busy machine that alone takes seconds.
        mkfifo "${TMPDIR:-/tmp}"/never; exec {never}<>"${TMPDIR:-/tmp}"/never
        nap() { read -rt 0.05 -u $never; }
        uptime() { local up rest; read -r up rest </proc/uptime; printf -v "$1" %s "${up/./}0"; }
        has() { local text; mapfile -d '' -n 1 text <"$2" && [[ $text == *"$1"* ]]; }
        # Waits at most so many tenths of a second for a word in a file, and for the program to be there.
        await() {
            for ((i = 0; i < 2 * $3; i++)); do has "$1" "$2" && return; kill -0 $own || return; nap; done
        }
        # A reader that is lost is told of in the journal: it may come back, and is a fault only when it does not.
        tells() { has ' rig  ' "$folder/$1.out" || has 'reader lost' "$folder/$1"/*/journal.jsonl; }
        # NAME SCENARIO ACT [ARGUMENTS]: plays it, acts when it ranges, and writes down what came of it.
        play() {
            local name=$1 scenario=$2 act=$3 told=-1 start end; shift 3
            local out=$folder/$name.out
            "$program" run "$scenario" --rig $rig --no-vm --output "$folder/$name" "$@" >"$out" 2>&1 & own=$!
            await "$cue" "$out" 200
            # One that does not open at first is another fault than one that is lost.
            [ $name = reader ] && await '"readerReady"' "$folder/$name"/*/journal.jsonl 100
            if [ $act != kill_accessory ]; then
                sleep 0.3
                helper=$(pgrep -f '^[^ ]* reader-helper') adapters=$(pgrep -x btvirt)
            fi
            uptime start
            $act
            for ((i = 0; i < 800; i++)); do
                [ $told -lt 0 ] && tells "$name" && uptime end && told=$((end - start))
                kill -0 $own || break
                nap
            done
            kill -9 $own && echo "$name did not end" >&2
            wait $own
            local status=$?
            uptime end
            echo "$name $status $told $((end - start))"
        } 2>/dev/null
        unplug_kit() { echo >/sys/kernel/config/usb_gadget/trammel/UDC; }
        # Its name goes first, so that nothing can be opened any more when it goes.
        unplug_reader() { rm -f "${TMPDIR:-/tmp}"/trammel-pn532-$own; uptime start; kill -9 $helper; }
        unplug_adapters() { kill -9 $adapters; }
        stop_adapters() { kill -STOP $adapters; }
        kill_accessory() { kill -9 $accessory; }
        play kit zoneWalk unplug_kit
        play reader fullFlow unplug_reader
        play adapter zoneWalk unplug_adapters
        play stuck hundredRounds stop_adapters
        btvirt -L -l2 & controllers=$!
        until [ -e /sys/class/bluetooth/hci1 ]; do nap; done
        "$program" accessory --adapter hci1 --name 'Other Door' >"$folder/accessory.out" 2>&1 & accessory=$!
        own=$accessory
        await advertises "$folder/accessory.out" 100
        address=$(sed 's/.* as //' "$folder/accessory.out")
        # They need no kit: what is real has a hardware rig.
        rig=deskBench ports='--port bluetooth=hci0 --port'
        play name answersAtOnce true $ports 'door=le:name=Other Door'
        play address answersAtOnce true $ports "door=le:$address"
        play stranger answersAtOnce true $ports 'door=le:name=Nobody'
        cue='connect to door'
        play loss longWrite kill_accessory $ports 'door=le:name=Other Door'
        kill $controllers
        """#
}
