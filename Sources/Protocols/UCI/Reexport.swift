// Parameters, addresses and measurements are those of every kit: whoever speaks UCI needs them.
@_exported public import UWB
