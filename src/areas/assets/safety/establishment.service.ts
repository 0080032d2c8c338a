import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { keepDeadlines } from "#areas/workflow/workflow.server.ts";
import { yearDaysOf } from "./clock.service.ts";
import { filingOf } from "./filing.model.ts";
import { summaryFaults, summaryOf } from "./ita.model.ts";
import type {
  EstablishmentInput,
  EstablishmentRow,
  Totals,
  YearAnswer,
  YearInput,
  yearStepInput,
} from "./safety.model.ts";
import { safetyEstablishment, safetyYear } from "./safety.tables.ts";
import { countsOf, type CountedCase } from "./span.read.service.ts";

/** Establishments, those in use first: a log is kept for each (29 CFR 1904.30). */
export const establishmentsOf = (db: Db): Promise<EstablishmentRow[]> =>
  db.rows<EstablishmentRow>(sql`
    select id, version, name, company, street, city, state, zip, ein, naics, industry, kind, active
    from safety_establishment
    where org_id = ${db.scope.orgId}
    order by active desc, name
    limit 500
  `);

/** Adds an establishment, or changes one (`known` with the version read). 422 for a taken name. */
export const saveEstablishment = async (
  tx: Tx,
  actor: Actor,
  input: EstablishmentInput,
  known: { id: string; version: number | null } | null = null,
): Promise<{ id: string }> => {
  const same = await tx.maybe(sql`
    select 1 as found
    from safety_establishment
    where org_id = ${tx.scope.orgId}
      and name = ${input.name}
      and id is distinct from ${known?.id ?? null}::uuid
  `);
  if (same) throw invalidField("name", "An establishment bears this name already.");
  const before = known ? await lockRow(tx, safetyEstablishment, known.id, "establishment") : null;
  if (before) requireVersion(before.version, known!.version);
  const values = { ...input, kind: input.kind as 1 | 2 | 3 };
  const after = before
    ? await updateRow(tx, safetyEstablishment, before.id, values)
    : await insertRow(tx, safetyEstablishment, { ...values, orgId: actor.orgId!, id: newId() });
  note(tx, actor, "safetyEstablishment", after.id, {
    number: after.name,
    action: before ? "edit" : "create",
    before,
    after,
    event: "safetyEstablishment.edit",
  });
  return { id: after.id };
};

type CaseSums = Omit<Totals, "daysAway" | "daysRestricted"> & { openCases: number };
const casesOf = (db: Db, id: string, year: number) =>
  db.one<CaseSums>(sql`
    select
      (count(*) filter (where recordable and outcome = 'death'))::int as deaths,
      (count(*) filter (where recordable and outcome = 'days_away'))::int as days_away_cases,
      (count(*) filter (where recordable and outcome = 'restricted'))::int as restricted_cases,
      (count(*) filter (where recordable and outcome = 'other'))::int as other_cases,
      (count(*) filter (where recordable and injury_type = 1))::int as injuries,
      (count(*) filter (where recordable and injury_type = 2))::int as skin,
      (count(*) filter (where recordable and injury_type = 3))::int as respiratory,
      (count(*) filter (where recordable and injury_type = 4))::int as poisonings,
      (count(*) filter (where recordable and injury_type = 5))::int as hearing,
      (count(*) filter (where recordable and injury_type = 6))::int as other_illnesses,
      (count(*) filter (where recordable is null and kind <> 'near_miss'))::int as open_cases
    from safety_case
    where org_id = ${db.scope.orgId}
      and establishment_id = ${id}
      and happened_on between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date
  `);

/** Days of the recordable cases of a year, with those that are expected: 29 CFR 1904.7(b)(3)(ix). */
const daysOf = async (db: Db, id: string, year: number) => {
  const cases = await db.rows<CountedCase & { number: string }>(sql`
    select id, number, happened_on, work_weekdays, count_ended_on
    from safety_case
    where org_id = ${db.scope.orgId}
      and establishment_id = ${id}
      and recordable
      and happened_on between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date
    order by number
    limit 5000
  `);
  const counts = await countsOf(db, cases);
  const all = [...counts.values()];
  return {
    daysAway: all.reduce((sum, c) => sum + c.expectedAway, 0),
    daysRestricted: all.reduce((sum, c) => sum + c.expectedRestricted, 0),
    openEnds: cases
      .filter((c) => counts.get(c.id)!.open && !counts.get(c.id)!.capped && !c.countEndedOn)
      .map((c) => c.number),
  };
};

type Kept = Omit<
  YearAnswer,
  "establishment" | "totals" | "trir" | "dart" | "faults" | "openCases" | "openEnds" | "filing"
>;
const nothing = (year: number): Kept => ({
  id: null,
  version: 0,
  year,
  averageEmployees: null,
  hoursWorked: null,
  executiveName: "",
  executiveTitle: "",
  executivePhone: "",
  certifiedBy: null,
  certifiedOn: null,
  postedOn: null,
  removedOn: null,
  sentOn: null,
  changeReason: "",
});

/** Cases per 100 people of full time: 200,000 hours are what they work in a year. */
const rate = (cases: number, hours: number | null): number | null =>
  hours ? Math.round((cases * 20_000_000) / hours) / 100 : null;

/** Form 300A of an establishment's year, its rates, and what its file would be refused for. 404. */
export const readYear = async (db: Db, id: string, year: number): Promise<YearAnswer> => {
  const [row, kept, counted, days] = await Promise.all([
    getRow(db, safetyEstablishment, id, "establishment"),
    db.maybe<Kept>(sql`
      select
        y.id, y.version, y.year, y.average_employees, y.hours_worked, y.executive_name,
        y.executive_title, y.executive_phone, p.display_name as certified_by, y.certified_on,
        y.posted_on, y.removed_on, y.sent_on, y.change_reason
      from safety_year y
      left join person p on p.id = y.certified_by
      where y.org_id = ${db.scope.orgId} and y.establishment_id = ${id} and y.year = ${year}
    `),
    casesOf(db, id, year),
    daysOf(db, id, year),
  ]);
  const { openCases, ...sums } = counted;
  const { openEnds, ...counts } = days;
  const totals = { ...sums, ...counts };
  const { orgId: _org, createdAt: _made, updatedAt: _moved, ...establishment } = row;
  const of = kept ?? nothing(year);
  const answer = {
    ...of,
    establishment,
    totals,
    trir: rate(
      totals.deaths + totals.daysAwayCases + totals.restrictedCases + totals.otherCases,
      of.hoursWorked,
    ),
    dart: rate(totals.daysAwayCases + totals.restrictedCases, of.hoursWorked),
    openCases,
    openEnds,
    filing: filingOf({ ...establishment, year, employees: of.averageEmployees }),
  };
  return { ...answer, faults: summaryFaults(summaryOf(answer)) };
};

const yearRow = async (tx: Tx, establishmentId: string, year: number) => {
  await getRow(tx, safetyEstablishment, establishmentId, "establishment");
  await tx.rows(sql`
    insert into safety_year (org_id, id, establishment_id, year)
    values (${tx.scope.orgId}, ${newId()}, ${establishmentId}, ${year})
    on conflict (org_id, establishment_id, year)
    do nothing
  `);
  const { id } = await tx.one<{ id: string }>(sql`
    select id
    from safety_year
    where org_id = ${tx.scope.orgId} and establishment_id = ${establishmentId} and year = ${year}
  `);
  return lockRow(tx, safetyYear, id, "year");
};

type Year = typeof safetyYear.$inferSelect;
const tellYear = async (tx: Tx, actor: Actor, action: string, before: Year, after: Year) => {
  note(tx, actor, "safetyYear", after.id, { number: String(after.year), action, before, after });
  await keepDeadlines(tx, actor, "safetyYear", await yearDaysOf(tx, after.id));
  return { id: after.id, version: after.version };
};

/** Enters employees, hours and the certifying executive of a year. What was certified is certified anew. */
export const saveYear = async (
  tx: Tx,
  actor: Actor,
  of: { establishmentId: string; year: number; version: number | null },
  input: YearInput,
): Promise<{ id: string; version: number }> => {
  const before = await yearRow(tx, of.establishmentId, of.year);
  if (of.version !== null && of.version !== 0) requireVersion(before.version, of.version);
  const after = await updateRow(tx, safetyYear, before.id, {
    ...input,
    certifiedBy: null,
    certifiedOn: null,
  });
  return tellYear(tx, actor, "edit", before, after);
};

const refuseOpenEnds = async (tx: Tx, of: { establishmentId: string; year: number }) => {
  const { openEnds } = await daysOf(tx, of.establishmentId, of.year);
  if (openEnds.length > 0)
    throw conflict(
      "open_ends",
      `Enter until when the days are expected of ${openEnds.join(", ")}: the summary estimates them. 29 CFR 1904.7(b)(3)(ix)`,
    );
};

/**
 * Certifies form 300A as read with its executive, posts it, takes it down after 30 April, or notes
 * that its file was sent. In this order; 409 else.
 */
export const moveYear = async (
  tx: Tx,
  actor: Actor,
  of: { establishmentId: string; year: number },
  { step, on }: z.output<typeof yearStepInput>,
): Promise<{ id: string; version: number }> => {
  const before = await yearRow(tx, of.establishmentId, of.year);
  const today = businessDate(tx.scope);
  if (on > today) throw invalidField("on", "This day is still to come.");
  if (on <= `${of.year}-12-31`)
    throw invalidField("on", `The year ${of.year} was not over on this day.`);
  if (step === "certify" && (!before.executiveName || !before.executiveTitle))
    throw conflict(
      "no_executive",
      "Enter the executive who certifies: name and title. 29 CFR 1904.32(b)(3)",
    );
  if (step === "certify" && (before.averageEmployees === null || before.hoursWorked === null))
    throw conflict("no_hours", "Enter the average of employees and the hours worked.");
  if (step === "certify") await refuseOpenEnds(tx, of);
  if (step !== "certify" && !before.certifiedOn)
    throw conflict("not_certified", "Certify form 300A first. 29 CFR 1904.32(b)(3)");
  if (step === "remove" && on < `${of.year + 1}-05-01`)
    throw invalidField("on", "It stays posted until 30 April. 29 CFR 1904.32(b)(6)");
  const patch: Partial<Year> = {
    certify: { certifiedOn: on, certifiedBy: actor.personId },
    post: { postedOn: on },
    remove: { removedOn: on },
    send: { sentOn: on },
  }[step];
  const after = await updateRow(tx, safetyYear, before.id, patch);
  return tellYear(tx, actor, step, before, after);
};
