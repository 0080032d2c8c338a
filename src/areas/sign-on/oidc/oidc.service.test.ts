import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { makeAgency } from "#server/testing/agency.ts";
import {
  Browser,
  domain,
  lastEvent,
  newAccount,
  openSignOn,
  proveDomain,
  rowsOf,
  s,
} from "../sign-on.setup.ts";
import { unlinkAccount } from "../attempt/finish.service.ts";
import { clientSecret, openOidc } from "../testing/oidc-provider.ts";

openSignOn();

let oidc: Awaited<ReturnType<typeof openOidc>>;
let ann: Browser;
let providerId: string;
const providers = "/api/v1/sign-in-providers";
const settings = {
  name: "County sign-in",
  subjectClaim: "",
  emailClaim: "email",
  nameClaim: "name",
  arrival: "create",
  trustsSecondFactor: false,
  secondFactorValues: ["mfa"],
};

beforeAll(async () => {
  oidc = await openOidc();
  s.allow(oidc.issuer);
  ann = await new Browser().signIn(s.people.ann.email);
  await proveDomain();
});
afterAll(() => oidc.close());

/** Follows the browser through the provider, back to the address that it was sent to. */
const throughProvider = async (location: string): Promise<string> => {
  const jar = new Map<string, string>();
  let at = location;
  for (let hop = 0; hop < 12; hop++) {
    const answer = await fetch(at, {
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(";")[0]!.split("=") as [string, string];
      jar.set(name, value);
    }
    const next = new URL(answer.headers.get("location") ?? "", at);
    if (next.origin === s.app.config.origin) return next.pathname + next.search;
    if (!answer.headers.get("location")) throw new Error(await answer.text());
    at = next.href;
  }
  throw new Error("the provider sends round in circles");
};

const comeIn = async (browser = new Browser(), account?: typeof oidc.account) => {
  if (account) oidc.account = account;
  const begun = await browser.ask("GET", `/auth/v1/sso/begin?provider=${providerId}`);
  if (begun.location.startsWith("/auth")) return { landing: begun.location, session: null };
  const back = await browser.ask("GET", await throughProvider(begun.location));
  const code = /#sso_code=(.*)$/.exec(back.location)?.[1];
  const session = code
    ? await browser.ask("POST", "/auth/v1/sso/session", { code: decodeURIComponent(code) })
    : null;
  if (session?.body.access_token) browser.token = session.body.access_token;
  return { landing: back.location, session, browser };
};

test("a provider is set up, tested by a real sign-in that begins no session, and activated; its secret is never shown", async () => {
  const refused = await ann.ask("POST", providers, {
    ...settings,
    kind: "oidc",
    issuer: "http://169.254.169.254/",
    clientId: "levee",
  });
  expect(refused.body).toMatchObject({ status: 422, errors: [{ path: "issuer" }] });
  const made = await ann.ask("POST", providers, {
    ...settings,
    kind: "oidc",
    issuer: oidc.issuer,
    clientId: "levee",
    clientSecret,
  });
  expect(made.status).toBe(201);
  providerId = made.body.id;
  const one = await ann.ask("GET", `${providers}/${providerId}`);
  expect(one.body).toMatchObject({ status: "draft", hasSecret: true });
  expect(one.text).not.toContain(clientSecret);
  expect(
    JSON.stringify(await rowsOf(sql`select secret_sealed from sign_in_provider`)),
  ).not.toContain(clientSecret);
  await oidc.allowRedirects([one.body.redirectAddress]);
  oidc.account = { sub: "ann-1", email: s.people.ann.email, name: "Ann", groups: ["it", "all"] };
  const tested = await ann.ask("POST", `${providers}/${providerId}/actions/test`, {});
  const back = await ann.ask("GET", await throughProvider(tested.body.location));
  expect(back.location).toMatch(`/sso-management/providers/${providerId}?test=`);
  const test = back.location.split("test=")[1]!;
  const result = await ann.ask("GET", `${providers}/${providerId}/tests/${test}`);
  expect(result.body).toMatchObject({ good: true, subject: "ann-1" });
  expect(result.body.claims).toMatchObject({ groups: ["it", "all"], name: "Ann" });
  // Nobody else looks at what it said of Ann.
  const bo = await new Browser().signIn(s.people.bo.email);
  expect((await bo.ask("GET", `${providers}/${providerId}/tests/${test}`)).status).toBe(404);
  const now = (await ann.ask("GET", `${providers}/${providerId}`)).body;
  expect(now).toMatchObject({ status: "tested" });
  expect(await rowsOf(sql`select 1 as one from provider_identity`)).toEqual([]);
  const active = await ann
    .at(now.version)
    .ask("POST", `${providers}/${providerId}/actions/activate`, {});
  expect(active.body.status).toBe("active");
});

test("the sign-in page offers a provider by the domain alone, whoever the address is of", async () => {
  const ask = async (email: string) =>
    (await new Browser().ask("POST", "/auth/v1/sso/offer", { email })).body;
  await newAccount(`known@${domain}`);
  expect(await ask(`known@${domain}`)).toEqual({
    providers: [{ id: providerId, name: "County sign-in" }],
  });
  expect(await ask(`unknown@${domain}`)).toEqual(await ask(`known@${domain}`));
  expect(await ask("somebody@elsewhere.test")).toEqual({ providers: [] });
});

test("a newcomer of a proved domain comes in as a user; provider and subject are who they are, an address never", async () => {
  const nia = { sub: "nia-7", email: `nia@${domain}`, name: "Nia Newcomer" };
  const { session, browser } = await comeIn(new Browser(), nia);
  expect(session!.body.user.email).toBe(nia.email);
  const me = (await browser!.ask("GET", "/api/v1/me")).body;
  expect(me).toMatchObject({ kind: "member", role: "user", org: { id: s.agency.orgId } });
  // Another address at the provider is still the same person; another subject is not.
  const moved = await comeIn(new Browser(), { ...nia, email: `nia.married@${domain}` });
  expect(moved.session!.body.user.id).toBe(session!.body.user.id);
  const taken = await comeIn(new Browser(), { ...nia, sub: "somebody-else" });
  expect(taken.session!.body).toMatchObject({ link_needed: true, email: nia.email });
  const outside = await comeIn(new Browser(), { sub: "x", email: "x@elsewhere.test" });
  expect(outside.session!.body).toMatchObject({ status: 403, code: "address_not_ours" });
  const denied = await comeIn(new Browser(), {
    sub: "y",
    email: `y@${domain}`,
    email_verified: false,
  });
  expect(denied.session!.body.code).toBe("address_not_ours");
  expect(await lastEvent()).toMatchObject({ kind: "sign_in", good: false });
});

test("an account that exists is linked by its owner, signed in the old way, in the same browser", async () => {
  const email = `owner@${domain}`;
  await newAccount(email);
  const browser = new Browser();
  const { session } = await comeIn(browser, { sub: "owner-1", email });
  expect(session!.body).toMatchObject({ link_needed: true, provider: "County sign-in" });
  const { code } = session!.body as { code: string };
  const another = await new Browser().signIn(email);
  // As every new way in: a session that was stolen adds none.
  expect((await another.ask("POST", "/auth/v1/sso/links", { code })).body.code).toBe(
    "proof_needed",
  );
  await another.prove();
  expect((await another.ask("POST", "/auth/v1/sso/links", { code })).body.code).toBe("sso_expired");
  await browser.signIn(email);
  await browser.prove();
  const linked = await browser.ask("POST", "/auth/v1/sso/links", { code });
  expect(linked.body).toEqual({ provider: "County sign-in" });
  const again = await comeIn(new Browser());
  expect(again.session!.body.user.email).toBe(email);
  const links = (await browser.ask("GET", "/auth/v1/sso/links")).body.items;
  expect(links).toMatchObject([{ id: providerId, enforced: false }]);
  expect(links[0].linkedAt).not.toBeNull();
  // A second account of the provider opens the same account here only once the first link is ended.
  const further = await comeIn(browser, { sub: "owner-2", email });
  browser.token = null;
  await browser.signIn(email);
  await browser.prove();
  const second = (further.session!.body as { code: string }).code;
  expect((await browser.ask("POST", "/auth/v1/sso/links", { code: second })).body.code).toBe(
    "linked_already",
  );
});

test("ending one's own link ends nobody else's", async () => {
  const links = () =>
    rowsOf<{ subject: string }>(sql`
      select subject
      from provider_identity
      where org_id = ${s.agency.orgId}
      order by subject
    `);
  const before = (await links()).map((link) => link.subject);
  const { session } = await comeIn(new Browser(), { sub: "ending-1", email: `ending@${domain}` });
  expect((await links()).map((link) => link.subject).sort()).toEqual(
    [...before, "ending-1"].sort(),
  );
  const gone = { ...s.people.ann, personId: session!.body.user.id };
  await s.t.database.transaction(gone, (tx) => unlinkAccount(tx, gone, providerId));
  expect((await links()).map((link) => link.subject)).toEqual(before);
});

test("where nobody new may arrive, neither an account nor an address opens the agency", async () => {
  const arrival = async (to: string) => {
    const { version } = (await ann.ask("GET", `${providers}/${providerId}`)).body;
    const done = await ann
      .at(version)
      .ask("PATCH", `${providers}/${providerId}`, { ...settings, arrival: to });
    expect(done.status).toBe(200);
  };
  await newAccount(`outsider@${domain}`);
  await arrival("refused");
  for (const sub of ["outsider", "nobody"]) {
    const { session } = await comeIn(new Browser(), { sub, email: `${sub}@${domain}` });
    expect(session!.body).toMatchObject({ status: 403, code: "nobody_new" });
  }
  await arrival("invitation");
  const { session } = await comeIn(new Browser(), {
    sub: "uninvited",
    email: `uninvited@${domain}`,
  });
  expect(session!.body).toMatchObject({ status: 403, code: "not_invited" });
  await arrival("create");
});

test("what an agency's provider opened works in that agency alone", async () => {
  const { browser, session } = await comeIn(new Browser(), {
    sub: "two-1",
    email: `two@${domain}`,
  });
  const personId = session!.body.user.id as string;
  const elsewhere = await makeAgency(s.t.database);
  await s.t.database.transaction({ orgId: elsewhere.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      insert into organization_member (org_id, person_id)
      values (${elsewhere.orgId}, ${personId})
    `),
  );
  const enter = (organizationId: string | null) =>
    browser!.ask("POST", "/api/v1/me/active-organization", { organizationId });
  for (const to of [elsewhere.orgId, null])
    expect((await enter(to)).body).toMatchObject({ status: 403, code: "other_agency" });
  expect((await enter(s.agency.orgId)).status).toBe(200);
  // Nor where the session was moved there past the door.
  await s.t.database
    .poolAs("levee_identity", { max: 1 })
    .query("update session set active_org_id = $1 where person_id = $2", [
      elsewhere.orgId,
      personId,
    ]);
  await new Promise((later) => setTimeout(later, 1_100));
  expect((await browser!.ask("GET", "/api/v1/me")).body).toMatchObject({
    kind: "person",
    permissions: [],
  });
});

test("a session is as strong as the provider says, where the agency believes it", async () => {
  const strong = { sub: "strong-1", email: `strong@${domain}`, amr: ["pwd", "mfa"] };
  const assurance = async () =>
    (
      await s.t.database
        .poolAs("levee_identity", { max: 1 })
        .query("select assurance, provider_id from session order by created_at desc limit 1")
    ).rows[0];
  await comeIn(new Browser(), strong);
  expect(await assurance()).toEqual({ assurance: "password", provider_id: providerId });
  const { version } = (await ann.ask("GET", `${providers}/${providerId}`)).body;
  await ann
    .at(version)
    .ask("PATCH", `${providers}/${providerId}`, { ...settings, trustsSecondFactor: true });
  // What a change does not name stays: neither the trust nor the claims fall back to a default.
  const { body: trusting } = await ann.ask("GET", `${providers}/${providerId}`);
  await ann
    .at(trusting.version as number)
    .ask("PATCH", `${providers}/${providerId}`, { name: "County sign-in" });
  expect((await ann.ask("GET", `${providers}/${providerId}`)).body).toMatchObject({
    name: "County sign-in",
    trustsSecondFactor: true,
    arrival: trusting.arrival as string,
    subjectClaim: trusting.subjectClaim as string,
  });
  await comeIn(new Browser(), strong);
  expect((await assurance()).assurance).toBe("mfa");
  await comeIn(new Browser(), { ...strong, amr: ["pwd"] });
  expect((await assurance()).assurance).toBe("password");
});

test("an answer serves the browser that began, once, and a provider that is away says what to do", async () => {
  const browser = new Browser();
  const begun = await browser.ask("GET", `/auth/v1/sso/begin?provider=${providerId}`);
  const back = await throughProvider(begun.location);
  const thief = new Browser();
  thief.cookies.set("levee_sso", "x".repeat(43));
  expect((await thief.ask("GET", back)).location).toBe("/auth?sso_error=other_browser");
  const { location } = await browser.ask("GET", back);
  const code = decodeURIComponent(location.split("#sso_code=")[1]!);
  expect((await browser.ask("GET", back)).location).toBe("/auth?sso_error=sso_expired");
  expect((await thief.ask("POST", "/auth/v1/sso/session", { code })).status).toBe(403);
  browser.server = s.second;
  expect((await browser.ask("POST", "/auth/v1/sso/session", { code })).status).toBe(200);
  browser.server = s.server;
  expect((await browser.ask("POST", "/auth/v1/sso/session", { code })).body.code).toBe(
    "sso_expired",
  );
});
