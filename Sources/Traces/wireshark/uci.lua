-- FiRa UWB Command Interface (UCI) for Wireshark and tshark, for versions that have no dissector of their own (they
-- have one from 4.2 on; there this file does nothing).
--
--   tshark -X lua_script:uci.lua -r trace.pcapng -O uci
--
-- or put the file into Wireshark's folder of personal Lua plug-ins. Packets are those of link type 299
-- (LINKTYPE_FIRA_UCI), one UCI packet each. A version that does not know that link type hands its packets over as
-- "unknown", and this dissector takes those that have the form of UCI.
--
-- Names and layouts: FiRa UCI Generic Technical Specification as implemented by AOSP (uwb_uci_packets.pdl, Apache 2.0)
-- and pica. Two-way ranging is decoded; one-way measurements are shown as bytes. Written for Trammel.

local is_known, known = pcall(Dissector.get, "uci")
if is_known and known then return end

local uci = Proto("uci", "UWB Command Interface")

local types = { [0] = "Data", [1] = "Command", [2] = "Response", [3] = "Notification" }
local groups = {
  [0] = "Core", [1] = "Session Config", [2] = "Session Control", [3] = "Data Control",
  [0xB] = "Vendor", [0xC] = "Android", [0xD] = "Test", [0xE] = "Vendor", [0xF] = "Vendor",
}
local names = {
  [0x000] = "CORE_DEVICE_RESET", [0x001] = "CORE_DEVICE_STATUS", [0x002] = "CORE_GET_DEVICE_INFO",
  [0x003] = "CORE_GET_CAPS_INFO", [0x004] = "CORE_SET_CONFIG", [0x005] = "CORE_GET_CONFIG",
  [0x007] = "CORE_GENERIC_ERROR", [0x008] = "CORE_QUERY_UWBS_TIMESTAMP",
  [0x100] = "SESSION_INIT", [0x101] = "SESSION_DEINIT", [0x102] = "SESSION_STATUS",
  [0x103] = "SESSION_SET_APP_CONFIG", [0x104] = "SESSION_GET_APP_CONFIG", [0x105] = "SESSION_GET_COUNT",
  [0x106] = "SESSION_GET_STATE", [0x107] = "SESSION_UPDATE_CONTROLLER_MULTICAST_LIST",
  [0x200] = "SESSION_START", [0x201] = "SESSION_STOP", [0x203] = "SESSION_GET_RANGING_COUNT",
}
local statuses = {
  [0x00] = "OK", [0x01] = "REJECTED", [0x02] = "FAILED", [0x03] = "SYNTAX_ERROR", [0x04] = "INVALID_PARAM",
  [0x05] = "INVALID_RANGE", [0x06] = "INVALID_MESSAGE_SIZE", [0x07] = "UNKNOWN_GID", [0x08] = "UNKNOWN_OID",
  [0x09] = "READ_ONLY", [0x0A] = "COMMAND_RETRY", [0x0B] = "UNKNOWN", [0x0C] = "NOT_APPLICABLE",
  [0x11] = "SESSION_NOT_EXIST", [0x12] = "SESSION_DUPLICATE", [0x13] = "SESSION_ACTIVE",
  [0x14] = "MAX_SESSIONS_EXCEEDED", [0x15] = "SESSION_NOT_CONFIGURED", [0x16] = "ACTIVE_SESSIONS_ONGOING",
  [0x17] = "MULTICAST_LIST_FULL", [0x18] = "ADDRESS_NOT_FOUND", [0x19] = "ADDRESS_ALREADY_PRESENT",
  [0x1A] = "INITIATION_TIME_TOO_OLD", [0x1B] = "OK_NEGATIVE_DISTANCE_REPORT", [0x20] = "RANGING_TX_FAILED",
  [0x21] = "RANGING_RX_TIMEOUT", [0x22] = "RX_PHY_DEC_FAILED", [0x23] = "RX_PHY_TOA_FAILED",
  [0x24] = "RX_PHY_STS_FAILED", [0x25] = "RX_MAC_DEC_FAILED", [0x26] = "RX_MAC_IE_DEC_FAILED",
  [0x27] = "RX_MAC_IE_MISSING",
}
local device_states = { [0x01] = "READY", [0x02] = "ACTIVE", [0xFF] = "ERROR" }
local session_states = { [0] = "INIT", [1] = "DEINIT", [2] = "ACTIVE", [3] = "IDLE" }
local sights = { [0] = "free", [1] = "blocked", [255] = "unknown" }
local parameters = {
  [0x00] = "DEVICE_TYPE", [0x01] = "RANGING_ROUND_USAGE", [0x02] = "STS_CONFIG", [0x03] = "MULTI_NODE_MODE",
  [0x04] = "CHANNEL_NUMBER", [0x05] = "NUMBER_OF_CONTROLEES", [0x06] = "DEVICE_MAC_ADDRESS",
  [0x07] = "DST_MAC_ADDRESS", [0x08] = "SLOT_DURATION", [0x09] = "RANGING_DURATION", [0x0A] = "STS_INDEX",
  [0x0B] = "MAC_FCS_TYPE", [0x0C] = "RANGING_ROUND_CONTROL", [0x0D] = "AOA_RESULT_REQ",
  [0x0E] = "SESSION_INFO_NTF_CONFIG", [0x0F] = "NTF_PROXIMITY_NEAR", [0x10] = "NTF_PROXIMITY_FAR",
  [0x11] = "DEVICE_ROLE", [0x12] = "RFRAME_CONFIG", [0x13] = "RSSI_REPORTING", [0x14] = "PREAMBLE_CODE_INDEX",
  [0x15] = "SFD_ID", [0x16] = "PSDU_DATA_RATE", [0x17] = "PREAMBLE_DURATION", [0x1A] = "RANGING_TIME_STRUCT",
  [0x1B] = "SLOTS_PER_RR", [0x1F] = "PRF_MODE", [0x22] = "SCHEDULE_MODE", [0x23] = "KEY_ROTATION",
  [0x24] = "KEY_ROTATION_RATE", [0x25] = "SESSION_PRIORITY", [0x26] = "MAC_ADDRESS_MODE", [0x27] = "VENDOR_ID",
  [0x28] = "STATIC_STS_IV", [0x29] = "NUMBER_OF_STS_SEGMENTS", [0x2A] = "MAX_RR_RETRY",
  [0x2B] = "UWB_INITIATION_TIME", [0x2C] = "HOPPING_MODE", [0x2D] = "BLOCK_STRIDE_LENGTH",
  [0x2E] = "RESULT_REPORT_CONFIG", [0x2F] = "IN_BAND_TERMINATION_ATTEMPT_COUNT", [0x30] = "SUB_SESSION_ID",
  [0x31] = "BPRF_PHR_DATA_RATE", [0x32] = "MAX_NUMBER_OF_MEASUREMENTS", [0x35] = "STS_LENGTH",
}

local f = {
  mt = ProtoField.uint8("uci.mt", "Message type", base.HEX, types, 0xE0),
  pbf = ProtoField.uint8("uci.pbf", "Packet boundary", base.DEC, { [0] = "last or only", [1] = "more follow" }, 0x10),
  gid = ProtoField.uint8("uci.gid", "Group", base.HEX, groups, 0x0F),
  oid = ProtoField.uint8("uci.oid", "Opcode", base.HEX, nil, 0x3F),
  name = ProtoField.string("uci.name", "Message"),
  length = ProtoField.uint16("uci.length", "Payload length", base.DEC),
  payload = ProtoField.bytes("uci.payload", "Payload"),
  status = ProtoField.uint8("uci.status", "Status", base.HEX, statuses),
  device_state = ProtoField.uint8("uci.device_state", "Device state", base.HEX, device_states),
  session = ProtoField.uint32("uci.session", "Session", base.HEX),
  session_type = ProtoField.uint8("uci.session_type", "Session type", base.HEX),
  session_state = ProtoField.uint8("uci.session_state", "Session state", base.HEX, session_states),
  reason = ProtoField.uint8("uci.reason", "Reason", base.HEX),
  param = ProtoField.bytes("uci.param", "Parameter"),
  sequence = ProtoField.uint32("uci.range.sequence", "Sequence number", base.DEC),
  interval = ProtoField.uint32("uci.range.interval", "Ranging interval (ms)", base.DEC),
  count = ProtoField.uint8("uci.range.count", "Measurements", base.DEC),
  peer = ProtoField.uint64("uci.range.peer", "Peer", base.HEX),
  los = ProtoField.uint8("uci.range.los", "Line of sight", base.HEX, sights),
  distance = ProtoField.uint16("uci.range.distance", "Distance (cm)", base.DEC),
  azimuth = ProtoField.double("uci.range.azimuth", "Azimuth (degrees)"),
  elevation = ProtoField.double("uci.range.elevation", "Elevation (degrees)"),
  rssi = ProtoField.double("uci.range.rssi", "RSSI (dBm)"),
}
uci.fields = f

local short = ProtoExpert.new("uci.short", "The packet ends too early", expert.group.MALFORMED, expert.severity.ERROR)
uci.experts = { short }

-- Parameters: count, then id (two bytes from E0 to E2), length, value.
local function parameter_list(payload, tree, at)
  if payload:len() <= at then return end
  local count = payload(at, 1):uint()
  at = at + 1
  for _ = 1, count do
    if payload:len() < at + 2 then tree:add_proto_expert_info(short) return end
    local start, id = at, payload(at, 1):uint()
    if id >= 0xE0 and id <= 0xE2 then
      id = id * 256 + payload(at + 1, 1):uint()
      at = at + 1
    end
    if payload:len() < at + 2 then tree:add_proto_expert_info(short) return end
    local length = payload(at + 1, 1):uint()
    if payload:len() < at + 2 + length then tree:add_proto_expert_info(short) return end
    local range = length > 0 and payload(at + 2, length) or nil
    local label = (parameters[id] or string.format("0x%02x", id)) .. ": " .. (range and tostring(range:bytes()) or "")
    tree:add(f.param, payload(start, at + 2 + length - start)):set_text(label)
    at = at + 2 + length
  end
end

local function angle(tree, field, payload, at)
  if payload(at + 2, 1):uint() > 0 then tree:add(field, payload(at, 2), payload(at, 2):le_int() / 128) end
end

-- SESSION_INFO_NTF: a header of 25 bytes, then 31 bytes for each measurement of two-way ranging.
local function session_info(payload, tree)
  if payload:len() < 25 then tree:add_proto_expert_info(short) return "" end
  tree:add_le(f.sequence, payload(0, 4))
  tree:add_le(f.session, payload(4, 4))
  tree:add_le(f.interval, payload(9, 4))
  local kind, is_long, count = payload(13, 1):uint(), payload(15, 1):uint() == 1, payload(24, 1):uint()
  tree:add(f.count, payload(24, 1))
  if kind ~= 1 then return "" end
  local text = ""
  for index = 0, count - 1 do
    local at = 25 + index * 31
    if payload:len() < at + 31 then tree:add_proto_expert_info(short) return text end
    local one = tree:add(uci, payload(at, 31), "Measurement " .. index)
    local size = is_long and 8 or 2
    if is_long then
      one:add_le(f.peer, payload(at, 8))
    else
      one:add(f.peer, payload(at, 2), UInt64(payload(at, 2):le_uint()))
    end
    one:add(f.status, payload(at + size, 1))
    one:add(f.los, payload(at + size + 1, 1))
    local distance = payload(at + size + 2, 2)
    one:add_le(f.distance, distance)
    angle(one, f.azimuth, payload, at + size + 4)
    angle(one, f.elevation, payload, at + size + 7)
    local rssi = payload(at + size + 17, 1)
    if rssi:uint() ~= 0 and rssi:uint() ~= 255 then one:add(f.rssi, rssi, -rssi:uint() / 2) end
    local status = payload(at + size, 1):uint()
    if status == 0 then
      text = text .. string.format(" %d cm", distance:le_uint())
    else
      text = text .. " " .. (statuses[status] or string.format("status 0x%02x", status))
    end
  end
  return text
end

local function session(payload, tree, at)
  if payload:len() < at + 4 then tree:add_proto_expert_info(short) return "" end
  tree:add_le(f.session, payload(at, 4))
  return string.format(" 0x%08x", payload(at, 4):le_uint())
end

local function command(kind, payload, tree)
  local group = math.floor(kind / 256)
  if group ~= 1 and group ~= 2 or kind == 0x105 then return "" end
  local text = session(payload, tree, 0)
  if kind == 0x100 and payload:len() > 4 then tree:add(f.session_type, payload(4, 1)) end
  if kind == 0x103 then parameter_list(payload, tree, 4) end
  return text
end

local function response(kind, payload, tree)
  if payload:len() == 0 then return "" end
  local status = payload(0, 1):uint()
  tree:add(f.status, payload(0, 1))
  if kind == 0x100 and payload:len() >= 5 then session(payload, tree, 1) end
  if kind == 0x104 or kind == 0x003 or kind == 0x005 then parameter_list(payload, tree, 1) end
  if kind == 0x106 and payload:len() > 1 then tree:add(f.session_state, payload(1, 1)) end
  return " " .. (statuses[status] or string.format("0x%02x", status))
end

local function notification(kind, payload, tree)
  if payload:len() == 0 then return "" end
  if kind == 0x001 then
    tree:add(f.device_state, payload(0, 1))
    return " " .. (device_states[payload(0, 1):uint()] or "")
  elseif kind == 0x007 then
    tree:add(f.status, payload(0, 1))
    return " " .. (statuses[payload(0, 1):uint()] or "")
  elseif kind == 0x102 then
    local text = session(payload, tree, 0)
    if payload:len() < 6 then return text end
    tree:add(f.session_state, payload(4, 1))
    tree:add(f.reason, payload(5, 1))
    return text .. " " .. (session_states[payload(4, 1):uint()] or "")
  elseif kind == 0x200 then
    return session_info(payload, tree)
  end
  return ""
end

function uci.dissector(buffer, pinfo, tree)
  if buffer:len() < 4 then return 0 end
  local first = buffer(0, 1):uint()
  local kind_of, group = math.floor(first / 32), first % 16
  local is_data = kind_of == 0
  local length = is_data and buffer(2, 2):le_uint() or buffer(3, 1):uint()
  local opcode = is_data and 0 or buffer(1, 1):uint() % 64
  local kind = group * 256 + opcode
  local suffix = ({ [1] = "_CMD", [2] = "_RSP", [3] = "_NTF" })[kind_of] or ""
  local name = is_data and "DATA" or (names[kind] or string.format("GID 0x%x OID 0x%02x", group, opcode)) .. suffix
  if kind == 0x200 and kind_of == 3 then name = "SESSION_INFO_NTF" end
  pinfo.cols.protocol = "UCI"
  local sub = tree:add(uci, buffer(), "UWB Command Interface, " .. name)
  sub:add(f.mt, buffer(0, 1))
  sub:add(f.pbf, buffer(0, 1))
  sub:add(f.gid, buffer(0, 1))
  if not is_data then sub:add(f.oid, buffer(1, 1)) end
  sub:add(f.name, buffer(0, 2), name):set_generated()
  if is_data then sub:add_le(f.length, buffer(2, 2)) else sub:add(f.length, buffer(3, 1)) end
  local text = ""
  if buffer:len() < 4 + length then sub:add_proto_expert_info(short) length = buffer:len() - 4 end
  if length > 0 then
    local payload = buffer(4, length):tvb("UCI payload")
    sub:add(f.payload, buffer(4, length))
    local is_whole = math.floor(first / 16) % 2 == 0
    if is_whole and kind_of == 1 then text = command(kind, payload, sub)
    elseif is_whole and kind_of == 2 then text = response(kind, payload, sub)
    elseif is_whole and kind_of == 3 then text = notification(kind, payload, sub) end
  end
  pinfo.cols.info = name .. text
  return buffer:len()
end

-- The form of a UCI packet: a known type, reserved bits that are zero, and the length that its header gives.
local function looks_like_uci(buffer)
  if buffer:len() < 4 then return false end
  local kind = math.floor(buffer(0, 1):uint() / 32)
  if kind == 0 then return buffer:len() == 4 + buffer(2, 2):le_uint() end
  return kind <= 3 and buffer(1, 1):uint() < 64 and buffer(2, 1):uint() == 0
    and buffer:len() == 4 + buffer(3, 1):uint()
end

local unknown = Proto("uci_unknown", "Packets of a link type that this version does not know")
function unknown.dissector(buffer, pinfo, tree)
  if looks_like_uci(buffer) then return uci.dissector(buffer, pinfo, tree) end
  return 0
end

local encapsulations = DissectorTable.get("wtap_encap")
if wtap and wtap.FIRA_UCI then encapsulations:add(wtap.FIRA_UCI, uci) end
encapsulations:add(wtap and wtap.UNKNOWN or 0, unknown)
