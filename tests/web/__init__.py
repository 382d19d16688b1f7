"""Tests of the server. Certificates are read once, and not for each of the requests to this machine.

None of them needs any, and to read them takes longer than most answers.
"""

from functools import cache

from httpx._transports import default

default.create_ssl_context = cache(default.create_ssl_context)
