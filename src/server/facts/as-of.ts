import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalid } from "#kernel/errors.ts";
import { isDate, isInstant, type Instant } from "#kernel/time.ts";
import type { Db } from "../db/db.ts";
import { oneAs } from "../db/read-as.ts";
import { raw, sql, type Sql } from "../db/sql.ts";
import { overlaps, type Fact, type Measure } from "./facts.ts";

/**
 * The two moments of a question. `posted`: the day by whose end an entry counts, by its posting date.
 * `known`: the moment by which it had been recorded, an instant or a whole day of the agency.
 */
export type Moments = { posted?: string; known?: string };

/** How a report calls each of them. */
const called = { posted: "posted until", known: "as known on" } as const;

const answersThem = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => (fact.asOf ? [fact.label] : [])).join(", ");

/** What parts the figures of a question, and which values count. */
type Told = { by: readonly string[]; where: Readonly<Record<string, unknown>> };

/**
 * That all of these figures can say what stood at the moments, or none does. @throws 422
 * `figure_now_only` for one whose records change in place.
 */
export const requireAsOf = (
  known: readonly Fact[],
  asked: readonly { fact: Fact; measure: Measure }[],
  { by, where, ...moments }: Moments & Told,
): void => {
  const name = moments.known ? "known" : moments.posted ? "posted" : null;
  const without =
    name &&
    asked.find(
      ({ fact, measure }) =>
        !fact.asOf ||
        measure.kind === "duration" ||
        measure.kind === "left" ||
        measure.now ||
        [...by, ...Object.keys(where)].some((id) => overlaps(fact, id)),
    );
  if (!without) return;
  throw invalid(
    "figure_now_only",
    `${without.fact.label}: ${without.measure.label}. This figure is known as of now only, for its records change in place. Take out “${called[name]}”, or ask for what is kept entry by entry: ${answersThem(known)}.`,
    [{ path: name, message: "This figure is known as of now only." }],
  );
};

/** The last moment that counts: of a day its last microsecond. */
const lastMoment = (known: string, { timeZone = "UTC" }: Actor): Sql =>
  isDate(known)
    ? sql`((${known}::date + 1)::timestamp at time zone ${timeZone}) - interval '1 microsecond'`
    : sql`${known}::timestamptz`;

/** So often, and so many milliseconds apart, it is looked whether what ran has ended. */
const looks = 60;
const pauseMs = 50;
const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, pauseMs));

// By agency, the moment up to which nothing more is recorded: what has ended once has ended for good.
const overUntil = new Map<string, Instant>();

const look = z.object({
  at: z.string(),
  come: z.boolean(),
  now: z.string(),
  running: z.array(z.string()),
});
const still = z.object({ running: z.boolean() });

// Whoever writes holds a lock on its transaction's number until all that it wrote is there to see. The
// database's own workers (of no user) write no records.
const writing = raw(`
  from pg_locks w
  join pg_stat_activity a on a.pid = w.pid
  where w.locktype = 'transactionid'
    and w.mode = 'ExclusiveLock'
    and w.granted
    and w.pid <> pg_backend_pid()
    and a.datname = current_database()
    and a.usesysid is not null
`);

/** Waits until transactions have ended; false where one of them runs on. */
const haveEnded = async (db: Db, running: readonly string[]): Promise<boolean> => {
  for (let left = running.length ? looks : 0; left > 0; left--) {
    const found = await oneAs(
      db,
      still,
      sql`
        select exists (
            select ${writing} and w.transactionid::text = any(${[...running]})
          ) as running
      `,
    );
    if (!found.running) return true;
    await pause();
  }
  return running.length === 0;
};

/**
 * The moment by which something had been recorded, once all that wrote before it have ended: whoever had
 * a transaction's number when it was asked has committed or not, and what is written later is recorded
 * later (entries are stamped by `clock_timestamp()` as they are written, not as their transaction
 * begins). To be asked before the figures. @throws 422 `moment_unknown`, `moment_to_come`; 409
 * `moment_not_over` while something that wrote before it still runs.
 */
export const requireOver = async (db: Db, actor: Actor, known: string): Promise<Instant> => {
  if (!isDate(known) && !isInstant(known))
    throw invalid("moment_unknown", "Name a day, or a moment with its zone.", [
      { path: "known", message: "Name a day, or a moment with its zone." },
    ]);
  const moment = lastMoment(known, actor);
  const { at, come, now, running } = await oneAs(
    db,
    look,
    sql`
      select
        ${moment} as at, ${moment} <= clock_timestamp() as come, clock_timestamp() as now,
        array(select w.transactionid::text ${writing}) as running
    `,
  );
  if (!come)
    throw invalid(
      "moment_to_come",
      "What is known then cannot be told yet: choose a day that is over. Without one the report says what is known now.",
      [{ path: "known", message: "Choose a day that is over." }],
    );
  const over = overUntil.get(actor.orgId ?? "");
  if (over && Date.parse(at) < Date.parse(over)) return at as Instant;
  if (!(await haveEnded(db, running)))
    throw conflict(
      "moment_not_over",
      "Something that was begun before this moment is still being written. Ask again in a minute.",
    );
  overUntil.set(actor.orgId ?? "", now as Instant);
  return at as Instant;
};

/** The FROM clause of a fact: of its list now, or of what its entries said at the moments. */
export const fromOf = (fact: Fact, actor: Actor, { posted, known }: Moments): Sql => {
  const { asOf, list } = fact;
  if (!asOf || !("from" in asOf) || !(posted ?? known)) return raw(list.from);
  const [first, ...parts] = asOf.from.split(/(?=\$(?:posted|recorded)\b)/);
  return parts.reduce(
    (acc, part) =>
      part.startsWith("$posted")
        ? sql`${acc}${posted ?? "infinity"}${raw(`::date${part.slice(7)}`)}`
        : sql`
          ${acc}(${known ? lastMoment(known, actor) : raw("'infinity'::timestamptz")})${raw(part.slice(9))}
        `,
    raw(first!),
  );
};

/** What the moments ask of the list of a fact whose rows are entries, beside what is asked already. */
export const queryAsOf = (
  { asOf }: Fact,
  query: Readonly<Record<string, string>>,
  { posted, known }: Moments,
): Record<string, string> => {
  if (!asOf || "from" in asOf) return { ...query };
  const until = `${asOf.posted}.max`;
  const asked = query[until];
  return {
    ...query,
    ...(posted && { [until]: asked && asked < posted ? asked : posted }),
    ...(known && { [`${asOf.recorded}.max`]: known }),
  };
};

/** Whether the list of a fact can show the rows of the moments: a list of now shows none of the past. */
export const opensAsOf = ({ asOf }: Fact, { posted, known }: Moments): boolean =>
  !(posted ?? known) || (asOf !== undefined && !("from" in asOf));
