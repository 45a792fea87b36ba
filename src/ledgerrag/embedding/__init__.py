"""The embedding seam."""
