import Ground
import Testing

@testable import Benches

/// The archive format; `cpio -t` read the same archive when the vector was made.
@Suite struct CPIOArchiveTests {
    @Test("a folder and a file have the fields of the newc format, padded to four bytes")
    func fields() {
        var archive = CPIOArchive()
        archive.addFolder("bin")
        archive.addFile("bin/x", Array("hello".utf8), isExecutable: true)
        let text = String(decoding: archive.bytes, as: UTF8.self)
        let zero = "00000000"
        let folder =
            "070701" + "00000001" + "000041ED" + zero + zero + "00000002" + zero + zero + zero + zero + zero + zero
            + "00000004" + zero + "bin\0" + "\0\0"
        let file =
            "070701" + "00000002" + "000081ED" + zero + zero + "00000001" + zero + "00000005" + zero + zero + zero
            + zero
            + "00000006" + zero + "bin/x\0" + "" + "hello" + "\0\0\0"
        #expect(folder.utf8.count % 4 == 0 && file.utf8.count % 4 == 0)
        #expect(text == folder + file)
    }

    @Test("an archive ends with its trailer and on a full block, so that another may follow")
    func trailer() {
        var archive = CPIOArchive()
        archive.addFile("a", [1, 2, 3])
        let bytes = archive.finished()
        #expect(bytes.count % 512 == 0)
        #expect(String(decoding: bytes, as: UTF8.self).contains("TRAILER!!!\0"))
        #expect(archive.bytes.elementsEqual(bytes.prefix(archive.bytes.count)))
    }
}
