import { ownOrShipped, type Rule } from "#areas/governance/governance.public.ts";
import { rulesOfKey } from "#areas/governance/governance.server.ts";
import { administratorsOf, changeState, notify } from "#areas/organization/organization.server.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { instantAt, type Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { closingMattersOf, lastEntryAt } from "#server/agencies/ending.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Database, Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { runningAgency } from "#server/operation/running-agency.ts";
import { agencyEnding } from "./deletion.tables.ts";
import type { EndingInput, EndingStanding } from "./ending.model.ts";
import { endingRule } from "./ending-rules.data.ts";

export type EndingRecord = typeof agencyEnding.$inferSelect;
export const endingName = "agencyEnding";
/** An export that was taken along this long ago, in days, no longer stands for the agency's records. */
const freshDays = 30;
const dayMs = 86_400_000;

/** The strictest value of a number: the longest. */
const longest = (rules: readonly Rule[], name: string, otherwise: number): number =>
  Math.max(
    ...rules.flatMap(({ parameters: { [name]: value } }) =>
      typeof value === "number" ? [value] : [],
    ),
    0,
  ) || otherwise;

const daysAndYears = async (db: Db) => {
  const rules = ownOrShipped(
    await rulesOfKey(db, endingRule.key),
    endingRule.key,
    businessDate(db.scope),
  );
  return { waitDays: longest(rules, "waitDays", 14), keepYears: longest(rules, "keepYears", 3) };
};

/** Until when the agency's records have to be kept, by its newest entry; null where nothing has to be any more. */
const retentionUntil = async (db: Db): Promise<Instant | null> => {
  const { keepYears } = await daysAndYears(db);
  const last = await lastEntryAt(db);
  if (last === null) return null;
  const until = new Date(last);
  until.setUTCFullYear(until.getUTCFullYear() + keepYears);
  return until > businessNow(db.scope) ? instantAt(until) : null;
};

const currentEnding = (db: Db): Promise<EndingRecord | null> =>
  db.maybe<EndingRecord>(sql`
    select *
    from agency_ending
    where org_id = ${db.scope.orgId}
    order by (status in ('asked', 'waiting', 'deleting')) desc, created_at desc, id desc
    limit 1
  `);

const endingShown = (row: EndingRecord): NonNullable<EndingStanding["ending"]> => {
  const { orgId: _orgId, exportId: _exportId, confirmedBy: _by, updatedAt: _at, ...shown } = row;
  return shown;
};

/** How the end of the scope's agency stands, and what refuses it now. */
export const endingStandingOf = async (database: Database, db: Db): Promise<EndingStanding> => {
  const [ending, matters, administrators, until, { waitDays }, running] = await Promise.all([
    currentEnding(db),
    closingMattersOf(db),
    administratorsOf(db),
    retentionUntil(db),
    daysAndYears(db),
    runningAgency(database),
  ]);
  return {
    ending: ending && endingShown(ending),
    operates: running === db.scope.orgId,
    administrators: administrators.length,
    waitingDays: waitDays,
    retentionUntil: until,
    matters,
  };
};

const requireNotOperator = async (database: Database, orgId: string): Promise<void> => {
  if ((await runningAgency(database)) === orgId)
    throw conflict("operators_agency", "This agency runs the installation: it is never deleted.");
};

/** 409 `closing_matters` with what refuses the end of the scope's agency. */
const requireNothingOpen = async (db: Db): Promise<void> => {
  const matters = await closingMattersOf(db);
  if (matters.length > 0)
    throw conflict(
      "closing_matters",
      `The agency cannot end yet. ${matters.map(({ sentence }) => sentence).join(" ")}`,
      { matters },
    );
};

// While records have to be kept, they must have been taken along, and somebody keeps them.
const requireKept = async (tx: Tx, input: EndingInput): Promise<string | null> => {
  if ((await retentionUntil(tx)) === null && input.exportSha256 === null) return null;
  if (input.exportSha256 === null)
    throw invalidField(
      "exportSha256",
      "Records of the agency have to be kept longer: take an export along, and type its SHA-256.",
      "export_needed",
    );
  const taken = await tx.maybe<{ id: string }>(sql`
    select id
    from agency_export
    where org_id = ${tx.scope.orgId}
      and sha256 = ${input.exportSha256}
      and taken_at is not null
      and snapshot_at > ${instantAt(businessNow(tx.scope).getTime() - freshDays * dayMs)}
    order by created_at desc
    limit 1
  `);
  if (!taken)
    throw invalidField(
      "exportSha256",
      `No export of the last ${freshDays} days that was downloaded has this SHA-256.`,
      "export_not_taken",
    );
  for (const [path, what] of [
    ["keeper", "Name who keeps the records."],
    ["keeperContact", "Say how they are reached."],
  ] as const)
    if (!input[path]) throw invalidField(path, what, "keeper_needed");
  return taken.id;
};

const turnToEnd = (tx: Tx) =>
  tx.rows(
    sql`
      select pg_advisory_xact_lock(hashtextextended(${`ending ${tx.scope.orgId}`}, 0))::text as locked
    `,
  );

const tellAdministrators = async (tx: Tx, title: string, body: string): Promise<void> =>
  notify(tx, await administratorsOf(tx), {
    kind: "agency_ending",
    title,
    body,
    link: "/tenant-management",
  });

/**
 * An administrator asks to end the agency; nothing happens before another one confirms. 409
 * `operators_agency`, `ending_under_way`, `one_administrator`, `closing_matters`; 422 `export_needed`,
 * `export_not_taken`, `keeper_needed`.
 */
export const askEnding = async (
  database: Database,
  tx: Tx,
  actor: Actor,
  input: EndingInput,
): Promise<EndingRecord> => {
  const orgId = actor.orgId!;
  await requireNotOperator(database, orgId);
  await turnToEnd(tx);
  const current = await currentEnding(tx);
  if (current && ["asked", "waiting", "deleting"].includes(current.status))
    throw conflict("ending_under_way", "The end of your agency was asked for already.");
  if ((await administratorsOf(tx)).length < 2)
    throw conflict(
      "one_administrator",
      "Another administrator has to confirm, and your agency has none. Name one first.",
    );
  await requireNothingOpen(tx);
  const exportId = await requireKept(tx, input);
  const row = await insertRow(tx, agencyEnding, {
    ...input,
    orgId,
    id: newId(),
    exportId,
    askedBy: actor.personId!,
    askedName: actor.name,
  });
  note(tx, actor, endingName, row.id, { action: "ask", after: input, note: input.reason });
  await tellAdministrators(
    tx,
    "The end of your agency was asked for",
    `${actor.name}: ${input.reason} Another administrator confirms it, or takes it back.`,
  );
  return row;
};

const locked = async (
  tx: Tx,
  id: string,
  version: number | null,
  from: readonly EndingRecord["status"][],
): Promise<EndingRecord> => {
  await turnToEnd(tx);
  const row = await lockRow(tx, agencyEnding, id, "ending");
  requireVersion(row.version, version);
  if (!from.includes(row.status))
    throw conflict(
      "ending_state",
      "This ending is not at that step any more. Load the page again.",
    );
  return row;
};

/**
 * Another administrator confirms: from now on the days run that the dated rule gives. 403
 * `own_ending`; 409 `ending_state`, `closing_matters`.
 */
export const confirmEnding = async (
  database: Database,
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
): Promise<EndingRecord> => {
  await requireNotOperator(database, actor.orgId!);
  const row = await locked(tx, id, version, ["asked"]);
  if (row.askedBy === actor.personId)
    throw notAllowed("You asked for it: another administrator confirms.", "own_ending");
  await requireNothingOpen(tx);
  const { waitDays } = await daysAndYears(tx);
  const now = businessNow(tx.scope).getTime();
  const done = await updateRow(tx, agencyEnding, id, {
    status: "waiting",
    confirmedBy: actor.personId,
    confirmedName: actor.name,
    confirmedAt: instantAt(now),
    waitingDays: waitDays,
    deletesAt: instantAt(now + waitDays * dayMs),
    version: row.version + 1,
  });
  note(tx, actor, endingName, id, {
    action: "confirm",
    after: { deletesAt: done.deletesAt, waitingDays: waitDays },
  });
  await changeState(database, tx, actor, {
    move: "close",
    reason: `${actor.name} confirmed its end. In ${counted(waitDays, "day")} everything is deleted, unless an administrator takes it back before.`,
    rule: endingRule.key,
  });
  return done;
};

/** An administrator takes the ending back, until the deletion begins. 409 `ending_state`. */
export const takeBackEnding = async (
  database: Database,
  tx: Tx,
  actor: Actor,
  { id, version, reason }: { id: string; version: number | null; reason: string },
): Promise<EndingRecord> => {
  const row = await locked(tx, id, version, ["asked", "waiting"]);
  return endedAs(database, tx, actor, row, { status: "taken_back", reason });
};

/** Ends an ending without a deletion, and tells the administrators. */
export const endedAs = async (
  database: Database,
  tx: Tx,
  actor: Actor,
  row: EndingRecord,
  { status, reason }: { status: "taken_back" | "stopped"; reason: string },
): Promise<EndingRecord> => {
  const done = await updateRow(tx, agencyEnding, row.id, {
    status,
    endedName: actor.name,
    endedReason: reason,
    endedAt: instantAt(businessNow(tx.scope)),
    version: row.version + 1,
  });
  note(tx, actor, endingName, row.id, {
    action: status === "taken_back" ? "takeBack" : "stop",
    after: { status },
    note: reason,
  });
  if (row.status === "waiting")
    await changeState(database, tx, actor, { move: "take_back", reason, rule: endingRule.key });
  else await tellAdministrators(tx, "Your agency goes on", `${actor.name}: ${reason}`);
  return done;
};

/** Stops an ending whose days are over, where a restore leaves unknown whether it still holds. */
export const stopDueEnding = async (
  database: Database,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<EndingRecord> => {
  await turnToEnd(tx);
  const row = await lockRow(tx, agencyEnding, id, "ending");
  return endedAs(database, tx, actor, row, {
    status: "stopped",
    reason: "Levee was restored from a backup. Ask for the end anew where it still holds.",
  });
};
