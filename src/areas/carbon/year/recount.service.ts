import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { counted } from "#kernel/words.ts";
import { agencyUnits } from "#areas/organization/organization.server.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { carbonGap, carbonLine, carbonYear } from "../carbon.tables.ts";
import { countingFactors } from "../factor/factor.service.ts";
import { potentialSets, type PotentialKey } from "../factor/potentials.data.ts";
import { count, linesOf, type CountedLine, type Counting, type Gap } from "../line/count.model.ts";
import { knownRecords } from "./gather.service.ts";
import { tellReviewers, unsettledIn } from "./ready.service.ts";
import { yearNoun, type YearStored } from "./year.noun.ts";

type ByHand = typeof carbonLine.$inferSelect;

/** What lines of a year are computed by now. */
export const countingOf = async (
  db: Db,
  { setup, potentials }: Pick<YearStored, "setup" | "potentials">,
): Promise<Counting> => {
  const [factors, units] = await Promise.all([countingFactors(db), agencyUnits(db)]);
  return {
    ...{ activities: setup.activities, factors, units },
    potentials: potentialSets[potentials as PotentialKey],
  };
};

type Settled = { sourceKey: string };

const settledIn = (db: Db, yearId: string): Promise<Settled[]> =>
  db.rows<Settled>(sql`
    select g.source_key
    from carbon_gap g
    where g.org_id = ${db.scope.orgId} and g.year_id = ${yearId} and g.settled_as is not null
  `);

const byHandIn = (db: Db, yearId: string): Promise<ByHand[]> =>
  db.rows<ByHand>(sql`
    select *
    from carbon_line
    where org_id = ${db.scope.orgId} and year_id = ${yearId} and made <> 'source' and basis = ''
    order by on_day, id
  `);

// What people typed is computed anew as well: by the factor of its day, under the year's potentials.
const typedAnew = (counting: Counting, lines: readonly ByHand[]) => {
  const kept: (CountedLine & Pick<ByHand, "made" | "enteredBy" | "note">)[] = [];
  const gaps: Gap[] = [];
  for (const line of lines) {
    const { sourceType, sourceId, sourceKey, sourceNumber, title, onDay, quantity, unit } = line;
    const source = {
      ...{ sourceType: sourceType as Gap["sourceType"], sourceId, sourceKey, sourceNumber },
      ...{ title, onDay },
    };
    const activity = counting.activities.find(({ key }) => key === line.activity);
    const plain = quantity.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
    const found = activity
      ? linesOf(counting, activity, source, { quantity: plain, unit, onDay }, line.quality)
      : "no_activity";
    const { made, enteredBy, note: said } = line;
    if (typeof found !== "string")
      kept.push(...found.map((one) => ({ ...one, made, enteredBy, note: said })));
    else
      gaps.push({
        ...{ ...source, kind: "missing", activity: line.activity, cause: found },
        ...{ quantity, unit },
      });
  }
  return { kept, gaps };
};

const clear = async (tx: Tx, yearId: string, keep: readonly string[]): Promise<void> => {
  await tx.rows(sql`
    delete from carbon_line
    where org_id = ${tx.scope.orgId} and year_id = ${yearId}
  `);
  await tx.rows(sql`
    delete from carbon_gap
    where org_id = ${tx.scope.orgId}
      and year_id = ${yearId}
      and (settled_as is null or not source_key = any(${[...keep]}::text[]))
  `);
};

const store = async (
  tx: Tx,
  yearId: string,
  lines: readonly (CountedLine & Pick<ByHand, "made" | "enteredBy" | "note">)[],
  gaps: readonly Gap[],
): Promise<void> => {
  const of = { orgId: tx.scope.orgId!, yearId };
  await insertRows(
    tx,
    carbonLine,
    lines.map((line) => ({ ...line, ...of, id: newId() })),
  );
  await insertRows(
    tx,
    carbonGap,
    gaps.map((gap) => ({ ...gap, ...of, id: newId() })),
  );
};

const bySource = (line: CountedLine) => ({
  ...line,
  ...{ made: "source" as const, enteredBy: null, note: "" },
});

/**
 * Counts an open year anew from the records: every record once, by its key, however often this runs. What somebody
 * settled stays settled as long as its record is there; a line typed by hand whose factor is gone becomes a row to
 * settle.
 */
export const recountYear = async (tx: Tx, actor: Actor, id: string): Promise<YearStored> => {
  const row = await lockRow(tx, carbonYear, id, "carbon year");
  if (row.status !== "open") return row;
  const [counting, records, settled, typed] = await Promise.all([
    countingOf(tx, row),
    knownRecords(tx, row.year, row.setup.activities),
    settledIn(tx, id),
    byHandIn(tx, id),
  ]);
  const found = count(counting, records);
  const there = new Set([
    ...found.lines.map(({ sourceKey }) => sourceKey),
    ...found.gaps.map(({ sourceKey }) => sourceKey),
  ]);
  const held = new Set(settled.flatMap(({ sourceKey }) => (there.has(sourceKey) ? sourceKey : [])));
  const own = typed.filter(({ made, sourceKey }) => made === "typed" || held.has(sourceKey));
  const hand = typedAnew(counting, own);
  const lines = [
    ...found.lines.filter(({ sourceKey }) => !held.has(sourceKey)).map(bySource),
    ...hand.kept,
  ];
  const gaps = [
    ...found.gaps.filter(({ sourceKey }) => !held.has(sourceKey)),
    ...hand.gaps.filter(({ sourceKey }) => !held.has(sourceKey)),
  ];
  const before = row.countedAt === null ? null : await unsettledIn(tx, id);
  await clear(tx, id, [...held]);
  await store(tx, id, lines, gaps);
  note(tx, actor, yearNoun, row, {
    action: "count",
    note: `${counted(lines.length, "line")}, ${counted(gaps.length, "row")} to settle`,
  });
  await tellReviewers(tx, row, before);
  return updateRow(tx, carbonYear, id, {
    countedAt: businessNow(tx.scope).toISOString(),
    jobId: null,
  });
};
