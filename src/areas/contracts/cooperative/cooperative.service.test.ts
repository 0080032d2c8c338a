// Another agency's contract with its file: what it lacks is told to approvers and stops orders.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency } from "#server/testing/agency.ts";
import { actingFor, makePerson } from "#server/testing/company.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { foundVendorIdentity } from "#areas/identity/identity.server.ts";
import { changeContract } from "../contract/contract.service.ts";
import { contractSummary } from "../contract/approval.service.ts";
import { amendmentInput } from "../amendment/amendment.model.ts";
import { createAmendment, submitAmendment } from "../amendment/amendment.service.ts";
import { changeInput } from "../change/change.model.ts";
import { proposeChange } from "../change/change.service.ts";
import { checkFunds, priceChange, reviewChange } from "../change/course.service.ts";
import { contractAgency } from "../contracts.setup.ts";
import { cooperativeInput } from "./cooperative.model.ts";
import { readCooperative } from "./cooperative.read.service.ts";
import { keepCooperative } from "./cooperative.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
});
afterAll(() => t.drop());

const joined = { kind: "cooperative", basis: "cooperative", evidence: "State contract 4417" };
const whole = (over: object = {}) =>
  cooperativeInput.parse({
    leadAgency: "State of Minnesota",
    leadNumber: "4417",
    leadEndsOn: agencyDay(300),
    competition: "sealed_bid",
    competitionFileId: a.ink.fileId,
    rightKind: "participation_clause",
    rightFileId: a.ink.fileId,
    scope: "The same stone, within the region of the lead contract.",
    ...over,
  });
const keep = (id: string, over: object, version: number, who: Actor = a.people.author) =>
  a.as(who, (tx) => keepCooperative(tx, who, id, whole(over), version));
const read = (id: string) => readCooperative(t.database.read(a.people.clerk), a.people.clerk, id);

test("gaps are named, shown to approvers and stop orders; the complete file lets them out", async () => {
  const id = await a.approved(joined);
  expect((await read(id)).gaps).toEqual([
    "The file of the cooperative contract is not entered yet. 2 CFR 200.318(e)",
  ]);
  const checks = (await contractSummary(t.database.read(a.people.manager), id)).checks;
  expect(checks).toContainEqual({ ok: false, text: (await read(id)).gaps[0] });

  const force = await a.inForce(joined);
  await expect(a.ordered(force, "100")).rejects.toMatchObject({
    status: 422,
    code: "cooperative_gap",
    errors: [{ path: "contractId", message: expect.stringContaining("not entered yet") }],
  });
  await keep(force, { rightFileId: null, scope: "" }, 0);
  expect((await read(force)).gaps).toEqual([
    expect.stringContaining("lacks our right to use it"),
    expect.stringContaining("does not say why this purchase is within its scope"),
  ]);
  await keep(force, {}, 1);
  const order = await a.ordered(force, "100");
  // What the lead agency leaves is held against the whole ceiling; issuing asks again.
  await keep(force, { amountLeft: 6_999_99 }, 2);
  await expect(a.issue(order)).rejects.toMatchObject({
    status: 409,
    code: "cooperative_gap",
    message: expect.stringContaining("leaves $6,999.99 for us; our ceiling is $7,000.00"),
  });
  await keep(force, { amountLeft: 7_000_00 }, 3);
  await a.issue(order);
  expect((await a.read(force)).drawn).toBe(100_00);
  const { n } = await t.database.read(a.people.manager).one<{ n: number }>(sql`
    select count(*)::int as n
    from audit_entry
    where org_id = ${a.agency.orgId}
      and object_id = ${force}
      and action = 'contract.cooperativeFile'
  `);
  expect(n).toBe(4);
});

test("ours never lasts longer than theirs, by terms, amendment or file; an early end stops orders", async () => {
  const { id, version } = await a.drafted(joined);
  await expect(keep(id, { leadEndsOn: agencyDay(199) }, 0)).rejects.toMatchObject({
    errors: [{ path: "leadEndsOn", message: expect.stringContaining("ours cannot last until") }],
  });
  await expect(keep(id, { leadEndsOn: agencyDay(199) }, 0)).rejects.toThrow(
    "Change the term of ours, or enter a later day.",
  );
  await keep(id, {}, 0, a.people.buyer);
  // Whoever writes the file of a draft is one of its authors.
  expect(
    await t.database
      .read(a.people.author)
      .rows(sql`select drafted_by from contract where org_id = ${a.agency.orgId} and id = ${id}`),
  ).toMatchObject([{ draftedBy: [a.people.author.personId, a.people.buyer.personId] }]);
  await expect(
    a.as(a.people.author, (tx) =>
      changeContract(tx, a.people.author, id, { endsOn: agencyDay(301) }, version + 1),
    ),
  ).rejects.toMatchObject({ errors: [{ path: "endsOn" }] });

  const force = await a.inForce(joined);
  await keep(force, {}, 0);
  const longer = await a.as(a.people.author, (tx) =>
    createAmendment(
      tx,
      a.people.author,
      amendmentInput.parse({
        contractId: force,
        kind: "term",
        title: "A year more",
        reason: "Needed",
        newEndsOn: agencyDay(301),
      }),
    ),
  );
  await expect(
    a.as(a.people.author, (tx) =>
      submitAmendment(tx, a.people.author, { id: longer.id, version: null }),
    ),
  ).rejects.toMatchObject({ message: expect.stringContaining("The lead contract ends on") });
  // A change order brings days as well; what does not fit is told before anybody approves it.
  const { author } = a.people;
  const { id: changeId } = await a.as(author, (tx) =>
    proposeChange(
      tx,
      author,
      changeInput.parse({
        contractId: force,
        title: "More time",
        reason: "Rain",
        lines: [{ description: "Days", amount: 0, days: 101 }],
      }),
    ),
  );
  const at = { id: changeId, version: null };
  await a.as(author, (tx) => reviewChange(tx, author, at, { inScope: true, scopeReason: "Same" }));
  await a.as(author, (tx) => priceChange(tx, author, at, { analysis: "None" }));
  await expect(
    a.as(a.people.deputy, (tx) =>
      checkFunds(tx, a.people.deputy, at, { funding: "Fund 430", yearPlan: [] }),
    ),
  ).rejects.toMatchObject({ message: expect.stringContaining("The lead contract ends on") });
  await keep(force, { leadEndsOn: agencyDay(-1) }, 1);
  expect(await read(force)).toMatchObject({
    gaps: [expect.stringContaining("The lead contract ended on")],
    warnings: [expect.stringContaining("ours cannot last")],
  });
  await expect(a.ordered(force, "100")).rejects.toMatchObject({ code: "cooperative_gap" });
});

test("clauses that federal money asks for stand in ours or, with evidence, in theirs", async () => {
  const force = await a.inForce({ ...joined, federalAward: "DR-4897" });
  await keep(force, {}, 0);
  expect((await read(force)).gaps).toEqual([]);
  // A contract that was brought in has none of our clauses.
  await a.as(a.people.author, (tx) =>
    tx.rows(
      sql`delete from contract_clause where org_id = ${a.agency.orgId} and contract_id = ${force}`,
    ),
  );
  expect((await read(force)).gaps).toEqual([expect.stringContaining("Federal money pays")]);
  await keep(force, { clausesThere: true, clausesNote: "Exhibit C of 4417" }, 1);
  expect((await read(force)).gaps).toEqual([]);
});

test("refused: files of another agency, stale versions, other contracts, other agencies, vendors", async () => {
  const force = await a.inForce(joined);
  const other = await makeAgency(t.database);
  const fileId = newId();
  await t.database.transaction({ orgId: other.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256)
      values (${other.orgId}, ${fileId}, 'theirs.pdf', 'application/pdf', 1, ${"0".repeat(64)})
    `),
  );
  await expect(keep(force, { rightFileId: fileId }, 0)).rejects.toMatchObject({
    status: 422,
    errors: [{ path: "rightFileId", message: expect.stringContaining("does not exist here") }],
  });
  await keep(force, { competitionNote: "What our counsel thinks of it" }, 0);
  await expect(keep(force, {}, 0)).rejects.toMatchObject({ status: 412 });
  const plain = await a.drafted();
  await expect(keep(plain.id, {}, 0)).rejects.toMatchObject({ code: "not_cooperative" });
  const stranger = { ...a.people.author, orgId: other.orgId };
  await expect(readCooperative(t.database.read(stranger), stranger, force)).rejects.toMatchObject({
    status: 404,
  });
  await expect(keep(force, {}, 1, stranger)).rejects.toMatchObject({ status: 404 });
  const person = await makePerson(t, "Ann Oakes");
  const identityId = await foundVendorIdentity(identityDb(t.database), person, a.vendor.name);
  await a.as(a.people.manager, (tx) =>
    tx.rows(sql`
      update vendor
      set identity_id = ${identityId}
      where org_id = ${a.agency.orgId} and id = ${a.vendor.id}
    `),
  );
  await expect(
    vendorSide(t.database, actingFor(person, identityId)).rows(
      sql`select competition_note from contract_cooperative`,
    ),
  ).rejects.toThrow(/permission denied/);
});
