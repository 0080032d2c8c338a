import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { counted } from "#kernel/words.ts";
import { changesNamed, contractsNamed } from "#areas/contracts/contracts.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { runInThread } from "#server/optimum/in-thread.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { contractIdsOf, type ProjectStored } from "../../project/project.noun.ts";
import { project } from "../../projects.tables.ts";
import { openChange } from "../../question/change.service.ts";
import { stateOf } from "../compare.service.ts";
import { lastDayOf } from "../moment.model.ts";
import { schedule } from "../schedule.tables.ts";
import type { SnapshotName } from "../schedule.model.ts";
import type { Snapshot } from "../snapshot.model.ts";
import { givesDays } from "./extension.labels.ts";
import {
  proposedWords,
  type AskedSlip,
  type ExtensionInput,
  type SlipAnswer,
  type StateHead,
} from "./extension.model.ts";
import { scheduleExtension } from "./extension.tables.ts";
import { daysOfCauses, slipOf, type Slip } from "./slip.model.ts";
import type { SlipQuestion } from "./slip.thread.ts";

/** Two states of a schedule by their names. */
type Between = { before: SnapshotName; after: SnapshotName };
type Compared = {
  slip: Slip;
  heads: { before: StateHead; after: StateHead };
  states: { before: Snapshot; after: Snapshot };
};

// A large schedule is computed many times over: apart from the thread that answers everybody.
const thread = new URL("./slip.thread.ts", import.meta.url);
const slipApart = (before: Snapshot, after: Snapshot): Promise<Slip> =>
  before.tasks.length <= 1_000
    ? Promise.resolve(slipOf(before, after))
    : runInThread<Slip>(thread, { before, after } satisfies SlipQuestion, {
        ...{ seconds: 120, ends: () => true, late: () => null },
      });

const compared = async (db: Db, id: string, { before, after }: Between): Promise<Compared> => {
  const [old, now] = await Promise.all([stateOf(db, id, before), stateOf(db, id, after)]);
  const headOf = (name: SnapshotName, { label, snapshot }: typeof old): StateHead => ({
    ...{ name, label, dataDate: snapshot.dataDate, finish: lastDayOf(snapshot.finish) },
  });
  return {
    slip: await slipApart(old.snapshot, now.snapshot),
    heads: { before: headOf(before, old), after: headOf(after, now) },
    states: { before: old.snapshot, after: now.snapshot },
  };
};

/** Why nothing is asked of a project's time; null where it may be. */
export const closedFor = ({ number, status }: ProjectStored): string | null =>
  status === "closed" || status === "cancelled"
    ? `${number} has ended: an extension is asked while the work goes on.`
    : null;

const over: ReadonlySet<string> = new Set(["refused", "withdrawn"]);

/** The changes that were asked for days of the finish that a slip has too, and still count. */
const askedFor = async (
  db: Db,
  scheduleId: string,
  contractIds: readonly string[],
  { wasFinish, finish }: Pick<Slip, "wasFinish" | "finish">,
) => {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from schedule_extension
    where org_id = ${db.scope.orgId}
      and schedule_id = ${scheduleId}
      and contract_id = any(${[...contractIds]}::uuid[])
      and slip ->> 'wasFinish' < ${finish}
      and slip ->> 'finish' > ${wasFinish}
  `);
  const named = await changesNamed(
    db,
    rows.map(({ id }) => id),
  );
  return named.filter(({ status }) => !over.has(status));
};

/**
 * Why a schedule slipped between two states, and what an extension of time for it would say.
 * `contractIds` are those that whoever asks may change. 404.
 */
export const readSlip = async (
  db: Db,
  id: string,
  between: Between,
  contractIds?: readonly string[],
): Promise<SlipAnswer> => {
  const row = await getRow(db, schedule, id, "schedule");
  const p = await getRow(db, project, row.projectId, "project");
  const own = contractIds ?? contractIdsOf(p);
  const { slip, heads } = await compared(db, id, between);
  const [contracts, asked] = await Promise.all([
    contractsNamed(db, own),
    askedFor(db, id, own, slip),
  ]);
  return {
    ...slip,
    ...heads,
    movers: [...slip.movers],
    ...proposedWords(slip, heads),
    contracts: contracts
      .filter(({ status }) => status === "active" || status === "suspended")
      .map((c) => ({ id: c.id, label: `${c.number} ${c.title}` })),
    asked: asked.map(({ id: changeId, number, title, status }) => ({
      ...{ id: changeId, number, title, status },
    })),
    closed: closedFor(p),
  };
};

// What is asked, with whose each cause is: days follow from those alone that are not the contractor's.
const judged = ({ slip, heads, states }: Compared, { causes, days }: ExtensionInput): AskedSlip => {
  const whose = new Map(causes.map((each) => [each.key, each.whose]));
  const known = new Set(slip.movers.map(({ key }) => key));
  if (causes.some(({ key }) => !known.has(key)))
    throw invalidField("causes", "A cause is not in this slip. Open it again.", "cause_unknown");
  const excused = causes.filter((each) => givesDays(each.whose)).map(({ key }) => key);
  if (excused.length === 0)
    throw invalidField(
      "causes",
      "All causes are the contractor's own: they give no days.",
      "no_cause_for_days",
    );
  const most = daysOfCauses(states.before, states.after, excused);
  if (days > most)
    throw invalidField(
      "days",
      `These causes moved the finish by ${counted(most, "day")}: ask for that at most.`,
      "days_beyond_cause",
    );
  const movers = slip.movers.map((each) => ({
    ...each,
    whose: whose.get(each.key) ?? ("contractor" as const),
  }));
  return { ...slip, ...heads, askedDays: days, movers };
};

const tellEngineer = (
  tx: Tx,
  p: ProjectStored,
  actor: Actor,
  made: { id: string; number: string },
) =>
  notify(tx, p.engineerId && p.engineerId !== actor.personId ? [p.engineerId] : [], {
    kind: "project",
    title: `${made.number}: more time is asked for ${p.number}`,
    body: "Its finish moved. The change names each cause with its days.",
    link: `/claims-change-orders/changes/${made.id}`,
  });

/** Who asks: the agency, or the contractor's person by name for its own contracts. */
type Asker = { side: "agency" } | { side: "vendor"; proposedBy: string; contractIds: string[] };

/**
 * Asks an extension of time as a change of a contract, with the slip and both states as they stand.
 * 404; 409 `project_ended`, `no_slip`, `slip_asked`; 422 `contract_unknown`, `cause_unknown`,
 * `no_cause_for_days`, `days_beyond_cause`.
 */
export const askExtension = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: ExtensionInput,
  by: Asker = { side: "agency" },
) => {
  const { projectId } = await getRow(tx, schedule, id, "schedule");
  const p = await lockRow(tx, project, projectId, "project");
  const closed = closedFor(p);
  if (closed) throw conflict("project_ended", closed);
  const { contractId, title, reason, days } = input;
  if (by.side === "vendor" && !by.contractIds.includes(contractId))
    throw invalidField("contractId", "Choose your contract of this project.", "contract_unknown");
  const found = await compared(tx, id, input);
  if (found.slip.days <= 0)
    throw conflict("no_slip", "Between these two states the finish did not move to a later day.");
  const [twin] = await askedFor(tx, id, [contractId], found.slip);
  if (twin)
    throw conflict("slip_asked", `${twin.number} asks for these days already.`, {
      changeId: twin.id,
    });
  const slip = judged(found, input);
  const made = await openChange(
    tx,
    actor,
    { type: "schedule", id, projectId },
    { contractId, title, reason, lines: [{ description: title, amount: 0, days }] },
    by.side === "vendor" ? { side: "vendor", proposedBy: by.proposedBy } : by,
  );
  await insertRow(tx, scheduleExtension, {
    orgId: tx.scope.orgId!,
    id: made.id,
    scheduleId: id,
    contractId,
    slip,
    states: found.states,
  });
  tellEngineer(tx, p, actor, made);
  return made;
};
