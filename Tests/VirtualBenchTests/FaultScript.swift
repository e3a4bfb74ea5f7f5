import Glibc
import Ground
import Testing

@testable import VirtualMachine

/// One virtual machine in which benches are broken from the outside, one after the other.
///
/// Everything is done by a shell that knows nothing of the program: it starts it, waits for what it prints, takes a
/// device away, and writes down how long the program took to see it and to end.
struct FaultScript {
    /// What the shell wrote down about one case.
    struct Case {
        let status: Int32
        /// From the act to the line that names the rig's fault; nil where there was none.
        let told: Span?
        /// From the act to the end of the program.
        let ended: Span
    }

    let scratch: Scratch
    private let lines: [[Substring]]
    let error: String

    /// The one that all tests share; what kept it from being played fails each of them.
    static let shared = Result { try FaultScript() }

    private init() throws {
        scratch = try Scratch()
        let exit = try MachineScript.play(Self.text, in: scratch, within: .seconds(170))
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

    /// Everything that the program of one case wrote.
    func output(of name: String) -> String { (scratch.text(name + ".out") ?? "") }

    func verdict(of name: String, _ scenario: String) throws -> Evidence {
        try scratch.evidence(of: "001-\(scenario)-seed1", in: name)
    }

    private static let text = #"""
        program=$1 folder=$2
        now() { read -r up rest </proc/uptime; echo "${up/./}0"; }
        # Waits at most so many tenths of a second for a word in a file, and for the program to be there.
        await() {
            for _ in $(seq $((2 * $3))); do grep -q "$1" "$2" && return; kill -0 $own || return; sleep 0.05; done
        }
        # A reader that is lost is told of in the journal: it may come back, and is a fault only when it does not.
        tells() { grep -q ' rig  ' "$folder/$1.out" || grep -qs 'reader lost' "$folder/$1"/*/journal.jsonl; }
        # NAME SCENARIO ACT [ARGUMENTS]: plays it, acts when it ranges, and writes down what came of it.
        play() {
            local name=$1 scenario=$2 act=$3; shift 3
            local out=$folder/$name.out told=-1
            "$program" run "$scenario" --rig virtual --no-vm --output "$folder/$name" "$@" >"$out" 2>&1 & own=$!
            await 'exchange configuration' "$out" 200
            sleep 0.3
            local start=$(now)
            $act
            for _ in $(seq 800); do
                [ $told -lt 0 ] && tells "$name" && told=$(($(now) - start))
                kill -0 $own || break
                sleep 0.05
            done
            kill -9 $own && echo "$name did not end" >&2
            wait $own
            echo "$name $? $told $(($(now) - start))"
        } 2>/dev/null
        unplug_kit() { echo >/sys/kernel/config/usb_gadget/trammel/UDC; }
        unplug_reader() { rm -f "${TMPDIR:-/tmp}"/trammel-pn532-$own; pkill -9 -f "^[^ ]* reader-helper"; }
        unplug_adapters() { pkill -9 -x btvirt; }
        kill_accessory() { kill -9 $accessory; }
        play kit zoneWalk unplug_kit
        play reader fullFlow unplug_reader
        play adapter zoneWalk unplug_adapters
        btvirt -L -l2 & controllers=$!
        until [ -e /sys/class/bluetooth/hci1 ]; do sleep 0.05; done
        "$program" accessory --adapter hci1 --name 'Other Door' >"$folder/accessory.out" 2>&1 & accessory=$!
        own=$accessory
        await advertises "$folder/accessory.out" 100
        address=$(sed 's/.* as //' "$folder/accessory.out")
        ports='--port bluetooth=hci0 --port'
        play name initializesAgain true $ports 'door=le:name=Other Door'
        play address initializesAgain true $ports "door=le:$address"
        play stranger configurationExchange true $ports 'door=le:name=Nobody'
        play loss configurationExchange kill_accessory $ports 'door=le:name=Other Door'
        kill $controllers
        """#
}
