"""Choosing an algorithm: a list with explanations, and a form for its parameters."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from nicegui import ui

import upstar
from upstar.errors import ParameterError
from upstar.registry import AlgorithmInfo, ParameterInfo
from upstar.web.views.common import Settings, empty, show_errors

_HIDDEN = "database"
"""The parameter that names a file. A visitor cannot set it."""
_OPTION = """
<q-item v-bind="props.itemProps"><q-item-section>
<q-item-label>{{ props.opt.label }}</q-item-label>
<q-item-label caption>{{ (%s)[props.opt.label] }}</q-item-label>
</q-item-section></q-item>
"""


def algorithm_select(
    label: str, names: Iterable[str], value: str, on_change: Callable[..., Any]
) -> Any:
    """Create a list of algorithms, each with one line of explanation."""
    about = {info.name: info.summary for info in upstar.algorithms()}
    made = ui.select(list(names), label=label, value=value, on_change=show_errors(on_change))
    # The text is inside a template, so the signs of HTML must not occur.
    made.add_slot("option", _OPTION % json.dumps(about).replace("<", "‹"))
    return made.props("dense outlined").classes("upstar-grow")


class ParameterForm:
    """The parameters of one algorithm, with their defaults. The address keeps those that differ."""

    def __init__(self, settings: Settings, key: str) -> None:
        """Create a form that keeps its values in a setting."""
        self._settings = settings
        self._key = key
        self._about: AlgorithmInfo | None = None

    def build(self) -> None:
        """Create the elements."""
        self._box = ui.expansion("Parameters", icon="tune").classes("upstar-wide").props("dense")
        with self._box:
            self._summary = ui.label().classes("upstar-faint")
            self._fields = ui.element("div").classes("upstar-parameters")

    def show(self, algorithm: str) -> None:
        """Show the parameters of an algorithm; an empty name shows none."""
        self._about = next((a for a in upstar.algorithms() if a.name == algorithm), None)
        known = () if self._about is None else self._about.parameters
        parameters = [p for p in known if p.name != _HIDDEN]
        self._box.visible = bool(parameters)
        empty(self._fields)
        if self._about is None:
            return
        self._box.text = f"Parameters of {algorithm} ({len(parameters)})"
        source = f" ({self._about.reference})" if self._about.reference else ""
        self._summary.text = f"{self._about.summary}{source}."
        given = parse_settings(self._settings.get(self._key))
        with self._fields:
            for parameter in parameters:
                self._field(parameter, given.get(parameter.name, ""))

    def _field(self, parameter: ParameterInfo, given: str) -> None:
        def changed(event: Any) -> None:
            value = "" if event.value is None else str(event.value)
            self._set(parameter, value)

        options = parameter.values.split("|")
        if len(options) > 1:
            value = given if given in options else parameter.default
            listed = options if value in options else [value, *options]
            made: Any = ui.select(listed, label=parameter.name, value=value,
                             on_change=show_errors(changed))  # fmt: skip
        else:
            made = ui.input(
                f"{parameter.name} ({parameter.values.lower()})",
                value=given or parameter.default,
                on_change=show_errors(changed),
            ).props("debounce=400")
        made.props("dense outlined options-dense").tooltip(
            f"{parameter.help}; default {parameter.default}"
        )

    def _set(self, parameter: ParameterInfo, value: str) -> None:
        values = parse_settings(self._settings.get(self._key))
        values.pop(parameter.name, None)
        if value not in ("", parameter.default):
            values[parameter.name] = value
        self._settings.keep(self._key, " ".join(f"{k}={v}" for k, v in values.items()))

    @property
    def values(self) -> dict[str, str]:
        """The parameters that differ from the defaults, of those that the algorithm has."""
        known = {p.name for p in self._about.parameters} if self._about else set()
        given = parse_settings(self._settings.get(self._key))
        return {name: value for name, value in given.items() if name in known}


def parse_settings(text: str) -> dict[str, str]:
    """Parse a text with KEY=VALUE entries.

    >>> parse_settings("preset=paper,  init=mobility")
    {'preset': 'paper', 'init': 'mobility'}
    """
    settings = {}
    for item in text.replace(",", " ").split():
        key, equals, value = item.partition("=")
        if not key or not equals:
            raise ParameterError(f"parameters must be KEY=VALUE, not '{item}'")
        settings[key] = value
    return settings
