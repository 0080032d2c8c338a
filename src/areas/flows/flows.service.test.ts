import { expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { decide, markTask } from "#areas/workflow/workflow.server.ts";
import { flows } from "./definition/definition.service.ts";
import { flowInput, type FlowVersion } from "./definition/flow.model.ts";
import {
  as,
  byHand,
  end,
  hurry,
  inARow,
  notice,
  onSubmission,
  openAgency,
  openTasks,
  pathOf,
  people,
  person,
  publish,
  publishForm,
  runsOf,
  scope,
  settle,
  stranger,
  submit,
  t,
  task,
  way,
} from "./flows.setup.ts";
import { beginByHand, cancelRun, retryRun, skipStep } from "./run/course.service.ts";
import { readRun } from "./run/run.read.service.ts";

openAgency();

const notices = async (subject: string): Promise<number> =>
  (
    await t.database.transaction({ orgId: scope.orgId, personId: people.boss.personId }, (tx) =>
      tx.rows(sql`select 1 as one from notification where title = ${subject}`),
    )
  ).length;
const begin = (flow: FlowVersion, who = people.clerk) =>
  as(who, (tx) => beginByHand(tx, who, { definitionId: flow.definitionId, objectId: null }));
const decideAs = async (who: typeof people.boss, runId: string, decision: "approve" | "reject") => {
  const { id } = await t.database.read(who).one<{ id: string }>(sql`
    select id
    from approval_request
    where document_id = ${runId} and status = 'pending'
  `);
  return as(who, (tx) => decide(tx, who, id, decision, "Because", null));
};

test("a form comes in: it is judged as it stood, a colleague decides, whoever filled it in does not", async () => {
  const form = await publishForm("closure");
  const flow = await publish(
    "Closure",
    [
      onSubmission({ "==": [{ var: "form" }, form.definitionId] }),
      { id: "many", label: "Many guests?", kind: "condition" },
      {
        id: "ok",
        label: "Is it safe?",
        kind: "approval",
        by: "named",
        who: { kind: "role", role: "manager" },
        hours: 24,
      },
      notice("yes", person(people.boss), "Safe: {answers.guests}"),
      end(),
      end("small", "Nothing to do"),
      end("no", "Refused"),
    ],
    [
      way("start", "many"),
      way("many", "ok", { when: { ">": [{ var: "answers.guests" }, 100] } }),
      way("many", "small"),
      way("ok", "yes", { outcome: "approved" }),
      way("ok", "no", { outcome: "rejected" }),
      way("yes", "end"),
    ],
  );
  await submit(people.clerk, form.id, { guests: 20 });
  await submit(people.boss, form.id, { guests: 200 });
  await submit(people.clerk, form.id, { guests: 300 });
  await settle();
  await settle();
  const [few, own, many] = await runsOf(flow);
  expect(await runsOf(flow)).toHaveLength(3);
  expect(few).toMatchObject({ status: "completed", outcome: "Nothing to do" });
  expect(await pathOf(few!.id)).toEqual(["start", "many", "small"]);
  // The only manager filled it in: nobody else may decide, now or in an hour, so it stops at once.
  expect(own).toMatchObject({ status: "failed", node: "ok", attempts: 0 });
  expect(own!.reason).toContain("had a hand in it");
  expect(many).toMatchObject({ status: "waiting", waitsFor: "approval" });
  expect(many!.waitingPeople).toEqual([people.boss.personId]);
  await expect(decideAs(people.clerk, many!.id, "approve")).rejects.toMatchObject({ status: 403 });
  await decideAs(people.boss, many!.id, "approve");
  await settle();
  expect((await runsOf(flow))[2]).toMatchObject({ status: "completed", outcome: "end" });
  expect(await notices("Safe: 300")).toBe(1);
  const shown = await readRun(t.database.read(people.boss), people.boss, many!.id);
  expect(shown.steps[1]!.detail).toMatchObject({ values: { "answers.guests": 300 } });
  for (let tried = 0; tried < 6; tried++) {
    await hurry();
    await settle();
  }
  expect((await runsOf(flow))[1]).toMatchObject({ status: "failed", attempts: 0 });
  const told = await as(people.owner, (tx) =>
    tx.rows(sql`select 1 as one from notification where title like '%has stopped: Closure'`),
  );
  expect(told).toHaveLength(1);
  await as(people.owner, (tx) =>
    cancelRun(tx, people.owner, { id: own!.id, reason: "Nobody is there", version: null }),
  );
});

test("tasks end with the first who does them, forms are known to what comes behind, timers run once", async () => {
  const form = await publishForm("report");
  const flow = await publish(
    "Round",
    [
      byHand,
      task("look", { kind: "department", departmentId: people.clerk.departmentIds[0]! }),
      {
        id: "fill",
        label: "Report",
        kind: "step",
        step: "form",
        target: form.definitionId,
        who: person(people.other),
        dueDays: 1,
      },
      { id: "rest", label: "Rest", kind: "timer", timer: { by: "duration", minutes: 60 } },
      notice("tell", person(people.boss), "Round: {forms.fill.guests}"),
      end(),
    ],
    inARow("start", "look", "fill", "rest", "tell", "end"),
  );
  await begin(flow);
  await settle();
  const asked = await openTasks(people.other);
  expect(asked.map((each) => each.title)).toEqual(["Do look"]);
  const [mine] = await openTasks(people.clerk);
  await as(people.clerk, (tx) => markTask(tx, people.clerk, mine!.id, true, null));
  await settle();
  // Somebody else's report is not the one that was asked for.
  await submit(people.clerk, form.id, { guests: 1 });
  await settle();
  expect((await runsOf(flow))[0]).toMatchObject({ status: "waiting", node: "fill" });
  expect((await openTasks(people.other)).map((each) => each.link)).toEqual([
    `/forms/fill/${form.definitionId}`,
  ]);
  await submit(people.other, form.id, { guests: 7 });
  await settle();
  const [run] = await runsOf(flow);
  expect(run).toMatchObject({ status: "waiting", node: "rest", waitsFor: "timer" });
  expect(run!.parties).toEqual([people.clerk.personId, people.other.personId]);
  expect(await openTasks(people.other)).toEqual([]);
  await hurry();
  await Promise.all([settle(), settle()]);
  expect((await runsOf(flow))[0]).toMatchObject({ status: "completed" });
  expect(await notices("Round: 7")).toBe(1);
});

test("an action is taken as who published it may now, never beyond; retry and skip need the right and a reason", async () => {
  const form = await publishForm("yard");
  const nodes = [
    onSubmission({ "==": [{ var: "form" }, form.definitionId] }),
    { id: "act", label: "Begin review", kind: "action" as const, action: "review", reason: "" },
    end(),
  ];
  const edges = inARow("start", "act", "end");
  await expect(
    publish("Forged", nodes, edges, {
      by: { ...people.clerk, permissions: people.owner.permissions },
    }),
  ).rejects.toMatchObject({ status: 422 });
  const flow = await publish("Yard", nodes, edges, { by: people.boss });
  await submit(people.clerk, form.id, { guests: 1 });
  await settle();
  expect((await runsOf(flow))[0]).toMatchObject({ status: "completed" });
  expect(
    await t.database
      .read(scope)
      .rows(sql`select status from form_submission where form_id = ${form.id}`),
  ).toEqual([{ status: "in_review" }]);
  await as(people.owner, (tx) =>
    tx.rows(sql`delete from user_role where person_id = ${people.boss.personId}`),
  );
  await submit(people.clerk, form.id, { guests: 2 });
  await settle();
  for (let tried = 0; tried < 6; tried++) {
    await hurry();
    await settle();
  }
  const run = (await runsOf(flow))[1]!;
  expect(run).toMatchObject({ status: "failed" });
  expect(run.reason).toContain("may not do this any more");
  const skip = (who: typeof people.owner, reason: string | null) =>
    as(who, (tx) => skipStep(tx, who, { id: run.id, reason, version: null }));
  await expect(skip(people.clerk, "I say so")).rejects.toMatchObject({ status: 403 });
  await expect(skip(people.owner, null)).rejects.toMatchObject({ status: 422 });
  await expect(skip(stranger, "Mine")).rejects.toMatchObject({ status: 404 });
  await as(people.owner, (tx) =>
    retryRun(tx, people.owner, { id: run.id, reason: null, version: null }),
  );
  await settle();
  expect((await runsOf(flow))[1]).toMatchObject({ status: "failed", attempts: 0 });
  await skip(people.owner, "Done on paper");
  await settle();
  expect((await runsOf(flow))[1]).toMatchObject({ status: "completed" });
  await expect(readRun(t.database.read(people.other), people.other, run.id)).rejects.toMatchObject({
    status: 404,
  });
  await expect(readRun(t.database.read(stranger), stranger, run.id)).rejects.toMatchObject({
    status: 404,
  });
});

test("publishing says what is missing at its place; an approval is not skipped; what was asked is asked no more", async () => {
  const draft = await as(people.owner, (tx) =>
    flows.draft(
      tx,
      people.owner,
      flowInput.parse({
        name: "Wrong",
        nodes: [
          onSubmission({ ">": [{ var: "colour" }, 1] }),
          { id: "act", label: "Approve it", kind: "action", action: "approve", reason: "" },
          notice("tell", { kind: "duty", duty: "auditor" } as never, "{nothing}"),
          end(),
        ],
        edges: inARow("start", "act", "tell", "end"),
      }),
    ),
  );
  const checks = await flows.checks(t.database.read(people.owner), draft.id);
  expect(checks.filter((each) => !each.ok).map((each) => each.path)).toEqual([
    "nodes.0",
    "nodes.1",
    "nodes.2",
    "nodes.2",
  ]);
  const flow = await publish(
    "Decided",
    [
      byHand,
      {
        id: "ok",
        label: "Yes?",
        kind: "approval",
        by: "named",
        who: person(people.owner),
        hours: 1,
      },
      end(),
    ],
    [
      way("start", "ok"),
      way("ok", "end", { outcome: "approved" }),
      way("ok", "end", { outcome: "rejected" }),
    ],
  );
  const { id } = await begin(flow);
  await settle();
  const step = { id, reason: "Now", version: null };
  await expect(as(people.owner, (tx) => skipStep(tx, people.owner, step))).rejects.toMatchObject({
    code: "not_skipped",
  });
  await as(people.owner, (tx) => cancelRun(tx, people.owner, step));
  expect(
    await t.database
      .read(scope)
      .rows(sql`select status from approval_request where document_id = ${id}`),
  ).toEqual([{ status: "withdrawn" }]);
  const copy = await as(people.owner, async (tx) =>
    flows.fromFile(tx, people.owner, await flows.toFile(tx, flow.id)),
  );
  expect(copy).toMatchObject({ nodes: flow.nodes, edges: flow.edges, status: "draft" });
  const file = await as(people.owner, (tx) => flows.toFile(tx, flow.id));
  const { nodes } = file.definition as { nodes: object[] };
  const danced = nodes.map((node, at) => (at === 1 ? { ...node, kind: "dance" } : node));
  const definition = { ...(file.definition as object), nodes: danced };
  const broken = { ...file, definition };
  await expect(
    as(people.owner, (tx) => flows.fromFile(tx, people.owner, broken)),
  ).rejects.toMatchObject({ code: "not_a_workflow" });
});

test("a run that could not go on behind an answer goes on with it when it is tried again, and its starter skips nothing", async () => {
  const form = await publishForm("again");
  const flow = await publish(
    "Again",
    [
      onSubmission({ "==": [{ var: "form" }, form.definitionId] }),
      task("look", person(people.other)),
      end(),
    ],
    inARow("start", "look", "end"),
  );
  await submit(people.owner, form.id, { guests: 1 });
  await settle();
  const run = (await runsOf(flow))[0]!;
  const about = (objectId: string) =>
    t.database.transaction(scope, (tx) =>
      tx.rows(sql`update flow_run set object_id = ${objectId} where id = ${run.id}`),
    );
  const step = { id: run.id, reason: "Now", version: null };
  await expect(as(people.owner, (tx) => skipStep(tx, people.owner, step))).rejects.toMatchObject({
    status: 403,
  });
  // Its record cannot be read behind the answer.
  await about(run.flowId);
  const [asked] = await openTasks(people.other);
  await as(people.other, (tx) => markTask(tx, people.other, asked!.id, true, null));
  for (let tried = 0; tried < 7; tried++) {
    await settle();
    await hurry();
  }
  expect((await runsOf(flow))[0]).toMatchObject({ status: "failed", node: "look", entered: true });
  await about(run.objectId!);
  await as(people.owner, (tx) => retryRun(tx, people.owner, step));
  await settle();
  expect((await runsOf(flow))[0]).toMatchObject({ status: "completed" });
  expect(await pathOf(run.id)).toEqual(["start", "look", "end"]);
});

test("what fails on the way is tried five times, then the run has stopped", async () => {
  const flow = await publish("On the way", [byHand, end()], [way("start", "end")]);
  const { id } = await begin(flow);
  // Another process wrote this place of the run: the step itself is refused nothing.
  await as(people.owner, (tx) =>
    tx.rows(sql`
      insert into flow_step (org_id, id, run_id, place, node, kind, label, state)
      values (${scope.orgId}, ${newId()}, ${id}, 0, 'start', 'start', 'Start', 'done')
    `),
  );
  for (let tried = 1; tried <= 5; tried++) {
    await settle();
    expect((await runsOf(flow))[0]).toMatchObject({ status: "running", attempts: tried });
    await hurry();
  }
  await settle();
  expect((await runsOf(flow))[0]).toMatchObject({ status: "failed", attempts: 5 });
});

test("a run that goes round is stopped; behind the last step nothing is skipped; what begins by itself is not begun by hand", async () => {
  const flow = await publish(
    "Round",
    [byHand, task("one", person(people.other)), end()],
    inARow("start", "one", "end"),
  );
  const { id } = await begin(flow);
  await settle();
  const write = (statement: ReturnType<typeof sql>) => as(people.owner, (tx) => tx.rows(statement));
  const skip = () =>
    as(people.owner, (tx) => skipStep(tx, people.owner, { id, reason: "Now", version: null }));
  expect(await skip()).toMatchObject({ node: "end" });
  await write(sql`update flow_run set status = 'failed' where id = ${id}`);
  await expect(skip()).rejects.toMatchObject({ code: "the_end" });
  await write(sql`
    update flow_run
    set steps = 100000, status = 'running', waits_for = null, due_at = clock_timestamp()
    where id = ${id}
  `);
  await settle();
  expect(await readRun(t.database.read(people.owner), people.owner, id)).toMatchObject({
    reason: expect.stringMatching(/^The run took 100\d* steps and is stopped\./),
  });
  await write(sql`update flow_run set status = 'cancelled', due_at = null where id = ${id}`);
  const form = await publishForm("itself");
  const other = await publish(
    "By itself",
    [onSubmission({ "==": [{ var: "form" }, form.definitionId] }), end()],
    [way("start", "end")],
  );
  await expect(begin(other)).rejects.toMatchObject({
    code: "not_by_hand",
    message: "This workflow begins by itself, not by hand.",
  });
});
