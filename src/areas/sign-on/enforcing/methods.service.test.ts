import { expect, test } from "vitest";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { beginProviderSession } from "#areas/identity/identity.server.ts";
import { newId } from "#kernel/ids.ts";
import { Browser, openSignOn, s } from "../sign-on.setup.ts";

openSignOn();

const agency = () => `/api/v1/organizations/${s.agency.orgId}`;
const allow = async (browser: Browser, signInMethods: string[]) => {
  const { version } = (await browser.ask("GET", agency())).body;
  return browser.at(version).ask("PATCH", agency(), { signInMethods });
};
const me = async (browser: Browser) => (await browser.ask("GET", "/api/v1/me")).body;
/** What a session is known as for at most a second. */
const soon = (browser: Browser, kind: string) =>
  expect.poll(async () => (await me(browser)).kind, { timeout: 3_000 }).toBe(kind);
/** As though the person's sessions had begun by a passkey. */
const byPasskey = (personId: string) =>
  identityDb(s.t.database).rows(
    sql`update session set method = 'passkey' where person_id = ${personId}`,
  );

test("an agency that allows passkeys alone is not entered by a password, and its author is not locked out", async () => {
  const ann = await new Browser().signIn(s.people.ann.email);
  const bo = await new Browser().signIn(s.people.bo.email);
  expect(await allow(ann, ["passkey"])).toMatchObject({
    status: 422,
    body: { errors: [{ path: "signInMethods" }] },
  });
  expect((await allow(ann, [])).status).toBe(422);
  expect((await me(bo)).kind).toBe("member");

  await byPasskey(s.people.ann.personId!);
  await expect
    .poll(async () => (await allow(ann, ["passkey"])).status, { timeout: 3_000 })
    .toBe(200);
  await soon(bo, "person");
  expect((await me(bo)).methodRequired).toMatchObject({ methods: ["passkey"] });
  expect(await bo.ask("GET", "/api/v1/members")).toMatchObject({
    status: 403,
    body: { code: "method_needed" },
  });
  // A session that begins afterwards is no better.
  expect((await me(await new Browser().signIn(s.people.cy.email))).kind).toBe("person");
  expect((await me(ann)).kind).toBe("member");

  await byPasskey(s.people.bo.personId!);
  await soon(bo, "member");
  expect((await me(bo)).methodRequired).toBeNull();
});

test("the agency's own provider is open whatever else is allowed", async () => {
  const browser = new Browser();
  const pair = await beginProviderSession(
    identityDb(s.t.database),
    s.people.cy.personId!,
    { providerId: newId(), orgId: s.agency.orgId },
    { address: "127.0.0.1", userAgent: "test" },
    false,
  );
  browser.token = "access_token" in pair ? pair.access_token : null;
  expect((await me(browser)).kind).toBe("member");
});
