// A domain that was proved once is asked again each morning: a record that is gone for long takes the proof
// away and administrators are told before; name servers that are away take nothing.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { insertRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { setEntryRule } from "#areas/identity/identity.server.ts";
import { addDomain, checkDomain, provedDomains } from "./domain.service.ts";
import { signInProvider } from "../sign-on.tables.ts";
import type { Texts } from "./texts.service.ts";
import { watchDomains } from "./watch.service.ts";

let t: TestDatabase;
let agency: Agency;
let admin: Actor;
let domain: string;
let id: string;
let right: string;
/** What the name servers say, and of which domains they were asked. */
let says: Texts;
let asked: string[];
const ask = async (_app: unknown, name: string): Promise<Texts> => {
  asked.push(name);
  return says;
};

const morning = () => watchDomains(t.app, agency.orgId, ask);
const mornings = async (n: number) => {
  for (let at = 0; at < n; at++) await morning();
};
const read = () => t.database.read({ orgId: agency.orgId, personId: null });
const missed = async () =>
  (
    await read().one<{ missed: number }>(
      sql`select missed from sign_in_domain where org_id = ${agency.orgId} and id = ${id}`,
    )
  ).missed;
const subjects = async (): Promise<string[]> =>
  (
    await identityDb(t.database).rows<{ subject: string }>(
      sql`select subject from mail where subject like ${`%${domain}%`} order by created_at, id`,
    )
  ).map(({ subject }) => subject);

beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  ({ admin } = await makeMembers(t.database, agency, { admin: { role: "admin" } }));
  domain = `${newId().slice(-8)}.example.gov`;
  asked = [];
  const row = await t.database.transaction(admin, (tx) => addDomain(tx, admin, domain));
  [id, right] = [row.id, row.record];
  says = ["v=spf1 -all", right];
  expect(await checkDomain(t.app, admin, id, ask)).toMatchObject({
    found: "The record is there.",
    missed: 0,
  });
  asked = [];
});

test("a record that is there is asked for each morning and changes nothing", async () => {
  await mornings(9);
  expect(asked).toEqual(Array.from({ length: 9 }, () => domain));
  expect([await provedDomains(read()), await missed(), await subjects()]).toEqual([
    [domain],
    0,
    [],
  ]);
});

test("a record that is gone is told on the third morning and takes the proof on the seventh, once each", async () => {
  says = "none";
  await mornings(2);
  expect(await subjects()).toEqual([]);
  await morning();
  expect(await subjects()).toEqual([`The record that proves ${domain} is gone`]);
  says = ["v=spf1 -all"];
  await mornings(3);
  expect(await provedDomains(read())).toEqual([domain]);
  await morning();
  expect(await provedDomains(read())).toEqual([]);
  expect(await subjects()).toEqual([
    `The record that proves ${domain} is gone`,
    `${domain} is no proved domain any more`,
  ]);
  await mornings(3);
  expect((await subjects()).length).toBe(2);
  const lapses = await read().rows<{ action: string }>(sql`
    select action
    from audit_entry
    where org_id = ${agency.orgId} and action = 'signInDomain.lapse'
  `);
  expect(lapses).toHaveLength(1);
  // Put back and checked by hand, it counts again from the beginning.
  says = [right];
  expect(await checkDomain(t.app, admin, id, ask)).toMatchObject({ missed: 0 });
  expect(await provedDomains(read())).toEqual([domain]);
});

test("name servers that are away take nothing, and a record that comes back begins the count anew", async () => {
  says = "silent";
  await mornings(10);
  expect([await provedDomains(read()), await missed(), await subjects()]).toEqual([
    [domain],
    0,
    [],
  ]);
  says = "none";
  await mornings(5);
  says = "silent";
  await morning();
  expect(await missed()).toBe(5);
  says = [right];
  await morning();
  says = "none";
  await mornings(6);
  expect([await provedDomains(read()), await missed()]).toEqual([[domain], 6]);
});

test("the last domain of an enforced sign-on stays, and administrators are told why", async () => {
  const provider = { id: newId(), name: "County" };
  await t.database.transaction({ orgId: agency.orgId, personId: null }, async (tx) => {
    await insertRow(tx, signInProvider, {
      ...provider,
      orgId: agency.orgId,
      kind: "oidc",
      issuer: "https://idp.test",
      status: "active",
    });
    await setEntryRule(tx, provider, admin.personId!);
  });
  says = "none";
  await mornings(8);
  expect(await provedDomains(read())).toEqual([domain]);
  expect(await subjects()).toEqual([
    `The record that proves ${domain} is gone`,
    `The record that proves ${domain} is still gone`,
  ]);
});
