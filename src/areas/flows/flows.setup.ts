import { afterAll, beforeAll } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { publishedForm, submitForm } from "#server/testing/forms.ts";
import { flows } from "./definition/definition.service.ts";
import type { FlowEdge, FlowNode, Who } from "./definition/flow.labels.ts";
import { flowInput, type FlowVersion } from "./definition/flow.model.ts";
import { keepRuns } from "./run/engine.service.ts";
import type { RunRecord } from "./run/run.noun.ts";
import type { RunScope } from "./run/turn.service.ts";

export let t: TestDatabase;
export let agency: Agency;
export let people: Record<"owner" | "clerk" | "boss" | "other", Actor>;
export let stranger: Actor;
export let scope: RunScope;

if (areaServers.length === 0) throw new Error("no areas");

/** An agency with people, and another one, for one test file. */
export const openAgency = (): void => {
  beforeAll(async () => {
    t = await freshDatabase();
    agency = await makeAgency(t.database);
    people = await makeMembers(t.database, agency, {
      owner: { role: "admin" },
      clerk: {},
      boss: { role: "manager" },
      other: {},
    });
    const second = await makeAgency(t.database);
    ({ stranger } = await makeMembers(t.database, second, { stranger: { role: "admin" } }));
    scope = { orgId: agency.orgId, personId: null, timeZone: "America/Chicago" };
  });
  afterAll(() => t.drop());
};

export const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> =>
  t.database.transaction(actor, work);

export const person = (actor: Actor): Who => ({ kind: "person", personId: actor.personId! });
export const byHand: FlowNode = {
  id: "start",
  label: "Begins",
  kind: "start",
  trigger: { on: "hand", noun: null },
};
export const onSubmission = (when: unknown = null): FlowNode => ({
  id: "start",
  label: "A form comes in",
  kind: "start",
  trigger: { on: "record", noun: "formSubmission", action: "submit", when: when as never },
});
export const end = (id = "end", outcome = ""): FlowNode => ({
  id,
  label: id,
  kind: "end",
  outcome,
});
export const notice = (id: string, who: Who, subject = "It is time"): FlowNode => ({
  id,
  label: id,
  kind: "notice",
  who,
  subject,
  text: "{number}",
  mail: false,
});
export const task = (id: string, who: Who): FlowNode => ({
  id,
  label: `Do ${id}`,
  kind: "task",
  who,
  detail: "",
  dueDays: 2,
});
export const way = (from: string, to: string, more: Partial<FlowEdge> = {}): FlowEdge => ({
  from,
  to,
  when: null,
  outcome: null,
  ...more,
});
/** Ways from each step to the one behind it. */
export const inARow = (...ids: string[]): FlowEdge[] =>
  ids.slice(1).map((to, at) => way(ids[at]!, to));

export const publish = async (
  name: string,
  nodes: FlowNode[],
  edges: FlowEdge[],
  { by = people.owner, of }: { by?: Actor; of?: string } = {},
): Promise<FlowVersion> =>
  as(by, async (tx) => {
    const draft = await flows.draft(tx, by, flowInput.parse({ name, nodes, edges }), of ?? null);
    return (await flows.publish(tx, by, draft.id, draft.version)) as unknown as FlowVersion;
  });

/** A form of staff with a number and a day. */
export const publishForm = (slug: string): Promise<{ id: string; definitionId: string }> =>
  publishedForm(t.database, people.owner, slug);
export const submit = (who: Actor, formId: string, answers: Record<string, unknown>) =>
  submitForm(t.database, who, formId, answers);

// An entry is sealed once every older transaction of the whole server has ended, also of others' tests.
export const sealAll = async (): Promise<void> => {
  const sequencer = await sequencerOf(t.database);
  for (;;) {
    await sequencer.tick(true);
    const { left } = await t.database.read(scope).one<{ left: number }>(sql`
      select count(*)::int as left
      from audit_entry e
      where not exists (select 1 from audit_leaf l where l.org_id = e.org_id and l.entry_id = e.id)
    `);
    if (left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** Seals what happened, and lets the engine do what is due. */
export const settle = async (at: RunScope = scope): Promise<void> => {
  for (let before = ""; ;) {
    await sealAll();
    await keepRuns(t.app, at);
    const now = JSON.stringify(
      await t.database
        .read(scope)
        .rows(sql`select id, version, next_idx from flow_run, ledger_reading order by id`),
    );
    if (now === before) return;
    before = now;
  }
};
export const runsOf = (flow: FlowVersion): Promise<RunRecord[]> =>
  t.database
    .read(scope)
    .rows(sql`select * from flow_run where definition_id = ${flow.definitionId} order by number`);
export const pathOf = async (runId: string): Promise<string[]> =>
  (
    await t.database
      .read(scope)
      .rows<{ node: string }>(
        sql`select node from flow_step where run_id = ${runId} order by place`,
      )
  ).map((step) => step.node);
/** Lets the time of whatever waits or rests come. */
export const hurry = (): Promise<unknown> =>
  t.database.transaction(scope, (tx) =>
    tx.rows(sql`
      update flow_run
      set due_at = clock_timestamp() - interval '1 second'
      where org_id = ${agency.orgId} and due_at is not null and status in ('running', 'waiting')
    `),
  );
export const openTasks = (who: Actor): Promise<{ id: string; title: string; link: string }[]> =>
  t.database
    .read(who)
    .rows(
      sql`select id, title, link from task where person_id = ${who.personId} and done_at is null`,
    );
