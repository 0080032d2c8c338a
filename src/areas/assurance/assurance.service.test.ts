// An audit from its plan to a finding that is put right, on a real database; what of it nobody else reads before its issue.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { Readable } from "node:stream";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import { recountDue } from "#areas/assets/assets.server.ts";
import { sql } from "#server/db/sql.ts";
import { allFileHolders, seenFile } from "#server/files/holders.ts";
import { asSystem, seesRecord } from "#server/lifecycle.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { at, auditing, type Auditing, type Written } from "./assurance.setup.ts";
import type { FindingDetail } from "./finding/finding.model.ts";
import type { ListedPapers } from "./paper/listed.model.ts";
import { frozenRows, refuseMany } from "./sample/freeze.service.ts";
import type { Recheck } from "./sample/sample.model.ts";

let t: TestDatabase;
let a: Auditing;
let audit: string;
let procedure: string;
let finding: string;
const costs = { list: "/api/v1/costs", query: "", amount: "cents" };

beforeAll(async () => {
  t = await freshDatabase();
  a = await auditing(t);
});
afterAll(() => t.drop());

const freeze = (by: Actor, body: object = costs, id = procedure) =>
  a.asking<Written>(by, `POST ${at.procedures}/${id}/actions/freeze`, body);
const draw = (by: Actor, population: string, body: object) =>
  a.asking<Written>(by, `POST /api/v1/audit-populations/${population}/actions/draw`, body);
const testIt = (by: Actor, item: string, body: object) =>
  a.asking<Written>(by, `POST /api/v1/audit-items/${item}/actions/test`, body);
const readFinding = (by: Actor, id = finding) =>
  a.asking<FindingDetail>(by, `GET ${at.findings}/${id}`);
const papersOf = (by: Actor, id = audit) =>
  a.asking<ListedPapers>(by, `GET ${at.audits}/${id}/papers`);

test("an audit has a team that declares independence; whoever answers for it is not of it", async () => {
  const { lead, second, answerer, outsider, clerk } = a.people;
  expect(await refusalOf(a.plan({ contactId: lead.personId }))).toContain(
    "contact_audits: Whoever audits does not answer for what is audited.",
  );
  expect(await refusalOf(a.plan({ contactId: newId() }))).toContain("contact_unknown");
  expect(await refusalOf(a.plan({ reportDueOn: agencyDay(-30) }))).toContain(
    "The report is not due before the audit starts.",
  );
  expect(
    await refusalOf(a.plan({ reportedOn: agencyDay(-1), acceptedOn: agencyDay(-2) })),
  ).toContain("It was not accepted before the auditor reported.");
  expect(await refusalOf(a.asking(clerk, `POST ${at.audits}`, {}))).toContain("not allow");
  const { id } = await a.plan();
  const add = (body: object, by = lead) =>
    a.asking<Written>(by, `POST ${at.audits}/${id}/actions/add-member`, body);
  const member = { personId: second.personId, role: "member" };
  expect(await refusalOf(add(member, outsider))).toContain("not_on_team");
  expect(await refusalOf(add({ ...member, personId: answerer.personId }))).toContain(
    "answers_for_it: Whoever answers for what is audited does not audit it.",
  );
  expect(await refusalOf(add({ ...member, personId: newId() }))).toContain("member_unknown");
  expect(await refusalOf(add({ ...member, role: "outside" }))).toContain("until_missing");
  await add(member);
  expect(await refusalOf(add(member))).toContain("member_known");
  expect(await refusalOf(a.step(at.audits, lead, id, "begin"))).toContain(
    "Everybody of the team declares independence first.",
  );
  expect(await refusalOf(a.step(at.audits, outsider, id, "begin"))).toContain(
    "Only its team moves an audit.",
  );
  const remove = (personId: string) =>
    a.asking(lead, `POST ${at.audits}/${id}/actions/remove-member`, { personId });
  expect(await refusalOf(remove(lead.personId!))).toContain("lead_stays");
  await remove(second.personId!);
  expect((await a.audit(id)).team).toMatchObject([{ role: "lead", declaredOn: null }]);
  const declare = (by: Actor, independent: boolean) =>
    a.asking(by, `POST ${at.audits}/${id}/actions/declare`, { independent });
  expect(await refusalOf(declare(lead, false))).toContain("Declare it, or leave the team.");
  expect(await refusalOf(declare(second, true))).toContain("not_on_team");
  await declare(lead, true);
  await a.step(at.audits, lead, id, "begin");
  expect(await a.audit(id)).toMatchObject({ status: "fieldwork", mine: true, papers: true });
  expect(await a.audit(id, a.people.boss)).toMatchObject({ mine: false, papers: false });
});

test("a population is frozen once; its sample stands on the frozen rows and its seed", async () => {
  const { lead, second, outsider } = a.people;
  const made = await a.fieldwork();
  [audit, procedure] = [made.id, made.procedureId];
  expect(await refusalOf(freeze(outsider))).toContain("No such procedure");
  expect(await refusalOf(freeze(lead, { ...costs, list: "/api/v1/nothing" }))).toContain(
    "list_unknown",
  );
  expect(await refusalOf(freeze(lead, { ...costs, amount: "status" }))).toContain("amount_unknown");
  expect(await refusalOf(freeze(lead, { ...costs, query: "colour=red" }))).toContain(
    "filters_unknown",
  );
  expect(await refusalOf(freeze(lead, { ...costs, query: "source=nothing" }))).toContain(
    "population_empty",
  );
  const population = await freeze(lead);
  const units = { method: "units", size: 3, confidence: 95 };
  expect(await refusalOf(draw(lead, population.id, { ...units, method: "strata" }))).toContain(
    "strata_missing",
  );
  await draw(lead, population.id, units);
  const [frozen] = (await a.procedure(procedure)).populations;
  expect(frozen).toMatchObject({ items: 7, cents: 49_976_00 });
  const [sample] = frozen!.samples;
  const certain = sample!.items.filter((item) => item.certain);
  expect(sample!.facts.interval).toBe(Math.floor(49_976_00 / 3));
  expect(certain.map(({ cents }) => cents)).toEqual([45_000_00]);
  expect(sample!.facts.credits).toEqual({ count: 0, cents: 0 });
  const check = (by: Actor) =>
    a.asking<Recheck>(by, `POST /api/v1/audit-populations/${population.id}/actions/recheck`);
  expect(await check(second)).toMatchObject({
    same: true,
    said: "The list gives what was frozen.",
  });
  const first = sample!.items[0]!;
  expect(
    await refusalOf(testIt(lead, first.id, { result: "exception", said: "No receipt" })),
  ).toContain("audited_missing");
  expect(
    await refusalOf(testIt(lead, first.id, { result: "exception", auditedCents: 0 })),
  ).toContain("said_missing");
  expect(await refusalOf(a.step(at.audits, lead, audit, "draft"))).toContain(
    "Sampled items are not tested yet.",
  );
  for (const { id, cents, certain: sure } of sample!.items)
    await testIt(
      lead,
      id,
      sure
        ? { result: "exception", auditedCents: cents - 100_00, said: "Twice billed" }
        : { result: "pass" },
    );
  const { projection } = (await a.procedure(procedure)).populations[0]!.samples[0]!;
  expect(projection).toMatchObject({ exceptions: 1, known: 100_00, projected: 0 });
});

test("whoever prepared a procedure never reviews it, also after another one prepared it again", async () => {
  const { lead, second, outsider } = a.people;
  const act = (by: Actor, name: string, body: object = {}) =>
    a.step(at.procedures, by, procedure, name, body);
  expect(await refusalOf(a.step(at.audits, lead, audit, "draft"))).toContain(
    "Another auditor reviews each procedure first.",
  );
  await act(lead, "prepare", { result: "Receipts were compared." });
  const item = (await a.procedure(procedure)).populations[0]!.samples[0]!.items[0]!;
  expect(await refusalOf(testIt(lead, item.id, { result: "pass" }))).toContain(
    "The procedure is prepared: return it to change what was found.",
  );
  expect(await refusalOf(act(lead, "review"))).toContain("Whoever prepared it does not review it.");
  await expect(act(outsider, "review")).rejects.toMatchObject({ code: "not_found" });
  await act(second, "return", { reason: "Say which receipts" });
  await act(second, "prepare", { result: "Receipts of all six were compared." });
  // Lead had a hand in it before: history remembers what the column does not.
  expect(await refusalOf(act(lead, "review"))).not.toBe("nothing was refused");
  await act(lead, "return", { reason: "To be reviewed by somebody else" });
  const third = (await a.audit(audit)).team.length;
  expect(third).toBe(2);
  await a.asking(lead, `POST ${at.audits}/${audit}/actions/add-member`, {
    ...{ personId: a.people.third.personId, role: "member" },
  });
  await act(second, "prepare", { result: "Receipts of all six were compared again." });
  await act(a.people.third, "review");
});

const ways = async (by: Actor): Promise<string[]> => {
  const leaks: string[] = [];
  const say = async (name: string, leaked: boolean) => void (leaked && leaks.push(name));
  for (const table of ["procedure", "population", "sample", "item", "finding", "words"])
    await say(`rows of ${table}`, (await a.seen(by, table)) > 0);
  for (const path of [at.procedures, at.findings, at.requests]) {
    const { items, total } = await a.asking<{ items: unknown[]; total: number }>(by, `GET ${path}`);
    await say(`list ${path}`, items.length > 0 || total > 0);
  }
  for (const [path, id] of [
    [at.procedures, procedure],
    [at.findings, finding],
  ] as const)
    for (const tail of ["", "/history"])
      await say(
        `${path}${tail}`,
        !(await refusalOf(a.asking(by, `GET ${path}/${id}${tail}`))).includes("No such"),
      );
  await say("papers", !(await refusalOf(papersOf(by))).includes("No such"));
  const populations = await a
    .asking<{ items: unknown[] }>(by, `GET ${at.audits}/${audit}/populations`)
    .catch((error: unknown) => {
      // Somebody of another agency has no such audit.
      expect(error).toMatchObject({ code: "not_found" });
      return { items: [] };
    });
  await say("populations", populations.items.length > 0);
  const { open } = await a.asking<{ open: number }>(by, "GET /api/v1/assurance");
  await say("counts", open > 0);
  const db = t.database.read(by);
  await say("seen", await seesRecord(db, by, "auditFinding", finding));
  await say("seen procedure", await seesRecord(db, by, "auditProcedure", procedure));
  return leaks;
};

test("until the issue nobody but the team finds papers, drafts or samples by any way", async () => {
  const { lead, second, boss, clerk, outsider, answerer } = a.people;
  await a.step(at.audits, lead, audit, "draft");
  finding = (await a.write(audit)).id;
  for (const by of [boss, clerk, outsider, answerer, a.stranger])
    expect(await ways(by)).toEqual([]);
  const holder = allFileHolders().find(({ column }) => column === "assurance_population.file_id");
  expect(holder).toBeDefined();
  const { fileId } = (await a.procedure(procedure)).populations[0]!;
  const file = (by: Actor) => seenFile(t.database.read(by), by, fileId);
  expect(await file(boss)).toBeNull();
  expect(await file(second)).not.toBeNull();
  // The ledger of those who may read all of it holds no word of the finding; no notice names one.
  const told = await t.database.transaction(boss, async (tx) => [
    ...(await tx.rows<{ words: string }>(sql`
      select content::text as words
      from audit_entry
      where org_id = ${boss.orgId} and object_type in ('auditFinding', 'auditProcedure')
    `)),
    ...(await tx.rows<{ words: string }>(sql`
      select title || body as words
      from notification
      where org_id = ${boss.orgId}
    `)),
  ]);
  expect(told.length).toBeGreaterThan(0);
  expect(told.map(({ words }) => words).join(" ")).not.toMatch(
    /without a receipt|Receipts|Twice billed|Ask for it|Costs are proved/,
  );
  expect(await readFinding(second)).toMatchObject({ number: expect.stringMatching(/^AF-/) });
});

test("the draft is its responder's, who disputes and accepts; the auditors never answer themselves", async () => {
  const { lead, answerer, boss, outsider } = a.people;
  const act = (by: Actor, name: string, body: object = {}) =>
    a.step(at.findings, by, finding, name, body);
  await expect(act(answerer, "accept", {})).rejects.toMatchObject({ code: "not_found" });
  expect(await refusalOf(a.write(audit, { responderId: a.people.second.personId }))).toContain(
    "responder_audits",
  );
  expect(await refusalOf(a.write(audit, { responderId: newId() }))).toContain("responder_unknown");
  expect(await refusalOf(a.write(audit, { repeatsId: newId() }))).toContain("repeats_unknown");
  expect(await refusalOf(a.write(null, { reference: "" }))).toContain(
    "Enter the number that the report gave it.",
  );
  expect(await refusalOf(a.write(null, { source: "audit" }))).toContain(
    "A finding of an audit names it, any other none.",
  );
  const edit = (body: object) =>
    a.asking<Written>(lead, `PATCH ${at.findings}/${finding}`, body, 1);
  expect(await refusalOf(edit({ source: "control" }))).toContain(
    "A finding of an audit names it, any other none.",
  );
  expect(await edit({ severity: "material" })).toMatchObject({ version: 2 });
  await a.step(at.audits, lead, audit, "share");
  expect(await refusalOf(a.write(audit))).toContain(
    "Findings are written in fieldwork and in the draft report.",
  );
  expect(await refusalOf(a.step(at.audits, lead, audit, "issue"))).toContain(
    "Findings wait for a response until its day is over.",
  );
  expect(await readFinding(answerer)).toMatchObject({ condition: "Two had none." });
  await expect(readFinding(boss)).rejects.toMatchObject({ code: "not_found" });
  expect(
    await refusalOf(act(lead, "accept", { contact: "L", action: "x", completeOn: agencyDay(9) })),
  ).not.toBe("nothing was refused");
  await act(answerer, "dispute", { disagrees: "One receipt was found since." });
  expect(await refusalOf(act(outsider, "uphold", { reason: "No" }))).toContain("No such finding");
  await act(answerer, "accept", {
    ...{ contact: "June Albers", action: "Receipts are asked for.", completeOn: agencyDay(40) },
  });
  expect((await papersOf(lead)).items.find(({ kind }) => kind === "plan")!.lacks).toEqual([]);
  await a.step(at.audits, lead, audit, "issue");
  expect(await readFinding(boss)).toMatchObject({ status: "accepted" });
  expect(await refusalOf(freeze(lead))).toContain("Samples are drawn and tested in fieldwork.");
  expect(await refusalOf(a.step(at.findings, outsider, finding, "schedule", standing))).toContain(
    "Only its auditors write this.",
  );
  await a.step(at.findings, answerer, finding, "schedule", standing);
  expect(await refusalOf(a.step(at.audits, lead, audit, "close"))).toContain(
    "Findings of this audit are not closed yet.",
  );
});

const standing = { standing: "partly", reason: "One clerk left", planned: "The form asks" };

test("whoever disputed what is upheld gives the plan all the same, once", async () => {
  const { lead, answerer } = a.people;
  const { id } = await a.write(null, { source: "outside", reference: "2026-007" });
  const act = (by: Actor, name: string, body: object = {}) =>
    a.step(at.findings, by, id, name, body);
  const plan = { contact: "June Albers", action: "The form asks.", completeOn: agencyDay(40) };
  expect(await refusalOf(act(answerer, "plan", plan))).toContain("not possible while this is open");
  await act(answerer, "dispute", { disagrees: "It was there." });
  await act(lead, "uphold", { reason: "It was not." });
  expect(await refusalOf(act(lead, "plan", plan))).toContain(
    "Only whoever answers for it responds.",
  );
  await act(answerer, "plan", plan);
  expect(await readFinding(answerer, id)).toMatchObject({
    status: "accepted",
    response: { action: "The form asks.", disagrees: "It was there.", upheld: "It was not." },
  });
  expect(await refusalOf(act(answerer, "plan", plan))).toContain(
    "It has its plan: that stays as it was given.",
  );
});

test("a paper that lacks an element is not made; a population is whole and within its bounds", async () => {
  const { lead, answerer } = a.people;
  const made = await a.fieldwork();
  const { id } = await a.write(made.id);
  const plan = a.asking(lead, `GET ${at.audits}/${made.id}/papers/plan?format=csv`);
  expect(await refusalOf(plan)).toContain(
    `paper_lacks: Corrective action plan, fiscal year 2026 lacks: ${(await readFinding(lead, id)).number}: contact person`,
  );
  expect(await refusalOf(readFinding(answerer, id))).toContain("No such finding");
  const frozen = { digest: "0".repeat(64) };
  const stored = await t.app.files.put(Readable.from(["not rows"]), undefined, "own");
  expect(await refusalOf(frozenRows(t.app, frozen, stored.sha256))).toContain("population_broken");
  expect(await refusalOf(refuseMany(1_000_001))).toContain("population_too_large");
});

test("an action by one is verified by another and by a recount; what comes again opens both", async () => {
  const { lead, fixer, boss, answerer } = a.people;
  const since = { list: at.actions, query: "", since: "dueOn", most: 0 };
  const counting = (body: object) => a.step(at.findings, lead, finding, "recount", body);
  expect(await refusalOf(counting({ ...since, list: "/api/v1/nothing" }))).toContain(
    "list_unknown",
  );
  expect(await refusalOf(counting({ ...since, since: "status" }))).toContain("since_unknown");
  await a.step(at.findings, lead, finding, "recount", {
    ...{ list: at.actions, query: "late=true", since: "implementedOn", most: 0 },
  });
  const action = await a.asking<Written>(lead, `POST ${at.actions}`, {
    ...{ title: "Ask for receipts", subjectType: "auditFinding", subjectId: finding },
    ...{ problem: "No receipts", ownerId: fixer.personId, dueOn: agencyDay(20) },
  });
  expect(await readFinding(boss)).toMatchObject({ status: "in_remediation" });
  const act = (by: Actor, name: string, body: object = {}) =>
    a.step(at.actions, by, action.id, name, body);
  await act(fixer, "contain", { containment: "Payments wait for receipts." });
  await act(fixer, "findCause", { rootCause: "Nobody asks.", plan: "The form asks." });
  await act(boss, "approvePlan");
  await act(fixer, "implement");
  expect(await refusalOf(act(boss, "check", { found: "None", effective: true }))).toContain(
    "The day of its next check has not come.",
  );
  const later = (days: number): Actor => ({
    ...lead,
    businessNow: `${addDays(agencyDay(), days)}T15:00:00.000Z` as never,
  });
  const recounted = (days: number) => recountDue(t.database, asSystem(later(days)));
  expect(await recounted(31)).toBe(1);
  expect(await a.asking(fixer, `GET ${at.actions}/${action.id}`)).toMatchObject({
    ...{ status: "effectiveness_check", firstCheck: expect.stringContaining("Counted anew since") },
  });
  expect(await recounted(91)).toBe(1);
  expect(await readFinding(boss)).toMatchObject({ status: "verified" });
  expect(await refusalOf(a.step(at.findings, answerer, finding, "close"))).toContain("not allow");
  await a.step(at.findings, lead, finding, "close");
  await act(fixer, "recur", { reason: "Two without a receipt in May" });
  expect(await readFinding(boss)).toMatchObject({ status: "in_remediation", recurrences: 1 });
});

test("requests are asked, delivered, asked again; their words are the team's and the owner's", async () => {
  const { lead, answerer, boss } = a.people;
  const made = await a.fieldwork();
  const asks = (over: object = {}, by = lead) =>
    a.asking<Written>(by, `POST ${at.audits}/${made.id}/actions/ask`, {
      ...{ item: "Receipts of May", ownerId: answerer.personId, dueOn: agencyDay(5), ...over },
    });
  expect(await refusalOf(asks({ dueOn: agencyDay(-1) }))).toContain("due_over");
  expect(await refusalOf(asks({ ownerId: newId() }))).toContain("owner_unknown");
  expect(await refusalOf(asks({}, a.people.outsider))).toContain("not_on_team");
  const { id, number } = await asks();
  expect(number).toMatch(/-R01$/);
  const act = (by: Actor, name: string, body: object = {}) =>
    a.step(at.requests, by, id, name, body);
  await expect(a.asking(boss, `GET ${at.requests}/${id}`)).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await refusalOf(act(lead, "deliver", { answer: "Here" }))).toContain(
    "Only whoever was asked delivers it.",
  );
  await act(answerer, "deliver", { answer: "Attached." });
  await act(lead, "askAgain", { again: "Two are missing", dueOn: agencyDay(8) });
  await act(answerer, "deliver", { answer: "The two." });
  expect(await a.asking(answerer, `GET ${at.requests}/${id}`)).toMatchObject({
    ...{ asked: 2, again: "Two are missing", answer: "The two." },
  });
  await act(lead, "settle");
  const late = a.asking(lead, `POST ${at.audits}/${audit}/actions/enter-procedure`, {
    title: "Too late",
  });
  expect(await refusalOf(late)).toContain("Procedures are entered before the report is drafted.");
});
