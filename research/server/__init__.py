"""Server and browser measurements that a release does not repeat."""
