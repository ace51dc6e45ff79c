"""Which packages may import which, and which names a module may import from another."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import upstar

ROOT = Path(upstar.__file__).parent
MODULES = {
    ".".join(("upstar", *file.relative_to(ROOT).with_suffix("").parts)).removesuffix(
        ".__init__"
    ): file
    for file in sorted(ROOT.rglob("*.py"))
}


def imports(node):
    """Yield each imported module with the imported names, without imports for types only."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.Import):
            yield from ((alias.name, None) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, "imports are absolute"
            yield from ((child.module, alias.name) for alias in child.names)
        yield from imports(child)


def own_imports(name):
    for module, imported in imports(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if module.partition(".")[0] == "upstar":
            inner = f"{module}.{imported}"
            is_module = inner in MODULES or inner == "upstar._core"
            yield (inner, None) if is_module else (module, imported)


def layer(module):
    return module.split(".")[1] if "." in module else "upstar"


ANYWHERE = {
    "_core",
    "clock",
    "core_options",
    "errors",
    "jsonable",
    "progress",
    "render",
    "statistics",
    "tables",
    "text",
    "workers",
}
"""What every module may import; they themselves import nothing but each other."""
ALLOWED = {
    "upstar": {
        "analyze",
        "arrays",
        "best_first",
        "best_move",
        "book",
        "book_builder",
        "certificate",
        "cgt",
        "checkpoint_certificates",
        "comparison",
        "game",
        "graphs",
        "integrations",
    }
    | {
        "nimbers",
        "play",
        "notebook",
        "playouts",
        "position",
        "processor",
        "records",
        "reference",
        "registry",
        "solve",
        "strong_solutions",
        "verify",
    },
    "__main__": {"cli"},
    # Positions.
    "game": set(),
    "game_source": {"game"},
    "graphs": set(),
    "registry": set(),
    "parameters": set(),
    "patterns": set(),
    "processor": set(),
    "sums": set(),
    "position": {"game", "graphs", "patterns", "registry", "sums"},
    "load": {
        "best_first",
        "game",
        "game_source",
        "integrations",
        "nimbers",
        "position",
        "registry",
    },
    "testing": {"game", "position", "registry", "testing_hooks"},
    "testing_hooks": {"game"},
    # Searches and their results.
    "best_first": set(),
    "search_tree": set(),
    "certificate": set(),
    "certificate_bundle": {"certificate", "position"},
    "verify": {
        "certificate",
        "certificate_bundle",
        "core_bridge",
        "game",
        "game_source",
        "load",
        "position",
    },
    "checkpoint_certificates": {"nimbers", "position", "solution", "solve"},
    "records": set(),
    "reference": set(),
    "strategy": {"position"},
    "tree_browser": {"position", "search_tree"},
    "solution": {"certificate", "position", "search_tree"},
    "core_bridge": {"certificate", "position", "registry", "search_tree", "solution"},
    "analyze": {"book", "cgt", "core_bridge", "game", "known_moves", "position", "solution"},
    "book": {"core_bridge", "position", "solution"},
    "book_builder": {"core_bridge", "position"},
    "known_moves": {"book", "position"},
    "strong_solutions": {"book", "core_bridge", "position"},
    "solve": {"best_first", "book", "core_bridge", "game", "game_source", "position", "solution"},
    "arrays": {"book", "core_bridge", "position", "solution", "solve"},
    "best_move": {"best_first", "game", "position", "solution", "solve"},
    "playouts": {"core_bridge", "game", "position"},
    "nimbers": {"certificate", "core_bridge", "game", "position"},
    # Packages; those that start with the public names of upstar come last.
    "cgt": {"game", "nimbers", "position"},
    "comparison": {"cgt", "position", "solution", "solve", "sums"},
    "play": {
        "best_first",
        "best_move",
        "book",
        "load",
        "core_bridge",
        "game",
        "patterns",
        "position",
        "registry",
    }
    | {"solution", "solve"},
    "integrations": {"best_move", "game", "position"},
    "notebook": {"certificate", "game", "play", "position", "solution", "strategy"}
    | {"tree_browser"},
    "campaign": {"upstar", "load", "play", "position", "processor", "registry"},
    "distributed": {"campaign", "certificate", "certificate_bundle", "core_bridge", "position"}
    | {"solution", "solve"},
    "papers": {"upstar", "campaign", "play"},
    "selftest": {
        "analyze",
        "arrays",
        "best_move",
        "cgt",
        "game",
        "load",
        "nimbers",
        "position",
        "registry",
        "solution",
        "solve",
        "strong_solutions",
        "verify",
    },
    "web": {
        "upstar",
        "best_move",
        "book",
        "campaign",
        "cgt",
        "papers",
        "play",
        "position",
        "search_tree",
    }
    | {"game", "load", "registry", "solve", "strategy", "tree_browser"},
    "cli": {
        "upstar",
        "analyze",
        "best_first",
        "best_move",
        "book",
        "book_builder",
        "campaign",
        "cgt",
        "distributed",
        "load",
        "papers",
        "patterns",
    }
    | {"nimbers", "play", "registry", "selftest", "solution", "solve", "strong_solutions"},
}
STARTS_THE_SERVER = "upstar.cli.serve"
"""The one module of the command line that knows the workbench."""


def test_the_table_has_no_cycle():
    TopologicalSorter(ALLOWED).prepare()


def test_modules_import_what_their_package_may():
    for name in MODULES:
        own = layer(name)
        allowed = ANYWHERE if own in ANYWHERE else ANYWHERE | ALLOWED[own] | {own}
        if name == STARTS_THE_SERVER:
            allowed = allowed | {"web"}
        wrong = {layer(module) for module, _ in own_imports(name)} - allowed
        assert not wrong, f"{name} imports {wrong}"


def test_private_names_stay_in_their_module():
    for name in MODULES:
        for module, imported in own_imports(name):
            parts = [*module.split("."), *([imported] if imported else [])]
            private = [part for part in parts if part.startswith("_") and not part.endswith("__")]
            assert private in ([], ["_core"]), f"{name} imports {'.'.join(parts)}"


def test_cli_and_web_do_not_use_the_core():
    for name in MODULES:
        if layer(name) in ("cli", "web"):
            tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
            used = [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
            used += [module for module, _ in own_imports(name)]
            assert not {"_core", "upstar._core"} & set(used), name
