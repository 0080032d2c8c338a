import { type Actor, systemActor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { notify, readOrganization } from "#areas/organization/organization.server.ts";
import { deadline } from "../workflow.tables.ts";
import { deadlineNoun } from "./deadline.noun.ts";
import {
  knownSources,
  type DeadlineOwner,
  type DeadlineRecordOf,
  type DeadlineSource,
} from "./sources.service.ts";
import type { DeadlineSpec } from "./deadline.model.ts";

type Kept = DeadlineOwner;
type Wanted = Pick<
  Kept,
  | "sourceType"
  | "sourceId"
  | "key"
  | "title"
  | "dueOn"
  | "follows"
  | "citation"
  | "ownerId"
  | "notices"
  | "byHand"
  | "link"
  | "sourceNumber"
  | "duty"
>;

const wantedOf = (
  source: DeadlineSource,
  record: DeadlineRecordOf,
  spec: DeadlineSpec,
  before: Kept | undefined,
): Wanted => ({
  sourceType: source.type,
  sourceId: record.id,
  key: spec.key,
  title: spec.title,
  dueOn: spec.dueOn,
  follows: spec.follows,
  citation: spec.citation ?? "",
  // Whom somebody gave it to stays, unless the record names another owner than it did.
  ownerId: before?.assigned ? before.ownerId : (spec.ownerId ?? null),
  notices: [...(spec.notices ?? [])],
  byHand: spec.byHand ?? true,
  link: record.link,
  sourceNumber: record.number,
  duty: source.duty ?? null,
});

const differs = (before: Kept, wanted: Wanted): boolean =>
  Object.entries(wanted).some(
    ([name, value]) => String(before[name as keyof Wanted]) !== String(value),
  );

/** Whether a day that lapsed or was dropped is due again. */
const isDueAgain = (before: Kept, wanted: Wanted, today: string): boolean =>
  before.status === "dropped" || (before.status === "lapsed" && wanted.dueOn >= today);

const tellMoved = (tx: Tx, actor: Actor, before: Kept, after: Kept): void => {
  if (after.dueOn === before.dueOn || !after.ownerId || after.ownerId === actor.personId) return;
  notify(tx, [after.ownerId], {
    kind: "deadline",
    title: `${after.sourceNumber}: ${after.title} is due on another day`,
    body: `${formatDate(before.dueOn)} before, ${formatDate(after.dueOn)} now. ${after.follows}`,
    link: after.link,
  });
};

const step = (tx: Tx, actor: Actor, id: string, action: "drop" | "renew") =>
  transition(tx, systemActor(actor.orgId), deadlineNoun, { id, action, version: null });

const settleOne = async (
  tx: Tx,
  actor: Actor,
  { wanted, today }: { wanted: Wanted; today: string },
  before: Kept | undefined,
): Promise<void> => {
  if (!before) {
    const row = await insertRow(tx, deadline, { ...wanted, orgId: tx.scope.orgId!, id: newId() });
    note(tx, actor, "deadline", row.id, { number: row.title, action: "set", after: row });
    return;
  }
  if (before.status === "met") return;
  if (differs(before, wanted)) {
    const row = await updateRow(tx, deadline, before.id, wanted);
    note(tx, actor, "deadline", row.id, { number: row.title, action: "move", before, after: row });
    tellMoved(tx, actor, before, row);
  }
  if (isDueAgain(before, wanted, today)) await step(tx, actor, before.id, "renew");
};

const settle = async (
  tx: Tx,
  actor: Actor,
  source: DeadlineSource,
  records: readonly DeadlineRecordOf[],
  kept: readonly Kept[],
): Promise<void> => {
  const today = businessDate(tx.scope, (await readOrganization(tx)).timeZone);
  const left = new Map(kept.map((row) => [`${row.sourceId} ${row.key}`, row]));
  for (const record of records)
    for (const spec of record.deadlines) {
      const name = `${record.id} ${spec.key}`;
      const before = left.get(name);
      const wanted = wantedOf(source, record, spec, before);
      await settleOne(tx, actor, { wanted, today }, before);
      left.delete(name);
    }
  for (const row of left.values())
    if (row.status === "open" || row.status === "lapsed") await step(tx, actor, row.id, "drop");
};

const sourceOf = (type: string): DeadlineSource => {
  const source = knownSources().get(type);
  if (!source) throw new Error(`no area says how deadlines of ${type} follow`);
  return source;
};

/**
 * Writes a record's deadlines as they follow now, in the transaction that changes the record: new
 * ones, moved ones (whoever owns them is told), and those that are no longer due. One that was done
 * stays done.
 */
export const keepDeadlines = async (
  tx: Tx,
  actor: Actor,
  type: string,
  record: DeadlineRecordOf,
): Promise<void> => {
  const kept = await tx.rows<Kept>(sql`
    select *
    from deadline
    where org_id = ${tx.scope.orgId} and source_type = ${type} and source_id = ${record.id}
    order by id
    for update
  `);
  await settle(tx, actor, sourceOf(type), [record], kept);
};

/** Works out every deadline of one kind anew: a rule, a calendar or a record may have changed. */
export const recomputeDeadlines = async (tx: Tx, actor: Actor, type: string): Promise<void> => {
  const source = sourceOf(type);
  const kept = await tx.rows<Kept>(sql`
    select *
    from deadline
    where org_id = ${tx.scope.orgId} and source_type = ${type}
    order by id
    for update
  `);
  await settle(tx, actor, source, await source.all(tx), kept);
};
