/// The shell scripts of the guest: the first loads modules and mounts the host's files, the second runs the command.
///
/// Both are for busybox's shell, which finds its own tools without a path. They report to the host on the port
/// `control`: a line `ready UPTIME`, then lines `clock UPTIME`, four at intervals of a second and the others every 5
/// s, then a line `exit STATUS`. The host may send lines `signal NAME`.
enum InitScript {
    /// The place of the run's own files, in the first file system and then in the guest.
    static let commandFile = "command"
    static let mountFile = "mounts"

    static func first(release: String) -> String {
        """
        #!/bin/busybox sh
        fail() { echo "init: $*"; reboot -f; }
        /bin/busybox mount -t proc proc /proc
        mount -t sysfs sysfs /sys
        while read -r module; do
            insmod "/modules/$module" || echo "init: module $module was refused"
        done </modules/list
        mount -t 9p -o \(options(cache: "loose")),ro host /host || fail "no files from the host"
        mount -t tmpfs -o mode=755 tmpfs /over
        mkdir /over/upper /over/inner
        mount -t overlay -o lowerdir=/host,upperdir=/over/upper,workdir=/over/inner overlay /guest ||
            fail "no layer over the host's files"
        mount -t proc proc /guest/proc
        mount -t sysfs sysfs /guest/sys
        mount -t devtmpfs devtmpfs /guest/dev
        mount -t configfs configfs /guest/sys/kernel/config
        mount -t debugfs debugfs /guest/sys/kernel/debug
        mount -t tmpfs -o mode=755 tmpfs /guest/run
        mkdir -p /guest/dev/pts /guest/dev/shm /guest/run/trammel /guest/run/lock
        ln -s /proc/self/fd /guest/dev/fd
        for stream in 0:stdin 1:stdout 2:stderr; do
            ln -s "/proc/self/fd/${stream%:*}" "/guest/dev/${stream#*:}"
        done
        mount -t devpts -o mode=620,ptmxmode=666 devpts /guest/dev/pts
        mount -t tmpfs -o mode=1777 tmpfs /guest/dev/shm
        ip link set lo up
        # In its own time whoever waits for the host's disk stands still, and the clock goes on: what is written waits
        # in the machine's memory until it is synced. In the host's time both sides see at once what the other writes.
        read -r words </proc/cmdline
        case " $words " in *" trammel.time=own "*) sharing=loose ;; *) sharing=mmap ;; esac
        . /\(mountFile)
        cp /bin/busybox /second /\(commandFile) /guest/run/trammel/
        exec switch_root -c /dev/console /guest /run/trammel/busybox sh /run/trammel/second

        """
    }

    /// Streams go through named pipes, because a port can be opened only once, and programs do open /dev/stderr again.
    static let second = """
        cd /run/trammel
        until [ "$control" ] && [ "$input" ] && [ "$output" ] && [ "$error" ]; do
            for port in /sys/class/virtio-ports/*; do
                read -r name <"$port/name" && eval "$name=/dev/${port##*/}"
            done
        done
        . ./command
        mkfifo in out err
        exec 3<>"$control"
        cat <"$input" >in 3<&- & keep="$!"
        cat <out >"$output" 3<&- & forward="$!"
        cat <err >"$error" 3<&- & forward="$forward $!"
        while read -r verb name <&3; do
            read -r session <session || continue
            [ "$verb" = signal ] && { kill -s "$name" "-$session" || kill -s "$name" "$session"; }
        done &
        keep="$keep $!"
        read -r uptime rest </proc/uptime
        echo "ready $uptime" >&3
        (
            lines=0
            while sleep "$((lines < 4 ? 1 : 5))"; do
                lines=$((lines + 1))
                read -r uptime rest </proc/uptime
                echo "clock $uptime" >&3
            done
        ) &
        keep="$keep $!"
        (
            exec 3<&-
            run_command
        ) <in >out 2>err
        status=$?
        others=
        for process in /proc/[0-9]*; do
            process=${process#/proc/}
            case " 1 $keep $forward " in *" $process "*) ;; *) others="$others $process" ;; esac
        done
        kill -9 $others 2>/dev/null
        wait $forward
        sync
        printf %s "$mark" >"$output"
        printf %s "$mark" >"$error"
        read -r uptime rest </proc/uptime
        echo "clock $uptime" >&3
        echo "exit $status" >&3
        exec sleep 1000

        """

    /// Returns the lines that mount writable folders of the host, at the same paths as on the host.
    static func mounts(_ folders: [String]) -> String {
        var script = ""
        for (number, folder) in folders.enumerated() {
            let place = shellQuoted("/guest" + folder)
            // If the guest has its own file system there, as on /dev/shm, the folder does not exist yet.
            script += "mkdir -p \(place); mount -t 9p -o \(options(cache: "$sharing")) share\(number) \(place)"
            script += " || fail \(shellQuoted("\(folder) is not shared"))\n"
        }
        return script
    }

    private static func options(cache: String) -> String {
        "trans=virtio,version=9p2000.L,cache=\(cache),msize=512000"
    }
}

/// Returns a text as one shell word, whatever characters it contains.
func shellQuoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
