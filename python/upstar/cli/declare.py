"""Commands from functions: the signature of a function declares the parameters of its command.

``Annotated[int, Option("--seed", help="…")]`` declares an option, ``Annotated[str, Argument(…)]``
an argument. Click parses them. A command's module is imported only when the command is used, so
that the program starts quickly.
"""

import inspect
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import click

SETTINGS = {"help_option_names": ["-h", "--help"]}


class Option:
    """An option of a command. A bool is a flag, and an option with a list may be repeated.

    Without names, the option is named after its parameter.
    """

    def __init__(
        self,
        *names: str,
        help: str,
        metavar: str | None = None,
        min: float | None = None,
        max: float | None = None,
    ) -> None:
        """Store the declaration. A number is at least ``min`` and at most ``max``."""
        self.names, self.help, self.metavar = names, help, metavar
        self.range = (min, max)


class Argument:
    """A positional argument of a command. It is optional if the parameter has a default."""

    def __init__(self, *, help: str, metavar: str | None = None) -> None:
        """Store the declaration."""
        self.help, self.metavar = help, metavar


class CommandArgument(click.Argument):
    """A positional argument that has help."""

    def __init__(self, *names: Any, help: str, **settings: Any) -> None:
        """Create the argument."""
        super().__init__(*names, **settings)
        self.summary = help


class Command(click.Command):
    """A command whose help lists its arguments before its options."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the lists of arguments and options."""
        found = [p for p in self.params if isinstance(p, CommandArgument)]
        if found:
            with formatter.section("Arguments"):
                formatter.write_dl([(p.make_metavar(ctx), p.summary) for p in found])
        super().format_options(ctx, formatter)


class Lazy(NamedTuple):
    """Where a command is defined: the module in ``upstar.cli``, and its function."""

    module: str
    function: str


class Group(click.Group):
    """A group of commands, each built when it is first used."""

    def __init__(
        self, name: str, help: str, places: Mapping[str, Lazy | click.Command], **more: Any
    ) -> None:
        """Store where the commands are defined."""
        super().__init__(name, help=help, no_args_is_help=False, context_settings=SETTINGS, **more)
        self.places = places

    def list_commands(self, ctx: click.Context | None) -> list[str]:
        """Return the names of the commands, in the order of the table."""
        return list(self.places)

    def get_command(self, ctx: click.Context | None, cmd_name: str) -> click.Command | None:
        """Return a command; None if there is none of this name."""
        if cmd_name in self.places and cmd_name not in self.commands:
            place = self.places[cmd_name]
            if isinstance(place, Lazy):
                function = getattr(import_module(f"upstar.cli.{place.module}"), place.function)
                place = command(cmd_name, function)
            self.commands[cmd_name] = place
        return self.commands.get(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments name, or fail with similar names."""
        name = args[0]
        if name not in self.places and not name.startswith("-"):
            near = get_close_matches(name, self.places)
            hint = f"did you mean {' or '.join(repr(n) for n in near)}?" if near else ""
            known = f"the commands of '{ctx.command_path}': {', '.join(self.places)}"
            ctx.fail(f"there is no command {name!r}; {hint or known}")
        return super().resolve_command(ctx, args)


def command(name: str, function: Callable[..., Any]) -> Command:
    """Return the command that a function declares."""
    hints = get_type_hints(function, include_extras=True)
    parameters: list[click.Parameter] = []
    callback = function
    for parameter in inspect.signature(function).parameters.values():
        if hints[parameter.name] is click.Context:
            callback = click.pass_context(function)
        else:
            parameters.append(_parameter(parameter, hints[parameter.name]))
    return Command(
        name,
        callback=callback,
        params=parameters,
        help=inspect.getdoc(function),
        context_settings=SETTINGS,
    )


def _parameter(parameter: inspect.Parameter, hint: Any) -> click.Parameter:
    """Return the parameter of Click that a parameter of a function declares."""
    annotation, declared = get_args(hint)
    kind, is_list = _kind(annotation)
    required = parameter.default is inspect.Parameter.empty
    settings: dict[str, Any] = {"required": required}
    if not required:
        settings["default"] = parameter.default
    if isinstance(declared, Argument):
        metavar = declared.metavar or parameter.name.strip("_").upper()
        return CommandArgument(
            [parameter.name],
            help=declared.help,
            metavar=metavar if required else f"[{metavar}]",
            type=_click_type(kind, (None, None)),
            nargs=-1 if is_list else 1,
            **settings,
        )
    if kind is bool:
        settings["is_flag"] = True
    else:
        settings["type"] = _click_type(kind, declared.range)
    return click.Option(
        [parameter.name, *(declared.names or [f"--{parameter.name.replace('_', '-')}"])],
        help=declared.help,
        metavar=declared.metavar,
        multiple=is_list,
        show_default=True,
        **settings,
    )


def _kind(annotation: Any) -> tuple[type, bool]:
    """Return the type of a value without ``None``, and whether there is a list of values."""
    if get_origin(annotation) is UnionType:
        (annotation,) = (kind for kind in get_args(annotation) if kind is not NoneType)
    if get_origin(annotation) is list:
        return get_args(annotation)[0], True
    return annotation, False


def _click_type(kind: type, limits: tuple[float | None, float | None]) -> Any:
    if kind is Path:
        return click.Path(path_type=Path)
    if limits != (None, None):
        ranges: dict[type, Callable[..., Any]] = {int: click.IntRange, float: click.FloatRange}
        return ranges[kind](*limits)
    return kind
