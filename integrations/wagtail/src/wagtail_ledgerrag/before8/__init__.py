"""The panel under Wagtail 7, where a page's edit view cannot be replaced: inside the checks panel.

Put ``wagtail_ledgerrag.before8`` above ``wagtail.admin`` in INSTALLED_APPS. Wagtail 8 needs none of
it.
"""
