"""The public Python API and its docstrings: ``python -m tests.docs.docstrings`` prints a table.

Public is what a module's ``__all__`` names; in a module without one, every function and class that
is defined there and whose name has no leading underscore; and every public method and property of a
public class.
"""

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from typing import Any

MODULES = (
    "upstar",
    "upstar.position",
    "upstar.game",
    "upstar.solve",
    "upstar.solution",
    "upstar.analyze",
    "upstar.tables",
    "upstar.best_move",
    "upstar.best_first",
    "upstar.book",
    "upstar.book_builder",
    "upstar.certificate",
    "upstar.comparison",
    "upstar.graphs",
    "upstar.sums",
    "upstar.certificate_bundle",
    "upstar.errors",
    "upstar.nimbers",
    "upstar.patterns",
    "upstar.playouts",
    "upstar.registry",
    "upstar.search_tree",
    "upstar.strategy",
    "upstar.strong_solutions",
    "upstar.verify",
    "upstar.testing",
    "upstar.load",
    "upstar.statistics",
    "upstar.cgt.arithmetic",
    "upstar.cgt.bfile",
    "upstar.cgt.database",
    "upstar.cgt.description",
    "upstar.cgt.expression",
    "upstar.cgt.family",
    "upstar.cgt.misere",
    "upstar.cgt.position_value",
    "upstar.cgt.sequences",
    "upstar.cgt.thermograph",
    "upstar.cgt.value",
    "upstar.play",
    "upstar.play.book_engine",
    "upstar.play.function_engine",
    "upstar.play.go_text",
    "upstar.play.gtp",
    "upstar.play.gtp_engine",
    "upstar.play.matches",
    "upstar.play.matches.record",
    "upstar.play.clobber_training",
    "upstar.play.pattern_training",
    "upstar.play.player",
    "upstar.play.search_engine",
    "upstar.play.semeai",
    "upstar.play.session",
    "upstar.play.sgf",
    "upstar.play.uci_engine",
    "upstar.render.ascii",
    "upstar.render.beside",
    "upstar.render.board",
    "upstar.render.cells",
    "upstar.render.clickable",
    "upstar.render.drawable",
    "upstar.render.files",
    "upstar.render.counters",
    "upstar.render.dots",
    "upstar.render.drawn_texts",
    "upstar.render.graph",
    "upstar.render.vertices",
    "upstar.render.html",
    "upstar.render.picture",
    "upstar.render.plot",
    "upstar.render.sequence",
    "upstar.render.svg",
    "upstar.render.thermograph",
    "upstar.render.tikz",
    "upstar.render.tree",
    "upstar.notebook",
    "upstar.notebook.boards",
    "upstar.notebook.trees",
    "upstar.integrations.actions",
    "upstar.integrations.openspiel",
    "upstar.integrations.pettingzoo",
    "upstar.campaign",
    "upstar.distributed",
    "upstar.papers",
)
"""Modules whose names are public."""

INTERNAL = (
    "upstar.core_options",
    "upstar.testing_hooks",
    "upstar.__main__",
    "upstar._core",
    "upstar.arrays",  # exported by upstar
    "upstar.checkpoint_certificates",
    "upstar.records",
    "upstar.reference",
    "upstar.reference.__main__",
    "upstar.reference.dominoes",
    "upstar.reference.lemma",
    "upstar.reference.lemmas",
    "upstar.reference.nimbers",
    "upstar.reference.rules",
    "upstar.reference.verify",
    "upstar.cgt.limits",
    "upstar.clock",
    "upstar.core_bridge",
    "upstar.game_source",
    "upstar.jsonable",
    "upstar.known_moves",
    "upstar.parameters",  # types, written by tools/search_types.py
    "upstar.processor",
    "upstar.progress",
    "upstar.text",
    "upstar.tree_browser",
    "upstar.workers",
    "upstar.cgt",
    "upstar.render",
    "upstar.render.array",
    "upstar.integrations",
    "upstar.integrations.openspiel_bot",  # needs OpenSpiel to load
    "upstar.play.engine",  # exported by upstar.play
    "upstar.play.line_process",
    "upstar.play.gtp.",  # exported by upstar.play.gtp
    "upstar.play.matches.",  # exported by upstar.play.matches
    "upstar.campaign.",
    "upstar.distributed.",
    "upstar.papers.",
    "upstar.cli",
    "upstar.cli.",
    "upstar.selftest",
    "upstar.selftest.",
    "upstar.notebook.scripts",
    "upstar.web",
    "upstar.web.",
)
"""Modules, and packages with all below them, that users do not import."""

LONGEST_SUMMARY = 100
_SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}\n", re.MULTILINE)
_COMMANDS = "do_"
"""Methods of `GtpServer` with this prefix are the protocol's commands, not to be called."""


@dataclass(frozen=True)
class Entry:
    """A public name."""

    name: str
    """The module that defines it and the qualified name."""
    target: Any
    owner: type | None = None
    """The class of a method or property."""

    @property
    def short(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def is_class(self) -> bool:
        return isinstance(self.target, type)

    @property
    def is_property(self) -> bool:
        return isinstance(self.target, property) or hasattr(self.target, "attrname")

    @cached_property
    def function(self) -> Any:
        """The function to call; of a class none."""
        if isinstance(self.target, classmethod | staticmethod):
            return self.target.__func__
        return self.target

    @cached_property
    def doc(self) -> str:
        return inspect.cleandoc(self.function.__doc__ or "")

    @property
    def summary(self) -> str:
        return self.doc.partition("\n")[0]

    @cached_property
    def sections(self) -> dict[str, str]:
        """The text of each numpydoc section by its title."""
        found = list(_SECTION.finditer(self.doc))
        ends = [following.start() for following in found[1:]] + [len(self.doc)]
        return {
            match[1]: self.doc[match.end() : end] for match, end in zip(found, ends, strict=False)
        }

    def listed(self, section: str) -> list[str]:
        """The names that a section lists."""
        lines = re.findall(r"^(\S.*)$", self.sections.get(section, ""), re.MULTILINE)
        heads = [line.partition(" : ")[0] for line in lines]
        return [name.strip() for head in heads for name in head.split(",")]

    @property
    def overrides(self) -> bool:
        """Does a base class of the package document the same method?"""
        bases = self.owner.__mro__[1:] if self.owner else ()
        return any(
            self.short in vars(base) and base.__module__.startswith("upstar") for base in bases
        )

    @property
    def is_hook(self) -> bool:
        """Is it a method that others write: abstract, or of a protocol?"""
        protocol = getattr(self.owner, "_is_protocol", False)
        return protocol or getattr(self.function, "__isabstractmethod__", False)

    @cached_property
    def parameters(self) -> list[str]:
        """The parameters as a docstring lists them, with the stars."""
        if self.is_property:
            return []
        if self.is_class and is_dataclass(self.target):
            return [f.name for f in fields(self.target) if not f.name.startswith("_")]
        if self.is_class and hasattr(self.target, "_fields"):
            return list(self.target._fields)
        function = self.function
        if self.is_class:
            function = vars(self.target).get("__init__") or vars(self.target).get("__new__")
            if function is None or getattr(self.target, "_is_protocol", False):
                return []
        names = inspect.signature(function).parameters.values()
        stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
        shown = [stars.get(parameter.kind, "") + parameter.name for parameter in names]
        bound = self.is_class or (self.owner and not isinstance(self.target, staticmethod))
        return shown[1:] if bound else shown

    @property
    def returns_nothing(self) -> bool:
        if self.is_class or self.is_property:
            return True
        return inspect.signature(self.function).return_annotation in (None, "None")

    @cached_property
    def raised(self) -> set[str]:
        """The exceptions that its own code raises by name and does not catch."""
        functions = [self.function]
        if self.is_class:
            makers = ("__init__", "__new__", "__post_init__")
            own = [vars(self.target).get(name) for name in makers]
            functions = [f for f in own if inspect.isfunction(f) and _is_written(f)]
        if self.is_property:
            functions = [getattr(self.target, "fget", None) or self.target.func]
        return {name for function in functions for name in _raised(function)}

    def problems(self, class_example: str = "") -> list[str]:
        """What is missing or wrong; `class_example` is the example of the owner."""
        wrong = []
        if not self.summary.endswith(".") or len(self.summary) > LONGEST_SUMMARY:
            wrong.append(f"the summary is not one line of at most {LONGEST_SUMMARY} characters "
                         f"that ends with a full stop: {self.summary!r}")  # fmt: skip
        if len(self.doc.split("\n")) > 1 and self.doc.split("\n")[1]:
            wrong.append("no empty line follows the summary")
        if self.overrides:
            return wrong
        listed = self.listed("Parameters")
        if self.is_class and not listed:
            listed = [name for name in self.listed("Attributes") if name in self.parameters]
        if listed != self.parameters:
            wrong.append(f"Parameters lists {listed}, the signature has {self.parameters}")
        if not self.returns_nothing and not {"Returns", "Yields"} & set(self.sections):
            wrong.append("there is no section Returns or Yields")
        missing = self.raised - set(self.listed("Raises"))
        if missing:
            wrong.append(f"Raises does not list {', '.join(sorted(missing))}")
        if not self._has_example(class_example):
            wrong.append("there is no example")
        return wrong

    def _has_example(self, class_example: str) -> bool:
        if ">>> " in self.sections.get("Examples", ""):
            return True
        if self.owner is None or (self.parameters and not self.is_hook):
            return False
        return bool(re.search(rf"(\.|def ){self.short}\b", class_example))


def _is_written(function: Any) -> bool:
    """Is it code of the package? Dataclasses and protocols have generated methods."""
    return function.__code__.co_filename.endswith(".py") and function.__module__ != "typing"


def _raised(function: Any) -> Iterator[str]:
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    yield from _raised_in(tree)


def _raised_in(node: ast.AST, caught: frozenset[str] = frozenset()) -> Iterator[str]:
    if isinstance(node, ast.Raise) and node.exc is not None:
        name = ast.unparse(node.exc.func if isinstance(node.exc, ast.Call) else node.exc)
        if name[0].isupper() and name not in caught and name != "NotImplementedError":
            yield name
    if isinstance(node, ast.Try):
        handlers = [handler.type for handler in node.handlers if handler.type is not None]
        inner = {ast.unparse(n) for h in handlers for n in ast.walk(h) if isinstance(n, ast.Name)}
        for child in node.body:
            yield from _raised_in(child, caught | inner)
        for child in [*node.handlers, *node.orelse, *node.finalbody]:
            yield from _raised_in(child, caught)
        return
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.Lambda):
            yield from _raised_in(child, caught)


def entries() -> list[Entry]:
    """Every public name once, in the order of the modules."""
    found: dict[str, Entry] = {}
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        for target in _exported(module):
            name = f"{target.__module__}.{target.__qualname__}"
            if name in found:
                continue
            found[name] = Entry(name, target)
            if isinstance(target, type):
                for member in _members(target):
                    found[f"{name}.{member}"] = Entry(
                        f"{name}.{member}", vars(target)[member], target
                    )
    return list(found.values())


def _exported(module: Any) -> Iterator[Any]:
    if hasattr(module, "__all__"):
        exported = [getattr(module, name) for name in module.__all__]
    else:
        own = [v for name, v in vars(module).items() if not name.startswith("_")]
        exported = [v for v in own if getattr(v, "__module__", "") == module.__name__]
    for target in exported:
        if inspect.isclass(target) or inspect.isfunction(inspect.unwrap(target)):
            yield target


def _members(owner: type) -> Iterator[str]:
    kinds = (property, classmethod, staticmethod)
    for name, member in vars(owner).items():
        if name.startswith(("_", _COMMANDS)):
            continue
        if inspect.isfunction(member) or isinstance(member, kinds) or hasattr(member, "attrname"):
            yield name


def problems() -> dict[str, list[str]]:
    """For each public name whose docstring is not complete, what it lacks."""
    known = entries()
    classes = [entry for entry in known if entry.is_class]
    examples = {entry.target: entry.sections.get("Examples", "") for entry in classes}
    found = {entry.name: entry.problems(examples.get(entry.owner, "")) for entry in known}
    return {name: wrong for name, wrong in found.items() if wrong}


def main() -> None:
    """Print every public name with its summary, parameters, result, exceptions and example."""
    print("| name | summary | parameters | returns | raises | example |")
    print("|---|---|---|---|---|---|")
    for entry in entries():
        sections = entry.sections
        result = (sections.get("Returns") or sections.get("Yields") or "").partition("\n")[0]
        cells = (
            f"`{entry.name}`",
            entry.summary,
            ", ".join(entry.parameters),
            result,
            ", ".join(entry.listed("Raises")),
            "yes" if ">>> " in sections.get("Examples", "") else "in another docstring",
        )
        print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
