import type { App } from "#server/app.ts";
import { ledgerEntriesBetween, type LedgerEntry } from "#server/audit/ledger.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { carverCountyId, carverTimeZone } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readNoticesOf } from "#areas/organization/organization.server.ts";
import { markTask } from "#areas/workflow/workflow.server.ts";
import { flows } from "../definition/definition.service.ts";
import type { Who } from "../definition/flow.labels.ts";
import { flowInput, type FlowInput, type FlowVersion } from "../definition/flow.model.ts";
import { recordAt, recordKind } from "../record/record.service.ts";
import { keepRuns } from "../run/engine.service.ts";
import { startFromEntry } from "../run/start.service.ts";
import type { RunScope } from "../run/turn.service.ts";
import { sql } from "#server/db/sql.ts";
import { closureDay, largeInvoice, lateOrder } from "./demo-flows.data.ts";

const dayMs = 86_400_000;
const scopeAt = (at: number): RunScope => ({
  orgId: carverCountyId,
  personId: null,
  timeZone: carverTimeZone,
  businessNow: new Date(at).toISOString(),
});

const publish = async (app: App, input: FlowInput): Promise<FlowVersion> => {
  const manager = demoActor("manager", new Date(databaseMs()).toISOString());
  return app.database.transaction(manager, async (tx) => {
    const draft = await flows.draft(tx, manager, flowInput.parse(input));
    return (await flows.publish(tx, manager, draft.id, draft.version)) as unknown as FlowVersion;
  });
};

type Sent = { entry: LedgerEntry; promised: number };
/** Orders whose promised day lies between six weeks back and two ahead, by that day. */
const ordersSent = async (app: App, now: number): Promise<Sent[]> => {
  const db = app.database.read(scopeAt(now));
  const entries = await ledgerEntriesBetween(db, {
    action: "purchaseOrder.issue",
    from: new Date(now - 365 * dayMs).toISOString(),
    to: new Date(now + dayMs).toISOString(),
    limit: 2_000,
  });
  const kind = recordKind("purchaseOrder")!;
  const sent: Sent[] = [];
  for (const entry of entries.toReversed().slice(0, 250)) {
    const row = await recordAt(db, kind, entry.objectId, entry.idx);
    const promised = Date.parse(`${String(row?.promisedOn ?? "")}T12:00:00Z`);
    if (promised > now - 42 * dayMs && promised < now + 14 * dayMs) sent.push({ entry, promised });
  }
  const inOrder = sent.toSorted((a, b) => a.promised - b.promised);
  return [
    ...inOrder.filter((each) => each.promised < now - 7 * dayMs).slice(-6),
    ...inOrder.filter((each) => each.promised >= now - 7 * dayMs).slice(0, 2),
  ];
};

// The yard asks the vendor a day later; the last two are still to be asked.
const askVendors = async (app: App, now: number): Promise<void> => {
  const yard = demoActor("receiver", new Date(now).toISOString());
  await app.database.transaction(yard, async (tx) => {
    const open = await tx.rows<{ id: string }>(sql`
      select unnest(waiting_ids) as id
      from flow_run
      where org_id = ${carverCountyId} and waits_for = 'task'
      order by number
    `);
    for (const { id } of open.slice(0, -2)) await markTask(tx, yard, id, true, null);
  });
};

const replay = async (app: App, flow: FlowVersion, now: number): Promise<void> => {
  const sequencer = await sequencerOf(app.database);
  const sealAll = async () => {
    while ((await sequencer.tick(true)) > 0);
  };
  await sealAll();
  for (const { entry, promised } of await ordersSent(app, now)) {
    const began = scopeAt(Math.min(promised - 7 * dayMs, now - dayMs));
    const run = await app.database.transaction(began, (tx) => startFromEntry(tx, flow, entry));
    if (!run) continue;
    await keepRuns(app, began);
    if (promised + 7 * dayMs < now) await keepRuns(app, scopeAt(promised + 7 * dayMs));
  }
  await askVendors(app, now);
  await sealAll();
  await keepRuns(app, scopeAt(now));
};

/** Two workflows and a rule in force; orders of the last weeks went through the first. */
export const seedFlows = async (app: App, log: (line: string) => void): Promise<void> => {
  log("workflows and their runs");
  const now = databaseMs();
  const yard: Who = {
    kind: "person",
    personId: demoActor("receiver", new Date(now).toISOString()).personId!,
  };
  const payer: Who = {
    kind: "person",
    personId: demoActor("ap", new Date(now).toISOString()).personId!,
  };
  const order = await publish(app, lateOrder(yard));
  await publish(app, largeInvoice(payer));
  const form = await recordKind("formSubmission")?.moreFields?.(app.database.read(scopeAt(now)));
  const permit = form
    ?.find((field) => field.name === "form")
    ?.choices.find((choice) => choice.label.includes("losure"));
  if (permit) await publish(app, closureDay(permit.value, yard));
  await replay(app, order, now);
  await readNoticesOf(app, carverCountyId, ["workflow"]);
};
