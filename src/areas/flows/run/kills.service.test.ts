import fc from "fast-check";
import { expect, test } from "vitest";
import { DatabaseAway } from "#server/db/away.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import { markTask } from "#areas/workflow/workflow.server.ts";
import type { FlowEdge, FlowNode, Graph } from "../definition/flow.labels.ts";
import type { FlowVersion } from "../definition/flow.model.ts";
import { addStep, blankGraph } from "../designer/edit.labels.ts";
import {
  as,
  hurry,
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
  sealAll,
  submit,
  t,
} from "../flows.setup.ts";
import { beginByHand } from "./course.service.ts";
import { keepRuns } from "./engine.service.ts";
import { startFromEntry } from "./start.service.ts";
import { ledgerEntries, ledgerSize } from "#server/audit/ledger.ts";

openAgency();

/** Ends a transaction before it, at its end before the commit, or behind the commit. */
const dying = (chance: () => number): App => ({
  ...t.app,
  database: {
    ...t.database,
    transaction: async (of, work) => {
      const fate = chance();
      const killed = new DatabaseAway("the server was killed");
      if (fate < 0.12) throw killed;
      const done = await t.database.transaction(of, async (tx) => {
        const said = await work(tx);
        if (fate < 0.3) throw killed;
        return said;
      });
      if (fate < 0.45) throw killed;
      return done;
    },
  },
});

const kinds = ["notice", "task", "timer", "condition"] as const;
const holds = fc.boolean();
const drawn = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(), holds), {
  minLength: 2,
  maxLength: 7,
});

/** What a step of the test does is told apart by its run. */
const named = (node: FlowNode): FlowNode => {
  if (node.kind === "task")
    return { ...node, label: `${node.id} {run.number}`, who: person(people.clerk) };
  if (node.kind === "notice")
    return { ...node, who: person(people.boss), subject: `${node.id} {run.number}` };
  if (node.kind === "timer") return { ...node, timer: { by: "duration", minutes: 1 } };
  return node;
};
const graphOf = (steps: readonly (readonly [(typeof kinds)[number], number, boolean])[]): Graph => {
  let graph = blankGraph;
  const rules = new Map<string, boolean>();
  for (const [kind, at, yes] of steps) {
    const added = addStep(graph, kind, { edge: at % graph.edges.length });
    graph = added.graph;
    rules.set(added.id, yes);
  }
  const ruled = (edge: FlowEdge): FlowEdge =>
    edge.when === null
      ? edge
      : {
          ...edge,
          when: { [rules.get(edge.from) ? "==" : "!="]: [{ var: "starter.name" }, "clerk"] },
        };
  return { nodes: graph.nodes.map(named), edges: graph.edges.map(ruled) };
};

const once = async (app: App): Promise<void> => {
  await sealAll();
  await keepRuns(app, scope).catch((error: unknown) => {
    if (!(error instanceof DatabaseAway)) throw error;
  });
};

const toTheEnd = async (app: App, flow: FlowVersion, at: number): Promise<void> => {
  for (let rounds = 0; rounds < 120; rounds++) {
    await once(app);
    const run = (await runsOf(flow))[at]!;
    if (run.status === "completed") return;
    if (run.waitsFor === "timer") await hurry();
    for (const { id } of run.waitsFor === "task" ? await openTasks(people.clerk) : [])
      await as(people.clerk, (tx) => markTask(tx, people.clerk, id, true, null));
  }
  throw new Error("the run came to no end");
};

const effectsOf = async (number: string): Promise<string[]> => {
  const notices = await as(people.boss, (tx) =>
    tx.rows<{ title: string }>(
      sql`select title from notification where title like ${`%${number}`}`,
    ),
  );
  const tasks = await as(people.clerk, (tx) =>
    tx.rows<{ title: string }>(sql`select title from task where title like ${`%${number}`}`),
  );
  return [...notices, ...tasks].map(({ title }) => title.split(" ")[0]!).toSorted();
};

test("a run that is killed anywhere ends as one that is not, each effect once", async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      drawn,
      fc.infiniteStream(fc.integer({ min: 0, max: 999 })),
      async (steps, fates) => {
        const { nodes, edges } = graphOf(steps);
        const flow = await publish(`Killed ${round++}`, [...nodes], [...edges]);
        const begin = () =>
          as(people.clerk, (tx) =>
            beginByHand(tx, people.clerk, { definitionId: flow.definitionId, objectId: null }),
          );
        const whole = await begin();
        await toTheEnd(t.app, flow, 0);
        const killed = await begin();
        await toTheEnd(
          dying(() => fates.next().value! / 1000),
          flow,
          1,
        );
        expect(await pathOf(killed.id)).toEqual(await pathOf(whole.id));
        const effects = await effectsOf(killed.number);
        expect(effects).toEqual(await effectsOf(whole.number));
        expect(new Set(effects).size).toBe(effects.length);
      },
    ),
    { numRuns: 10 },
  );
});

test("an event begins one run of a workflow, however often it is read and whoever is killed meanwhile", async () => {
  const form = await publishForm("once");
  const flow = await publish(
    "Once",
    [onSubmission({ "==": [{ var: "form" }, form.definitionId] }), ...blankGraph.nodes.slice(1)],
    [...blankGraph.edges],
  );
  for (let n = 0; n < 6; n++) await submit(people.clerk, form.id, { guests: n });
  let fate = 0;
  const app = dying(() => (fate++ % 3 === 0 ? 0.2 : fate % 3 === 1 ? 0.4 : 0.9));
  for (let rounds = 0; rounds < 12; rounds++)
    await Promise.all([once(app), keepRuns(t.app, scope)]);
  expect(await runsOf(flow)).toHaveLength(6);
  const db = t.database.read(scope);
  const entries = await ledgerEntries(db, {
    from: 0,
    below: await ledgerSize(db),
    actions: ["formSubmission.submit"],
  });
  for (const entry of entries)
    expect(await as(people.owner, (tx) => startFromEntry(tx, flow, entry))).toBeNull();
  // The database itself refuses a second one.
  await expect(
    t.database.transaction(scope, (tx) =>
      tx.rows(sql`
        update flow_run
        set event_key = (
          select min(event_key)
          from flow_run
          where definition_id = ${flow.definitionId}
        )
        where definition_id = ${flow.definitionId}
      `),
    ),
  ).rejects.toThrow();
});

test("what happened before a workflow was published begins nothing, although it is sealed later", async () => {
  const form = await publishForm("earlier");
  await submit(people.clerk, form.id, { guests: 1 });
  const flow = await publish(
    "Later",
    [onSubmission({ "==": [{ var: "form" }, form.definitionId] }), ...blankGraph.nodes.slice(1)],
    [...blankGraph.edges],
  );
  await submit(people.clerk, form.id, { guests: 2 });
  await once(t.app);
  expect((await runsOf(flow)).map((run) => run.facts.answers)).toEqual([{ guests: 2 }]);
});
