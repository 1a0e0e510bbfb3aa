"""What can be set: by the command line, else by the environment, else by a file, else by default.

A setting ``port`` is ``JOSTLE_PORT`` in the environment and ``port = …`` in ``server.toml``. What
each is for stands in the catalogue, which ``docs/operating.md`` and the complaints about a bad
value both quote.
"""

from __future__ import annotations

import ipaddress
import os
import tomllib
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import platformdirs
from limits import parse_many
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from jostle.core.errors import JostleError
from jostle.core.messages import message, say

PREFIX = "JOSTLE_"
CONFIG = "JOSTLE_CONFIG"  # names the file
DEFAULT_PORT = 8471
SHORTEST_SECRET = 16
DATABASE_FILE = "games.sqlite3"


class SettingsError(JostleError):
    """A setting that cannot be."""

    code = "settings"


def setting(key: str, default: Any, **limits: Any) -> Any:
    """A setting with the key of what it is for."""
    return Field(default, description=key, **limits)


def _rate(text: str) -> str:
    parse_many(text)
    return text


def _address(text: str) -> str:
    ipaddress.ip_network(text)
    return text


def _origin(text: str) -> str:
    parts = urlsplit(text)
    whole = parts.scheme in ("http", "https") and parts.hostname and parts.path in ("", "/")
    if text and not (whole and not parts.query and not parts.fragment and not parts.username):
        raise ValueError(text)
    return text.rstrip("/")


def _secret(secret: SecretStr) -> SecretStr:
    if 0 < len(secret.get_secret_value()) < SHORTEST_SECRET:
        raise ValueError("too short")
    return secret


def _listed(given: object) -> object:
    """A list as the environment has it, with commas."""
    if isinstance(given, str):
        return tuple(part.strip() for part in given.split(",") if part.strip())
    return given


Rate = Annotated[str, AfterValidator(_rate)]
Address = Annotated[str, AfterValidator(_address)]
Origin = Annotated[str, AfterValidator(_origin)]
Secret = Annotated[SecretStr, AfterValidator(_secret)]
Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_listed)]
Addresses = Annotated[tuple[Address, ...], NoDecode, BeforeValidator(_listed)]


class Settings(BaseSettings):
    """All settings of a server, checked.

    >>> Settings(port=9000).port
    9000
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    host: str = setting("server.setting.host", "127.0.0.1", min_length=1)
    port: int = setting("server.setting.port", DEFAULT_PORT, ge=0, le=65535)
    database: str = setting("server.setting.database", "")
    secret: Secret = setting("server.setting.secret", SecretStr(""))
    public_url: Origin = setting("server.setting.public-url", "")
    allowed_hosts: Names = setting("server.setting.allowed-hosts", ())
    trusted_proxies: Addresses = setting("server.setting.trusted-proxies", ())

    log_format: Literal["auto", "json", "console"] = setting("server.setting.log-format", "auto")
    log_level: Literal["auto", "debug", "info", "warning", "error"] = setting(
        "server.setting.log-level", "auto"
    )

    body_bytes: int = setting("server.setting.body-bytes", 16_384, ge=1024)
    head_bytes: int = setting("server.setting.head-bytes", 16_384, ge=1024)
    request_seconds: float = setting("server.setting.request-seconds", 10.0, gt=0)
    message_bytes: int = setting("server.setting.message-bytes", 4096, ge=512)
    sockets_per_client: int = setting("server.setting.sockets-per-client", 50, ge=1)
    ping_seconds: float = setting("server.setting.ping-seconds", 20.0, gt=0)
    shutdown_seconds: int = setting("server.setting.shutdown-seconds", 5, ge=1)

    rate_requests: Rate = setting("server.setting.rate-requests", "50/second;1200/minute")
    rate_identities: Rate = setting("server.setting.rate-identities", "30/minute;300/hour")
    rate_games: Rate = setting("server.setting.rate-games", "20/minute;200/hour")
    rate_messages: Rate = setting("server.setting.rate-messages", "20/second;300/minute")
    rate_reviews: Rate = setting("server.setting.rate-reviews", "10/minute;100/hour")

    engine_threads: int = setting("server.setting.engine-threads", 0, ge=0, le=256)
    engine_queue: int = setting("server.setting.engine-queue", 256, ge=1)
    engine_share: int = setting("server.setting.engine-share", 4, ge=1)
    engine_seconds: float = setting("server.setting.engine-seconds", 5.0, gt=0)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments before the environment, the environment before the file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, config_file())

    @cached_property
    def data_folder(self) -> Path:
        """Where the server keeps what is its own; made if need be."""
        folder = platformdirs.user_data_path("jostle")
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    @property
    def database_url(self) -> str:
        """Where the games are kept."""
        return self.database or f"sqlite:///{self.data_folder / DATABASE_FILE}"

    @property
    def threads(self) -> int:
        """How many threads the engine has: one core is left for everybody else."""
        return self.engine_threads or max(1, (os.cpu_count() or 1) - 1)


def config_file() -> Path:
    """The file that settings are read from, whether it is there or not."""
    named = os.environ.get(CONFIG)
    usual = (platformdirs.user_config_path("jostle") / "server").with_suffix(".toml")
    return Path(named) if named else usual


def load_settings(**overrides: Any) -> Settings:
    """The settings of this machine; SettingsError tells in one line what is wrong with them."""
    file = config_file()
    if CONFIG in os.environ and not file.is_file():
        raise SettingsError(message("server.settings.no-file", file=file))
    try:
        return Settings(**overrides)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise SettingsError(message("server.settings.bad-file", file=file, problem=error)) from None
    except ValidationError as error:
        raise _complaint(error) from None


def _complaint(error: ValidationError) -> SettingsError:
    """What is wrong with a setting, and what would be right."""
    first = error.errors()[0]
    name = str(first["loc"][0])
    if name not in Settings.model_fields:
        return SettingsError(message("server.settings.unknown", name=name, file=config_file()))
    purpose = say(str(Settings.model_fields[name].description))
    given = "…" if name == "secret" else first["input"]
    return SettingsError(message("server.settings.bad", name=name, given=given, purpose=purpose))
