"""The language-model seam."""
