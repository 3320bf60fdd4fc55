"""What differs between a page on a site and the same page in the repository."""

import os
import posixpath
import re

PAGES = os.environ["SITE_PAGES"]
SOURCES = "https://github.com/zaelimiter/zae-limiter-java/blob/main/"

FENCE = re.compile(r"^(\s*```[a-z]+)[ \t]+\S.*$", re.MULTILINE)
LINK = re.compile(r"(\]\()([^()\s]+)(\))")
BLOCK = re.compile(r"(^\s*```.*?^\s*```\s*$)", re.MULTILINE | re.DOTALL)


def on_page_markdown(markdown, page, **_):
    """Words after a fence's language are for our tests; links to sources lead to the repository."""
    folder = posixpath.dirname(page.file.src_uri)

    def link(match):
        target = match.group(2)
        if target.startswith(("https://", "#", "mailto:")):
            return match.group(0)
        path, hash_, anchor = target.partition("#")
        file = posixpath.normpath(posixpath.join(folder, path))
        if os.path.isfile(os.path.join(PAGES, file)):
            return match.group(0)
        if os.path.isdir(os.path.join(PAGES, file)) and os.path.isfile(os.path.join(PAGES, file, "README.md")):
            return match.group(1) + path.rstrip("/") + "/README.md" + hash_ + anchor + match.group(3)
        return match.group(1) + SOURCES + file + match.group(3)

    parts = BLOCK.split(markdown)
    for i, part in enumerate(parts):
        parts[i] = FENCE.sub(r"\1", part) if i % 2 else LINK.sub(link, part)
    return "".join(parts)
