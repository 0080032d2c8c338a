import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { lockRow } from "#server/db/rows.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import type { fiscalYearDaysInput, fiscalYearInput, fiscalYearRow } from "../budget.model.ts";
import { fiscalYear } from "../budget.tables.ts";

type Year = z.output<typeof fiscalYearRow>;

/**
 * Opens a fiscal year, both days inclusive. 422 when the year exists or when one of its days
 * belongs to another year, since a day decides the year that a document is charged to.
 */
export const openFiscalYear = async (
  tx: Tx,
  actor: Actor,
  input: Omit<z.output<typeof fiscalYearInput>, "status"> & { status?: "planned" | "open" },
): Promise<Year> => {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtext(${`fiscal_year:${actor.orgId}`}))`);
  const other = await tx.maybe<Year>(sql`
    select id, year, starts_on, ends_on, status, version
    from fiscal_year
    where org_id = ${actor.orgId}
      and (
        year = ${input.year}
        or daterange(starts_on, ends_on, '[]') && daterange(
          ${input.startsOn}::date, ${input.endsOn}::date, '[]'
        )
      )
    order by (year = ${input.year}) desc
    limit 1
  `);
  if (other?.year === input.year)
    throw invalidField("year", `Fiscal year ${input.year} exists already.`, "already_exists");
  if (other)
    throw invalidField(
      "startsOn",
      `Fiscal year ${other.year} runs from ${formatDate(other.startsOn)} to ${formatDate(other.endsOn)}; two years cannot share a day.`,
      "overlapping_year",
    );
  const row = await tx.one<Year>(sql`
    insert into fiscal_year (org_id, id, year, starts_on, ends_on, status)
    values (
      ${actor.orgId}, ${newId()}, ${input.year}, ${input.startsOn}, ${input.endsOn},
      ${input.status ?? "open"}
    )
    returning id, year, starts_on, ends_on, status, version
  `);
  note(tx, actor, "fiscalYear", row.id, {
    number: String(row.year),
    action: "open",
    after: row,
    event: null,
  });
  return row;
};

/**
 * Corrects the days of a fiscal year, both inclusive. What is charged to it stays charged to it;
 * the days decide for what comes. 409 for a closed year, 422 when a day belongs to another.
 */
export const correctFiscalYear = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof fiscalYearDaysInput>,
  version: number | null,
): Promise<Year> => {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtext(${`fiscal_year:${actor.orgId}`}))`);
  const before = await lockRow(tx, fiscalYear, id, "fiscal year");
  requireVersion(before.version, version);
  if (before.status === "closed") throw conflict("year_closed", "This fiscal year is closed.");
  const other = await tx.maybe<Pick<Year, "year" | "startsOn" | "endsOn">>(sql`
    select year, starts_on, ends_on
    from fiscal_year
    where org_id = ${actor.orgId}
      and id <> ${id}
      and daterange(starts_on, ends_on, '[]') && daterange(
        ${input.startsOn}::date, ${input.endsOn}::date, '[]'
      )
    order by year
    limit 1
  `);
  if (other)
    throw invalidField(
      other.startsOn <= input.startsOn ? "startsOn" : "endsOn",
      `Fiscal year ${other.year} runs from ${formatDate(other.startsOn)} to ${formatDate(other.endsOn)}; two years cannot share a day.`,
      "overlapping_year",
    );
  const row = await tx.one<Year>(sql`
    update fiscal_year
    set starts_on = ${input.startsOn}, ends_on = ${input.endsOn}, version = version + 1
    where org_id = ${actor.orgId} and id = ${id}
    returning id, year, starts_on, ends_on, status, version
  `);
  note(tx, actor, "fiscalYear", id, {
    number: String(row.year),
    action: "correct",
    before,
    after: row,
    event: null,
  });
  return row;
};
