import type { Actor } from "#kernel/access.ts";
import { wallClock } from "#kernel/dates.ts";
import { invalid } from "#kernel/errors.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { readYear } from "./establishment.service.ts";
import {
  caseColumns,
  caseFaults,
  caseOf,
  itaCsv,
  summaryColumns,
  summaryOf,
  type ItaCase,
} from "./ita.model.ts";
import { factsOf, noFacts } from "./private.service.ts";
import type { Fault, LogAnswer } from "./safety.model.ts";
import type { Outcome } from "./safety.labels.ts";
import { countsOf, type CountedCase } from "./span.read.service.ts";

type Of = { establishmentId: string; year: number };
type Recorded = {
  id: string;
  number: string;
  happenedOn: Day;
  happenedAt: Instant;
  location: string;
  outcome: Outcome;
  injuryType: number;
  privacy: boolean;
  daysAway: number;
  daysRestricted: number;
};
type Row = Omit<Recorded, "daysAway" | "daysRestricted"> & CountedCase;

const recordedOf = async (db: Db, { establishmentId, year }: Of): Promise<Recorded[]> => {
  const rows = await db.rows<Row>(sql`
    select
      id, number, happened_on, happened_at, location, outcome, injury_type, privacy, work_weekdays,
      count_ended_on
    from safety_case
    where org_id = ${db.scope.orgId}
      and establishment_id = ${establishmentId}
      and recordable
      and happened_on between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date
    order by happened_on, number
    limit 5000
  `);
  const counts = await countsOf(db, rows);
  return rows.map((row) => ({
    ...row,
    daysAway: counts.get(row.id)!.expectedAway,
    daysRestricted: counts.get(row.id)!.expectedRestricted,
  }));
};

// Each time that names and medical facts of a year are read or leave stands in the record.
const tell = (tx: Tx, actor: Actor, action: string, { establishmentId, year }: Of, cases: number) =>
  note(tx, actor, "safetyEstablishment", establishmentId, {
    number: String(year),
    action,
    note: `${cases} cases of ${year}`,
    event: null,
  });

/**
 * Form 300 of an establishment's year. A privacy case shows "Privacy case" in place of the name; the
 * names of these are the separate list (29 CFR 1904.29(b)(6)). The reading is recorded.
 */
export const readLog = async (tx: Tx, actor: Actor, of: Of): Promise<LogAnswer> => {
  const cases = await recordedOf(tx, of);
  const facts = await factsOf(
    tx,
    cases.map((c) => c.id),
  );
  tell(tx, actor, "readLog", of, cases.length);
  const known = (id: string) => facts.get(id) ?? noFacts;
  return {
    items: cases.map((c) => ({
      caseId: c.id,
      number: c.number,
      name: c.privacy ? "Privacy case" : known(c.id).name,
      jobTitle: known(c.id).jobTitle,
      happenedOn: c.happenedOn,
      where: c.location,
      injury: known(c.id).injury,
      outcome: c.outcome,
      daysAway: c.daysAway,
      daysRestricted: c.daysRestricted,
      type: String(c.injuryType) as "1",
    })),
    privacy: cases
      .filter((c) => c.privacy)
      .map((c) => ({ number: c.number, name: known(c.id).name })),
  };
};

const itaCases = async (db: Db, of: Of): Promise<ItaCase[]> => {
  const cases = await recordedOf(db, of);
  const facts = await factsOf(
    db,
    cases.map((c) => c.id),
  );
  const zone = db.scope.timeZone ?? "UTC";
  return cases.map((c) => ({
    ...c,
    happenedTime: wallClock(c.happenedAt, zone).slice(11, 16),
    facts: facts.get(c.id) ?? noFacts,
  }));
};

/** What the application would refuse of the cases of a year, each by its number. Recorded as a reading. */
export const checkCases = async (tx: Tx, actor: Actor, of: Of): Promise<{ items: Fault[] }> => {
  const { establishment } = await readYear(tx, of.establishmentId, of.year);
  const cases = await itaCases(tx, of);
  tell(tx, actor, "checkCases", of, cases.length);
  return { items: caseFaults(cases.map((c) => caseOf(establishment.name, of.year, c))) };
};

const refuseFaults = (faults: readonly Fault[]) => {
  if (faults.length > 0)
    throw invalid(
      "file_faults",
      "The application would refuse this file. Mend what is named first.",
      faults.map(({ row, column, message }) => ({ path: `${row} ${column}`, message })),
    );
};

/** The summary file of a year: sums only. 422 with every fault by its column. */
export const summaryFile = async (db: Db, of: Of): Promise<{ name: string; text: string }> => {
  const year = await readYear(db, of.establishmentId, of.year);
  refuseFaults(year.faults);
  return {
    name: `ita-300a-${of.year}.csv`,
    text: itaCsv(summaryColumns, [summaryOf(year)]),
  };
};

/** The file of cases of a year, without names. 422 with every fault by case; recorded. */
export const casesFile = async (
  tx: Tx,
  actor: Actor,
  of: Of,
): Promise<{ name: string; text: string }> => {
  const { establishment } = await readYear(tx, of.establishmentId, of.year);
  const cases = await itaCases(tx, of);
  const rows = cases.map((c) => caseOf(establishment.name, of.year, c));
  refuseFaults(caseFaults(rows));
  tell(tx, actor, "exportCases", of, cases.length);
  return { name: `ita-cases-${of.year}.csv`, text: itaCsv(caseColumns, rows) };
};
