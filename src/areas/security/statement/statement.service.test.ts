import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { logSecurityEvent, ownSignIns, sayNotMe } from "#areas/identity/identity.server.ts";
import { areaServers } from "#areas.server.ts";
import { newId } from "#kernel/ids.ts";
import { lookFor } from "../alert/settle.service.ts";
import { probesOfStatements, type Probing } from "./probe.service.ts";
import { readStatements } from "./statement.service.ts";
import { statements } from "./statements.data.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"admin" | "officer" | "treasurer", Actor>;

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    officer: { duties: ["security_officer"] },
    treasurer: { duties: ["treasurer"] },
  });
});
afterAll(() => t.drop());

const bears = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
const probing = (over: Partial<Probing> = {}): Probing => ({
  app: t.app,
  db: t.database.read(people.admin),
  actor: people.admin,
  reply: { getHeader: (name: string) => bears[name as keyof typeof bears] },
  ...over,
});
const withOrigin = (origin: string) => ({ ...t.app, config: { ...t.app.config, origin } });

test("each statement has its probe and its label; red turns the sentence", async () => {
  expect(statements.map(({ probe }) => probe).toSorted()).toEqual(
    Object.keys(probesOfStatements).toSorted(),
  );
  for (const { nist } of statements) expect(nist).toMatch(/^[A-Z]{2}-\d+(\(\d+\))? \w/);
  const { items } = await readStatements(probing({ app: withOrigin("http://levee.test") }));
  const https = items.find(({ probe }) => probe === "https")!;
  expect(https).toMatchObject({
    good: false,
    sentence: statements.find(({ probe }) => probe === "https")!.bad,
    said: "The address of this server is http://levee.test.",
  });
  const good = await readStatements(probing({ app: withOrigin("https://levee.test") }));
  expect(good.items.find(({ probe }) => probe === "https")!.sentence).toBe(
    statements.find(({ probe }) => probe === "https")!.good,
  );
});

test("officers without a factor and answers without their headers are red; a probe that fails is red", async () => {
  const factor = () => probesOfStatements.officersFactor(probing());
  expect(await factor()).toEqual({ good: false, said: "0 of 2 officers have set one up." });
  const db = identityDb(t.database);
  for (const { personId } of [people.admin, people.treasurer])
    await db.rows(sql`
      insert into two_factor (person_id, secret_sealed, confirmed_at)
      values (${personId}, 'sealed', clock_timestamp())
    `);
  expect(await factor()).toEqual({ good: true, said: "2 of 2 officers have set one up." });
  const bare = probing({ reply: { getHeader: () => undefined } });
  expect(await probesOfStatements.headers(bare)).toEqual({
    good: false,
    said: "This answer lacks cache-control, x-content-type-options.",
  });
  const rows = await probesOfStatements.rowSecurity(probing());
  expect(rows.good).toBe(true);
  const lost = probing({ db: null as unknown as Probing["db"] });
  const { items } = await readStatements(lost);
  const sealed = items.find(({ probe }) => probe === "checkpoint")!;
  expect(sealed.good).toBe(false);
  expect(sealed.said).toContain("It could not be tried");
  expect((await probesOfStatements.checkpoint(probing())).said).toBe(
    "Nothing has been sealed yet.",
  );
});

test("that was not me: sessions end, the password opens nothing, officers and administrators are told", async () => {
  const db = identityDb(t.database);
  const { personId } = people.treasurer;
  const sessionId = newId();
  await db.rows(sql`
    insert into session (id, person_id, active_org_id, expires_at)
    values (${sessionId}, ${personId}, ${agency.orgId}, clock_timestamp() + interval '1 hour')
  `);
  await db.rows(sql`
    insert into account (id, person_id, provider, provider_account_id, password_hash)
    values (${newId()}, ${personId}, 'password', ${people.treasurer.email}, 'hash')
  `);
  await logSecurityEvent(db, {
    type: "signed_in",
    severity: "low",
    ...{ personId, sessionId, orgId: agency.orgId },
    address: "198.51.100.7",
    data: { newDevice: true },
  });
  expect(await ownSignIns(db, personId!, sessionId)).toMatchObject([
    { kind: "new_device", address: "198.51.100.7", current: true },
  ]);
  const endpoints = areaServers.flatMap((area) => area.endpoints);
  const notMe = endpoints.find(({ path }) => path === "/api/v1/me/not-me")!;
  const request = { ip: "198.51.100.8", headers: {} };
  await notMe.handler({ app: t.app, actor: { ...people.treasurer, sessionId }, request } as never);
  const left = await db.one<{ open: number; hash: string | null; letters: number }>(sql`
    select
      (
        select count(*)::int
        from session
        where person_id = ${personId} and ended_at is null
      ) as open,
      (select password_hash from account where person_id = ${personId}) as hash,
      (
        select count(*)::int
        from mail
        where to_address = ${people.treasurer.email} and kind = 'recovery'
      ) as letters
  `);
  expect(left).toEqual({ open: 0, hash: null, letters: 1 });
  await lookFor(t.app, { orgId: agency.orgId, personId: null });
  const told = async (who: Actor) =>
    (
      await t.database.read(who).rows<{ title: string }>(sql`
        select title
        from notification
        where org_id = ${agency.orgId} and person_id = ${who.personId}
      `)
    ).map(({ title }) => title);
  expect(await told(people.admin)).toEqual(["treasurer says: that was not me"]);
  const [alert] = await told(people.officer);
  expect(alert).toContain("Somebody says: that was not me");
  expect((await ownSignIns(db, personId!, null))[0]!.kind).toBe("not_me");
  const gone = sayNotMe(db, newId(), {
    client: { address: "198.51.100.8", userAgent: "", browser: "" },
    origin: "http://levee.test",
    sessionId: null,
  });
  await expect(gone).rejects.toMatchObject({ code: "not_signed_in" });
});
