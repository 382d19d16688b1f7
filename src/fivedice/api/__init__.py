"""The public interface: what `import fivedice` offers to programs, the Python prompt and notebooks."""
