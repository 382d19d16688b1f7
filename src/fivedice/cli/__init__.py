"""The commands of `fivedice`, one file each. Only these print, read arguments and exit."""
