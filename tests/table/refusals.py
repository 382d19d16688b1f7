"""What a refusal must look like: one sentence that can be shown as it is. Refuses nothing itself."""

from typing import Any

from tests.laws.matches import tried


def assert_sentence(text: str) -> None:
    """Something in one line that can be printed, ends like a sentence and shows no insides of the program."""
    assert text.isprintable(), ascii(text)
    assert len(text) > 1
    assert text.endswith("."), text
    assert not text.endswith(".."), text
    assert "Traceback" not in text


def refusal(reader: Any, *arguments: Any) -> Exception | None:
    """Why the reader refuses, in such a sentence; nothing if it reads."""
    refused = tried(reader, *arguments)
    if refused is not None:
        assert_sentence(str(refused))
    return refused
