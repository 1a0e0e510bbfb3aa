"""Settings: where they come from, and what is said about bad ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jostle.core.messages import catalogue
from jostle.server.settings import Settings, SettingsError, load_settings

DOCUMENT = Path(__file__).parents[2] / "docs" / "operating.md"


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings file, in a home of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = tmp_path / "jostle" / "server.toml"
    path.parent.mkdir()
    return path


def problem_of(**overrides: Any) -> str:
    with pytest.raises(SettingsError) as caught:
        load_settings(**overrides)
    told = str(caught.value)
    assert "\n" not in told
    return told


def test_by_default() -> None:
    settings = load_settings()
    assert (settings.host, settings.port) == ("127.0.0.1", 8471)
    assert settings.database_url.startswith("sqlite:///")
    assert settings.threads >= 1
    assert "port" not in settings.model_fields_set


def test_the_file_then_the_environment_then_the_command_line(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text('port = 1\nengine_threads = 2\nallowed_hosts = ["a", "b"]\n')
    assert load_settings().port == 1
    monkeypatch.setenv("JOSTLE_PORT", "2")
    monkeypatch.setenv("JOSTLE_TRUSTED_PROXIES", "10.0.0.0/8, ::1")
    settings = load_settings()
    assert (settings.port, settings.threads, settings.allowed_hosts) == (2, 2, ("a", "b"))
    assert settings.trusted_proxies == ("10.0.0.0/8", "::1")
    assert load_settings(port=3).port == 3
    assert "port" in load_settings().model_fields_set


def test_another_file_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "other.toml"
    monkeypatch.setenv("JOSTLE_CONFIG", str(other))
    assert str(other) in problem_of()
    other.write_text("port = 5")
    assert load_settings().port == 5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "many"),
        ("port", 65536),
        ("host", ""),
        ("public_url", "play.example.org"),
        ("public_url", "https://example.org/jostle"),
        ("trusted_proxies", "nearby"),
        ("log_format", "xml"),
        ("rate_games", "often"),
        ("engine_seconds", 0),
        ("engine_queue", 0),
        ("message_bytes", 1),
    ],
)
def test_a_bad_value_is_told_with_what_would_be_right(name: str, value: object) -> None:
    told = problem_of(**{name: value})
    assert f"“{name}”" in told
    assert catalogue("en")[f"server.setting.{name.replace('_', '-')}"] in told


def test_a_bad_secret_is_not_told() -> None:
    assert "hunter2" not in problem_of(secret="hunter2")
    assert "hunter2" not in repr(load_settings(secret="hunter2 and much more"))


def test_a_bad_file_is_told(file: Path) -> None:
    file.write_text("port = = 3")
    assert str(file) in problem_of()
    file.write_bytes(b"\xff\xfe")
    assert str(file) in problem_of()
    file.write_text("prot = 3")
    assert "“prot”" in problem_of()


def test_the_document_has_every_setting_with_its_default() -> None:
    """docs/operating.md cannot drift from the code."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for name, field in Settings.model_fields.items():
        default = field.default
        if name == "secret":
            default = ""
        elif isinstance(default, tuple):
            default = ",".join(default)
        purpose = catalogue("en")[str(field.description)]
        shown = f"`{default}`" if default != "" else ""
        assert f"| `{name}` | {shown} | {purpose} |" in text
    listed = [line for line in text.splitlines() if line.startswith("| `")]
    assert len([line for line in listed if line.count("|") == 4]) == len(Settings.model_fields)
