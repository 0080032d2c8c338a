import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { seal } from "#server/auth/sealing.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { openStandIn, type StandIn } from "#server/testing/stand-in.ts";
import { secretPurpose } from "../provider/provider-row.ts";
import {
  Browser,
  domain,
  lastEvent,
  openSignOn,
  proveDomain,
  rowsOf,
  s,
} from "../sign-on.setup.ts";
import { signInProvider } from "../sign-on.tables.ts";

openSignOn();

// Stands in for a provider that lies, after OpenID Connect Core 1.0, 3.1.3.
let standIn: StandIn;
let issuer: string;
let idToken = "";
let key: CryptoKey;
let foreign: CryptoKey;
const providerId = newId();

beforeAll(async () => {
  const pair = await generateKeyPair("RS256");
  key = pair.privateKey;
  foreign = (await generateKeyPair("RS256")).privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: "1", alg: "RS256", use: "sig" };
  const json = (value: object) => ({
    headers: { "content-type": "application/json" },
    body: JSON.stringify(value),
  });
  standIn = await openStandIn((path) => {
    if (path === "/.well-known/openid-configuration")
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        authorization_response_iss_parameter_supported: true,
      });
    if (path === "/jwks") return json({ keys: [jwk] });
    return json({
      access_token: "a",
      token_type: "Bearer",
      expires_in: 300,
      id_token: idToken,
    });
  });
  issuer = `http://127.0.0.1:${standIn.port}`;
  s.allow(issuer);
  await proveDomain();
  const { orgId } = s.agency;
  await s.t.database.transaction({ orgId, personId: null }, (tx) =>
    insertRow(tx, signInProvider, {
      orgId,
      id: providerId,
      name: "A provider that lies",
      kind: "oidc",
      status: "active",
      issuer,
      clientId: "levee",
      secretSealed: seal(secretPurpose, `${orgId} ${providerId}`, "secret"),
      arrival: "create",
    }),
  );
});
afterAll(() => standIn.close());

type Lie = {
  key?: CryptoKey;
  none?: boolean;
  issuer?: string;
  audience?: string;
  nonce?: string;
  from?: number;
  /** The provider that the answer says it comes from. */
  answeredBy?: string;
};

/** A token of somebody who would come in, but for the lie. */
const tokenOf = async (nonce: string, lie: Lie): Promise<string> => {
  const now = Math.floor((lie.from ?? databaseMs()) / 1000);
  const claims = {
    email: `evil@${domain}`,
    nonce: lie.nonce ?? nonce,
    iss: lie.issuer ?? issuer,
    aud: lie.audience ?? "levee",
    sub: "evil-1",
    iat: now,
    exp: now + 300,
  };
  if (lie.none) {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    return `${part({ alg: "none" })}.${part(claims)}.`;
  }
  return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "1" }).sign(lie.key ?? key);
};

const comeBack = async (lie: Lie): Promise<string> => {
  const browser = new Browser();
  const begun = await browser.ask("GET", `/auth/v1/sso/begin?provider=${providerId}`);
  const asked = new URL(begun.location).searchParams;
  idToken = await tokenOf(asked.get("nonce")!, lie);
  const back = new URLSearchParams({
    code: "x",
    state: asked.get("state")!,
    iss: lie.answeredBy ?? issuer,
  });
  return (await browser.ask("GET", `/auth/v1/oidc/${providerId}/callback?${back}`)).location;
};

const lies: readonly [string, string, () => Lie][] = [
  ["not signed (alg none)", "bad_signature", () => ({ none: true })],
  ["signed with a foreign key", "bad_signature", () => ({ key: foreign })],
  ["a foreign audience", "wrong_audience", () => ({ audience: "another-client" })],
  ["another issuer's token", "wrong_issuer", () => ({ issuer: "https://other.test" })],
  [
    "a mixed-up issuer: the answer comes from another provider",
    "wrong_issuer",
    () => ({ answeredBy: "https://other.test" }),
  ],
  ["the nonce of another browser", "wrong_request", () => ({ nonce: "of-another-browser" })],
  ["expired", "wrong_time", () => ({ from: databaseMs() - 3_600_000 })],
];

test.each(lies)(
  "an answer of OpenID Connect is refused and logged: %s",
  async (_name, code, lie) => {
    expect(await comeBack(lie())).toBe(`/auth?sso_error=${code}`);
    expect(await lastEvent()).toMatchObject({ kind: "sign_in", good: false });
    expect(await rowsOf(sql`select 1 as one from provider_identity`)).toEqual([]);
  },
);

test("without the lie the same answer is taken, and a provider that is away says so", async () => {
  expect(await comeBack({})).toContain("/auth#sso_code=");
  const { orgId } = s.agency;
  // What is known of a provider is read anew with each version of it.
  await s.t.database.transaction({ orgId, personId: null }, (tx) =>
    tx.rows(sql`update sign_in_provider set version = version + 1 where id = ${providerId}`),
  );
  await standIn.close();
  const begun = await new Browser().ask("GET", `/auth/v1/sso/begin?provider=${providerId}`);
  expect(begun).toMatchObject({ location: "/auth?sso_error=provider_unreachable" });
});
