// The module NearbyInteractionTests begins here.
