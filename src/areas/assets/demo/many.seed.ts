import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { dateIn } from "#kernel/dates.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { countOn } from "#server/lifecycle.ts";
import { demoPersonId, carverTimeZone } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { later } from "#areas/procurement/procurement.server.ts";
import { asset, assetDowntime, assetReading, workOrder } from "../assets.tables.ts";
import { conditionOf } from "../asset/condition.model.ts";
import { workHour } from "../hours/hours.tables.ts";
import { demoClasses } from "./assets.data.ts";
import { oldAssets, oldWork, type OldAsset, type OldWork } from "./many.data.ts";

/** `many` numbers of a kind and year, in their order. */
const numbers = async (tx: Tx, kind: string, year: number, many: number): Promise<string[]> => {
  const last = await countOn(tx, kind, year, many);
  return Array.from(
    { length: many },
    (_, at) => `${kind}-${year}-${String(last - many + 1 + at).padStart(5, "0")}`,
  );
};

const classesOf = async (tx: Tx): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (
      await tx.rows<{ code: string; id: string }>(sql`
        select code, id
        from asset_class
        where org_id = ${tx.scope.orgId}
      `)
    ).map(({ code, id }) => [code, id]),
  );
const scaleOf = (code: OldAsset["code"]) =>
  demoClasses.find((one) => one.code === code)!.conditionScale;

const tellTaken = (
  tx: Tx,
  actor: Actor,
  noun: string,
  rows: readonly { id: string; number: string }[],
) => {
  for (const row of rows)
    note(tx, actor, noun, row, {
      action: "create",
      after: row,
      note: "Taken over from the county's old register",
      event: null,
    });
};

/** The rest of the register at once, in service, with its newest conditions; ids by tag. */
export const seedOldAssets = (app: App): Promise<Map<string, string>> => {
  const keeper = demoActor("manager");
  return app.database.transaction(keeper, async (tx) => {
    const today = businessDate(tx.scope);
    const all = oldAssets(today);
    const [classes, taken] = await Promise.all([
      classesOf(tx),
      numbers(tx, "AST", Number(today.slice(0, 4)), all.length),
    ]);
    const rows = all.map(({ code, reading, ...said }, at) => ({
      ...said,
      orgId: keeper.orgId!,
      id: newId(),
      number: taken[at]!,
      status: "in_service" as const,
      classId: classes.get(code)!,
      acquiredOn: said.inServiceOn,
      condition: reading ? conditionOf(scaleOf(code), reading.value) : null,
      conditionOn: reading?.on ?? null,
    }));
    await insertRows(tx, asset, rows);
    const readings = all.flatMap(({ code, reading }, at) =>
      reading
        ? [
            {
              orgId: keeper.orgId!,
              id: newId(),
              assetId: rows[at]!.id,
              readOn: reading.on,
              scale: scaleOf(code),
              value: String(reading.value),
              condition: rows[at]!.condition!,
              readBy: keeper.personId,
            },
          ]
        : [],
    );
    await insertRows(tx, assetReading, readings);
    tellTaken(tx, keeper, "asset", rows);
    return new Map(rows.map(({ tag, id }) => [tag, id]));
  });
};

const workOf = (now: Date, work: OldWork, assetId: string) => {
  const at = (days: number) => later(now, -work.ago + days).toISOString();
  const startedAt = at(0.5);
  return {
    orgId: demoActor("manager").orgId!,
    id: newId(),
    status: "closed" as const,
    title: work.title,
    kind: work.kind,
    priority: work.kind === "emergency" ? ("urgent" as const) : ("normal" as const),
    assetId,
    requestedBy: demoPersonId("works@demo.levee.test"),
    approvedBy: demoPersonId("manager@demo.levee.test"),
    leadId: demoPersonId(`${work.lead}@demo.levee.test`),
    dueOn: dateIn(at(4), carverTimeZone),
    scheduledOn: dateIn(startedAt, carverTimeZone),
    estimateMinutes: work.minutes,
    startedAt,
    completedAt: new Date(Date.parse(startedAt) + work.minutes * 60_000).toISOString(),
    problem: work.problem,
    cause: work.cause,
    remedy: work.remedy,
    createdAt: at(0),
    updatedAt: at(1),
  };
};
type OldRow = ReturnType<typeof workOf> & { number: string };

const numbered = async (tx: Tx, rows: readonly ReturnType<typeof workOf>[]): Promise<OldRow[]> => {
  const made: OldRow[] = [];
  for (const year of new Set(rows.map((row) => row.createdAt.slice(0, 4)))) {
    const of = rows.filter((row) => row.createdAt.startsWith(year));
    const taken = await numbers(tx, "WO", Number(year), of.length);
    made.push(...of.map((row, at) => ({ ...row, number: taken[at]! })));
  }
  return made;
};

// One order a day at the most of each of them: nobody is in two places.
const hoursOf = (tx: Tx, row: OldRow, laborClassId: string) => ({
  orgId: row.orgId,
  id: newId(),
  kind: "labor" as const,
  status: "approved" as const,
  personId: row.leadId,
  laborClassId,
  fromAt: row.startedAt,
  toAt: row.completedAt,
  workedOn: dateIn(row.startedAt, tx.scope.timeZone ?? "UTC"),
  minutes: row.estimateMinutes,
  activity: row.remedy,
  assetId: row.assetId,
  workOrderId: row.id,
  enteredBy: row.leadId,
  approvedBy: row.approvedBy,
  approvedAt: row.updatedAt,
});

/** Two years of work that was closed, with its hours, and when what failed was out of service. */
export const seedOldWork = (
  app: App,
  now: Date,
  ids: ReadonlyMap<string, string>,
): Promise<void> => {
  const manager = demoActor("manager");
  return app.database.transaction(manager, async (tx) => {
    const { id: laborClassId } = await tx.one<{ id: string }>(sql`
      select id
      from labor_class
      where org_id = ${tx.scope.orgId} and code = 'TEC'
    `);
    const oldest = oldWork.toReversed().map((work) => workOf(now, work, ids.get(work.tag)!));
    const rows = await numbered(tx, oldest);
    await insertRows(tx, workOrder, rows);
    await insertRows(
      tx,
      workHour,
      rows.map((row) => hoursOf(tx, row, laborClassId)),
    );
    await insertRows(
      tx,
      assetDowntime,
      rows
        .filter((row) => row.kind !== "preventive")
        .map((row) => ({
          orgId: row.orgId,
          id: newId(),
          assetId: row.assetId,
          fromAt: row.createdAt,
          untilAt: row.completedAt,
          reason: `${row.number}: ${row.title}`,
        })),
    );
    tellTaken(tx, manager, "workOrder", rows);
  });
};
