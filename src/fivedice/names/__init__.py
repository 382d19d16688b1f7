"""Player names: what is accepted, and which names look alike (Unicode UTS #39)."""
