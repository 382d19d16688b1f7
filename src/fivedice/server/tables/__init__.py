"""Tables in memory: sessions, subscribers, clocks and presence."""
