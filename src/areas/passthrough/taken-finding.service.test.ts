// An auditor takes a finding over from a failing control and from a desk review, once, and both show each other.
import { beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { FindingDetail } from "#areas/assurance/finding/finding.model.ts";
import type { TakenDraft } from "#areas/assurance/finding/taken.model.ts";
import {
  a,
  controlTests,
  failuresOf,
  judgeNow,
  orderOf,
  people,
  t,
} from "#areas/controls/controls.setup.ts";
import { makeBudget, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { sql } from "#server/db/sql.ts";
import { factFields } from "./subaward/facts.model.ts";
import { riskQuestions } from "./subaward/risk.model.ts";

controlTests();
const ask = askingOf(() => t);
type Name = "auditor" | "grants" | "certifier" | "bystander" | "answerer";
let also: Record<Name, Actor>;
type Written = { id: string; number: string; version: number };
type Chain = { from: { number: string }[]; cameOf: { number: string }[] };

beforeAll(async () => {
  also = await makeMembers(t.database, a, {
    auditor: { duties: ["auditor"] },
    grants: { duties: ["grant_manager"] },
    certifier: { duties: ["certifier"] },
    bystander: {},
    answerer: {},
  });
});

const draftOf = (source: string, id: string, by = also.auditor) =>
  ask<TakenDraft>(by, `GET /api/v1/audit-finding-drafts?source=${source}&sourceId=${id}`);
const bodyOf = (draft: TakenDraft, over: object = {}) => ({
  ...{ source: draft.source, sourceId: draft.sourceId, title: draft.title },
  ...{ criteria: draft.criteria, condition: draft.condition, severity: "deficiency" },
  ...{ cause: "Nobody asked.", effect: "The county paid too much.", recommendation: "Ask." },
  ...{ questioned: draft.questioned, firstYear: draft.firstYear },
  ...{ responderId: draft.responderId ?? also.answerer.personId, ...over },
});
const write = (body: object) => ask<Written>(also.auditor, "POST /api/v1/audit-findings", body);
const chain = (noun: string, id: string, by = also.auditor) =>
  ask<Chain>(by, `GET /api/v1/records/${noun}/${id}/chain`);

test("a failing control is taken over once, with its rule, what was found and who answers", async () => {
  const order = await orderOf(20_000_00);
  await judgeNow();
  const failure = (await failuresOf(order))["order.quotes"]!;
  const draft = await draftOf("control", failure.id);
  expect(draft).toMatchObject({
    responderId: people.buyer.personId,
    questioned: [],
    finding: null,
  });
  expect(draft.criteria).toMatch(/\n2 CFR 200\.1, 200\.320\(a\)\(2\)$/);
  expect(draft.condition).toContain("0 suppliers asked, 0 quoted; 3 wanted.");
  expect(await refusalOf(draftOf("control", failure.id, also.bystander))).toContain("not allow");

  const made = await write(bodyOf(draft));
  const read = (by: Actor) => ask<FindingDetail>(by, `GET /api/v1/audit-findings/${made.id}`);
  expect(await read(also.auditor)).toMatchObject({
    ...{ source: "control", sourceId: failure.id, sourceNumber: draft.sourceNumber },
  });
  expect((await chain("audit-findings", made.id)).from[0]!.number).toBe(draft.sourceNumber);
  expect((await chain("control-failures", failure.id)).cameOf[0]!.number).toBe(made.number);
  expect(await refusalOf(write(bodyOf(draft)))).toBe(
    `already_taken: ${draft.sourceNumber} was taken over as ${made.number}.`,
  );
  expect((await draftOf("control", failure.id)).finding).toEqual({
    ...{ id: made.id, number: made.number },
  });

  // A failure is hidden from whom it does not concern: so is what comes of it.
  await expect(read(also.bystander)).rejects.toMatchObject({ code: "not_found" });
  const listed = await ask<{ items: unknown[] }>(also.bystander, "GET /api/v1/audit-findings");
  expect(listed.items).toEqual([]);
  expect(await read(people.buyer)).toMatchObject({ number: made.number });
  expect(await read(people.officer)).toMatchObject({ number: made.number });
});

test("its source stays; without the record, or with one that nobody asked for, none is written", async () => {
  const order = await orderOf(20_000_00);
  await judgeNow();
  const draft = await draftOf("control", (await failuresOf(order))["order.quotes"]!.id);
  expect(await refusalOf(write(bodyOf(draft, { sourceId: null })))).toContain(
    "Take it over on the page of the failing control or the desk review.",
  );
  const outside = { source: "outside", reference: "2026-001" };
  expect(await refusalOf(write(bodyOf(draft, outside)))).toContain("source_unasked");
  await expect(write(bodyOf(draft, { sourceId: newId() }))).rejects.toMatchObject({
    code: "not_found",
  });
  const { id, version } = await write(bodyOf(draft));
  const edit = (body: object) =>
    ask<Written>(also.auditor, `PATCH /api/v1/audit-findings/${id}`, body, version);
  expect(await refusalOf(edit(outside))).toContain("Its source stays as it was taken over.");
  expect(await edit({ severity: "material" })).toMatchObject({ version: version + 1 });
  // Two at once: one is written.
  const other = await orderOf(20_000_00);
  await judgeNow();
  const twice = await draftOf("control", (await failuresOf(other))["order.quotes"]!.id);
  const both = await Promise.allSettled([write(bodyOf(twice)), write(bodyOf(twice))]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a desk review that found costs without support is taken over with what it questions", async () => {
  const { reviewId, number } = await reviewed();
  expect(await refusalOf(draftOf("desk_review", reviewId))).toBe(
    `rule: ${number} is not done yet.`,
  );
  await ask(also.certifier, `POST /api/v1/desk-reviews/${reviewId}/actions/finish`, {
    conclusion: "One cost is questioned.",
    lines: [
      {
        ...{ costId: await drawnOf(reviewId), result: "not_supported" },
        ...{ questioned: 400_00, note: "No receipt." },
      },
    ],
  });
  const draft = await draftOf("desk_review", reviewId);
  expect(draft).toMatchObject({
    sourceNumber: number,
    questioned: [{ award: "93.069", known: 400_00, likely: 400_00 }],
    responderId: also.grants.personId,
  });
  expect(draft.condition).toMatch(
    /^1 cost of 1 drawn not supported\.\n.+\$1,000\.00: No receipt\./,
  );
  const made = await write(bodyOf(draft));
  expect((await chain("audit-findings", made.id)).from[0]!.number).toMatch(/^SUB-/);
  const read = await ask<FindingDetail>(also.grants, `GET /api/v1/audit-findings/${made.id}`);
  expect(read).toMatchObject({ knownCents: 400_00, responderId: also.grants.personId });
});

const step = (what: string, name: string) => `POST /api/v1/${what}/actions/${name}`;
const budget = (objectClass: string) => ({ budget: [{ objectClass, cents: 20_000_00 }] });

// A subaward with one accepted request, of whose one cost a sample is drawn.
const reviewed = async (): Promise<{ reviewId: string; number: string }> => {
  const { accountStringId } = await makeBudget(t.database, a, 100_000_00, { federal: true });
  const { code } = await t.database.read(also.grants).one<{ code: string }>(sql`
    select w.code
    from account_string s
    join segment_value w on w.org_id = s.org_id and w.id = s.award_id
    where s.org_id = ${a.orgId} and s.id = ${accountStringId}
  `);
  const award = await ask<Written>(also.grants, "POST /api/v1/grant-awards", {
    ...{ title: "Preparedness", grantor: "CDC", grantorNumber: "NU90-1" },
    ...{ assistanceListing: "93.069", amount: 20_000_00, ...budget("contractual") },
    ...{ periodFrom: agencyDay(-300), periodTo: agencyDay(300) },
  });
  await ask(also.grants, step(`grant-awards/${award.id}`, "accept"), { segmentCode: code });
  await ask(also.grants, step(`grant-awards/${award.id}`, "activate"));
  const { id } = await ask<Written>(also.grants, "POST /api/v1/subawards", {
    ...{ awardId: award.id, vendorId: a.vendorId, accountStringId, title: "Block captains" },
    ...{ amount: 20_000_00, startsOn: agencyDay(-90), endsOn: agencyDay(-10) },
    ...budget("personnel"),
  });
  const answers = riskQuestions.map(({ key }) => ({ question: key, points: 1, note: "Known." }));
  await ask(also.grants, step(`subawards/${id}`, "assess"), { answers });
  await ask(also.certifier, step(`subawards/${id}`, "approve"));
  const { version } = await ask<Written>(also.grants, `GET /api/v1/subawards/${id}`);
  const facts = Object.fromEntries(
    factFields.map(({ key }) => [key, { value: "As said", known: true }]),
  );
  await ask(also.grants, `POST /api/v1/subawards/${id}/facts`, { facts }, version);
  for (const name of ["execute", "activate"]) await ask(also.grants, step(`subawards/${id}`, name));
  const asked = await ask<Written>(also.grants, `POST /api/v1/subawards/${id}/requests`, {
    ...{ periodFrom: agencyDay(-60), periodTo: agencyDay(-30) },
    lines: [
      {
        ...{ incurredOn: agencyDay(-50), payee: "Payroll" },
        ...{ objectClass: "personnel", cents: 1_000_00 },
      },
    ],
  });
  await ask(also.certifier, step(`subaward-requests/${asked.id}`, "accept"));
  const drawn = await ask<Written>(also.certifier, `POST /api/v1/subawards/${id}/desk-reviews`, {
    size: 1,
  });
  return { reviewId: drawn.id, number: drawn.number };
};

const drawnOf = async (reviewId: string): Promise<string> => {
  const { costId } = await t.database.read(also.grants).one<{ costId: string }>(sql`
    select cost_id
    from desk_review_line
    where org_id = ${a.orgId} and review_id = ${reviewId}
  `);
  return costId;
};
