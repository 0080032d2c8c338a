import { expect, test } from "vitest";
import { eraseContent } from "#server/audit/audit.ts";
import { ledgerEntries, ledgerSize } from "#server/audit/ledger.ts";
import { sql } from "#server/db/sql.ts";
import { moveSubmission } from "#areas/forms/submission/submission.service.ts";
import type { FlowEdge, FlowNode } from "../definition/flow.labels.ts";
import type { FlowVersion } from "../definition/flow.model.ts";
import { flows } from "../definition/definition.service.ts";
import { flowInput } from "../definition/flow.model.ts";
import {
  as,
  byHand,
  end,
  notice,
  onSubmission,
  openAgency,
  pathOf,
  people,
  person,
  publish,
  publishForm,
  runsOf,
  scope,
  sealAll,
  settle,
  stranger,
  submit,
  t,
  task,
  way,
} from "../flows.setup.ts";
import { startFromEntry } from "../run/start.service.ts";
import { tryOnPast } from "./past.service.ts";
import { day } from "#kernel/time.ts";

openAgency();

const over = (guests: number) => ({ ">": [{ var: "answers.guests" }, guests] });
const graph = (form: string, threshold: number): { nodes: FlowNode[]; edges: FlowEdge[] } => ({
  nodes: [
    onSubmission({ and: [{ "==": [{ var: "form" }, form] }, over(threshold)] }),
    { id: "many", label: "Many?", kind: "condition" },
    notice("tell", person(people.boss)),
    task("look", person(people.other)),
    { id: "rest", label: "Rest", kind: "timer", timer: { by: "duration", minutes: 600 } },
    end(),
    end("small"),
  ],
  edges: [
    way("start", "many"),
    way("many", "tell", { when: over(50) }),
    way("many", "rest", { when: over(30) }),
    way("many", "small"),
    way("tell", "end"),
    way("rest", "look"),
    way("look", "end"),
  ],
});
const draft = (form: string, threshold: number, of: string | null) =>
  as(people.owner, (tx) =>
    flows.draft(tx, people.owner, flowInput.parse({ name: "Big", ...graph(form, threshold) }), of),
  );
const period = { from: day("2020-01-01"), to: day("2099-01-01") };
const counts = () =>
  t.database.read(scope).one(sql`
    select
      (select count(*) from flow_run) as runs, (select count(*) from flow_step) as steps,
      (select count(*) from audit_entry) as entries, (select count(*) from task) as tasks,
      (select count(*) from notification) as notices, (select count(*) from outbox_event) as events,
      (select sum(last) from record_counter) as numbers
  `);

test("a changed threshold tried on the past gives, record for record, what publishing it and replaying gives", async () => {
  const form = await publishForm("guests");
  const sent = [];
  for (const guests of [5, 12, 18, 25, 33, 41, 48, 55, 62, 70])
    sent.push(await submit(people.clerk, form.id, { guests }));
  for (const { id } of sent.slice(3, 6))
    await as(people.boss, (tx) =>
      moveSubmission(tx, people.boss, "review", { id, reason: null, version: null }),
    );
  const first = await draft(form.definitionId, 40, null);
  await sealAll();
  const before = await counts();
  const at40 = await tryOnPast(t.database.read(people.owner), people.owner, first.id, period);
  expect(at40).toMatchObject({ events: 10, tried: 10, starts: 5, untold: 0, until: null });
  const next = await draft(form.definitionId, 15, first.definitionId);
  await sealAll();
  const drafted = await counts();
  const tried = await tryOnPast(t.database.read(people.owner), people.owner, next.id, period);
  expect(await counts()).toEqual(drafted);
  expect(before).toMatchObject({ runs: 0, steps: 0 });
  expect(tried.paths.map((each) => [each.nodes.join(" "), each.runs, each.percent])).toEqual([
    ["start many rest", 3, 37.5],
    ["start many tell end", 3, 37.5],
    ["start many small", 2, 25],
  ]);
  expect(tried.asked).toEqual([{ step: "tell", who: "boss", times: 3 }]);

  const flow = (await as(people.owner, (tx) =>
    flows.publish(tx, people.owner, next.id, next.version),
  )) as unknown as FlowVersion;
  const db = t.database.read(scope);
  const entries = await ledgerEntries(db, {
    from: 0,
    below: await ledgerSize(db),
    actions: ["formSubmission.submit"],
  });
  for (const entry of entries)
    await t.database.transaction(scope, (tx) => startFromEntry(tx, flow, entry));
  await settle();
  const labelOf = (id: string) => flow.nodes.find((node) => node.id === id)!.label;
  const replayed = await Promise.all(
    (await runsOf(flow)).map(async (run) => ({
      number: run.objectNumber,
      path: (await pathOf(run.id)).map(labelOf),
      outcome: run.outcome,
    })),
  );
  expect(replayed).toEqual(
    tried.records.map(({ number, path, outcome }) => ({ number, path, outcome })),
  );
});

test("beyond its bounds a trial counts all events, says until when it went, and names some of the records", async () => {
  const form = await publishForm("many");
  const before = (await counts()).entries;
  for (const guests of [60, 61, 62, 63, 64, 65, 66])
    await submit(people.clerk, form.id, { guests });
  expect(Number((await counts()).entries)).toBeGreaterThan(Number(before));
  const made = await draft(form.definitionId, 40, null);
  await sealAll();
  const go = (events: number, named: number) =>
    tryOnPast(t.database.read(people.owner), people.owner, made.id, period, { events, named });
  const whole = await go(2_000, 200);
  expect(whole).toMatchObject({ tried: whole.events, starts: 7, until: null });
  expect(whole.records).toHaveLength(7);
  // More begin than are named: every one is counted.
  const few = await go(2_000, 2);
  expect(few).toMatchObject({ events: whole.events, starts: 7, paths: whole.paths });
  expect(few.records).toEqual(whole.records.slice(0, 2));
  // More happened than is gone through: all are counted, and the last that was tried is named by its moment.
  const short = whole.events - 4;
  const cut = await go(short, 200);
  expect(cut).toMatchObject({ events: whole.events, tried: short, starts: 3 });
  expect(cut.until).toBe(whole.records[2]!.at);
});

test("what the ledger cannot tell is counted, and nobody tries what they may not read", async () => {
  const form = await publishForm("erased");
  const sent = await submit(people.clerk, form.id, { guests: 90 });
  await submit(people.clerk, form.id, { guests: 91 });
  await as(people.owner, async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`
      select id
      from audit_entry
      where object_id = ${sent.id} and action = 'formSubmission.create'
    `);
    await eraseContent(tx, people.owner, id, "Privacy law");
  });
  const made = await draft(form.definitionId, 40, null);
  await sealAll();
  const tried = await tryOnPast(t.database.read(people.owner), people.owner, made.id, period);
  expect(tried).toMatchObject({ untold: 1, starts: 1 });
  const backwards = { from: day("2026-02-02"), to: day("2026-02-01") };
  await expect(
    tryOnPast(t.database.read(people.owner), people.owner, made.id, backwards),
  ).rejects.toThrow("The period ends before it begins.");
  const byItsHand = await publish("By hand", [byHand, end()], [way("start", "end")]);
  await expect(
    tryOnPast(t.database.read(people.owner), people.owner, byItsHand.id, period),
  ).rejects.toMatchObject({ code: "no_event" });
  const unsound = await as(people.owner, (tx) =>
    flows.draft(
      tx,
      people.owner,
      flowInput.parse({ name: "Open", nodes: [onSubmission(), end()], edges: [] }),
      null,
    ),
  );
  await expect(
    tryOnPast(t.database.read(people.owner), people.owner, unsound.id, period),
  ).rejects.toMatchObject({
    status: 409,
    code: "not_sound",
    message: expect.stringContaining("Mend what it lacks first") as string,
  });
  const blind = { ...people.owner, permissions: new Set(["flow.design"]) };
  await expect(tryOnPast(t.database.read(blind), blind, made.id, period)).rejects.toMatchObject({
    status: 403,
  });
  await expect(
    tryOnPast(t.database.read(stranger), stranger, made.id, period),
  ).rejects.toMatchObject({ status: 404 });
});
