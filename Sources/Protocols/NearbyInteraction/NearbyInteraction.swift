// The module NearbyInteraction begins here.
