"""`fivedice print`: everything on paper, as PDF."""

from pathlib import Path

from fivedice.analysis import luck_and_cost
from fivedice.cli.options.printing import PrintOptions
from fivedice.cli.shared import console, open_game, open_record, solvers
from fivedice.cli.shared.command import placeholders
from fivedice.core.rules import IllegalMove
from fivedice.language import mark, tr
from fivedice.match.match import EventMatch
from fivedice.printing import documents, matches
from fivedice.printing.document import Document, Look, pdf
from fivedice.printing.documents import MATCH, PrintRequest
from fivedice.runtime import store
from fivedice.runtime.program import program
from fivedice.runtime.waiting import working


def print(options: PrintOptions) -> None:  # noqa: A001 - the name of the command
    """Saves a PDF of a game or of a match."""
    look = Look(options.paper, options.large, options.low_ink, options.pips)
    if options.part == MATCH:
        path = open_record.find(options.of) if options.of else open_record.newest()
        match = open_record.valid(path, options.of).match
        file, document = options.target or Path(f"{path.stem}.pdf"), _match(match, options.link)
        if document.pages[0]["code"] is None:
            console.say(tr("The record is too long for a QR code; --link gives the sheet one with a link."))
    elif options.of:
        columns = (options.columns, options.across == "games")
        request = PrintRequest(
            open_game.by_name(options.of), *columns, options.large, int(options.size), options.a3
        )
        file = options.target or Path(f"{Path(options.of).stem}-{options.part}.pdf")
        document = documents.document(options.part, request)
    else:
        lacks = mark('{name} is missing; for example "{command}".')
        command = f"{program()} print {options.part} traditional"
        console.fail(tr(lacks, name=placeholders("GAME"), command=command))
    store.check_folder(file)
    working.begin(mark("setting the pages"))  # Translators: for print
    store.write_bytes(file, pdf(document, look))
    console.say(tr("The PDF is saved as {file}.", file=console.short(file)))


def _match(match: EventMatch, link: str) -> Document:
    """The sheet of a match, with a review if its choices can be rated."""
    try:
        known = solvers.library()(match.setup.game, len(match.setup.players), "score").at_leisure()
    except IllegalMove as error:
        console.say(tr("There is no review: {error}", error=error))
        return matches.document(match, link)
    working.begin(mark("weighing the choices"))
    return matches.document(match, link, (luck_and_cost.review(match, known), known))
