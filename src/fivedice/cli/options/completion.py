"""Options of `fivedice completion`."""

from fivedice.cli.shared import arguments
from fivedice.runtime.options import Options, argument

SHELLS = ("bash", "zsh", "fish")


class CompletionOptions(Options):
    """Print the script that lets your shell complete fivedice commands.

    \b
    Examples:
      eval "$(fivedice completion bash)"      # in ~/.bashrc
      eval "$(fivedice completion zsh)"       # in ~/.zshrc
      fivedice completion fish | source       # in ~/.config/fish/config.fish
    """

    shell: str = argument(
        "",
        f"The shell: {', '.join(SHELLS)}; default: the one in the variable SHELL.",
        shell_complete=arguments.one_of(SHELLS),
    )
