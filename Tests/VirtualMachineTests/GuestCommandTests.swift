import Testing

@testable import Benches

/// The guest's inputs other than files.
@Suite struct GuestCommandTests {
    @Test(
        "a quoted word is one word to the shell",
        arguments: [
            ("plain", "'plain'"), ("", "''"), ("two words", "'two words'"), ("it's", "'it'\\''s'"), ("'", "''\\'''"),
            ("$HOME `id` \"x\" \\ \n;", "'$HOME `id` \"x\" \\ \n;'"),
        ])
    func quoting(text: String, quoted: String) { #expect(shellQuoted(text) == quoted) }

    @Test("the script holds the folder, the variables in order, and the words, all quoted")
    func script() {
        let command = GuestCommand(
            words: ["echo", "a b"], environment: ["B": "2", "A": "it's"], workingDirectory: "/some place", mark: "~m")
        #expect(command.script.contains("mark='~m'\n"))
        #expect(command.script.contains("cd '/some place' || exit 125\n"))
        #expect(command.script.contains(" env -i 'A=it'\\''s' 'B=2' /run/trammel/busybox setsid 'echo' 'a b'\n"))
    }

    @Test("only variables that matter are passed, with hints about the terminal")
    func environment() {
        let host = ["PATH": "/p", "NO_COLOR": "1", "TRAMMEL_X": "y", "LC_ALL": "C", "SECRET_TOKEN": "s", "OLDPWD": "/"]
        let chosen = GuestCommand.environment(from: host, terminals: ["out", "err"], size: (120, 40))
        #expect(
            chosen == [
                "PATH": "/p", "NO_COLOR": "1", "TRAMMEL_X": "y", "LC_ALL": "C", "TRAMMEL_TERMINAL": "out,err",
                "COLUMNS": "120", "LINES": "40",
            ])
        #expect(GuestCommand.environment(from: [:], terminals: [], size: nil).keys.sorted() == ["PATH"])
    }

    @Test("shared folders are mounted at their own paths, whatever these hold")
    func mounts() {
        let script = InitScript.mounts(["/a b", "/c"])
        #expect(script.contains("share0 '/guest/a b' || fail "))
        #expect(script.contains("share1 '/guest/c' || fail "))
        #expect(InitScript.mounts([]).isEmpty)
    }

    @Test("the machine's line doubles commas in folders and marks only the host's root read-only")
    func line() {
        let line = MachineLine(
            kernelImage: "/k", acceleration: .emulation, processors: 2, megabytes: 512, sharedFolders: ["/a,b"])
        #expect(line.arguments.contains("local,id=share0,path=/a,,b,security_model=none,multidevs=remap"))
        #expect(line.arguments.contains("local,id=host,path=/,security_model=none,readonly=on,multidevs=remap"))
        #expect(!line.arguments.contains("kvm"))
        #expect(!line.arguments.contains { $0.contains("tsc_early_khz") })
        let known = MachineLine(
            kernelImage: "/k", acceleration: .emulation, processors: 2, megabytes: 512, sharedFolders: [],
            counterRate: 2_899_998)
        #expect(known.arguments.contains { $0.hasSuffix(" tsc_early_khz=2899998") })
    }

    @Test("the cache's place follows the environment")
    func cache() {
        #expect(KernelCache(environment: ["TRAMMEL_CACHE": "/t", "HOME": "/h"]).folder == "/t")
        #expect(KernelCache(environment: ["XDG_CACHE_HOME": "/x", "HOME": "/h"]).folder == "/x/trammel")
        #expect(KernelCache(environment: ["TRAMMEL_CACHE": "", "HOME": "/h"]).folder == "/h/.cache/trammel")
    }

    @Test("an empty cache says what is missing and what to run")
    func empty() {
        let cache = KernelCache(folder: "/nowhere/at/all")
        let error = #expect(throws: VirtualMachineError.self) { try cache.kernel() }
        #expect(error?.description.contains("Run trammel vm --fetch") == true)
        #expect(error?.description.contains("/nowhere/at/all/kernels/6.1.0-50-amd64") == true)
    }
}
