/// Dissectors for Wireshark supplied with the program, for versions that do not include them.
public enum WiresharkDissector {
    /// The dissector for UCI, link type 299, in Lua. Pass it to `tshark -X lua_script:uci.lua`, or copy it into the
    /// plug-in folder.
    public static let uci = String(decoding: PackageResources.uci_lua, as: UTF8.self)
}
