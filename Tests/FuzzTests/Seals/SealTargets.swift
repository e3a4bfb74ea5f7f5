import Evidence
import Ground
import JSON

/// Signed or hashed documents, and their keys.
enum SealTargets {
    static let all = [
        FuzzTarget("json", seeds: { Seeds.texts(documents) }, take: json),
        FuzzTarget("manifest", seeds: { Seeds.texts(manifests) }, take: manifest),
        FuzzTarget("envelope", seeds: { Seeds.texts(documents) }, take: envelope),
        FuzzTarget("key", seeds: { Seeds.texts(keys) + [[UInt8](repeating: 7, count: 32)] }, take: key),
    ]

    private static let hash = String(repeating: "0a", count: 32)

    private static let documents = [
        #"{"payload":"e30=","payloadType":"application/vnd.in-toto+json","signatures":[{"keyid":"k","sig":"AAAA"}]}"#,
        #"{"_type":"https://in-toto.io/Statement/v1","predicate":{"configuration":[{"uri":"a:b"}],"result":"PASSED"},"#
            + #""predicateType":"https://in-toto.io/attestation/test-result/v0.1","#
            + "\"subject\":[{\"digest\":{\"sha256\":\"\(hash)\"},\"name\":\"a\"}]}",
        #"[1.5e-3,"\ud83d\ude00\n",null,true,{"a":{"b":[]}}]"#,
    ]
    private static let manifests = ["\(hash)  a\n\(hash)  b/c.txt\n", "\(hash)  journal.jsonl\n"]
    private static let keys = [
        "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
            + "-----END PRIVATE KEY-----\n",
        "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n"
            + "-----END PUBLIC KEY-----\n",
    ]

    private static func json(_ input: [UInt8]) {
        do throws(DocumentError) {
            let value = try JSONValue(json: input)
            must((try? JSONValue(json: value.bytes)) == value, "a document changes when it is written")
            guard let statement = try? Statement(json: input) else { return }
            must((try? Statement(json: statement.json)) == statement, "a statement changes when it is written")
            _ = try? TestResult(statement)
            _ = try? GateClaim(statement)
        } catch {
            must((0...input.count).contains(error.offset ?? -1), "\(error) names no byte of the document")
        }
    }

    private static func manifest(_ input: [UInt8]) {
        do throws(DocumentError) {
            must(try Manifest(input).text == input, "a manifest changes when it is written")
        } catch {
            must((error.line ?? 0) > 0 && !error.what.isEmpty, "\(error) names no line of the manifest")
        }
    }

    private static func envelope(_ input: [UInt8]) {
        guard let envelope = try? Envelope(json: input) else { return }
        must((try? Envelope(json: envelope.json)) == envelope, "an envelope changes when it is written")
    }

    private static func key(_ input: [UInt8]) {
        _ = try? SigningKey(input)
        guard let key = try? VerifyingKey(input) else { return }
        must((try? VerifyingKey(Array(key.pem.utf8)))?.bytes == key.bytes, "a key changes when it is written")
    }
}
