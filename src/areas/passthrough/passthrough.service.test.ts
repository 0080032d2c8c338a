import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeBudget, makeMembers, makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { payingAgency } from "#server/testing/payments.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { submitInvoice } from "#areas/finance/finance.server.ts";
import { voidInvoice } from "#areas/finance/invoice/course.service.ts";
import { addTerm, approveTerm } from "#areas/grants/award/terms.service.ts";
import { acceptAward, createAward, stepAward, awardInput } from "#areas/grants/grants.server.ts";
import { applicationInput } from "./application/application.model.ts";
import { beginApplication, applicationSteps } from "./application/application.service.ts";
import { drawReview, finishReview } from "./desk-review/desk-review.service.ts";
import { drawSample, populationDigest } from "#kernel/sampling/random.ts";
import { programInput } from "./program/program.model.ts";
import { createProgram, programSteps } from "./program/program.service.ts";
import { requestInput } from "./request/request.model.ts";
import { acceptRequest, returnRequest, submitRequest } from "./request/request.service.ts";
import { rankApplications, type ProgramSheet } from "./review/ranking.model.ts";
import { readReview } from "./review/review.read.service.ts";
import { addReviewer, agree, declareInterests, saveScores } from "./review/review.service.ts";
import { scoredApplications, sheetCriteria } from "./review/sheet.service.ts";
import type { TakenStep } from "#server/lifecycle.ts";
import {
  approveSubaward,
  assessRisk,
  closeSubaward,
  endSubaward,
  executeSubaward,
  passSubaward,
} from "./subaward/course.service.ts";
import { factFields } from "./subaward/facts.model.ts";
import { riskQuestions } from "./subaward/risk.model.ts";
import { subawardRules } from "./subaward/subaward.checks.ts";
import { readSubaward } from "./subaward/subaward.read.service.ts";
import { subawardInput } from "./subaward/subaward.model.ts";
import { draftSubaward, saveFacts } from "./subaward/subaward.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payingAgency>>;
let people: Record<"grants" | "certifier" | "first" | "second" | "third", Actor>;
let awardId: string;
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const none = { version: null, reason: null };
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

const anAward = async (): Promise<string> => {
  const { grants } = people;
  const { code } = await t.database.read(grants).one<{ code: string }>(sql`
    select w.code
    from account_string s
    join segment_value w on w.org_id = s.org_id and w.id = s.award_id
    where s.org_id = ${a.orgId} and s.id = ${a.accountStringId}
  `);
  const made = await as(grants, (tx) =>
    createAward(
      tx,
      grants,
      awardInput.parse({
        title: "Preparedness",
        grantor: "CDC",
        grantorNumber: "NU90-1",
        assistanceListing: "93.069",
        amount: 100_000_00,
        periodFrom: agencyDay(-300),
        periodTo: agencyDay(300),
        budget: [{ objectClass: "contractual", cents: 100_000_00 }],
      }),
    ),
  );
  await as(grants, (tx) =>
    acceptAward(tx, grants, { id: made.id, version: null }, { segmentCode: code }),
  );
  await as(grants, (tx) => stepAward(tx, grants, "activate", { id: made.id, ...none }));
  return made.id;
};

beforeEach(async () => {
  const agency = await payingAgency(t.database);
  const { accountStringId } = await makeBudget(t.database, agency, 100_000_00, { federal: true });
  a = { ...agency, accountStringId };
  people = await makeMembers(t.database, agency, {
    grants: { duties: ["grant_manager"] },
    certifier: { duties: ["certifier"] },
    first: { duties: ["program_reviewer"] },
    second: { duties: ["program_reviewer"] },
    third: { duties: ["program_reviewer"] },
  });
  awardId = await anAward();
});

const openProgram = async () => {
  const { grants } = people;
  const p = await as(grants, (tx) =>
    createProgram(
      tx,
      grants,
      programInput.parse({
        title: "Readiness",
        awardId,
        total: 50_000_00,
        most: 30_000_00,
        opensOn: agencyDay(-1),
        startsOn: agencyDay(-100),
        endsOn: agencyDay(200),
        criteria: [
          { name: "Need", weight: 60 },
          { name: "Plan", weight: 40 },
        ],
      }),
    ),
  );
  for (const who of ["first", "second", "third"] as const)
    await as(grants, (tx) => addReviewer(tx, grants, p.id, people[who].personId!));
  await as(grants, (tx) => programSteps.publish(tx, grants, { id: p.id, ...none }));
  return p.id;
};
const apply = (programId: string, vendorId: string, cents: number) =>
  as(people.grants, (tx) =>
    beginApplication(
      tx,
      people.grants,
      applicationInput.parse({
        title: "Block captains",
        narrative: "Forty captains are trained and exercise twice a year.",
        budget: [{ objectClass: "personnel", cents }],
        startsOn: agencyDay(-90),
        endsOn: agencyDay(100),
      }),
      { programId, vendorId, source: "staff" },
    ),
  );
const closed = async () => {
  const programId = await openProgram();
  const other = await makeVendor(t.database, a, { name: "Watertown Mutual Aid" });
  const one = await apply(programId, a.vendor.id, 20_000_00);
  const two = await apply(programId, other.id, 25_000_00);
  await as(people.grants, (tx) =>
    programSteps.score(tx, people.grants, { id: programId, ...none }),
  );
  return { programId, one, two };
};
const declare = (actor: Actor, programId: string, conflictWith: string | null = null) =>
  as(actor, async (tx) =>
    declareInterests(tx, actor, programId, {
      applications: (await scoredApplications(tx, programId)).map(({ id }) => ({
        applicationId: id,
        conflict: id === conflictWith,
        note: id === conflictWith ? "I sit on its board." : "",
      })),
    }),
  );
const score = (actor: Actor, programId: string, scores: readonly string[], handIn = true) =>
  as(actor, async (tx) => {
    const criteria = await sheetCriteria(tx, programId);
    return saveScores(tx, actor, programId, {
      handIn,
      scores: (await scoredApplications(tx, programId)).flatMap((each, i) =>
        criteria.map((c) => ({
          applicationId: each.id,
          criterionId: c.id,
          score: scores[i]!,
          note: "",
        })),
      ),
    });
  });
const scoreOne = (actor: Actor, programId: string, applicationId: string, score: string) =>
  as(actor, async (tx) =>
    saveScores(tx, actor, programId, {
      handIn: true,
      scores: (await sheetCriteria(tx, programId)).map((c) => ({
        applicationId,
        criterionId: c.id,
        score,
        note: "",
      })),
    }),
  );
const step = (action: "reveal" | "freeze", id: string) =>
  as(people.grants, (tx) => programSteps[action](tx, people.grants, { id, ...none }));
const review = (actor: Actor, id: string) => readReview(t.database.read(actor), actor, id);

test("scores are sealed until all handed in, of what they have no interest in, and the sheet ranks as it says", async () => {
  const { programId, one, two } = await closed();
  const { first, second, third, grants } = people;
  await declare(first, programId);
  await declare(second, programId);
  await expect(score(third, programId, ["5", "5"])).rejects.toMatchObject({
    code: "declare_first",
  });
  await declare(third, programId, one.id);
  await expect(score(third, programId, ["5", "5"])).rejects.toMatchObject({ code: "interest" });
  await expect(declare(third, programId)).rejects.toThrow("You declared an interest");
  await score(first, programId, ["8", "6"]);
  expect((await review(second, programId)).all).toBeNull();
  expect((await review(grants, programId)).all).toBeNull();
  expect((await review(first, programId)).mine).toHaveLength(4);
  await expect(step("reveal", programId)).rejects.toThrow("2 of 3 reviewers");
  await score(second, programId, ["7.5", "9"]);
  await expect(score(second, programId, ["1", "1"])).rejects.toMatchObject({ code: "submitted" });
  await scoreOne(third, programId, two.id, "7.5");
  await step("reveal", programId);
  const apart = await review(third, programId);
  expect(apart.all!.every((s) => s.applicationId === two.id)).toBe(true);
  expect(apart.consensus.every((s) => s.applicationId === two.id)).toBe(true);
  expect(apart.ranking).toEqual([]);
  const view = await review(first, programId);
  expect(view.all).toHaveLength(10);
  expect(view.ranking.map((r) => [r.number, r.total])).toEqual([
    [one.number, "77.50"],
    [expect.any(String), "75.00"],
  ]);
  const cell = view.consensus.find((c) => c.applicationId === one.id)!;
  await as(first, (tx) =>
    agree(tx, first, programId, { ...cell, score: "6", comment: "The need is smaller." }),
  );
  await expect(
    as(third, (tx) => agree(tx, third, programId, { ...cell, score: "9", comment: "No, more." })),
  ).rejects.toMatchObject({ code: "interest" });
  await step("freeze", programId);
  const { sheet } = await t.database
    .read(grants)
    .one<{ sheet: string }>(sql`select sheet from grant_program where id = ${programId}`);
  expect(rankApplications(JSON.parse(sheet) as ProgramSheet)).toEqual(
    (await review(grants, programId)).ranking,
  );
  const seen = await review({ ...first, personId: null, permissions: new Set() }, programId);
  expect([seen.all, seen.ranking.length, seen.consensus[0]!.spread]).toEqual([null, 2, null]);
});

test("whoever reviewed does not select, and no more is selected than there is", async () => {
  const { programId, one, two } = await closed();
  const { first, second, third, grants } = people;
  for (const who of [first, second, third]) {
    await declare(who, programId);
    await score(who, programId, ["8", "7"]);
  }
  const select = (actor: Actor, id: string) =>
    as(actor, (tx) => applicationSteps.select(tx, actor, { id, ...none }));
  await expect(select(grants, one.id)).rejects.toThrow("frozen sheet");
  await step("reveal", programId);
  await step("freeze", programId);
  await as(grants, (tx) =>
    tx.rows(sql`
      update grant_program
      set total = 30_000_00
      where org_id = ${a.orgId} and id = ${programId}
    `),
  );
  await select(grants, one.id);
  await expect(select(grants, two.id)).rejects.toThrow("are left");
  await expect(select(first, two.id)).rejects.toThrow();
});

const draft = (over: object = {}) =>
  as(people.grants, (tx) =>
    draftSubaward(
      tx,
      people.grants,
      subawardInput.parse({
        awardId,
        vendorId: a.vendor.id,
        accountStringId: a.accountStringId,
        title: "Block captains",
        amount: 20_000_00,
        startsOn: agencyDay(-90),
        endsOn: agencyDay(100),
        ...over,
      }),
    ),
  );
const verbs = {
  approve: approveSubaward,
  execute: executeSubaward,
  activate: (tx: Tx, actor: Actor, at: TakenStep) => passSubaward(tx, actor, "activate", at),
  end: endSubaward,
  close: closeSubaward,
};
const take = (actor: Actor, action: keyof typeof verbs, id: string) =>
  as(actor, (tx) => verbs[action](tx, actor, { id, version: null, reason: "As agreed." }));
const assess = (id: string, points = 1) =>
  as(people.grants, (tx) =>
    assessRisk(
      tx,
      people.grants,
      { id, version: null },
      {
        answers: riskQuestions.map((q) => ({ question: q.key, points, note: "Known since 2022." })),
      },
    ),
  );
const fill = async (id: string, unknown: readonly string[] = []) => {
  const s = await read(id);
  return as(people.grants, (tx) =>
    saveFacts(
      tx,
      people.grants,
      id,
      Object.fromEntries(
        factFields.map(({ key }) => [
          key,
          unknown.includes(key) ? { value: "", known: false } : { value: "As said", known: true },
        ]),
      ),
      s.version,
    ),
  );
};
const read = (id: string) => readSubaward(t.database.read(people.grants), people.grants, id);
const active = async (over: object = {}) => {
  const s = await draft(over);
  await fill(s.id);
  await assess(s.id);
  await take(people.certifier, "approve", s.id);
  await take(people.grants, "execute", s.id);
  await take(people.grants, "activate", s.id);
  return s.id;
};
const ledger = () =>
  t.database.read(people.grants).one<{ encumbered: number; expended: number }>(sql`
    select encumbered, expended
    from budget_line
    where org_id = ${a.orgId} and account_string_id = ${a.accountStringId}
  `);
const ask = (id: string, cents: number) =>
  as(people.grants, (tx) =>
    submitRequest(
      tx,
      people.grants,
      id,
      requestInput.parse({
        periodFrom: agencyDay(-60),
        periodTo: agencyDay(-30),
        lines: [
          {
            incurredOn: agencyDay(-50),
            payee: "Payroll",
            objectClass: "personnel",
            cents: cents - 100_00,
          },
          {
            incurredOn: agencyDay(-40),
            payee: "Print Shop",
            objectClass: "supplies",
            cents: 100_00,
          },
        ],
      }),
    ),
  );
const accept = (id: string) =>
  as(people.certifier, (tx) => acceptRequest(tx, people.certifier, { id, ...none }));

test("a subaward is executed when every field of 200.332(b)(1) is filled or marked, and encumbers", async () => {
  const s = await draft();
  await assess(s.id);
  await expect(take(people.grants, "approve", s.id)).rejects.toThrow();
  await take(people.certifier, "approve", s.id);
  await expect(take(people.grants, "execute", s.id)).rejects.toThrow("Federal award date");
  await fill(s.id, ["federalDate", "research"]);
  await take(people.grants, "execute", s.id);
  expect(await ledger()).toEqual({ encumbered: 20_000_00, expended: 0 });
  const tasks = await t.database.read(people.grants).rows(sql`
    select title
    from task
    where org_id = ${a.orgId} and person_id = ${people.grants.personId}
  `);
  expect(tasks).toHaveLength(2);
  const told = await read(s.id);
  await expect(
    as(people.grants, (tx) =>
      saveFacts(tx, people.grants, s.id, { fain: { value: "Other", known: true } }, told.version),
    ),
  ).rejects.toThrow("was told");
});

test("a term that asks for approval of subawards stops it until the approval is on file", async () => {
  const { grants } = people;
  const term = await as(grants, (tx) =>
    addTerm(tx, grants, awardId, {
      kind: "subaward",
      words: "Subawards need approval.",
      document: "Notice of award",
      page: 4,
    }),
  );
  const s = await draft();
  await assess(s.id);
  await expect(take(people.certifier, "approve", s.id)).rejects.toThrow("Notice of award, page 4");
  await as(grants, (tx) =>
    approveTerm(tx, grants, term.id, { approvedOn: agencyDay(), approval: "Letter of the CDC" }),
  );
  expect(await take(people.certifier, "approve", s.id)).toMatchObject({ status: "approved" });
});

test("an accepted request is an invoice of the ordinary run, and its void gives the money back", async () => {
  const id = await active();
  const r = await ask(id, 5_000_00);
  await expect(
    as(people.grants, (tx) => acceptRequest(tx, people.grants, { id: r.id, ...none })),
  ).rejects.toThrow("another person accepts");
  const { invoiceId } = await accept(r.id);
  const { ap, otherManager } = a.people;
  await as(ap, (tx) => submitInvoice(tx, ap, { id: invoiceId!, version: null }));
  await approveDocument(t.database, otherManager, invoiceId!);
  expect(await ledger()).toEqual({ encumbered: 15_000_00, expended: 5_000_00 });
  expect(await read(id)).toMatchObject({ claimed: 5_000_00, encumbered: 15_000_00 });
  await as(ap, (tx) =>
    voidInvoice(tx, ap, { id: invoiceId!, version: null, reason: "Paid twice elsewhere." }),
  );
  expect(await ledger()).toEqual({ encumbered: 20_000_00, expended: 0 });
  expect(await read(id)).toMatchObject({ claimed: 0, encumbered: 20_000_00 });
  expect(await subawardRules[0]!.check({ db: t.database.read(people.grants) } as never)).toEqual(
    [],
  );
});

test("twenty requests at once claim no cent more than the subaward has", async () => {
  const id = await active({ amount: 9_000_00 });
  const asked = await ask(id, 9_000_00);
  const less = /asks for \$500\.00; \$0\.00 of SUB-\S+ are left: \$9,000\.00 wait for a decision/;
  await expect(ask(id, 500_00)).rejects.toThrow(less);
  const done = await Promise.allSettled(Array.from({ length: 20 }, () => accept(asked.id)));
  expect(done.filter((d) => d.status === "fulfilled")).toHaveLength(1);
  expect(await read(id)).toMatchObject({ claimed: 9_000_00, left: 0 });
});

test("a desk review draws accepted costs by a seed with which the same are drawn again", async () => {
  const id = await active();
  await expect(
    as(people.certifier, (tx) => drawReview(tx, people.certifier, id, 1)),
  ).rejects.toThrow("no payment request is accepted");
  await accept((await ask(id, 2_000_00)).id);
  await accept((await ask(id, 3_000_00)).id);
  const drawn = await as(people.certifier, (tx) => drawReview(tx, people.certifier, id, 2));
  const costs = await t.database.read(people.grants).rows<{ id: string; cents: number }>(sql`
    select id, cents
    from subaward_cost
    where org_id = ${a.orgId}
  `);
  const kept = await t.database.read(people.grants).rows<{ costId: string }>(sql`
    select cost_id
    from desk_review_line
    where org_id = ${a.orgId}
    order by place
  `);
  expect(drawSample(costs, drawn.seed, 2).map((c) => c.id)).toEqual(kept.map((k) => k.costId));
  expect(populationDigest(costs)).toBe(drawn.populationSha256);
  const ended = (lines: number) =>
    as(people.certifier, (tx) =>
      finishReview(tx, people.certifier, drawn.id, {
        conclusion: "Everything is supported.",
        lines: kept.slice(0, lines).map(({ costId }) => ({
          costId,
          result: "supported",
          questioned: 0,
          note: "",
        })),
      }),
    );
  await expect(ended(1)).rejects.toThrow("every drawn cost");
  expect(await ended(2)).toMatchObject({ status: "done" });
});

test("closing wants nothing open and gives back what was not claimed", async () => {
  const id = await active();
  await ask(id, 1_000_00);
  await take(people.grants, "end", id);
  await expect(take(people.certifier, "close", id)).rejects.toThrow("waits for a decision");
  await take(people.certifier, "close", id).catch(() => undefined);
  const [r] = await t.database.read(people.grants).rows<{ id: string }>(sql`
    select id
    from subaward_request
    where org_id = ${a.orgId} and subaward_id = ${id}
  `);
  await as(people.certifier, (tx) =>
    returnRequest(tx, people.certifier, {
      id: r!.id,
      version: null,
      reason: "No receipts were sent.",
    }),
  );
  expect(await take(people.certifier, "close", id)).toMatchObject({ status: "closed" });
  expect(await ledger()).toEqual({ encumbered: 0, expended: 0 });
});

test("a subaward is not larger than its award has left, nor longer, nor on another account", async () => {
  await draft({ amount: 90_000_00 });
  await expect(draft({ amount: 10_000_01 })).rejects.toThrow("are left");
  await expect(draft({ amount: 1_00, endsOn: agencyDay(301) })).rejects.toThrow("ends on");
  const other = await makeBudget(t.database, a, 1_000_00, { federal: true });
  await expect(draft({ amount: 1_00, accountStringId: other.accountStringId })).rejects.toThrow(
    "does not spend",
  );
});
