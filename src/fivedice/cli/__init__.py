"""The commands of `fivedice`: one file a group. The only place that prints, reads arguments and exits."""
