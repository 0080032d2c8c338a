import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate, databaseNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { outageBefore } from "#server/operation/outages.ts";
import { strictestNumber } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { writeToTold } from "../solicitation/letters.service.ts";
import { tellSolicitation } from "../solicitation/publication.service.ts";
import {
  buyersOf,
  moveSolicitation,
  type SolicitationRecord,
} from "../solicitation/solicitation.noun.ts";
import { solicitation, solicitationAddendum } from "../solicitation/solicitation.tables.ts";
import type { extendInput, openAnywayInput } from "./outage.model.ts";
import { deadlineOutage } from "./outage.tables.ts";

type Held = typeof deadlineOutage.$inferSelect & { timeZone: string };
const aboutOf = (row: SolicitationRecord): About => ({
  objectType: "solicitation",
  objectId: row.id,
  number: row.number,
});
type Due = Pick<SolicitationRecord, "orgId" | "id" | "dueAt">;

/** Minutes before a deadline in which an outage holds the opening, where no rule says otherwise. */
const defaultMinutes = 60;

const minutesOf = async (tx: Tx): Promise<number> =>
  strictestNumber(
    await listRules(tx, ["outageBeforeDue"]),
    "outageBeforeDue",
    "minutes",
    businessDate(tx.scope),
    "most",
  ) ?? defaultMinutes;

/** A deadline of a solicitation: its own, or that of a round of final offers. */
export type Deadline = { orgId: string; solicitationId: string; dueAt: string };

/** What waits for a decision about a deadline, or null. */
export const heldAt = (db: Db, { orgId, solicitationId, dueAt }: Deadline): Promise<Held | null> =>
  db.maybe<Held>(sql`
    select d.*, o.time_zone
    from deadline_outage d
    join organization o on o.id = d.org_id
    where d.org_id = ${orgId}
      and d.solicitation_id = ${solicitationId}
      and d.due_at = ${dueAt}
      and d.decision is null
  `);

/** What waits for a decision about a solicitation's own deadline, or null. */
export const heldByOutage = async (db: Db, row: Due): Promise<Held | null> =>
  row.dueAt ? heldAt(db, { orgId: row.orgId, solicitationId: row.id, dueAt: row.dueAt }) : null;

/** Why nothing opens, for the screens and the error; in the agency's time. */
export const outageSentence = (held: Held): string =>
  `Nobody could reach Levee from ${formatInstant(held.awayFrom, held.timeZone)} to ${formatInstant(held.awayUntil, held.timeZone)}, within ${held.minutes} minutes before answers were due. Nothing opens by itself: extend the deadline, or open with a reason.`;

/** The record that a decision is about, as the audit record names it. */
export type About = { objectType: "solicitation" | "evaluation"; objectId: string; number: string };

/**
 * Holds a deadline that has passed where nobody could reach Levee before it, once; gives what waits
 * for a decision, or null.
 */
export const holdDeadline = async (
  tx: Tx,
  deadline: Deadline,
  { objectType, objectId, number }: About,
): Promise<Held | null> => {
  const { orgId, solicitationId, dueAt } = deadline;
  const known = await tx.maybe(sql`
    select 1 as known
    from deadline_outage
    where org_id = ${orgId} and solicitation_id = ${solicitationId} and due_at = ${dueAt}
  `);
  if (known) return heldAt(tx, deadline);
  const minutes = await minutesOf(tx);
  const outage = minutes > 0 ? await outageBefore(tx, dueAt, minutes) : null;
  if (!outage) return null;
  await insertRow(tx, deadlineOutage, { ...deadline, id: newId(), minutes, ...outage });
  note(tx, { orgId, personId: null, sessionId: null, name: "Levee" }, objectType, objectId, {
    number,
    action: "heldByOutage",
    after: { dueAt, minutes, ...outage },
    event: null,
  });
  return heldAt(tx, deadline);
};

/**
 * Looks, when a solicitation closes, whether anybody could reach Levee before its deadline. Where
 * nobody could, its opening waits for an officer, and the agency's buyers are told why.
 */
export const holdForOutage = async (tx: Tx, row: SolicitationRecord): Promise<boolean> => {
  const held = await holdDeadline(
    tx,
    { orgId: row.orgId, solicitationId: row.id, dueAt: row.dueAt! },
    aboutOf(row),
  );
  if (!held) return false;
  notify(tx, await buyersOf(tx, row), {
    kind: "solicitation",
    title: `${row.number} waits for your decision`,
    body: outageSentence(held),
    link: `/solicitations/${row.id}/opening`,
  });
  return true;
};

/** 409 where nothing waits for a decision. */
export const notHeld = () =>
  conflict("not_held", "No outage waits for a decision here, or somebody has decided it.");

const undecided = async (tx: Tx, id: string) => {
  const row = await lockRow(tx, solicitation, id, "solicitation");
  const held = row.status === "closed" ? await heldByOutage(tx, row) : null;
  if (!held) throw notHeld();
  return { row, held };
};

/** Records what was decided, and why; announced to whoever looks at the record. */
export const decideOutage = async (
  tx: Tx,
  actor: Actor,
  { objectType, objectId, number }: About,
  held: Held,
  decision: { decision: "extend" | "open"; reason: string; newDueAt?: string },
): Promise<void> => {
  const after = await updateRow(tx, deadlineOutage, held.id, {
    ...decision,
    decidedBy: actor.personId,
    decidedAt: (await databaseNow(tx)).toISOString(),
  });
  note(tx, actor, objectType, objectId, {
    number,
    action: `${decision.decision}AfterOutage`,
    before: held,
    after,
    note: decision.reason,
    event: `${objectType}.outage`,
  });
};

/** A new deadline lies ahead by the database's clock; 422 otherwise. */
export const laterInstant = async (tx: Tx, dueAt: string): Promise<Instant> => {
  if (new Date(dueAt) <= (await databaseNow(tx)))
    throw invalidField("dueAt", "The new deadline must lie in the future.");
  return new Date(dueAt).toISOString();
};

/**
 * Gives bidders the time back that an outage took: the solicitation is open again until the new
 * deadline, an addendum says why, and bidders and followers are told. 409 where nothing waits for a
 * decision, 422 for a time that is not in the future.
 */
export const extendAfterOutage = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof extendInput>,
): Promise<SolicitationRecord> => {
  const found = await undecided(tx, id);
  const dueAt = await laterInstant(tx, input.dueAt);
  await decideOutage(tx, actor, aboutOf(found.row), found.held, {
    decision: "extend",
    reason: input.reason,
    newDueAt: dueAt,
  });
  const addendumNo = found.row.addenda + 1;
  await insertRow(tx, solicitationAddendum, {
    orgId: found.row.orgId,
    id: newId(),
    solicitationId: id,
    addendumNo,
    title: "The deadline is later: Levee could not be reached",
    text: input.reason,
    material: false,
    changes: [],
    dueBefore: found.row.dueAt!,
    dueAfter: dueAt,
    publishedBy: actor.personId,
  });
  const after = await moveSolicitation(tx, { ...actor, kind: "system" }, id, "reopen", {
    reason: input.reason,
    effect: async () => ({ patch: { dueAt, closedAt: null, addenda: addendumNo } }),
  });
  await tellSolicitation(tx, actor, after, "addendum");
  return after;
};

/**
 * Opens although nobody could reach Levee for a time: the reason is on record, and bidders and
 * followers are told. Quotes that the server holds open within a minute; sealed bids when their
 * officers open them. 409 where nothing waits for a decision.
 */
export const openAfterOutage = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof openAnywayInput>,
): Promise<SolicitationRecord> => {
  const found = await undecided(tx, id);
  const { row, held } = found;
  await decideOutage(tx, actor, aboutOf(row), held, { decision: "open", reason: input.reason });
  await writeToTold(tx, row, {
    subject: `${row.number} is opened after an outage`,
    text: [
      `Levee could not be reached from ${formatInstant(held.awayFrom, held.timeZone)} to ${formatInstant(held.awayUntil, held.timeZone)}, shortly before answers to ${row.number}, ${row.title}, were due. The agency opens them without extending the deadline.`,
      `Its reason: ${input.reason}`,
    ],
  });
  return row;
};
