import FirmwareIdentity
import Ground
import TestSupport

/// Known answers of gate.md, sections 6.3 and 6.4.
enum Vectors {
    /// imgtool 2.5.0, body `TRAMMEL-TEST-01!`, version 1.2.3+4.
    static let image = bytes(
        """
        3DB8F396 00000000 2000 0000 10000000 00000000 01 02 0300 04000000 00000000 5452414D4D454C2D544553542D303121
        0769 2800 1000 2000 A6D24722BFEDEC880CB0698770895E97531E4524DAB76E1BB4A7E4E5836AA634
        """)
    static let hash = bytes("A6D24722BFEDEC880CB0698770895E97531E4524DAB76E1BB4A7E4E5836AA634")
    static let fileHash = "f070f53c8b170d1fa6ab172ff518600b964f440a740fb068a6636f70a2bb789d"
    /// The same image with security counter 7 among the protected TLVs.
    static let protected = bytes(
        """
        3DB8F396 00000000 2000 0C00 10000000 00000000 01 02 0300 04000000 00000000 5452414D4D454C2D544553542D303121
        0869 0C00 5000 0400 07000000
        0769 2800 1000 2000 2410331c64dd0f8ac401325db2d27489a9dce1f4e0160931d6007d18b404e2cb
        """)
    static let protectedHash = bytes("2410331c64dd0f8ac401325db2d27489a9dce1f4e0160931d6007d18b404e2cb")

    /// The answer to the image state, definite lengths, 139 bytes.
    static let definite = bytes(
        """
        0900008300014200 a266696d6167657381a864736c6f74006776657273696f6e65312e322e33646861736858208f13352035d7a6c88e24
        74d03365d9a1871fbb0dbed385eaa0151aa21e37822e68626f6f7461626c65f56770656e64696e67f469636f6e6669726d6564f5666163
        74697665f5697065726d616e656e74f46b73706c697453746174757300
        """)
    /// The same content with indefinite lengths, without a header.
    static let indefinite = bytes(
        """
        bf66696d616765739fbf64736c6f74006776657273696f6e65312e322e33646861736858208f13352035d7a6c88e2474d03365d9a1871f
        bb0dbed385eaa0151aa21e37822e68626f6f7461626c65f566616374697665f5ffffff
        """)
    static let reported = bytes("8f13352035d7a6c88e2474d03365d9a1871fbb0dbed385eaa0151aa21e37822e")

    /// The answer as console lines.
    static let console = """
        \u{6}\u{9}AI0JAACDAAFCAKJmaW1hZ2Vzgahkc2xvdABndmVyc2lvbmUxLjIuM2RoYXNoWCCPEzUgNdemyI4kdNAzZdmhhx+7Db7The\
        qgFRqiHjeCLmhib290YWJsZfVncGVu
        \u{4}\u{14}ZGluZ/RpY29uZmlybWVk9WZhY3RpdmX1aXBlcm1hbmVudPRrc3BsaXRTdGF0dXMAC1k=

        """

    static var candidate: FirmwareCandidate {
        get throws { try FirmwareCandidate.read(image, sha256: fileHash, digest: digest) }
    }
}
