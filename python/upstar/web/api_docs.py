"""The documentation of the API as a page, generated from its OpenAPI schema.

FastAPI's own documentation pages load scripts from other servers. This page loads nothing.
"""

import json
from html import escape
from typing import Any

from upstar.web.plain_page import plain_page


def docs_page(schema: dict[str, Any]) -> str:
    """Return the documentation page of a schema."""
    parts = []
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            parts.append(_operation(path, method, operation, schema))
    about = escape(schema["info"].get("description", ""))
    body = (
        f"<p>{about}</p>"
        '<p>For programs: <a href="/api/openapi.json">/api/openapi.json</a>.</p>' + "".join(parts)
    )
    links = {"Workbench": "/", "History": "/jobs"}
    return plain_page("The HTTP API", body, links=links)


def _operation(path: str, method: str, operation: dict[str, Any], schema: dict[str, Any]) -> str:
    rows = [
        (p["name"], p["in"], p.get("description", "") or p["schema"].get("description", ""))
        for p in operation.get("parameters", [])
    ]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    if body:
        model = _resolved(body["schema"], schema)
        wanted = set(model.get("required", []))
        rows += [
            (name, "body, required" if name in wanted else "body", _describe(field))
            for name, field in model.get("properties", {}).items()
        ]
    table = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td>{escape(where)}</td>"
        f"<td>{escape(text)}</td></tr>"
        for name, where, text in rows
    )
    return (
        f"<section><h2><b>{method.upper()}</b> <code>{escape(path)}</code></h2>"
        f"<p>{escape(operation.get('description', ''))}</p>"
        + (f"<table>{table}</table>" if table else "")
        + "</section>"
    )


def _describe(field: dict[str, Any]) -> str:
    """Return the type, default, example and description of a field."""
    kinds = [field, *field.get("anyOf", [])]
    types = [str(kind["type"]) for kind in kinds if "type" in kind and kind["type"] != "null"]
    words = [" or ".join(dict.fromkeys(types))]
    words += [str(kind["description"]) for kind in kinds if "description" in kind]
    if field.get("default") is not None:
        words.append(f"default {json.dumps(field['default'])}")
    words += [f"example {json.dumps(kind['examples'][0])}" for kind in kinds if "examples" in kind]
    return "; ".join(filter(None, words))


def _resolved(model: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    name = model.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = schema["components"]["schemas"].get(name, model)
    return found
