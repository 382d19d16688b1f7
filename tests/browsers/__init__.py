"""The pages in browsers that most of the tests do not use; run by `make browsers`."""
