"""Identities: made, kept, renewed, and not to be forged."""

from __future__ import annotations

import stat
from datetime import timedelta
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner
from pydantic import SecretStr

from jostle.server.guard import identity
from jostle.server.guard.identity import COOKIE, Identities, client_address, secret_of
from jostle.server.settings import Settings
from tests.server.surrounding import SECRET, error_of, small_client


def test_identities_cannot_be_guessed() -> None:
    made = {Identities.new() for _ in range(200)}
    assert len(made) == 200
    assert all(len(one) == 22 and one.isalnum() and one.isascii() for one in made)


def test_only_the_own_signature_counts() -> None:
    ours, theirs = Identities("one secret to sign"), Identities("another secret to sign")
    token = ours.sign("a" * 22)
    assert ours.read(token) == "a" * 22
    assert theirs.read(token) is None
    for damaged in (token[:-1], token[1:], "b" + token[1:], token + "é", token + "\ud800", "", "."):
        assert ours.read(damaged) is None


def test_a_token_grows_old(monkeypatch: pytest.MonkeyPatch) -> None:
    identities = Identities(SECRET)
    now = TimestampSigner(SECRET).get_timestamp()

    def signed(days: int) -> str:
        age = int(timedelta(days=days).total_seconds())
        with monkeypatch.context() as patch:
            patch.setattr(TimestampSigner, "get_timestamp", lambda _: now - age)
            return identities.sign("a" * 22)

    assert not identities.is_due(signed(days=1))
    assert identities.read(signed(days=40)) == "a" * 22
    assert identities.is_due(signed(days=40))
    assert identities.read(signed(days=366)) is None


def test_the_secret_is_made_once_for_its_owner_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    secret = secret_of(Settings())
    assert len(secret) >= 48
    assert secret_of(Settings()) == secret
    (file,) = (tmp_path / "jostle").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert secret_of(Settings(secret=SecretStr(SECRET))) == SECRET


def test_the_first_of_two_secrets_stays(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    identity._write_once(path, "first")
    identity._write_once(path, "second")
    assert path.read_text() == "first"
    assert list(tmp_path.iterdir()) == [path]


def test_a_browser_gets_a_cookie_and_keeps_its_identity(tmp_path: Path) -> None:
    client = small_client(tmp_path)
    first = client.get("/api/me")
    morsel = SimpleCookie(first.headers["set-cookie"])[COOKIE]
    assert morsel["httponly"]
    assert morsel["samesite"] == "Lax"
    assert (morsel["path"], morsel["max-age"], morsel["secure"]) == ("/", "31536000", "")
    second = client.get("/api/me")
    assert second.json() == first.json()
    assert "set-cookie" not in second.headers
    assert first.json()["identity"] == Identities(SECRET).read(morsel.value)


def test_nobody_needs_an_identity_to_look_around(tmp_path: Path) -> None:
    client = small_client(tmp_path)
    for path in ("/api/open", "/styles/themes.css"):
        assert "set-cookie" not in client.get(path).headers


def test_a_newcomer_is_somebody_before_the_scripts_of_the_page_ask(tmp_path: Path) -> None:
    """They ask for several things at once, and would be a different person in each."""
    client = small_client(tmp_path)
    assert "set-cookie" in client.get("/").headers
    assert "set-cookie" not in client.get("/api/me").headers


def test_a_page_is_for_everybody(tmp_path: Path) -> None:
    client = small_client(tmp_path, rate_identities="1/hour")
    for _ in range(3):
        client.cookies.clear()
        assert client.get("/").status_code == 200
    assert "set-cookie" not in client.get("/").headers


@pytest.mark.parametrize(
    ("public_url", "path"),
    [("https://testserver", "/api/me"), ("", "https://testserver/api/me")],
)
def test_under_https_the_cookie_is_secure(tmp_path: Path, public_url: str, path: str) -> None:
    client = small_client(tmp_path, public_url=public_url)
    assert "; Secure" in client.get(path).headers["set-cookie"]


def test_a_forged_cookie_counts_as_none(tmp_path: Path) -> None:
    client = small_client(tmp_path)
    forged = Identities("another secret to sign").sign("a" * 22)
    for value in (forged, "garbage", '"'):
        answer = client.get("/api/me", headers={"cookie": f"{COOKIE}={value}"})
        assert answer.status_code == 200
        assert answer.json()["identity"] != "a" * 22
        assert "set-cookie" in answer.headers
        client.cookies.clear()


def test_an_old_cookie_is_renewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "RENEWED_AFTER", timedelta(seconds=-1))
    client = small_client(tmp_path)
    identities = Identities(SECRET)
    answer = client.get("/api/me", headers={"cookie": f"{COOKIE}={identities.sign('a' * 22)}"})
    assert answer.json() == {"identity": "a" * 22}
    renewed = SimpleCookie(answer.headers["set-cookie"])[COOKIE].value
    assert identities.read(renewed) == "a" * 22
    # What anybody may keep has no cookie in it.
    asset = f"{client.app.state.pages.assets.path}/scripts/a.js"  # type: ignore[attr-defined]
    assert "set-cookie" not in client.get(asset).headers


def test_a_program_may_bear_its_token(tmp_path: Path) -> None:
    client = small_client(tmp_path)
    token = Identities(SECRET).sign("a" * 22)
    answer = client.get("/api/me", headers={"authorization": f"Bearer {token}"})
    assert answer.json() == {"identity": "a" * 22}
    assert "set-cookie" not in answer.headers
    refused = client.get("/api/me", headers={"authorization": "bearer nonsense"})
    assert refused.status_code == 401
    assert error_of(refused)["code"] == "identity"
    assert refused.headers["www-authenticate"] == "Bearer"


def test_a_socket_knows_its_identity(tmp_path: Path) -> None:
    client = small_client(tmp_path)
    known = client.get("/api/me").json()["identity"]
    with client.websocket_connect("/api/socket") as socket:
        assert socket.receive_text() == known


def test_whom_an_address_stands_for() -> None:
    assert client_address({"client": ("192.0.2.1", 1)}) == "192.0.2.1"
    assert client_address({"client": ("::ffff:192.0.2.1", 1)}) == "192.0.2.1"
    assert client_address({"client": ("2001:db8:1:2:3::4", 1)}) == "2001:db8:1:2::/64"
    assert client_address({"client": ("a-pipe", 1)}) == "a-pipe"
    assert client_address({"client": None}) == ""
