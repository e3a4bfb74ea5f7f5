public import Ground
