// A webhook as a step: it goes to its one receiver, once, signed and thin, and the run goes on; a
// receiver that is disabled or a publisher without the right stops the run with what to do.
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import { openStandIn, type StandIn } from "#server/testing/stand-in.ts";
import { webhookDeliveryList } from "#server/webhooks/delivery.service.ts";
import { addEndpoint, disableByHand } from "#server/webhooks/endpoint.service.ts";
import { sendDueWebhooks } from "#server/webhooks/send.ts";
import type { FlowVersion } from "./definition/flow.model.ts";
import {
  as,
  byHand,
  end,
  hurry,
  inARow,
  openAgency,
  people,
  person,
  publish,
  runsOf,
  settle,
  stranger,
  t,
} from "./flows.setup.ts";
import { flowDefinition } from "./flows.tables.ts";
import { beginByHand } from "./run/course.service.ts";
import { stepNamed } from "./record/step.service.ts";

openAgency();

let house: App;
let receiver: StandIn;
let endpoint: { id: string; secret: string; version: number };
beforeAll(async () => {
  receiver = await openStandIn(() => ({}));
  const allow = [{ host: "localhost", port: receiver.port, clear: true }];
  house = {
    ...t.app,
    config: { ...t.app.config, LEVEE_OUTGOING_ALLOW: allow },
    outgoing: outgoingDoor(openOutgoing({ allow }), t.database),
  };
  const address = `http://localhost:${receiver.port}/flow`;
  endpoint = await as(people.owner, (tx) =>
    addEndpoint(house, tx, people.owner, { address, topics: [] } as never),
  );
});
afterAll(async () => {
  await house.outgoing.close();
  await receiver.close();
});

const flowTo = (name: string): Promise<FlowVersion> =>
  publish(
    name,
    [
      byHand,
      {
        id: "tell",
        label: "Tell the county",
        kind: "step",
        step: "webhook",
        target: endpoint.id,
        who: person(people.owner),
        dueDays: 1,
      },
      end(),
    ],
    inARow("start", "tell", "end"),
  );
const begin = (flow: FlowVersion) =>
  as(people.clerk, (tx) =>
    beginByHand(tx, people.clerk, { definitionId: flow.definitionId, objectId: null }),
  );

test("the receiver verifies what the step sent, once; the run names its tries", async () => {
  const flow = await flowTo("Tell");
  await begin(flow);
  await Promise.all([settle(), settle()]);
  const [run] = await runsOf(flow);
  expect(run).toMatchObject({ status: "completed" });
  await sendDueWebhooks(house);
  expect(receiver.asked).toHaveLength(1);
  const [asked] = receiver.asked;
  const said = new Webhook(endpoint.secret).verify(
    asked!.body,
    asked!.headers as Record<string, string>,
  );
  expect(said).toMatchObject({
    type: "flowRun.step",
    data: { id: run!.id, number: run!.number, path: `/workflow-engine/${run!.id}` },
  });
  const tries = await runList(t.database.read(people.owner), people.owner, webhookDeliveryList, {
    objectId: [run!.id],
    page: 1,
    limit: 20,
  } as never);
  expect(tries.items).toMatchObject([{ status: "delivered", attempts: 1 }]);
});

test("a webhook is sent in the name of whoever published the workflow, while they may see webhooks", async () => {
  const order = {
    runId: newId(),
    runNumber: "FLW-1",
    objectType: null,
    objectId: null,
    target: endpoint.id,
    facts: {},
    stepKey: newId(),
    publisher: people.clerk,
    starterEmail: null,
    people: [],
  };
  await expect(as(people.owner, (tx) => stepNamed("webhook")!.begin(tx, order))).rejects.toThrow(
    "Whoever published this workflow may not send webhooks any more.",
  );
});

test("a step or an action that the product takes no more stops the run with what is missing", async () => {
  const missing = async (name: string, node: object) => {
    // As a version was published that took what is gone since.
    const now = await flowTo(name);
    const nodes = now.nodes.map((each) => (each.id === "tell" ? { ...each, ...node } : each));
    const flow = { ...now, id: newId(), definitionId: newId(), nodes } as FlowVersion;
    await as(people.owner, (tx) =>
      insertRow(tx, flowDefinition, { ...flow, orgId: people.owner.orgId! } as never),
    );
    await begin(flow);
    for (let tried = 0; tried < 6; tried++) {
      await settle();
      await hurry();
    }
    const [run] = await runsOf(flow);
    return run!;
  };
  expect(await missing("By pigeon", { step: "pigeon" })).toMatchObject({
    status: "failed",
    reason: "Steps of the kind pigeon are not here.",
  });
  expect(await missing("Act", { kind: "action", action: "approve", reason: "" })).toMatchObject({
    status: "failed",
    reason: "“Tell the county” names no action that a workflow takes.",
  });
});

test("another agency's receiver is no target; one that is disabled fails the run with what to do", async () => {
  const theirs = await t.database.transaction(stranger, (tx) => stepNamed("webhook")!.targets(tx));
  expect(theirs).toEqual([]);
  const flow = await flowTo("Tell again");
  await as(people.owner, (tx) =>
    disableByHand(tx, people.owner, endpoint.id, "Moved", endpoint.version),
  );
  await begin(flow);
  for (let tried = 0; tried < 6; tried++) {
    await settle();
    await hurry();
  }
  const [run] = await runsOf(flow);
  expect(run).toMatchObject({ status: "failed" });
  expect(run!.reason).toContain("disabled");
  const sent = await t.database
    .read(people.owner)
    .rows(sql`select 1 as one from webhook_message where object_id = ${run!.id}`);
  expect(sent).toEqual([]);
});
