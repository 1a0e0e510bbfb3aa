"""Who is asking: a random id that the browser keeps, signed so that nobody can make one up.

There are no accounts. A browser has its identity in a cookie that scripts cannot read; a program
may send the same token as ``Authorization: Bearer …``. An identity is made when a route first needs
one, and a damaged cookie counts as none. The id itself is never sent to anyone but its holder.
"""

from __future__ import annotations

import hashlib
import ipaddress
import os
import secrets
import string
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.cookies import SimpleCookie
from pathlib import Path

from itsdangerous import BadSignature, TimestampSigner
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from jostle.server.problems import BadToken, refuse
from jostle.server.rates import IDENTITIES, Rates
from jostle.server.settings import Settings

COOKIE = "jostle"
SECRET_FILE = "identities.key"
LENGTH = 22  # of letters and digits: 131 bits
LIFETIME = timedelta(days=365)
RENEWED_AFTER = timedelta(days=30)
ALPHABET = string.ascii_letters + string.digits
VISITOR = "visitor"


class Identities:
    """Makes, signs and reads identities.

    >>> identities = Identities("a secret that nobody knows")
    >>> identities.read(identities.sign("a" * 22)) == "a" * 22
    True
    >>> identities.read("forged") is None
    True
    """

    def __init__(self, secret: str) -> None:
        self._signer = TimestampSigner(secret, salt=COOKIE, digest_method=hashlib.sha256)

    @staticmethod
    def new() -> str:
        """An identity that nobody has and nobody can guess."""
        return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))

    def sign(self, identity: str) -> str:
        """The token that proves an identity."""
        return self._signer.sign(identity).decode()

    def read(self, token: str) -> str | None:
        """The identity that a token proves, if it does."""
        signed = self._signed(token)
        return None if signed is None else signed[0]

    def is_due(self, token: str) -> bool:
        """Whether a token should be replaced by a younger one."""
        signed = self._signed(token)
        return signed is None or datetime.now(UTC) - signed[1] > RENEWED_AFTER

    def _signed(self, token: str) -> tuple[str, datetime] | None:
        if not token.isascii():
            return None  # what is no letter of a token would be passed over
        try:
            value, at = self._signer.unsign(
                token, max_age=int(LIFETIME.total_seconds()), return_timestamp=True
            )
        except BadSignature:
            return None
        return value.decode(), at


def secret_of(settings: Settings) -> str:
    """The key that identities are signed with; made once where none is set."""
    given = settings.secret.get_secret_value()
    if given:
        return given
    path = settings.data_folder / SECRET_FILE
    if not path.exists():
        _write_once(path, secrets.token_urlsafe(48))
    return path.read_text(encoding="ascii")


def _write_once(path: Path, text: str) -> None:
    """Write a file that only its owner may read; whole or not at all, and never over another."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # another server was quicker: its secret is the one
    finally:
        draft.unlink()


@dataclass
class Visitor:
    """Who sent a request, as far as is known."""

    address: str
    identity: str | None
    rates: Rates
    cookie_due: bool = False

    def identified(self) -> str:
        """The visitor's identity, made now if there is none; TooMany if the address has many."""
        if self.identity is None:
            self.rates.check(IDENTITIES, self.address)
            self.identity = Identities.new()
            self.cookie_due = True
        return self.identity

    @property
    def client(self) -> str:
        """Whom limits are counted for: an identity, or an address that has none."""
        return self.address if self.identity is None else self.identity


def visitor_of(scope: Scope) -> Visitor:
    """Who sent a request."""
    visitor: Visitor = scope["state"][VISITOR]
    return visitor


def address_of(connection: HTTPConnection) -> str:
    """The address that a request comes from; of an IPv6 one the network that a household has."""
    return visitor_of(connection.scope).address


async def identity_of(connection: HTTPConnection) -> str:
    """The identity of who asks, made now if there is none; a dependency of routes."""
    return visitor_of(connection.scope).identified()


def fingerprint(identity: str) -> str:
    """What a log may know of an identity: enough to follow it, too little to be it."""
    return hashlib.sha256(identity.encode()).hexdigest()[:8]


class Identify:
    """Middleware: reads who is asking, and hands out cookies."""

    def __init__(
        self, app: ASGIApp, identities: Identities, rates: Rates, settings: Settings
    ) -> None:
        self.app = app
        self.identities = identities
        self.rates = rates
        self.always_secure = settings.public_url.startswith("https:")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        bears = scheme.lower() == "bearer"
        token = token.strip() if bears else connection.cookies.get(COOKIE, "")
        identity = self.identities.read(token)
        if bears and identity is None:
            await refuse(BadToken(), scope, receive, send)
            return
        due = identity is not None and not bears and self.identities.is_due(token)
        visitor = Visitor(client_address(scope), identity, self.rates, due)
        scope.setdefault("state", {})[VISITOR] = visitor
        secure = self.always_secure or scope["scheme"] in ("https", "wss")

        async def send_with_cookie(said: Message) -> None:
            if said["type"] in ("http.response.start", "websocket.accept") and visitor.cookie_due:
                assert visitor.identity is not None
                said.setdefault("headers", [])
                headers = MutableHeaders(scope=said)
                # What anybody may keep for others carries nobody's cookie.
                if "public" not in headers.get("cache-control", ""):
                    signed = self.identities.sign(visitor.identity)
                    headers.append("Set-Cookie", cookie(signed, secure=secure))
            await send(said)

        await self.app(scope, receive, send_with_cookie)


def cookie(token: str, *, secure: bool) -> str:
    """A Set-Cookie header's value."""
    jar: SimpleCookie = SimpleCookie({COOKIE: token})
    morsel = jar[COOKIE]
    morsel["max-age"] = int(LIFETIME.total_seconds())
    morsel["path"] = "/"
    morsel["httponly"] = True
    morsel["samesite"] = "Lax"
    if secure:
        morsel["secure"] = True
    return morsel.OutputString()


def client_address(scope: Scope) -> str:
    """Whom an address stands for: itself, or its network of 2⁶⁴, which one household has.

    >>> client_address({"client": ("2001:db8::7", 5)})
    '2001:db8::/64'
    """
    host = scope["client"][0] if scope.get("client") else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return str(host)
    if address.version == 4 or address.ipv4_mapped:
        return str(getattr(address, "ipv4_mapped", None) or address)
    return str(ipaddress.ip_network((address, 64), strict=False))
