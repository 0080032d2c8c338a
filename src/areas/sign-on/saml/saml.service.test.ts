import { beforeAll, expect, test } from "vitest";
import {
  Browser,
  domain,
  lastEvent,
  openSignOn,
  proveDomain,
  rowsOf,
  s,
} from "../sign-on.setup.ts";
import { sql } from "#server/db/sql.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import {
  assertionOf,
  makeKey,
  metadataOf,
  posted,
  requestOf,
  responseOf,
  signed,
  type Key,
  type Said,
} from "../testing/saml-provider.ts";
import { shownCertificate } from "./certificate.ts";

openSignOn();

const issuer = "https://idp.riverbend.test/metadata";
const providers = "/api/v1/sign-in-providers";
let ann: Browser;
let providerId: string;
let key: Key;
let stranger: Key;
let ours: string;
const settings = {
  name: "County SAML",
  subjectClaim: "",
  emailClaim: "mail",
  nameClaim: "displayName",
  arrival: "create",
  trustsSecondFactor: true,
  secondFactorValues: ["https://refeds.org/profile/mfa"],
};

/** A browser on its way: the request that it carries, and what a good answer says. */
const begin = async (browser = new Browser()) => {
  const { location } = await browser.ask("GET", `/auth/v1/sso/begin?provider=${providerId}`);
  const request = requestOf(location, ours);
  const said: Said = {
    issuer,
    audience: `${s.app.config.origin}/auth/v1/saml/${providerId}/metadata`,
    recipient: request.acs,
    inResponseTo: request.id,
    nameId: "sam-1",
    attributes: { mail: [`sam@${domain}`], displayName: ["Sam Saml"], groups: ["it", "all"] },
    now: databaseMs(),
  };
  return { browser, request, said };
};
type Way = Awaited<ReturnType<typeof begin>>;

const post = (way: Way, xml: string, relayState = way.request.relayState, server = s.server) => {
  way.browser.server = server;
  return way.browser.post(`/auth/v1/saml/${providerId}/acs`, {
    SAMLResponse: posted(xml),
    RelayState: relayState,
  });
};
const good = (said: Said) => signed(responseOf(said, assertionOf(said)), key, "Assertion");
const redeem = async (browser: Browser, location: string) =>
  browser.ask("POST", "/auth/v1/sso/session", {
    code: decodeURIComponent(location.split("#sso_code=")[1] ?? ""),
  });

beforeAll(async () => {
  key = makeKey(databaseMs());
  stranger = makeKey(databaseMs());
  ann = await new Browser().signIn(s.people.ann.email);
  await proveDomain();
});

test("a SAML provider is set up from its metadata; broken ones are refused in words", async () => {
  const put = (metadata: string) =>
    ann.ask("POST", providers, { ...settings, kind: "saml", metadata, metadataUrl: "" });
  for (const [broken, words] of [
    ["<a", "not well-formed"],
    ["<!DOCTYPE x><a/>", "document type"],
    [metadataOf(issuer, []), "no certificate"],
    [metadataOf(issuer, [key.certificate]).replaceAll("IDPSSO", "SPSSO"), "no identity provider"],
    [metadataOf(issuer, ["AAAA"]), "cannot be read"],
    [metadataOf(issuer, [key.certificate], "http://10.0.0.1/sso"), "Only https"],
  ] as const)
    expect((await put(broken)).text).toContain(words);
  const made = await put(metadataOf(issuer, [key.certificate]));
  expect(made.status).toBe(201);
  providerId = made.body.id;
  const one = (await ann.ask("GET", `${providers}/${providerId}`)).body;
  expect(one).toMatchObject({ issuer, certificates: [{ subject: "CN=idp.test" }] });
  expect(Date.parse(one.ownCertificate.endsAt)).toBeGreaterThan(databaseMs());
  const metadata = await new Browser().ask("GET", `/auth/v1/saml/${providerId}/metadata`);
  expect(metadata.text).toContain(`Location="${one.redirectAddress}"`);
  const [row] = await rowsOf<{ ownCertificate: string; ownKeySealed: string }>(
    sql`select own_certificate, own_key_sealed from sign_in_provider where id = ${providerId}`,
  );
  ours = row!.ownCertificate;
  expect(metadata.text).toContain(ours.split("\n")[1]);
  expect(row!.ownKeySealed).not.toContain("PRIVATE");
});

test("a test shows the claims, and the provider is activated; the request is signed with its own key", async () => {
  const tested = await ann.ask("POST", `${providers}/${providerId}/actions/test`, {});
  const request = requestOf(tested.body.location, ours);
  expect(request.signed).toBe(true);
  const said: Said = {
    issuer,
    audience: `${s.app.config.origin}/auth/v1/saml/${providerId}/metadata`,
    recipient: request.acs,
    inResponseTo: request.id,
    nameId: "ann-1",
    attributes: { groups: ["it", "all"] },
    now: databaseMs(),
  };
  const back = await ann.post(`/auth/v1/saml/${providerId}/acs`, {
    SAMLResponse: posted(good(said)),
    RelayState: request.relayState,
  });
  const test = back.location.split("test=")[1]!;
  const result = (await ann.ask("GET", `${providers}/${providerId}/tests/${test}`)).body;
  expect(result).toMatchObject({ good: true, subject: "ann-1", claims: { groups: ["it", "all"] } });
  const { version } = (await ann.ask("GET", `${providers}/${providerId}`)).body;
  const active = await ann
    .at(version)
    .ask("POST", `${providers}/${providerId}/actions/activate`, {});
  expect(active.body).toMatchObject({ status: "active" });
});

test("a signed answer brings its person in; the browser that began gets the session and nobody else", async () => {
  const way = await begin();
  const back = await post(way, good({ ...way.said, context: "https://refeds.org/profile/mfa" }));
  expect(back.status).toBe(303);
  expect((await redeem(new Browser(), back.location)).status).toBe(403);
  const { body } = await redeem(way.browser, back.location);
  expect(body.user).toMatchObject({
    email: `sam@${domain}`,
    user_metadata: { display_name: "Sam Saml" },
  });
  way.browser.token = body.access_token;
  expect((await way.browser.ask("GET", "/api/v1/me")).body).toMatchObject({ kind: "member" });
  const whole = await begin();
  const response = signed(responseOf(whole.said, assertionOf(whole.said)), key, "Response");
  expect((await post(whole, response)).location).toContain("#sso_code=");
});

test("a second certificate counts beside the first; the last good one stays", async () => {
  const next = makeKey(databaseMs(), 900);
  const at = async () => (await ann.ask("GET", `${providers}/${providerId}`)).body.version;
  const added = await ann
    .at(await at())
    .ask("POST", `${providers}/${providerId}/certificates`, { certificate: next.certificate });
  expect(added.status).toBe(200);
  const way = await begin();
  const answer = signed(responseOf(way.said, assertionOf(way.said)), next, "Assertion");
  expect((await post(way, answer)).location).toContain("#sso_code=");
  const remove = async ({ certificate }: Key) =>
    ann
      .at(await at())
      .ask(
        "DELETE",
        `${providers}/${providerId}/certificates/${shownCertificate(certificate).fingerprint}`,
      );
  expect((await remove(next)).status).toBe(200);
  expect((await remove(key)).body.code).toBe("last_certificate");
  const late = await begin();
  const old = signed(responseOf(late.said, assertionOf(late.said)), next, "Assertion");
  expect((await post(late, old)).location).toBe("/auth?sso_error=bad_signature");
});

const evil = (said: Said): Said => ({ ...said, nameId: "admin-1" });

/** Attacks on an answer, by what they send and how that is refused. */
const attacks: readonly [string, string, (said: Said) => string][] = [
  ["unsigned", "unsigned", (said) => responseOf(said, assertionOf(said))],
  [
    "signed by a stranger",
    "bad_signature",
    (said) => signed(responseOf(said, assertionOf(said)), stranger, "Assertion"),
  ],
  [
    "signed with SHA-1",
    "weak_signature",
    (said) => signed(responseOf(said, assertionOf(said)), key, "Assertion", "sha1"),
  ],
  [
    "encrypted",
    "encrypted",
    (said) =>
      good(said).replace(
        /<saml:Assertion.*<\/saml:Assertion>/s,
        [
          "<saml:EncryptedAssertion>",
          '<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"/>',
          "</saml:EncryptedAssertion>",
        ].join(""),
      ),
  ],
  ["changed afterwards", "bad_signature", (said) => good(said).replace("sam-1", "admin-1")],
  [
    "two assertions",
    "malformed",
    (said) =>
      good(said).replace("</samlp:Response>", `${assertionOf(evil(said))}</samlp:Response>`),
  ],
  [
    "wrapped: the signed assertion hides in an extension, another one stands in its place",
    "malformed",
    (said) => {
      const whole = good(said);
      const inner = /<saml:Assertion.*<\/saml:Assertion>/s.exec(whole)![0];
      return whole.replace(
        inner,
        `<samlp:Extensions>${inner}</samlp:Extensions>${assertionOf(evil(said))}`,
      );
    },
  ],
  [
    "wrapped: the signature covers a copy inside of its own object",
    "malformed",
    (said) => {
      const whole = good(said);
      const inner = /<saml:Assertion.*<\/saml:Assertion>/s.exec(whole)![0];
      const signature = /<Signature.*<\/Signature>/s.exec(inner)![0];
      const moved = signature.replace(
        "</Signature>",
        `<Object>${inner.replace(signature, "")}</Object></Signature>`,
      );
      return whole.replace(
        inner,
        assertionOf(evil(said)).replace("</saml:Issuer>", `</saml:Issuer>${moved}`),
      );
    },
  ],
  [
    "wrapped: another assertion of the same ID",
    "malformed",
    (said) => {
      const id = "_same";
      const whole = signed(responseOf(said, assertionOf(said, id)), key, "Assertion");
      return whole.replace("<samlp:Status>", `<x ID="${id}"/><samlp:Status>`);
    },
  ],
  [
    "a comment in the name",
    "malformed",
    (said) =>
      good({ ...said, nameId: "admin-1.evil" }).replace("admin-1.evil", "admin-1<!---->.evil"),
  ],
  ["an instruction in the name", "malformed", (said) => good(said).replace("sam-1", "sam<?x?>-1")],
  ["a document type", "malformed", (said) => `<!DOCTYPE x [<!ENTITY e "admin">]>${good(said)}`],
  ["a foreign audience", "wrong_audience", (said) => good({ ...said, audience: "https://other" })],
  [
    "meant for another address",
    "wrong_recipient",
    (said) => good({ ...said, recipient: "https://other.test/acs" }),
  ],
  [
    "sent to another address",
    "wrong_recipient",
    (said) => good(said).replace(/Destination="[^"]*"/, 'Destination="https://other.test/acs"'),
  ],
  ["of another issuer", "wrong_issuer", (said) => good({ ...said, issuer: "https://other" })],
  [
    "expired",
    "wrong_time",
    (said) => good({ ...said, from: said.now - 900_000, until: said.now - 120_000 }),
  ],
  [
    "not yet good",
    "wrong_time",
    (said) => good({ ...said, from: said.now + 600_000, until: said.now + 900_000 }),
  ],
  ["not asked for", "wrong_request", (said) => good({ ...said, inResponseTo: "_never" })],
  [
    "not asked for at all",
    "wrong_request",
    (said) => good(said).replace(/(<samlp:Response[^>]*) InResponseTo="[^"]*"/, "$1"),
  ],
  [
    "the subject of another request in a signed assertion",
    "wrong_request",
    (said) =>
      good({ ...said, inResponseTo: "_other" }).replace(
        /(<samlp:Response[^>]* InResponseTo=")[^"]*/,
        `$1${said.inResponseTo}`,
      ),
  ],
  [
    "a passing name",
    "no_subject",
    (said) => good({ ...said, format: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" }),
  ],
];

test.each(attacks)("an answer is refused and logged: %s", async (_name, code, attack) => {
  const way = await begin();
  const people = await rowsOf(sql`select subject from provider_identity order by subject`);
  const back = await post(way, attack(way.said));
  expect(back.location).toBe(`/auth?sso_error=${code}`);
  expect(await lastEvent()).toMatchObject({ kind: "sign_in", good: false });
  expect(await rowsOf(sql`select subject from provider_identity order by subject`)).toEqual(people);
  expect(
    (
      await rowsOf<{ type: string }>(
        sql`select event_type as type from security_event order by occurred_at desc limit 1`,
      )
    )[0],
  ).toEqual({ type: "sign_on_sign_in_refused" });
});

test("an answer counts once, on all instances, and RelayState leads nowhere", async () => {
  const way = await begin();
  const answer = good(way.said);
  const both = await Promise.all([
    post(way, answer),
    post(way, answer, way.request.relayState, s.second),
  ]);
  expect(both.map((one) => one.location.includes("#sso_code=")).sort()).toEqual([false, true]);
  expect((await post(way, answer, way.request.relayState, s.second)).location).toBe(
    "/auth?sso_error=wrong_request",
  );
  const led = await begin();
  for (const relayState of ["https://evil.test/", "//evil.test", "/dashboard", ""])
    expect((await post(led, good(led.said), relayState)).location).toBe(
      "/auth?sso_error=wrong_request",
    );
});
