// Claims: the contract's clocks over weekends, late notice, decision, appeal, settlement; counsel's
// notes, looked for by an attacker; and what everybody reads of what an agency publishes.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { businessDays, businessDaysBetween, usualCalendar } from "#kernel/business-days.ts";
import { dayAfter } from "#kernel/holidays.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { published } from "#server/db/scopes/published.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { raw, sql } from "#server/db/sql.ts";
import { actingFor, makePerson } from "#server/testing/company.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { foundVendorIdentity } from "#areas/identity/identity.server.ts";
import { publishFor } from "#areas/organization/organization.server.ts";
import { readChange } from "../change/change.read.service.ts";
import { publishedChanges, publishedClaims } from "../change/published.service.ts";
import { termsInput, vendorChangeInput } from "../change/change.model.ts";
import { keepTerms } from "../change/terms.service.ts";
import { monthsAfter } from "../contract/term.model.ts";
import { contractAgency } from "../contracts.setup.ts";
import {
  noticeAsVendor,
  proposeAsVendor,
  submitAsVendor,
  vendorFileOf,
  withdrawAsVendor,
} from "../vendor/vendor-change.service.ts";
import { claimInput, vendorClaimInput } from "./claim.model.ts";
import { readClaim } from "./claim.read.service.ts";
import { appealClaim, noticeClaim, reviewClaim, submitClaim } from "./claim.service.ts";
import { addNote, notesOf } from "./note.service.ts";
import { assessClaim, decideClaim, settleClaim } from "./settling.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
let contractId: string;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
  contractId = await a.inForce();
  await clocks({ published: true });
});
afterAll(() => t.drop());

const clocks = async (over: object, id = contractId, version = 0) =>
  a.as(a.people.author, (tx) =>
    keepTerms(
      tx,
      a.people.author,
      id,
      termsInput.parse({
        noticeDays: 10,
        submitDays: 20,
        decideDays: 30,
        appealDays: 10,
        dayCount: "business",
        citation: "Section 4.3",
        ...over,
      }),
      version,
    ),
  );
const notice = (over: object = {}) =>
  a.as(a.people.author, (tx) =>
    noticeClaim(
      tx,
      a.people.author,
      claimInput.parse({
        contractId,
        title: "Flooded excavation",
        narrative: "The river rose into the open pit.",
        eventOn: agencyDay(-3),
        noticedOn: agencyDay(),
        issues: [{ title: "Pumping", claimed: 9_000_00, claimedDays: 12 }],
        ...over,
      }),
    ),
  );
const at = (id: string) => ({ id, version: null });
const submit = (id: string) =>
  a.as(a.people.author, (tx) =>
    submitClaim(tx, a.people.author, at(id), {
      certifiedBy: "Ann Oakes, president",
      issues: [
        { title: "Pumping", claimed: 9_000_00, claimedDays: 12 },
        { title: "Lost formwork", claimed: 4_000_00, claimedDays: 0 },
      ],
    }),
  );
const decide = async (id: string, outcome: "accepted" | "part" | "denied") => {
  await a.as(a.people.author, (tx) => reviewClaim(tx, a.people.author, at(id)));
  await a.as(a.people.keeper, (tx) =>
    decideClaim(tx, a.people.keeper, at(id), { outcome, decision: "The log says otherwise" }),
  );
};
const read = (id: string) => readClaim(t.database.read(a.people.author), a.people.author, id);
const dueOf = async (id: string) =>
  (
    await t.database.read(a.people.author).rows<{ key: string; dueOn: string; status: string }>(sql`
      select key, due_on, status
      from deadline
      where org_id = ${a.agency.orgId} and source_type = 'claim' and source_id = ${id}
      order by created_at, key
    `)
  ).map(({ key, dueOn, status }) => [key, dueOn, status]);

test("a late notice is flagged and taken; business days leave weekends and holidays out", async () => {
  const eventOn = agencyDay(-40);
  const due = businessDays(usualCalendar, eventOn, 10);
  expect(businessDaysBetween(usualCalendar, eventOn, due)).toBe(10);
  const late = await notice({ eventOn });
  expect(late).toMatchObject({ late: true, noticeDueOn: due, status: "noticed" });
  const timely = await notice({ eventOn, noticedOn: due });
  expect(timely.late).toBe(false);
  expect((await notice({ eventOn, noticedOn: dayAfter(due, 1) })).late).toBe(true);
  await expect(notice({ noticedOn: agencyDay(1) })).rejects.toMatchObject({ status: 422 });
  const today = agencyDay();
  expect(await dueOf(late.id)).toEqual([
    ["submit", businessDays(usualCalendar, today, 20), "open"],
  ]);
  // A contract that sets no days: nothing is late and nothing is due.
  const other = await a.inForce();
  const free = await notice({ contractId: other, eventOn: agencyDay(-300) });
  expect(free).toMatchObject({ late: false, noticeDueOn: null });
  expect(await dueOf(free.id)).toEqual([]);
});

test("the clock runs from the later of event and known on, in days or in whole months", async () => {
  const eventOn = agencyDay(-60);
  const knownOn = agencyDay(-5);
  const due = businessDays(usualCalendar, knownOn, 10);
  const claim = await notice({ eventOn, knownOn });
  expect(claim).toMatchObject({ late: false, knownOn, noticeDueOn: due });
  expect(await notice({ eventOn })).toMatchObject({ late: true, knownOn: null });
  expect((await read(claim.id)).knownOn).toBe(knownOn);
  await expect(notice({ eventOn, knownOn: agencyDay(-61) })).rejects.toMatchObject({
    errors: [{ path: "knownOn", message: expect.stringContaining("before it happened") as string }],
  });
  await expect(
    notice({ eventOn, knownOn: agencyDay(0), noticedOn: agencyDay(-1) }),
  ).rejects.toMatchObject({
    errors: [
      { path: "knownOn", message: expect.stringContaining("before it was known") as string },
    ],
  });
  const other = await a.inForce();
  await clocks({ noticeDays: 2, noticeIn: "months", submitDays: 1, submitIn: "months" }, other);
  const monthly = await notice({ contractId: other, eventOn });
  expect(monthly.noticeDueOn).toBe(monthsAfter(eventOn, 2));
  expect(await dueOf(monthly.id)).toEqual([["submit", monthsAfter(agencyDay(), 1), "open"]]);
});

test("submitted, found and offered, denied, appealed, settled by another's approval: a change order carries it out", async () => {
  const { id } = await notice({ eventOn: agencyDay(-40) });
  await submit(id);
  expect((await dueOf(id)).find(([key]) => key === "decide")).toEqual([
    "decide",
    businessDays(usualCalendar, agencyDay(), 30),
    "open",
  ]);
  await decide(id, "denied");
  expect((await dueOf(id)).map(([key, , status]) => [key, status])).toEqual(
    expect.arrayContaining([
      ["appeal", "open"],
      ["decide", "dropped"],
    ]),
  );
  await a.as(a.people.author, (tx) =>
    appealClaim(tx, a.people.author, at(id), { appeal: "The log leaves the night out" }),
  );
  const [first, second] = (await read(id)).issues;
  await a.as(a.people.author, (tx) =>
    assessClaim(tx, a.people.author, at(id), {
      issues: [
        { id: first!.id, found: 6_000_00, foundDays: 8, offered: 5_000_00, offeredDays: 6 },
        { id: second!.id, found: 0, foundDays: 0, offered: 0, offeredDays: 0 },
      ],
    }),
  );
  const settle = (who = a.people.manager, amount = 5_500_00, days = 7) =>
    a.as(who, (tx) =>
      settleClaim(tx, who, at(id), {
        settlement: "Pumping is paid as found, nothing more",
        issues: [
          { id: first!.id, amount, days },
          { id: second!.id, amount: 0, days: 0 },
        ],
      }),
    );
  // A zero too many: never more than was claimed.
  await expect(settle(a.people.keeper, 55_000_00)).rejects.toThrow("is more than the");
  await expect(settle(a.people.keeper, 5_500_00, 70)).rejects.toThrow("70 days are more than the");
  await settle(a.people.keeper);
  await expect(settle()).rejects.toMatchObject({ code: "rule" });
  await approveDocument(t.database, a.people.manager, id);
  const claim = await read(id);
  expect(claim).toMatchObject({ status: "settled", settled: 5_500_00, settling: false });
  const change = await readChange(
    t.database.read(a.people.author),
    a.people.author,
    claim.changeId!,
  );
  expect(change).toMatchObject({
    status: "reviewed",
    inScope: true,
    increase: 5_500_00,
    days: 7,
    claimId: id,
  });
  // Who settled it has a hand in its change order, and does not sign it.
  const [row] = await a.as(a.people.author, (tx) =>
    tx.rows<{ draftedBy: string[] }>(sql`
      select drafted_by
      from contract_change
      where org_id = ${a.agency.orgId} and id = ${claim.changeId}
    `),
  );
  expect(row!.draftedBy).toEqual([a.people.keeper.personId]);
});

const secret = "zebrafish privilege memorandum";

test("an attacker finds counsel's notes nowhere: no role, no query, no trace in the whole database", async () => {
  const { counsel, author, manager, deputy } = a.people;
  const { id } = await notice({ title: "Claim with a memorandum" });
  await a.as(counsel, (tx) => addNote(tx, counsel, id, `Weak on ${secret}`));
  expect(await notesOf(t.database.read(counsel), id)).toMatchObject([
    { body: `Weak on ${secret}` },
  ]);
  // The administrator writes any query they like: the database itself gives no row, nor takes one.
  for (const who of [author, manager, deputy, { ...deputy, personId: null }])
    expect(
      await t.database
        .read(who)
        .rows(sql`select * from contract_claim_note where claim_id = ${id}`),
    ).toEqual([]);
  await expect(a.as(deputy, (tx) => addNote(tx, deputy, id, "Mine"))).rejects.toThrow(
    /row-level security/,
  );
  await expect(
    a.as(counsel, (tx) => tx.rows(sql`update contract_claim_note set body = ''`)),
  ).rejects.toThrow(/permission denied/);
  for (const [name, permissions] of [
    ["manager", manager.permissions],
    ["administrator", deputy.permissions],
  ] as const)
    expect([name, permissions.has("claimNote.read")]).toEqual([name, false]);
  await expect(
    published(t.database).rows(sql`select body from contract_claim_note`),
  ).rejects.toThrow(/permission denied/);
  // Audit text, history, outbox, notices, mail, kept answers: every table of the database.
  const owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ name: string }>(
      `
        select c.oid::regclass::text as name
        from pg_class c
        where c.relkind in ('r', 'm') and c.relnamespace = 'public'::regnamespace
        order by 1
      `,
    );
    const holding: string[] = [];
    for (const { name } of rows) {
      const found = await owner.query(
        `
          select 1
          from ${name} x
          where x::text like '%zebrafish%'
            or x::text like '%${Buffer.from("zebrafish").toString("hex")}%'
          limit 1
        `,
      );
      if (found.rowCount) holding.push(name);
    }
    expect(holding).toEqual(["contract_claim_note"]);
  } finally {
    await owner.end();
  }
  const noted = await t.database.read(author).maybe<{ n: number }>(sql`
    select count(*)::int as n
    from audit_entry
    where org_id = ${a.agency.orgId} and action = 'claim.note'
  `);
  expect(noted).toEqual({ n: 1 });
});

test("a vendor proposes and claims in its own name, and sees neither what was found nor another's", async () => {
  const person = await makePerson(t, "Ann Oakes");
  const identityId = await foundVendorIdentity(identityDb(t.database), person, a.vendor.name);
  await a.as(a.people.manager, (tx) =>
    tx.rows(sql`
      update vendor
      set identity_id = ${identityId}
      where org_id = ${a.agency.orgId} and id = ${a.vendor.id}
    `),
  );
  const vendor = actingFor(person, identityId);
  const stranger = actingFor(await makePerson(t, "Stranger"), a.agency.orgId);
  const app = t.app;
  const { orgId } = a.agency;
  const proposal = vendorChangeInput.parse({
    title: "Other stone",
    reason: "The quarry is closed",
    lines: [{ description: "Stone", amount: 100_00, days: 2 }],
  });
  const change = await proposeAsVendor(app, vendor, orgId, contractId, proposal);
  const claim = await noticeAsVendor(
    app,
    vendor,
    orgId,
    contractId,
    vendorClaimInput.parse({
      title: "Closed road",
      narrative: "The road was closed for us.",
      eventOn: agencyDay(-1),
    }),
  );
  expect(claim).toMatchObject({ noticedOn: agencyDay(), late: false, side: "vendor" });
  await submitAsVendor(app, vendor, orgId, at(claim.id), {
    certifiedBy: "Ann Oakes",
    issues: [{ title: "Detour", claimed: 700_00, claimedDays: 1 }],
  });
  const file = await vendorFileOf(app, vendor, orgId, contractId);
  expect(file.changes.map((x) => x.number)).toContain(change.number);
  expect(file.claims.find((x) => x.id === claim.id)).toMatchObject({ status: "submitted" });
  expect(JSON.stringify(file)).not.toMatch(/found|zebrafish|draftedBy|analysis/);
  for (const column of ["found", "found_days"])
    await expect(
      vendorSide(t.database, vendor).rows(raw(`select ${column} from contract_claim_issue`)),
    ).rejects.toThrow(/permission denied/);
  await expect(proposeAsVendor(app, stranger, orgId, contractId, proposal)).rejects.toMatchObject({
    status: 404,
  });
  expect(
    await withdrawAsVendor(app, vendor, orgId, { ...at(change.id), reason: "Found other stone" }),
  ).toMatchObject({ status: "withdrawn" });
});

test("everybody reads only what the agency publishes, contract by contract, and only the named facts", async () => {
  const anybody = published(t.database);
  const all = { q: "", page: 1 };
  expect((await publishedClaims(anybody, all)).items).toEqual([]);
  await a.as(a.people.deputy, (tx) => publishFor(tx, a.agency.orgId, { changes: true }));
  const claims = (await publishedClaims(anybody, all)).items;
  expect(claims.map((claim) => claim.title)).toContain("Closed road");
  // Noticed only, so not there; and what its words are is nobody's business.
  expect(claims.map((claim) => claim.title)).not.toContain("Claim with a memorandum");
  for (const column of ["narrative", "decision", "settlement", "appeal"])
    await expect(anybody.rows(raw(`select ${column} from contract_claim`))).rejects.toThrow(
      /permission denied/,
    );
  for (const column of ["analysis", "scope_reason", "reason", "drafted_by"])
    await expect(anybody.rows(raw(`select ${column} from contract_change`))).rejects.toThrow(
      /permission denied/,
    );
  await clocks({ published: false }, contractId, 1);
  expect((await publishedClaims(anybody, all)).items).toEqual([]);
  expect((await publishedChanges(anybody, all)).items).toEqual([]);
});
