import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { day as asDay } from "#kernel/time.ts";
import { costsOf, liveClaims, releaseRun, voidPayment } from "#areas/finance/finance.server.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { paperOn, readyProject } from "#server/testing/recovery.ts";
import { approvedInvoice, approvedRun, payingAgency } from "#server/testing/payments.ts";
import { damageInput } from "./damage/damage.model.ts";
import {
  documentDamage,
  endDamage,
  inspectDamage,
  readDamage,
  reportDamage,
} from "./damage/damage.service.ts";
import { declarationInput } from "./declaration/declaration.model.ts";
import { readDeclaration } from "./declaration/declaration.read.service.ts";
import { amend, declare, finishPaper } from "./declaration/declaration.service.ts";
import { loadThreshold } from "./declaration/threshold.service.ts";
import { formsOf } from "./forms/forms.service.ts";
import { choicesOf } from "./item/item.read.service.ts";
import { assignCosts, assignHours } from "./item/item.service.ts";
import { importDeclarations, importSchedule } from "./openfema/openfema.service.ts";
import { projectInput } from "./project/project.model.ts";
import { beginProject, moveProject, obligate, putDamage } from "./project/project.service.ts";
import { readProject } from "./project/project.read.service.ts";
import { moveAppeal, recordDetermination } from "./question/appeal.service.ts";
import { answerQuestion, askQuestion } from "./question/question.service.ts";
import { readRequest } from "./request/request.read.service.ts";
import {
  certifyRequest,
  checkRequest,
  draftRequest,
  endRequest,
  leaveOut,
  submitRequest,
} from "./request/request.service.ts";
import { traceOf } from "./request/trace.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payingAgency>>;
let people: Record<"recovery" | "certifier", Actor>;
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const mine = <T>(work: (tx: Tx, actor: Actor) => Promise<T>) =>
  as(people.recovery, (tx) => work(tx, people.recovery));
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  a = await payingAgency(t.database);
  const made = await makeMembers(t.database, a, {
    recovery: { duties: ["recovery"] },
    certifier: { duties: ["certifier"] },
  });
  people = { recovery: made.recovery, certifier: made.certifier };
});

const every = ["A", "B", "C", "D", "E", "F", "G", "Z"];
const declared = (over: object = {}) =>
  mine((tx, actor) =>
    declare(
      tx,
      actor,
      declarationInput.parse({
        number: "DR-4871-MN",
        title: "Spring flood",
        declaredOn: "2026-04-20",
        periodFrom: "2026-04-08",
        areas: [{ county: "Carver (County)", categories: every, designatedOn: "2026-04-20" }],
        shares: [{ categories: every, fromDay: "2026-04-08", rate: 7_500, source: "Its text" }],
        ...over,
      }),
    ),
  );
const begun = (declarationId: string, over: object = {}) =>
  mine((tx, actor) =>
    beginProject(
      tx,
      actor,
      projectInput.parse({
        declarationId,
        title: "Culverts",
        category: "C",
        lines: [{ description: "Culvert", quantity: "4", unit: "each", unitPrice: "41250" }],
        ...over,
      }),
    ),
  );
const obligated = async (over: object = {}, cents = 500_000_00) => {
  const d = await declared();
  const p = await begun(d.id, over);
  await readyProject(t.database, people.recovery, p.id);
  for (const action of ["freeze", "passOn", "approve"] as const)
    await mine((tx, actor) => moveProject(tx, actor, action, { id: p.id, version: null }));
  await mine((tx, actor) =>
    obligate(
      tx,
      actor,
      { id: p.id, version: null },
      { cents, obligatedOn: agencyDay(), document: "Version 0" },
    ),
  );
  return p;
};
// Two bills, paid; the first was an emergency purchase whose order and receipt stand on file.
const paidCosts = async () => {
  for (const cents of [1_000_01, 500_00]) await approvedInvoice(t.database, a, { cents });
  const run = await approvedRun(t.database, a);
  const { treasurer } = a.people;
  await as(treasurer, (tx) => releaseRun(tx, treasurer, { id: run, version: null }, t.app.files));
  const costs = await costsOf(t.database.read(people.recovery), {});
  await mine(async (tx) => {
    for (const c of costs) await paperOn(tx, "invoice", c.invoiceId!, `${c.documentNumber}.pdf`);
  });
  return costs.toSorted((x, y) => y.cents - x.cents);
};
const prove = (id: string) =>
  mine((tx) =>
    tx.rows(sql`
      update cost_line
      set
        emergency = true, purchase_order_id = ${crypto.randomUUID()}::uuid,
        receipt_id = ${crypto.randomUUID()}::uuid
      where org_id = ${a.orgId} and id = ${id}
    `),
  );
const read = () => t.database.read(people.recovery);

test("thresholds freeze by the fiscal year; one that is not loaded stops the size and names its notice", async () => {
  const old = await declared();
  expect(old).toMatchObject({ fiscalYear: 2026, largeCents: 1_093_800_00 });
  expect(old.thresholdSource).toContain("not verified");
  const d = await declared({
    number: "DR-4897-MN",
    declaredOn: "2026-11-14",
    periodFrom: "2026-11-12",
  });
  expect(d).toMatchObject({ fiscalYear: 2027, largeCents: null });
  const p = await begun(d.id, {
    lines: [{ description: "Road", quantity: "1", unit: "lot", unitPrice: "1100000" }],
    insuranceCents: 10_000_000,
  });
  await readyProject(t.database, people.recovery, p.id);
  const freeze = () =>
    mine((tx, actor) => moveProject(tx, actor, "freeze", { id: p.id, version: null }));
  await expect(freeze()).rejects.toThrow(/fiscal year 2027 are not loaded/);
  await mine((tx, actor) =>
    loadThreshold(tx, actor, {
      fiscalYear: 2027,
      minimumCents: 4_200_00,
      largeCents: 1_000_000_00,
      source: "Notice for fiscal year 2027",
    }),
  );
  // 1,100,000 less 100,000 of insurance is exactly the threshold: large.
  expect(await freeze()).toMatchObject({ size: "large", status: "state_review" });
});

test("a number in another state is a conflict, an amendment lists what it changes, a meeting starts a clock", async () => {
  const d = await declared();
  await expect(declared({ number: "DR-4871-TX" })).rejects.toThrow(/another state/);
  const after = await mine((tx, actor) =>
    amend(
      tx,
      actor,
      d.id,
      {
        amendedOn: asDay("2026-05-02"),
        source: "Amendment 1",
        periodTo: asDay("2026-04-30"),
        areas: [{ county: "Scott (County)", categories: ["B"], designatedOn: asDay("2026-05-02") }],
        shares: [
          {
            categories: ["B"],
            fromDay: asDay("2026-04-08"),
            toDay: asDay("2026-05-07"),
            rate: 10_000,
            source: "A1",
          },
        ],
      },
      d.version,
    ),
  );
  expect(after.periodTo).toBe("2026-04-30");
  let shown = await readDeclaration(read(), people.recovery, d.id);
  expect(shown.amendments[0]!.changes).toHaveLength(3);
  const meeting = shown.papers.find((p) => p.key === "scoping")!;
  await mine((tx, actor) =>
    finishPaper(tx, actor, meeting.id, { doneOn: "2026-05-20", note: "Held" }),
  );
  shown = await readDeclaration(read(), people.recovery, d.id);
  expect(shown.papers.find((p) => p.key === "damage")!.dueOn).toBe("2026-07-19");
  const due = await read().rows<{ dueOn: string }>(sql`
    select due_on
    from deadline
    where org_id = ${a.orgId} and source_id = ${d.id} and title like '%Damage list%'
  `);
  expect(due).toEqual([{ dueOn: "2026-07-19" }]);
});

const entered = (declarationId: string, over: object = {}) =>
  mine((tx, actor) =>
    reportDamage(
      tx,
      actor,
      damageInput.parse({
        declarationId,
        title: "Culvert",
        location: "Road P2",
        latitude: 44.77,
        longitude: -93.59,
        category: "C",
        cause: "Flood water",
        occurredOn: "2026-04-10",
        ...over,
      }),
    ),
  );

test("damage lies in the period, shows its likeness, lacks what it lacks, and goes into its category", async () => {
  const d = await declared();
  await expect(entered(d.id, { occurredOn: "2026-04-07" })).rejects.toThrow(/incident period/i);
  const first = await entered(d.id);
  const second = await entered(d.id, {
    location: "P2 again",
    latitude: 44.7702,
    cause: "flood water",
  });
  await entered(d.id, { location: "Far off", latitude: 44.9 });
  const shown = await readDamage(read(), people.recovery, first.id);
  expect(shown.similar.map((s) => s.id)).toEqual([second.id]);
  await mine((tx, actor) =>
    inspectDamage(tx, actor, { id: first.id, version: null, reason: null }),
  );
  await expect(
    mine((tx, actor) => documentDamage(tx, actor, { id: first.id, version: null, reason: null })),
  ).rejects.toThrow(/A photo/);
  const roads = await begun(d.id);
  const buildings = await begun(d.id, { category: "E" });
  await expect(mine((tx, actor) => putDamage(tx, actor, first.id, buildings.id))).rejects.toThrow(
    /category E/,
  );
  await mine((tx, actor) => putDamage(tx, actor, first.id, roads.id));
  expect((await readProject(read(), people.recovery, roads.id)).damage).toHaveLength(1);
  await expect(
    mine((tx, actor) =>
      endDamage(tx, actor, "withdraw", { id: first.id, version: null, reason: "Twice" }),
    ),
  ).rejects.toThrow(/out of its project/);
});

test("a request blocks what lacks proof, leaves it waiting, claims the rest once and is certified by another", async () => {
  const p = await obligated();
  const [proved, bare] = await paidCosts();
  await prove(proved!.id);
  const choices = await choicesOf(read(), p.id);
  expect(choices.find((c) => c.id === bare!.id)!.lacks).toHaveLength(3);
  await mine((tx, actor) => assignCosts(tx, actor, p.id, [proved!.id, bare!.id]));
  await expect(mine((tx, actor) => assignCosts(tx, actor, p.id, [bare!.id]))).rejects.toThrow(
    /already/,
  );
  const { id } = await mine((tx, actor) => draftRequest(tx, actor, p.id));
  const check = () => mine((tx, actor) => checkRequest(tx, actor, { id, version: null }));
  await expect(check()).rejects.toThrow(/No order: purchasing/);
  const draft = await readRequest(read(), people.recovery, id);
  const out = draft.lines.filter((l) => l.lacks.length > 0);
  await mine((tx, actor) =>
    leaveOut(tx, actor, id, { itemIds: out.map((l) => l.id), version: draft.version }),
  );
  // 1,000.01 at 75% is 750.0075, half up 750.01.
  expect(await check()).toMatchObject({ federal: 750_01, match: 250_00, total: 1_000_01 });
  const claims = await liveClaims(read(), { claimerId: id });
  expect(claims.reduce((n, c) => n + c.cents, 0)).toBe(1_000_01);
  await expect(
    as(people.recovery, (tx) => certifyRequest(tx, people.recovery, { id, version: null })),
  ).rejects.toThrow();
  await as(people.certifier, (tx) => certifyRequest(tx, people.certifier, { id, version: null }));
  await mine((tx, actor) => submitRequest(tx, actor, { id, version: null }, { reference: "MN-1" }));
  const trace = await traceOf(read(), id);
  expect(trace).toEqual(await traceOf(read(), id));
  expect(trace.text.split("\r\n")[1]).toContain(`,${1_000_01},0,${750_01},${250_00},${1_000_01},`);
  const waiting = await read().rows<{ waitsBecause: string }>(sql`
    select waits_because
    from pa_item
    where org_id = ${a.orgId} and project_id = ${p.id} and request_id is null
  `);
  expect(waiting[0]!.waitsBecause).toContain("No receipt");
});

test("one cost has one funder among projects that ask at once, and a void payment opens the certificate", async () => {
  const p = await obligated();
  const other = await begun(p.declarationId);
  await readyProject(t.database, people.recovery, other.id);
  for (const action of ["freeze", "passOn", "approve"] as const)
    await mine((tx, actor) => moveProject(tx, actor, action, { id: other.id, version: null }));
  await mine((tx, actor) =>
    obligate(
      tx,
      actor,
      { id: other.id, version: null },
      { cents: 9_000_00, obligatedOn: agencyDay(), document: "Version 0" },
    ),
  );
  const [cost] = await paidCosts();
  await prove(cost!.id);
  const requests = [];
  for (const project of [p.id, other.id]) {
    await mine((tx, actor) => assignCosts(tx, actor, project, [cost!.id]));
    requests.push(await mine((tx, actor) => draftRequest(tx, actor, project)));
  }
  const ends = await Promise.allSettled(
    requests.map((r) => mine((tx, actor) => checkRequest(tx, actor, { id: r.id, version: null }))),
  );
  expect(ends.map((e) => e.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const won = requests[ends.findIndex((e) => e.status === "fulfilled")]!;
  const { treasurer } = a.people;
  const payment = await read().one<{ id: string }>(sql`
    select id
    from payment
    where org_id = ${a.orgId}
    limit 1
  `);
  await as(treasurer, (tx) =>
    voidPayment(tx, treasurer, { id: payment.id, version: null }, t.app.files, { reason: "lost" }),
  );
  const shown = await readRequest(read(), people.recovery, won.id);
  expect(shown).toMatchObject({ status: "draft", uncovered: cost!.cents });
  await mine((tx, actor) =>
    endRequest(tx, actor, "cancel", { id: won.id, version: null, reason: "Anew" }),
  );
  expect(await liveClaims(read(), { claimerId: won.id })).toEqual([]);
});

test("a request that was sent says what it said then, also after a payment behind it is void", async () => {
  const p = await obligated({ insuranceCents: 400_00 });
  const [cost] = await paidCosts();
  await prove(cost!.id);
  await mine((tx, actor) => assignCosts(tx, actor, p.id, [cost!.id]));
  const { id } = await mine((tx, actor) => draftRequest(tx, actor, p.id));
  const at = { id, version: null };
  await mine((tx, actor) => checkRequest(tx, actor, at));
  await as(people.certifier, (tx) => certifyRequest(tx, people.certifier, at));
  await mine((tx, actor) => submitRequest(tx, actor, at, { reference: "MN-1" }));
  const said = async () => {
    const { uncovered, ...r } = await readRequest(read(), people.recovery, id);
    const { status, total, insured, federal, match, submittedOn } = r;
    const forms = (await formsOf(read(), p.id, id)).map((f) => [f.key, f.total]);
    return { uncovered, then: { status, total, insured, federal, match, submittedOn, forms } };
  };
  const before = await said();
  expect(before).toMatchObject({
    uncovered: 0,
    then: { status: "submitted", total: 1_000_01, insured: 400_00, federal: 450_01 },
  });
  expect(before.then.forms).toContainEqual(["materials", 1_000_01]);
  const { treasurer } = a.people;
  const payment = await read().one<{ id: string }>(sql`
    select id
    from payment
    where org_id = ${a.orgId}
    limit 1
  `);
  await as(treasurer, (tx) =>
    voidPayment(tx, treasurer, { id: payment.id, version: null }, t.app.files, { reason: "lost" }),
  );
  // What is lost stands beside what was sent; it does not change it.
  expect(await said()).toEqual({ uncovered: 600_01, then: before.then });
});

test("more than was obligated is refused, insurance comes off first, and hours need an incident", async () => {
  const p = await obligated({ insuranceCents: 400_00 }, 100_00);
  const [cost] = await paidCosts();
  await prove(cost!.id);
  await mine((tx, actor) => assignCosts(tx, actor, p.id, [cost!.id]));
  const { id } = await mine((tx, actor) => draftRequest(tx, actor, p.id));
  const check = () => mine((tx, actor) => checkRequest(tx, actor, { id, version: null }));
  await expect(check()).rejects.toThrow(/are left/);
  await mine((tx, actor) =>
    obligate(
      tx,
      actor,
      { id: p.id, version: null },
      { cents: 900_00, obligatedOn: agencyDay(), document: "Version 1" },
    ),
  );
  // (1,000.01 − 400.00) at 75% is 450.0075.
  expect(await check()).toMatchObject({ insured: 400_00, federal: 450_01, match: 150_00 });
  await expect(
    mine((tx, actor) => assignHours(tx, actor, p.id, { from: "2026-04-08", to: "2026-04-20" })),
  ).rejects.toThrow(/names no incident/);
});

test("a question is answered once and shown when it comes again; an appeal a day late is denied", async () => {
  const p = await obligated();
  const ask = (question: string) =>
    mine((tx, actor) =>
      askQuestion(tx, actor, {
        declarationId: p.declarationId,
        projectId: p.id,
        askedBy: "State",
        askedOn: "2026-06-01",
        dueOn: "2026-06-15",
        question,
      }),
    );
  const first = await ask("Proof that it was replaced in kind?");
  const answer = { answer: "Drawings.", answeredOn: "2026-06-10", delivery: "Receipt 1" };
  await mine((tx, actor) => answerQuestion(tx, actor, first.id, answer, first.version));
  await expect(
    mine((tx, actor) => answerQuestion(tx, actor, first.id, answer, first.version + 1)),
  ).rejects.toThrow(/answered already/);
  expect((await ask("proof that it was replaced, in kind")).earlierId).toBe(first.id);
  const determined = () =>
    mine((tx, actor) =>
      recordDetermination(tx, actor, {
        projectId: p.id,
        level: "first",
        subject: "Gravel",
        disputedCents: 42_000_00,
        determinedOn: "2026-06-01",
        sentOn: "2026-06-03",
        argument: "Cores of 2023.",
      }),
    );
  const [inTime, late] = [await determined(), await determined()];
  expect(inTime).toMatchObject({ fileBy: "2026-08-02", forwardBy: "2026-09-29" });
  const file = (id: string, day: string) =>
    mine((tx, actor) => moveAppeal(tx, actor, "file", { id, version: null, day }));
  expect((await file(inTime.id, "2026-08-02")).status).toBe("filed");
  expect(await file(late.id, "2026-08-03")).toMatchObject({ status: "late" });
});

test("FEMA's files: one declaration, the same file twice changes nothing, ours is not written over", async () => {
  const text = [
    [
      "femaDeclarationString,declarationDate,incidentBeginDate,incidentEndDate",
      "declarationTitle,designatedArea,paProgramDeclared",
    ].join(),
    "DR-4880-MN,2026-07-01T00:00:00.000Z,2026-06-20T00:00:00.000Z,,STORMS,Carver (County),1",
    "DR-4880-MN,2026-07-01T00:00:00.000Z,2026-06-20T00:00:00.000Z,,STORMS,Scott (County),1",
  ].join("\n");
  const take = () =>
    mine((tx, actor) =>
      importDeclarations(tx, actor, {
        name: "declarations.csv",
        text,
        dataAsOf: "2026-11-01",
        number: "DR-4880-MN",
      }),
    );
  const first = await take();
  expect(first).toMatchObject({ rowsTaken: 2, again: false, differences: [] });
  expect(await take()).toMatchObject({ again: true, declarationId: first.declarationId });
  const schedule = () =>
    mine((tx, actor) =>
      importSchedule(tx, actor, {
        name: "schedule.csv",
        text: "Cost Code,Equipment,Unit,Rate\n8720,Dump truck,hour,$61.27\n8721,Loader,,$70",
        dataAsOf: "2026-11-01",
        fromDay: "2025-07-01",
      }),
    );
  expect(await schedule()).toMatchObject({ rowsTaken: 1, again: false });
  expect(await schedule()).toMatchObject({ again: true });
  const strangers = await payingAgency(t.database);
  await expect(
    readDeclaration(
      t.database.read(strangers.people.admin),
      strangers.people.admin,
      first.declarationId!,
    ),
  ).rejects.toThrow();
});
