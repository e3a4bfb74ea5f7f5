import ArgumentParser

/// The option for a file with TLS secrets.
enum KeyLogFile {
    static let help = ArgumentHelp(
        """
        Write the secrets of TLS to this new file, for its owner alone: with it Wireshark reads a capture of the \
        connections, and so does everybody who has both.
        """, valueName: "file")
}
