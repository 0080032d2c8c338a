import { beforeAll, expect, test } from "vitest";
import { databaseMs } from "#server/db/database-clock.ts";
import { insertRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { testPassword } from "#server/testing/password.ts";
import { beginProviderSession } from "#areas/identity/identity.server.ts";
import { hotp, totpStep } from "#areas/identity/totp.service.ts";
import { Browser, openSignOn, proveDomain, rowsOf, s } from "../sign-on.setup.ts";
import { signInProvider } from "../sign-on.tables.ts";
import { makeKey } from "../testing/saml-provider.ts";
import { listDomains, removeDomain } from "../domain/domain.service.ts";
import { liftSignIn } from "./enforcing.service.ts";
import { watchConditions } from "./kept.service.ts";
import { tellBreakGlass, watchCertificates } from "./watch.jobs.ts";

openSignOn();

const providerId = newId();
const path = "/api/v1/sign-in-enforcing";
const client = { address: "127.0.0.1", userAgent: "test" };
const inside = () => ({ orgId: s.agency.orgId, personId: null });
let ann: Browser;

const link = (personId: string) =>
  s.t.database.transaction(inside(), (tx) =>
    tx.rows(sql`
      insert into provider_identity (org_id, provider_id, subject, person_id)
      values (${s.agency.orgId}, ${providerId}, ${personId}, ${personId})
    `),
  );
/** A session as it begins behind the provider's answer. */
const through = async (personId: string): Promise<Browser> => {
  const browser = new Browser();
  const pair = await beginProviderSession(
    identityDb(s.t.database),
    personId,
    { providerId, orgId: s.agency.orgId },
    client,
    false,
  );
  browser.token = "access_token" in pair ? pair.access_token : null;
  return browser;
};
const me = async (browser: Browser) => (await browser.ask("GET", "/api/v1/me")).body;
const letters = async (subject: string): Promise<string[]> =>
  (
    await identityDb(s.t.database).rows<{ to: string }>(
      sql`select to_address as to from mail where subject like ${`%${subject}%`} order by 1`,
    )
  ).map((row) => row.to);

/** Sets a second factor up for somebody; gives what signs in with it. */
const secondFactor = async (email: string) => {
  const browser = await new Browser().signIn(email);
  const proof = { kind: "password", present_password: testPassword };
  await browser.ask("POST", "/auth/v1/proof", proof);
  const { uri } = (await browser.ask("POST", "/auth/v1/factors")).body;
  const { base32 } = await import("@better-auth/utils/base32");
  const secret = new TextDecoder().decode(base32.decode(new URL(uri).searchParams.get("secret")!));
  const code = async (ahead: number) => hotp(secret, totpStep(databaseMs()) + ahead);
  const confirmed = await browser.ask("POST", "/auth/v1/factors/verify", { code: await code(0) });
  expect(confirmed.status).toBe(200);
  return async () => {
    const again = new Browser();
    const { body } = await again.ask("POST", "/auth/v1/token", {
      grant_type: "password",
      email,
      password: testPassword,
    });
    const second = await again.ask("POST", "/auth/v1/token", {
      grant_type: "mfa",
      mfa_token: body.mfa_token,
      code: await code(1),
    });
    again.token = second.body.access_token;
    return again;
  };
};

beforeAll(async () => {
  await proveDomain();
  await s.t.database.transaction(inside(), (tx) =>
    insertRow(tx, signInProvider, {
      ...inside(),
      id: providerId,
      name: "County sign-in",
      kind: "saml",
      issuer: "https://idp.test",
      status: "active",
      certificates: [makeKey(databaseMs(), 6).certificate],
    }),
  );
  await link(s.people.ann.personId!);
  ann = await through(s.people.ann.personId!);
});

test("nothing is enforced without a proved domain, or through a provider that is not active", async () => {
  const enforced = async () => {
    const { body } = await ann.ask("POST", `${path}/actions/enforce`, {
      providerId,
      breakGlass: [],
      acknowledged: 2,
    });
    return `${body.code}: ${body.detail}`;
  };
  const domains = (provedAt: string | null) =>
    s.t.database.transaction(inside(), (tx) =>
      tx.rows(sql`
        update sign_in_domain
        set proved_at = ${provedAt}
        where org_id = ${s.agency.orgId}
      `),
    );
  const provider = (status: string) =>
    s.t.database.transaction(inside(), (tx) =>
      tx.rows(sql`
        update sign_in_provider
        set status = ${status}
        where org_id = ${s.agency.orgId} and id = ${providerId}
      `),
    );
  await domains(null);
  expect(await enforced()).toBe(
    "not_ready: Not yet: A mail domain is proved, so that the sign-in page offers the provider.",
  );
  await domains(new Date().toISOString());
  await provider("disabled");
  expect(await enforced()).toBe("not_ready: Not yet: The provider is active.");
  await provider("active");
  expect((await ann.ask("GET", path)).body.rule).toBeNull();
});

test("the preflight names everybody who could no longer enter; it is enforced by whoever came in that way just now", async () => {
  const seen = (await ann.ask("GET", `/api/v1/sign-in-providers/${providerId}/preflight`)).body;
  expect(seen.checks.every((check: { ok: boolean }) => check.ok)).toBe(true);
  expect(seen.lockedOut.map((one: { name: string }) => one.name)).toEqual(["bo", "cy"]);
  const enforce = (browser: Browser, over: object = {}) =>
    browser.ask("POST", `${path}/actions/enforce`, {
      providerId,
      breakGlass: [],
      acknowledged: 2,
      ...over,
    });
  const old = await new Browser().signIn(s.people.ann.email);
  expect((await enforce(old)).body.code).toBe("came_another_way");
  expect((await enforce(ann, { acknowledged: 1 })).body.code).toBe("preflight_changed");
  const weak = await enforce(ann, { breakGlass: [s.people.bo.personId] });
  expect(weak.body).toMatchObject({ code: "not_strong", errors: [{ path: "breakGlass" }] });
  const enterBo = await secondFactor(s.people.bo.email);
  const now = await enforce(ann, { breakGlass: [s.people.bo.personId], acknowledged: 1 });
  expect(now.body.rule).toMatchObject({ providerId, inForce: true });
  expect(await letters("From now on, sign in")).toEqual([s.people.cy.email]);

  // By another way nobody is in the agency, whoever they are; the sentence says the way to go.
  const cy = await new Browser().signIn(s.people.cy.email);
  expect(await me(cy)).toMatchObject({
    kind: "person",
    org: null,
    permissions: [],
    providerRequired: { id: providerId, name: "County sign-in" },
  });
  expect((await cy.ask("GET", "/api/v1/requisitions")).body).toMatchObject({
    status: 403,
    code: "provider_needed",
  });
  expect(await me(await new Browser().signIn(s.people.ann.email))).toMatchObject({ org: null });
  expect(await me(ann)).toMatchObject({ kind: "member", providerRequired: null });
  const events = await rowsOf<{ type: string }>(
    sql`select event_type as type from security_event where event_type = 'entry_kept_out'`,
  );
  expect(events).toHaveLength(2);

  // Who was named comes in by password and second factor, and every administrator hears of it.
  const bo = await enterBo();
  expect(await me(bo)).toMatchObject({ kind: "member", role: "admin" });
  await tellBreakGlass(s.app);
  await tellBreakGlass(s.app);
  expect(await letters("bo came in beside the provider")).toEqual(
    [s.people.ann.email, s.people.bo.email].sort(),
  );
});

test("what would lock its author out is refused: disabling the provider, ending the link", async () => {
  const { version } = (await ann.ask("GET", `/api/v1/sign-in-providers/${providerId}`)).body;
  const disable = await ann
    .at(version)
    .ask("POST", `/api/v1/sign-in-providers/${providerId}/actions/disable`, { reason: "Test" });
  expect(disable.body.code).toBe("provider_enforced");
  await ann.ask("POST", "/auth/v1/proof", { kind: "password", present_password: testPassword });
  const unlink = await ann.ask("DELETE", `/auth/v1/sso/links/${providerId}`);
  expect(unlink.body.code).toBe("provider_enforced");
});

test("while sign-on is enforced the last proved domain stays; with another one it may go", async () => {
  const { ann: actor } = s.people;
  const proved = await rowsOf<{ id: string }>(sql`
    select id
    from sign_in_domain
    where org_id = ${s.agency.orgId} and proved_at is not null
  `);
  expect(proved).toHaveLength(1);
  const remove = () =>
    s.t.database.transaction(actor, (tx) => removeDomain(tx, actor, proved[0]!.id));
  await expect(remove()).rejects.toMatchObject({ code: "last_domain" });
  const stays = async () =>
    (await listDomains(s.t.database.read(actor))).find(({ id }) => id === proved[0]!.id)!.stays;
  expect(await stays()).toContain("the last proved domain");
  await s.t.database.transaction(inside(), (tx) =>
    tx.rows(sql`
      insert into sign_in_domain (org_id, id, domain, token, proved_at)
      values (${s.agency.orgId}, ${newId()}, 'another.test', 'x', clock_timestamp())
    `),
  );
  expect(await stays()).toBeNull();
  await expect(remove()).resolves.toEqual({ id: proved[0]!.id });
});

test("what was asked before is watched: administrators hear once of what no longer holds, and see it", async () => {
  const broken = async () =>
    ((await ann.ask("GET", path)).body.broken as { sentence: string }[]).map((b) => b.sentence);
  const act = (statement: ReturnType<typeof sql>) =>
    s.t.database.transaction(inside(), (tx) => tx.rows(statement));
  const heard = () => letters("Enforced sign-on");
  const out = `cy (${s.people.cy.email}) has not linked the account to County sign-in and cannot come in.`;
  // Whoever enforced it has seen that list.
  await watchConditions(s.app, s.agency.orgId);
  expect(await broken()).toEqual([out]);
  expect(await heard()).toEqual([]);

  await act(sql`update sign_in_domain set proved_at = null where org_id = ${s.agency.orgId}`);
  await watchConditions(s.app, s.agency.orgId);
  await watchConditions(s.app, s.agency.orgId);
  expect(await broken()).toEqual([
    "No mail domain is proved any more: the sign-in page offers the provider to nobody.",
    out,
  ]);
  expect(await heard()).toHaveLength(2);
  await act(sql`
    update sign_in_domain
    set proved_at = clock_timestamp()
    where org_id = ${s.agency.orgId}
  `);
  const member = (active: boolean) =>
    act(sql`
      update organization_member
      set active = ${active}
      where org_id = ${s.agency.orgId} and person_id = ${s.people.bo.personId}
    `);
  await member(false);
  await watchConditions(s.app, s.agency.orgId);
  expect(await broken()).toEqual([
    "bo is named to come in beside the provider, but is no member by now.",
    "Nobody could come in on the day the provider fails. Name a member with a second factor or a passkey.",
    out,
  ]);
  await member(true);
  expect(await heard()).toHaveLength(3);
});

test("whoever runs the server lifts it for a day, into mail and audit record; afterwards it holds again", async () => {
  const [{ slug }] = (await rowsOf<{ slug: string }>(
    sql`select slug from organization where id = ${s.agency.orgId}`,
  )) as [{ slug: string }];
  await expect(liftSignIn(s.t.database, "http://x", "nowhere", "Test")).rejects.toThrow("nowhere");
  await liftSignIn(s.t.database, "http://x", slug, "Their provider is down");
  const cy = await new Browser().signIn(s.people.cy.email);
  expect(await me(cy)).toMatchObject({ kind: "member" });
  expect(await letters("may be entered in every way")).toHaveLength(2);
  const audited = await rowsOf<{ entry: string }>(
    sql`select to_jsonb(e)::text as entry from audit_entry e where e.action = 'signInRule.lift'`,
  );
  expect(audited[0]!.entry).toContain("Their provider is down");
  await s.t.database.transaction(inside(), (tx) =>
    tx.rows(sql`
      update sign_in_rule
      set lifted_until = clock_timestamp()
      where org_id = ${s.agency.orgId}
    `),
  );
  expect(await me(await new Browser().signIn(s.people.cy.email))).toMatchObject({ org: null });
  expect((await ann.ask("POST", `${path}/actions/end`)).body.rule).toBeNull();
  expect(await me(await new Browser().signIn(s.people.cy.email))).toMatchObject({ kind: "member" });
});

test("administrators hear of a certificate's end once for each warning", async () => {
  await watchCertificates(s.app, s.agency.orgId);
  await watchCertificates(s.app, s.agency.orgId);
  expect(await letters("A certificate of County sign-in ends in 6 days")).toHaveLength(2);
});
