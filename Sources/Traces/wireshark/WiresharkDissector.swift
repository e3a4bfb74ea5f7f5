/// Dissectors for Wireshark that come with the program, for versions of it that lack them.
public enum WiresharkDissector {
    /// UCI, link type 299, in Lua. Give it to `tshark -X lua_script:uci.lua`, or put it into the folder of plug-ins.
    public static let uci = String(decoding: PackageResources.uci_lua, as: UTF8.self)
}
