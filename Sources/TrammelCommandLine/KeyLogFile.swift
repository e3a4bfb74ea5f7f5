import ArgumentParser

/// The option for a file with TLS secrets.
enum KeyLogFile {
    static let help = ArgumentHelp(
        """
        Write the TLS secrets to this new file, readable only by its owner. With it Wireshark, and anyone else who has \
        both, can decrypt a capture of the connections.
        """, valueName: "file")
}
