import Foundation
import Glibc
import Ground
import OperatingSystem

/// Independent validators on this machine, which must accept our reports.
public enum OtherProgram {
    /// The program exited with a nonzero status.
    public struct Failure: Error {
        public let status: Int32
        public let output: String
    }

    /// The program was killed, or ran for so long that the test killed it.
    public struct Killed: Error {
        public let path: String
    }

    /// The streams of a program whose text is wanted; the others are discarded.
    public struct Streams: OptionSet, Sendable {
        public static let output = Streams(rawValue: 1)
        public static let errors = Streams(rawValue: 2)
        public static let both: Streams = [.output, .errors]

        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    private static let limit = Lapse.seconds(300)

    private static let schemas = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/reports")

    /// Validates an XML file against one of the schemas in `Vectors/reports`.
    public static func xmllint(_ file: String, schema: String) throws {
        let schema = schemas.appending(path: schema).path
        let (status, output) = try run("/usr/bin/xmllint", ["--noout", "--huge", "--nonet", "--schema", schema, file])
        guard status == 0 else { throw Failure(status: status, output: output) }
    }

    /// Validates a JSON file against one of the schemas in `Vectors/reports`.
    public static func validate(_ file: String, schema: String) throws {
        let script = """
            import json, sys, jsonschema
            schema = json.load(open(sys.argv[1]))
            jsonschema.Draft7Validator.check_schema(schema)
            document = json.loads(open(sys.argv[2], encoding="utf-8").read())
            errors = list(jsonschema.Draft7Validator(schema).iter_errors(document))
            for error in errors[:10]:
                print(f"{error.message[:200]} at {list(error.absolute_path)}")
            sys.exit(1 if errors else 0)
            """
        let schema = schemas.appending(path: schema).path
        let (status, output) = try run("/usr/bin/python3", ["-c", script, schema, file])
        guard status == 0 else { throw Failure(status: status, output: output) }
    }

    /// Runs a Python script and returns its output; throws if it exits with a nonzero status, as it does on finding an
    /// error.
    @discardableResult public static func python(_ script: String, _ arguments: [String]) throws -> String {
        let (status, output) = try run("/usr/bin/python3", ["-c", script] + arguments)
        guard status == 0 else { throw Failure(status: status, output: output) }
        return output
    }

    /// Returns whether Perl's TAP parser calls a file a pass; throws if it finds the file itself malformed.
    public static func prove(_ file: String) throws -> Bool {
        let script = """
            use strict; use warnings; use TAP::Parser;
            open my $in, '<', $ARGV[0] or die; local $/; my $text = <$in>;
            my $parser = TAP::Parser->new({ tap => $text });
            while (my $result = $parser->next) { if ($result->is_unknown) { print "unknown: ", $result->raw, "\\n" } }
            print "$_\\n" for $parser->parse_errors;
            my $bad = $parser->parse_errors;
            print $parser->has_problems ? "problems\\n" : "none\\n";
            exit 0;
            """
        let (status, output) = try run("/usr/bin/perl", ["-e", script, file])
        let lines = output.split(separator: "\n").map(String.init)
        guard status == 0, lines.count == 1, let last = lines.last else {
            throw Failure(status: status, output: output)
        }
        return last == "none"
    }

    /// Runs a program to its end and returns its status and output; a program that was killed has no status.
    ///
    /// Not through Foundation's `Process`, which notices the end only when every process that inherited its socket has
    /// ended.
    public static func run(
        _ path: String, _ arguments: [String], keeping streams: Streams = .both
    ) throws -> (status: Int32, output: String) {
        let (reader, writer) = try makePipe()
        let null = try FileDescriptor("open /dev/null") { open("/dev/null", O_RDWR | O_CLOEXEC) }
        let child = try ChildProcess(
            path: path, arguments: arguments,
            environment: ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" },
            descriptors: [
                null.number, streams.contains(.output) ? writer.number : null.number,
                streams.contains(.errors) ? writer.number : null.number,
            ])
        writer.close()
        let poller = Poller(clock: MonotonicClock())
        let deadline = poller.clock.now + limit
        var bytes: [UInt8] = []
        while true {
            let ready = poller.wait([PollDescriptor(reader.number), PollDescriptor(child.end.number)], until: deadline)
            if !ready[0].isEmpty, let part = try reader.read(upTo: 65_536), !part.isEmpty {
                bytes += part
            } else if let ending = child.check() {
                guard case .exited(let status) = ending else { throw Killed(path: path) }
                return (status, String(decoding: bytes, as: UTF8.self))
            } else if poller.clock.now >= deadline {
                throw Killed(path: path)
            }
        }
    }
}
