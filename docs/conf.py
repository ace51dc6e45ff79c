"""Settings of the documentation site: ``make site`` builds it into ``target/site``.

The site needs no network, neither to build nor to read: the theme brings its own files, formulas
are drawn by a copy of MathJax in the site, and the search runs in the browser.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

import upstar

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "upstar"
author = "the upstar authors"
copyright = author
version = release = upstar.__version__

extensions = [
    "myst_nb",  # Markdown and notebooks
    "sphinx.ext.autodoc",  # the API reference comes from the docstrings
    "sphinx.ext.napoleon",  # which are in numpy style
    "sphinx.ext.mathjax",
    "sphinx_copybutton",
    "adjustments",  # the last three are in docs/extensions
    "command_reference",
    "repository_links",
]
exclude_patterns = ["_static", "extensions"]

# Markdown. Headings get anchors as on GitHub, so that links work at both places.
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 4
myst_url_schemes = ["http", "https", "mailto", "repository"]
nb_execution_mode = "off"  # notebooks show the outputs that were saved with them
nb_merge_streams = True

# Docstrings. Text in single backticks links to the object of that name, if there is one.
default_role = "py:obj"
autodoc_default_options = {"members": True, "member-order": "bysource", "show-inheritance": True}
autodoc_typehints_format = "short"
toc_object_entries_show_parents = "hide"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True

autodoc_mock_imports = ["pyspiel"]  # OpenSpiel need not be installed

# Names of other packages cannot be links without a network, and signatures name inner modules.
# So only names of the package itself, such as `upstar.solve`, must resolve.
nitpicky = True
nitpick_ignore_regex = [("py:.*", r"(?!upstar\.\w+$).*")]

html_theme = "furo"
html_title = f"upstar {release}"
# MathJax comes from a Python package. One file of it draws formulas as SVG and needs no fonts.
html_static_path = [
    "_static",
    f"{find_spec('sphinx-mathjax-offline').submodule_search_locations[0]}/static/mathjax/tex-svg.js",
]
mathjax_path = "tex-svg.js"
html_css_files = ["upstar.css"]
html_copy_source = False
html_show_sphinx = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
