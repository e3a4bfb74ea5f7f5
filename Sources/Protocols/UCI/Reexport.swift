// Parameters, addresses and measurements are shared by all kits, and every user of UCI needs them.
@_exported public import UWB
