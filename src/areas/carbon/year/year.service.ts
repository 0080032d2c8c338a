import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { enqueue } from "#server/jobs/jobs.ts";
import { asSystem, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { carbonYear } from "../carbon.tables.ts";
import { ensureShippedFactors } from "../factor/factor.service.ts";
import { potentialsFor } from "../factor/potentials.data.ts";
import { firstActivities } from "./activities.data.ts";
import { differenceFrom } from "./difference.service.ts";
import { recountJob } from "./recount.job.ts";
import { totalsOf } from "./totals.service.ts";
import {
  activityInput,
  type RestateInput,
  type Setup,
  type YearChange,
  type YearInput,
} from "./year.model.ts";
import { yearNoun, type YearStored } from "./year.noun.ts";
import { notOverSays, waitingSays } from "./gate.model.ts";

const numberOf = (year: number, versionNo: number): string => `GHG-${year}-${versionNo}`;

type Version = { id: string; status: string; versionNo: number; setup: Setup };

const versionsOf = (db: Db, year: number): Promise<Version[]> =>
  db.rows<Version>(sql`
    select y.id, y.status, y.version_no, y.setup
    from carbon_year y
    where y.org_id = ${db.scope.orgId} and y.year = ${year}
    order by y.version_no
  `);

const lastSetup = async (db: Db): Promise<Setup> => {
  const last = await db.maybe<{ setup: Setup }>(sql`
    select y.setup
    from carbon_year y
    where y.org_id = ${db.scope.orgId} and y.status <> 'dropped'
    order by y.year desc, y.version_no desc
    limit 1
  `);
  return last?.setup ?? { activities: firstActivities.map((one) => activityInput.parse(one)) };
};

/** Has a year counted anew by a job. */
const enqueueCount = (tx: Tx, actor: Actor, { id, year }: Pick<YearStored, "id" | "year">) =>
  enqueue(tx, actor, recountJob, { yearId: id }, `Emissions of ${year}`, `/carbon/years/${id}`);

/** Who opens or restates at the same moment waits. */
const turn = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended('carbon year ' || ${tx.scope.orgId!}, 0))::text as turn
  `);

type Begun = Pick<YearStored, "year" | "versionNo" | "base" | "potentials" | "setup"> &
  Partial<Pick<YearStored, "restatesId" | "why">>;

const begin = async (
  tx: Tx,
  actor: Actor,
  row: Begun,
  queue: typeof enqueueCount | null,
): Promise<YearStored> => {
  const id = newId();
  const jobId = (await queue?.(tx, actor, { id, year: row.year })) ?? null;
  return create(tx, actor, yearNoun, {
    number: { within: numberOf(row.year, row.versionNo) },
    row: { ...row, id, jobId, orgId: tx.scope.orgId!, preparedBy: actor.personId },
    from: row.restatesId ? [{ type: yearNoun.name, id: row.restatesId }] : [],
  });
};

/**
 * Begins to count a calendar year, with the activities of the year before; a story counts it at once and queues
 * nothing. 409 `year_ahead` before it begins,
 * `year_there` where it has a version that stands.
 */
export const openYear = async (
  tx: Tx,
  actor: Actor,
  { year, base }: YearInput,
  queue: typeof enqueueCount | null = enqueueCount,
): Promise<YearStored> => {
  if (year > Number(businessDate(tx.scope).slice(0, 4)))
    throw conflict("year_ahead", `${year} has not begun.`);
  await turn(tx);
  const versions = await versionsOf(tx, year);
  const standing = versions.find(({ status }) => status !== "dropped");
  if (standing)
    throw conflict("year_there", `${year} is counted already. Restate it where it was published.`);
  const [setup] = await Promise.all([lastSetup(tx), ensureShippedFactors(tx, actor)]);
  const potentials = potentialsFor(year);
  // A dropped beginning keeps its number.
  const versionNo = (versions.at(-1)?.versionNo ?? 0) + 1;
  return begin(tx, actor, { year, versionNo, base, potentials, setup }, queue);
};

/** Changes what an open year is counted by. 404, 409, 412. */
export const changeYear = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { activities, ...head }: YearChange,
  version: number | null,
): Promise<YearStored> => {
  const row = await getRow(tx, carbonYear, id, "carbon year");
  const jobId = await enqueueCount(tx, actor, row);
  return change(tx, actor, yearNoun, {
    ...{ id, version, patch: { ...head, setup: { activities }, jobId } },
  });
};

/** Has an open year counted anew. 404, 409 unless it is open. */
export const askRecount = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<YearStored> =>
  change(tx, actor, yearNoun, {
    ...{ id, version, action: "recount" },
    effect: async (row) => ({ patch: { jobId: await enqueueCount(tx, actor, row) } }),
  });

const copy = async (tx: Tx, from: string, to: string): Promise<void> => {
  await tx.rows(sql`
    insert into carbon_gap (
      org_id, id, year_id, kind, activity, cause, title, on_day, quantity, unit, source_type,
      source_id, source_key, source_number, settled_as, reason, settled_by, settled_name, settled_at
    )
    select
      org_id, gen_random_uuid(), ${to}::uuid, kind, activity, cause, title, on_day, quantity, unit,
      source_type, source_id, source_key, source_number, settled_as, reason, settled_by,
      settled_name, settled_at
    from carbon_gap
    where org_id = ${tx.scope.orgId} and year_id = ${from} and settled_as is not null
  `);
  await tx.rows(sql`
    insert into carbon_line (
      org_id, id, year_id, activity, scope, category, basis, quality, title, on_day, quantity, unit,
      amount, factor_id, co2, ch4, n2o, grams, made, source_type, source_id, source_key,
      source_number, entered_by, note
    )
    select
      org_id, gen_random_uuid(), ${to}::uuid, activity, scope, category, basis, quality, title,
      on_day, quantity, unit, amount, factor_id, co2, ch4, n2o, grams, made, source_type, source_id,
      source_key, source_number, entered_by, note
    from carbon_line
    where org_id = ${tx.scope.orgId} and year_id = ${from} and made <> 'source'
  `);
};

/**
 * Begins another version of a published year; the published one stays until this one takes its place. 404, 409
 * unless it is published, 409 `restated_already` while another version is under way.
 */
export const restateYear = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { potentials, why }: RestateInput,
  queue: typeof enqueueCount | null = enqueueCount,
): Promise<YearStored> => {
  await turn(tx);
  const row = await getRow(tx, carbonYear, id, "carbon year");
  if (row.status !== "published")
    throw conflict("not_published", "Only a published year is restated; an open one is changed.");
  const versions = await versionsOf(tx, row.year);
  if (versions.some(({ status }) => status === "open" || status === "reviewed"))
    throw conflict("restated_already", `Another version of ${row.year} is under way.`);
  const next: Begun = {
    ...{ year: row.year, base: row.base, setup: row.setup, potentials, why },
    ...{ versionNo: versions.at(-1)!.versionNo + 1, restatesId: id },
  };
  const made = await begin(tx, actor, next, queue);
  await copy(tx, id, made.id);
  return made;
};

type OfYear = { unsettled: number; own: boolean };

const handsOn = (db: Db, id: string, personId: string | null): Promise<OfYear> =>
  db.one<OfYear>(sql`
    select
      (
        select count(*)
        from carbon_gap g
        where g.org_id = ${db.scope.orgId} and g.year_id = ${id} and g.settled_as is null
      )::int as unsettled,
      (
        exists (
          select 1
          from carbon_line l
          where l.org_id = ${db.scope.orgId}
            and l.year_id = ${id}
            and l.entered_by = ${personId}::uuid
        )
        or exists (
          select 1
          from carbon_gap g
          where g.org_id = ${db.scope.orgId}
            and g.year_id = ${id}
            and g.settled_by = ${personId}::uuid
        )
      ) as own
  `);

/**
 * Passes a year that another person prepared. 403 for whoever had a hand in it or in a version before, 404,
 * 409 `unsettled`, `counting`, `own_lines`, 412.
 */
export const reviewYear = (tx: Tx, actor: Actor, { id, version }: StepAt): Promise<YearStored> =>
  transition(tx, actor, yearNoun, {
    ...{ id, version, action: "review" },
    effect: async ({ jobId, countedAt }) => {
      if (jobId !== null || countedAt === null)
        throw conflict("counting", "It is being counted. Wait until it is done.");
      const { unsettled, own } = await handsOn(tx, id, actor.personId);
      if (own)
        throw conflict(
          "own_lines",
          "You typed or settled a part of it, so another person reviews it.",
        );
      if (unsettled > 0) throw conflict("unsettled", waitingSays(unsettled));
      return { patch: { reviewedBy: actor.personId } };
    },
  });

/** Gives a reviewed year back to be prepared, with the reason. 404, 409, 412, 422. */
export const sendBackYear = (tx: Tx, actor: Actor, at: TakenStep): Promise<YearStored> =>
  transition(tx, actor, yearNoun, {
    ...at,
    action: "sendBack",
    effect: () => Promise.resolve({ patch: { reviewedBy: null } }),
  });

const anotherBase = async (tx: Tx, actor: Actor, row: YearStored): Promise<void> => {
  const other = await tx.maybe<{ id: string }>(sql`
    select y.id
    from carbon_year y
    where y.org_id = ${tx.scope.orgId}
      and y.base
      and y.status = 'published'
      and y.year <> ${row.year}
  `);
  if (other)
    await change(
      tx,
      asSystem(actor),
      { name: yearNoun.name, table: carbonYear, called: "carbon year" },
      { id: other.id, action: "compareNoMore", patch: { base: false } },
    );
};

/**
 * Publishes a reviewed year: it stays as it is, and takes the place of the version that it restates. 404, 409,
 * 409 `year_not_over` until its last day has passed, 412.
 */
export const publishYear = (tx: Tx, actor: Actor, { id, version }: StepAt): Promise<YearStored> =>
  transition(tx, actor, yearNoun, {
    ...{ id, version, action: "publish" },
    effect: async (row) => {
      if (Number(businessDate(tx.scope).slice(0, 4)) <= row.year)
        throw conflict("year_not_over", notOverSays(row.year));
      const [totals, difference] = await Promise.all([totalsOf(tx, id), differenceFrom(tx, row)]);
      if (row.restatesId)
        await transition(tx, asSystem(actor), yearNoun, {
          id: row.restatesId,
          action: "supersede",
        });
      if (row.base) await anotherBase(tx, actor, row);
      return {
        patch: { totals, difference, publishedAt: businessNow(tx.scope).toISOString() },
      };
    },
  });

/** Drops a version that nobody needs, with the reason. 404, 409, 412, 422. */
export const dropYear = (tx: Tx, actor: Actor, at: TakenStep): Promise<YearStored> =>
  transition(tx, actor, yearNoun, { ...at, action: "drop" });
