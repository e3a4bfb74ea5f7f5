import Benches
import Evidence
import FirmwareIdentity
import Ground
import Journal
import OperatingSystem
import Reports
import RigKit
import ScenarioKit
import Statistics
import Vocabulary

/// A search in progress: builds, writes and plays what the search asks for, and reports the results to it.
///
/// Every entry goes through the record into the ledger: its line is written first and only then processed.
struct BisectRunner {
    /// The folder of the identity runs, relative to the output folder.
    private static let identityPlace = "identity"

    let request: BisectRequest
    let versions: [String]
    private let record: BisectRecord
    private let lock: BenchLock
    /// The prefix of all paths passed to commands.
    private let root: String
    private(set) var ledger: BisectLedger
    private var benchPool: (ports: [String], pool: RunPool)?
    private var progress: VersionProgress?
    /// The numbers of the last run and of the last identity reading.
    private var lastRun: Int
    private var lastReading: Int

    init(
        _ request: BisectRequest, _ ledger: BisectLedger, _ record: BisectRecord, _ lock: BenchLock
    ) throws(CommandError) {
        self.lock = lock
        (self.request, self.ledger, self.record, versions) = (request, ledger, record, request.versions)
        guard let root = Files.absolute(request.folder) else {
            throw CommandError(what: "\(request.folder.escapedForDisplay) no longer exists", remedy: nil)
        }
        self.root = root
        lastRun = Self.lastNumber(in: root)
        lastReading = Self.lastNumber(in: "\(root)/\(Self.identityPlace)")
    }

    /// Continues until the search ends; returns nil if a person interrupted it.
    mutating func play() throws(CommandError) -> BisectSearch.Ending? {
        defer { closePool() }
        while !Interruption.isRequested {
            switch ledger.search.next() {
            case .ended(let ending): return ending
            case .play(let version):
                if ledger.onBench != version {
                    guard try put(version) else { continue }
                }
                guard try playRounds(of: version) else { return nil }
            }
        }
        return nil
    }

    /// The folder with the working tree of a git repository.
    var tree: String { "\(root)/source" }

    private mutating func note(_ entry: BisectEntry) throws(CommandError) {
        try record.append(entry)
        do { try ledger.take(entry) } catch { preconditionFailure("a search notes what it was asked for") }
    }

    private static func lastNumber(in folder: String) -> Int {
        Files.names(in: folder).compactMap { EvidenceFolder.number(of: $0) }.max() ?? 0
    }

    // MARK: The firmware

    /// Builds a version and writes it; returns false if the build failed, which is noted in the search, or if a signal
    /// ended it.
    private mutating func put(_ version: Int) throws(CommandError) -> Bool {
        StandardOutput.shared.write("version \(request.title(of: version)): ".asPlainLine)
        let firmware: GateFirmware
        switch try built(version) {
        case .success(let made): firmware = made
        case .failure(let why):
            // A signal ends the build command, which says nothing about the version.
            guard !Interruption.isRequested else { return false }
            StandardOutput.shared.write("cannot be tested: \(why.what)".asPlainLine + "\n")
            try note(.skipped(version: version, reason: why.what))
            return false
        }
        let sha256 = firmware.mark.sha256.hex
        if let earlier = ledger.firmware[version]?.sha256, earlier != sha256 {
            throw CommandError(
                what: "version \(versions[version].shown()) was built again and is different firmware",
                remedy: "Begin a new search in another folder, or make the build reproducible")
        }
        try note(.built(version: version, sha256: sha256))
        guard ledger.search.next() == .play(version: version) else {
            StandardOutput.shared.write("the same firmware, byte for byte, as one that was tested\n")
            return false
        }
        let portsPath = "\(root)/ports"
        Files.remove(portsPath)
        let flash = request.flash
        let window = FlashWindow(on: try request.bench([]).plan.rig, for: request.scenarios)
        do throws(CommandError) {
            try flash.write(
                firmware.path,
                with: [BisectVariable.version: versions[version], BisectVariable.ports: portsPath],
                log: FlashLog(in: root))
        } catch {
            guard !Interruption.isRequested else { return false }
            return try blameRig(version, error.what)
        }
        // A symbolic link must also still lead to the file that was hashed.
        guard Files.size(of: firmware.path) != nil, (try? Files.hash(of: firmware.path))?.hex == sha256 else {
            return try blameRig(version, "the firmware file was changed before it was written, or meanwhile")
        }
        let ports = try Self.ports(in: portsPath)
        do throws(CommandError) { try flash.awaitReturn(in: window) } catch {
            guard !Interruption.isRequested else { return false }
            return try blameRig(version, error.what)
        }
        let level = try identity(of: firmware, ports)
        guard !Interruption.isRequested else { return false }
        guard level != .contradicted else {
            return try blameRig(version, "the accessory says that it runs another firmware than was written")
        }
        StandardOutput.shared.write("on the bench\n")
        try note(.flashed(version: version, sha256: sha256, identity: level.rawValue, ports: ports))
        return true
    }

    private mutating func blameRig(_ version: Int, _ what: String) throws(CommandError) -> Bool {
        StandardOutput.shared.write(what.asPlainLine + "\n")
        try note(.rigFault(version: version, what: what))
        return false
    }

    /// The reason why a version cannot be tested, without a final full stop.
    private struct Untestable: Error {
        let what: String
    }

    private func built(_ version: Int) throws(CommandError) -> Result<GateFirmware, Untestable> {
        guard let build = request.build else { return Self.firmware(versions[version]) }
        let folder = "\(root)/firmware"
        do {
            try Files.makeFolder(folder)
            try Files.makePrivate(folder, isFolder: true)
        } catch {
            throw .cannotWrite(folder, error)
        }
        let path = "\(folder)/\(version + 1).bin"
        // After an interruption the firmware that was tested still exists.
        if let sha256 = ledger.firmware[version]?.sha256, BisectEvidence.hash(of: path)?.hex == sha256 {
            return Self.firmware(path)
        }
        Files.remove(path)
        var variables = [BisectVariable.version: versions[version], FlashCommand.variable: path]
        var command = build.command
        if case .git(let git) = request.source {
            try git.checkOut(versions[version], into: tree)
            variables[BisectVariable.source] = tree
            command = "cd \"$\(BisectVariable.source)\" || exit\n" + command
        }
        let ending = ShellCommand(command, limit: build.limit).run(with: variables.mapValues { Optional($0) })
        guard ending == .exited(0) else { return .failure(Untestable(what: "the command that builds \(ending.words)")) }
        guard Files.kind(of: path) == .regular else {
            return .failure(Untestable(what: "the command that builds wrote no file $\(FlashCommand.variable)"))
        }
        do { try Files.makePrivate(path) } catch { throw .cannotWrite(path, error) }
        return Self.firmware(path)
    }

    private static func firmware(_ path: String) -> Result<GateFirmware, Untestable> {
        // Reading anything but a regular file could block forever, and part of a firmware is not a firmware.
        guard let size = Files.size(of: path) else {
            let what = Files.kind(of: path) == nil ? "there is no firmware" : "the firmware is no regular file:"
            return .failure(Untestable(what: "\(what) \(path.shown(200))"))
        }
        guard size > 0 else { return .failure(Untestable(what: "the firmware is empty")) }
        guard size <= GateFirmware.mostBytes else {
            let most = GateFirmware.mostBytes
            return .failure(Untestable(what: "the firmware has \(size) bytes, but at most \(most) are read"))
        }
        do throws(CommandError) {
            return .success(try GateFirmware(path))
        } catch {
            return .failure(Untestable(what: error.what))
        }
    }

    /// Returns the ports of the rig that the flash command named.
    private static func ports(in path: String) throws(CommandError) -> [String] {
        guard Files.kind(of: path) == .regular else { return [] }
        do {
            let text = try Files.text(of: path, atMost: 1 << 16)
            return text.unicodeScalars.split(separator: "\n").map { String(Substring($0)) }.filter { !$0.isEmpty }
        } catch {
            throw CommandError(what: "\(path.escapedForDisplay) cannot be read: \(error)", remedy: nil)
        }
    }

    /// Returns the identity level of the firmware: the rig wrote it, and the accessory may provide further evidence.
    private mutating func identity(of firmware: GateFirmware, _ ports: [String]) throws(CommandError) -> IdentityLevel {
        let hash = firmware.mark.sha256
        let flashed = IdentityReading(.rig, .flashed(sha256: hash.hex, isVerified: true), bytes: hash.bytes)
        var told: [[IdentityReading]] = []
        let pool = try pool(with: ports)
        if let scenario = request.identifying, pool.hasRoom {
            lastReading += 1
            let order = RunOrder(
                index: -lastReading, scenario: scenario.name, seed: 1, number: lastReading, in: Self.identityPlace)
            pool.submit(order)
            switch pool.take() {
            case .played(let played)?:
                if let trouble = played.trouble { throw trouble }
                let name = EvidenceFolder.name(of: order.number, of: order.scenario, seed: order.seed)
                told = try ToldIdentities.all(
                    inJournal: "\(root)/\(Self.identityPlace)/\(name)/journal.jsonl"
                ).map(\.readings)
            case .lost(_, let why)?: throw why
            case nil: break
            }
        }
        let levels = (told.isEmpty ? [[]] : told).map { readings in
            IdentityJudgement(of: firmware.candidate, by: readings + [flashed]).level
        }
        return levels.min() ?? .unknown
    }

    // MARK: Runs

    private mutating func pool(with ports: [String]) throws(CommandError) -> RunPool {
        if let benchPool, benchPool.ports == ports { return benchPool.pool }
        closePool()
        let bench = try request.bench(ports)
        // The flash command may have named other devices.
        do throws(BenchLock.Obstacle) { try lock.take(bench.plan.rig.devices) } catch {
            switch error {
            case .busy(let busy): throw CommandError(what: "bench.busy: \(busy)", remedy: "Wait for it, and resume")
            case .unusable(let trouble): throw trouble
            }
        }
        let evidence = EvidenceFolder(
            takingUp: root, shownAs: request.folder, options: request.trace,
            with: Provenance(of: bench.plan.rig, with: bench.overrides))
        let player = RunPlayer(plan: bench.plan, evidence: evidence, warn: Warning.tell)
        guard let pool = try bench.players.pool(for: player, runs: .max) else {
            preconditionFailure("a search's runs are played by workers")
        }
        benchPool = (ports, pool)
        return pool
    }

    private mutating func closePool() {
        benchPool?.pool.close()
        benchPool = nil
    }

    /// The progress through the runs of one version.
    private struct VersionProgress {
        let version: Int
        let live = LiveCount()
        private var runs = 0

        init(_ version: Int) { self.version = version }

        mutating func note(runsLeft: Int) {
            runs += 1
            live.show(runs, of: runs + max(0, runsLeft))
        }
    }

    /// A round that was started, whose results are stored by the numbers of its runs.
    private struct OpenRound {
        let seed: UInt64
        let numbers: [Int]
        let folders: [String]
    }

    /// Returns the version's mark for its runs' verdicts; nil if the firmware on the bench is unknown.
    private func mark(of version: Int) -> SearchMembership? {
        ledger.firmware[version].flatMap { firmware in
            ContentHash(hex: firmware.sha256).map {
                SearchMembership(
                    firmware: GateMembership.Firmware(name: request.title(of: version), sha256: $0),
                    identity: firmware.identity ?? IdentityLevel.unknown.rawValue)
            }
        }
    }

    /// Plays rounds of a version, in parallel if there are several workers; returns false if a person interrupted.
    private mutating func playRounds(of version: Int) throws(CommandError) -> Bool {
        guard let pool = benchPool?.pool else { preconditionFailure("the bench is up when a version is on it") }
        var rounds: [OpenRound] = []
        var played: [Int: PlayedRun] = [:]
        let atOnce = max(1, request.jobs / request.scenarios.count)
        if progress?.version != version { progress = VersionProgress(version) }
        defer { progress?.live.clear() }
        for _ in 0..<min(atOnce, ledger.search.wanted) where !Interruption.isRequested {
            let seed = ledger.nextSeed(of: version)
            let numbers = request.scenarios.indices.map { lastRun + 1 + $0 }
            lastRun += numbers.count
            let folders = zip(request.scenarios, numbers).map { scenario, number in
                EvidenceFolder.name(of: number, of: scenario.name, seed: seed)
            }
            try note(.started(version: version, seed: seed, folders: folders))
            rounds.append(OpenRound(seed: seed, numbers: numbers, folders: folders))
            for (scenario, number) in zip(request.scenarios, numbers) {
                while !pool.hasRoom, let outcome = pool.take() { try settle(outcome, &played) }
                pool.submit(
                    RunOrder(
                        index: number, scenario: scenario.name, seed: seed, number: number, search: mark(of: version)))
            }
        }
        while let outcome = pool.take() { try settle(outcome, &played) }
        progress?.live.clear()
        for round in rounds {
            let runs = round.numbers.compactMap { played[$0] }
            guard runs.count == round.numbers.count, !runs.contains(where: { $0.summary.verdict == .aborted }) else {
                return false
            }
            try take(round, runs, of: version)
        }
        return true
    }

    private mutating func settle(_ outcome: RunPool.Outcome, _ played: inout [Int: PlayedRun]) throws(CommandError) {
        switch outcome {
        case .lost(_, let why): throw why
        case .played(let run):
            if let trouble = run.trouble { throw trouble }
            played[run.index] = run
            // As many rounds as the version needs if all pass.
            progress?.note(runsLeft: ledger.search.wanted * request.scenarios.count - played.count)
        }
    }

    /// Returns the reason why a run has no verdict on the accessory.
    private static func reason(_ summary: RunSummary) -> String? {
        switch summary.verdict {
        case .passed, .failed: nil
        case .skipped(let reason): reason
        case .error, .timedOut, .aborted: summary.reason
        }
    }

    private mutating func take(_ round: OpenRound, _ played: [PlayedRun], of version: Int) throws(CommandError) {
        let runs = zip(played, round.folders).map { run, folder in
            BisectRun(
                scenario: run.summary.scenario, folder: folder, verdict: run.summary.verdict.kind,
                code: run.summary.code?.rawValue, hadRigFault: run.hadRigFault,
                manifest: BisectEvidence.hash(of: "\(root)/\(folder)/\(Manifest.fileName)")?.hex,
                document: BisectEvidence.hash(of: "\(root)/\(folder)/verdict.json")?.hex,
                reason: Self.reason(run.summary))
        }
        // Surplus rounds of a version may have been in progress when it was decided.
        let counts = ledger.search.next() == .play(version: version)
        let decided = ledger.search.bisection.tested.count { $0.isBad != nil }
        let round = BisectRound(version: version, seed: round.seed, runs: runs, counts: counts)
        try note(.round(played: round))
        if counts, let trouble = round.trouble {
            StandardOutput.shared.write("  no verdict: \(trouble)".asPlainLine + "\n")
        }
        let tested = ledger.search.bisection.tested
        guard tested.count(where: { $0.isBad != nil }) > decided, let last = tested.last, let isBad = last.isBad else {
            return
        }
        let rounds = counted(last.runs, "round")
        StandardOutput.shared.write("  \(isBad ? "bad" : "good"): \(last.failures) of \(rounds) failed\n")
    }
}
