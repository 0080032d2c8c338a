// What a form's years say is done: listed thirty days ahead and told once, then answers and files go, the
// ledger stays whole; a legal hold keeps a submission whatever the day.
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import { liftHold, placeHold } from "#areas/governance/governance.server.ts";
import { blankField } from "../form/form.labels.ts";
import { formInput } from "../form/form.model.ts";
import { forms } from "../form/form.service.ts";
import { takeFile } from "../file/file.service.ts";
import { readSubmission } from "../submission/submission.read.service.ts";
import { beginSubmission, moveSubmission } from "../submission/submission.service.ts";
import { keepRetention } from "./disposal.service.ts";
import { listDisposals } from "./keeping.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"owner" | "clerk" | "chief", Actor>;
let formId: string;
const zone = "America/Chicago";
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    owner: { role: "admin" },
    clerk: {},
    chief: { role: "manager" },
  });
  const fields = [blankField("secret", "text", "Secret"), blankField("plan", "file", "Plan")];
  const pages = [{ title: "Trip", sections: [{ title: "", help: "", fields }] }];
  const input = formInput.parse({ name: "Travel", slug: "travel", keepYears: 2, pages });
  const draft = await as(people.owner, (tx) => forms.draft(tx, people.owner, input));
  formId = (
    await as(people.owner, (tx) => forms.publish(tx, people.owner, draft.id, draft.version))
  ).id;
});
afterAll(() => t.drop());

/** Filled in by the clerk, voided by the chief, so many days ago. */
const endedAgo = async (days: number, end = true): Promise<string> => {
  const { clerk, chief } = people;
  const file = await takeFile(
    t.app,
    (work) => t.database.transaction(clerk, work),
    {
      formId,
      question: "plan",
      audience: "staff",
      holder: `person:${clerk.personId}`,
      sender: null,
    },
    { name: "plan.pdf", stream: Readable.from([Buffer.from(`%PDF-1.7 ${days}`)]) },
  );
  const filler = {
    audience: "staff" as const,
    ...{ name: clerk.name, email: null, personId: clerk.personId, vendorId: null },
  };
  const answers = { secret: "under the mat", plan: [file.id] };
  const { id } = await as(clerk, (tx) =>
    beginSubmission(tx, clerk, filler, { formId, answers, submit: true }),
  );
  const step = { id, reason: "Twice", version: null };
  if (end) await as(chief, (tx) => moveSubmission(tx, chief, "void", step));
  await as(chief, (tx) =>
    tx.rows(sql`
      update form_submission
      set updated_at = updated_at - make_interval(days => ${days}::int)
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );
  return id;
};
const morning = (days: number) => keepRetention(t.app, agency.orgId, agencyDay(days), zone);
const seen = (id: string) => readSubmission(t.database.read(people.chief), people.chief, id);
const notices = (who: Actor) =>
  as(who, (tx) =>
    tx.rows<{ title: string }>(sql`
      select title
      from notification
      where person_id = ${who.personId} and title like '%will be deleted%'
    `),
  );

test("listed thirty days ahead, told once to whoever published the form, deleted on the day", async () => {
  const over = await endedAgo(800);
  const young = await endedAgo(100);
  const open = await endedAgo(800, false);
  await morning(0);
  await morning(0);
  const db = t.database.read(people.owner);
  expect(await listDisposals(db)).toMatchObject([
    { submissionId: over, dueOn: agencyDay(30), rule: expect.stringContaining("2 years") },
  ]);
  expect(await notices(people.owner)).toHaveLength(1);
  expect(await notices(people.chief)).toEqual([]);
  await morning(29);
  expect((await seen(over)).answers).toMatchObject({ secret: "under the mat" });
  await morning(30);
  const gone = await seen(over);
  expect(gone).toMatchObject({ answers: {}, files: [], fillerName: "" });
  expect(gone.keeping).toMatchObject({ disposedOn: agencyDay(30), dueOn: null });
  for (const id of [young, open]) expect((await seen(id)).files).toHaveLength(1);
  const entries = await db.rows<{ action: string; content: string | null; number: string }>(sql`
    select action, content, object_number as number
    from audit_entry
    where object_id = ${over}
    order by id
  `);
  expect(entries.map(({ content }) => content ?? "").join("")).not.toContain("under the mat");
  const last = entries.at(-1)!;
  expect(last).toMatchObject({ action: "formSubmission.dispose", number: gone.number });
  expect(last.content).toContain("Travel, version 1: kept 2 years");
  // The tree lost nothing: every entry still has its leaf.
  const sequencer = await sequencerOf(t.database);
  await vi.waitFor(async () => {
    await sequencer.tick(true);
    const leaves = await db.rows(sql`
      select 1 as one
      from audit_leaf l
      join audit_entry e on e.org_id = l.org_id and e.id = l.entry_id
      where e.object_id = ${over}
    `);
    expect(leaves).toHaveLength(entries.length);
  });
});

const hold = (who: Actor, id: string, matter: string) =>
  as(who, (tx) =>
    placeHold(tx, who, {
      matter,
      reason: "The court asks for it.",
      records: [{ type: "form-submissions", id }],
    }),
  );

test("a legal hold keeps it until another person lifts it; what is deleted is held no more", async () => {
  const held = await endedAgo(900);
  await morning(40);
  const { id, number } = await hold(people.chief, held, "Case 12");
  await morning(100);
  expect(await seen(held)).toMatchObject({
    answers: { secret: "under the mat" },
    keeping: { held: true },
  });
  expect(await listDisposals(t.database.read(people.owner))).toMatchObject([{ held: true }]);
  const lift = (who: Actor) =>
    as(who, (tx) => liftHold(tx, who, { id, version: null, reason: "Closed" }));
  await expect(lift(people.chief)).rejects.toMatchObject({
    message: "You placed this hold, so another person lifts it.",
  });
  await lift(people.owner);
  await morning(101);
  expect((await seen(held)).answers).toEqual({});
  await expect(hold(people.chief, held, "Too late")).rejects.toMatchObject({ code: "disposed" });
  expect(number).toMatch(/^LH-/);
});

test("a hold and the deletion that meet leave one of the two, whole", async () => {
  const id = await endedAgo(1000);
  await morning(200);
  const [placed] = await Promise.allSettled([hold(people.chief, id, "Case 14"), morning(231)]);
  const after = await seen(id);
  const kept = placed.status === "fulfilled";
  expect(after.answers).toEqual(kept ? expect.objectContaining({ secret: "under the mat" }) : {});
  expect(after.keeping.held).toBe(kept);
});
