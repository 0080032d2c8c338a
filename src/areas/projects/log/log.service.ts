import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { change, note } from "#server/change.ts";
import { businessDate, databaseNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requirePhotos } from "#server/files/named-files.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import type { ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import { placedQuantities, quantitiesOf, refuseBeyond, storeQuantities } from "./lines.service.ts";
import type { AmendInput, LogChange, LogInput } from "./log.model.ts";
import { logNoun, withLock, type LogStored } from "./log.noun.ts";
import { dailyLog, dailyLogAmendment } from "./log.tables.ts";

const building: ReadonlySet<string> = new Set(["active", "on_hold", "substantially_complete"]);

// Behind the project's lock, so that neither a day nor a line's rest is taken twice at once.
const holdProject = async (tx: Tx, id: string): Promise<ProjectStored> => {
  const row = await lockRow(tx, project, id, "project");
  if (!building.has(row.status))
    throw conflict(
      "project_not_building",
      `${row.number} is not being built now: logs are written from its begin until it is closed.`,
    );
  return row;
};

type OfDay = { projectId: string; day: string; authorId: string; but: string | null };

const refuseDay = async (tx: Tx, p: ProjectStored, of: OfDay): Promise<void> => {
  if (of.day > businessDate(tx.scope))
    throw invalidField(
      "day",
      "This day is not over yet, it has not even begun: write its log on that day.",
      "day_ahead",
    );
  if (p.startsOn && of.day < p.startsOn)
    throw invalidField(
      "day",
      `The work of ${p.number} starts on ${formatDate(p.startsOn)}: no log is of an earlier day.`,
      "before_begin",
    );
  const other = await tx.maybe<{ number: string }>(sql`
    select number
    from daily_log
    where org_id = ${tx.scope.orgId}
      and project_id = ${of.projectId}
      and day = ${of.day}::date
      and author_id = ${of.authorId}
      and status <> 'discarded'
      and id is distinct from ${of.but}::uuid
  `);
  if (other)
    throw invalidField(
      "day",
      `${other.number} is your log of this day already: open it and go on there.`,
      "log_there",
    );
};

/**
 * Begins the log of a day, as a draft. 404, 409 `project_not_building`; 422 `day_ahead`,
 * `before_begin`, `log_there`, `line_unknown`, `photo_missing`.
 */
export const beginLog = async (tx: Tx, actor: Actor, input: LogInput): Promise<LogStored> => {
  const { quantities, ...head } = input;
  const p = await holdProject(tx, input.projectId);
  await refuseDay(tx, p, { ...head, authorId: actor.personId!, but: null });
  await requirePhotos(tx, actor, input.photoFileIds, []);
  const stored = await placedQuantities(tx, p, quantities, []);
  const id = newId();
  return create(tx, actor, logNoun, {
    number: { kind: "LOG" },
    row: {
      ...head,
      orgId: tx.scope.orgId!,
      id,
      authorId: actor.personId!,
      authorName: actor.name ?? "",
    },
    content: { quantities: stored },
    store: () => storeQuantities(tx, id, stored),
  });
};

/**
 * Changes a log: a draft, or for a day after it was submitted. 404, 409 once it is locked or for
 * another than its author, 412; 422 as at its begin, `beyond_order` where it is submitted.
 */
export const changeLog = (
  tx: Tx,
  actor: Actor,
  id: string,
  { quantities, ...head }: LogChange,
  version: number | null,
): Promise<LogStored> =>
  change(tx, actor, logNoun, {
    id,
    version,
    effect: async (before) => {
      const p = await holdProject(tx, before.projectId);
      await refuseDay(tx, p, { ...before, day: head.day, but: id });
      await requirePhotos(tx, actor, head.photoFileIds, before.photoFileIds);
      const held = await quantitiesOf(tx, id);
      const stored = await placedQuantities(tx, p, quantities, held);
      if (before.status === "submitted") await refuseBeyond(tx, id, stored);
      await storeQuantities(tx, id, stored);
      const publicFileIds = before.publicFileIds.filter((one) => head.photoFileIds.includes(one));
      return {
        patch: { ...head, publicFileIds },
        held: { quantities: held },
        content: { quantities: stored },
      };
    },
  });

/**
 * Submits a log; a day later it is locked. 404, 409, 412; 422 `beyond_order` by line, and the draft
 * stays as it is.
 */
export const submitLog = (tx: Tx, actor: Actor, { id, version }: StepAt): Promise<LogStored> =>
  transition(tx, actor, logNoun, {
    id,
    action: "submit",
    version,
    effect: async (row) => {
      await holdProject(tx, row.projectId);
      await refuseBeyond(tx, id, await quantitiesOf(tx, id));
      return { patch: { submittedAt: (await databaseNow(tx)).toISOString() } };
    },
  });

/** Discards a draft with the reason. 404, 409, 412, 422 without one. */
export const discardLog = (tx: Tx, actor: Actor, at: TakenStep): Promise<LogStored> =>
  transition(tx, actor, logNoun, {
    ...at,
    action: "discard",
    effect: () => Promise.resolve({ patch: { statusReason: at.reason?.trim() ?? "" } }),
  });

/**
 * Adds to a locked log: with author, moment and reason, beside what stands there. 404, 409
 * `not_locked`.
 */
export const amendLog = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { says, reason }: AmendInput,
): Promise<LogStored> => {
  const row = await lockRow(tx, dailyLog, id, "daily log");
  if (!(await withLock(tx, row)).locked)
    throw conflict(
      "not_locked",
      "It is not locked yet: its author corrects it, and amendments come later.",
    );
  await insertRow(tx, dailyLogAmendment, {
    orgId: tx.scope.orgId!,
    id: newId(),
    logId: id,
    authorId: actor.personId!,
    authorName: actor.name ?? "",
    at: (await databaseNow(tx)).toISOString(),
    says,
    reason,
  });
  note(tx, actor, logNoun, row, { action: "amend", after: { amendment: says }, note: reason });
  return row;
};

// Which photos are public is no part of what the log says: it is chosen after it is locked, too.
const photosOf = { name: logNoun.name, table: dailyLog, called: "daily log" };

/** Chooses the photos that may be published; the others are private. 404, 412; 422 `photo_unknown`. */
export const publishPhotos = (
  tx: Tx,
  actor: Actor,
  id: string,
  fileIds: readonly string[],
  version: number | null,
): Promise<LogStored> =>
  change(tx, actor, photosOf, {
    id,
    version,
    action: "publish",
    effect: (before) => {
      if (fileIds.some((one) => !before.photoFileIds.includes(one)))
        throw invalidField("fileIds", "Choose among the photos of this log.", "photo_unknown");
      return Promise.resolve({ patch: { publicFileIds: [...new Set(fileIds)] } });
    },
  });
