"""What is set before anything is loaded: numpy starts no threads, which would only wait for each other."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
