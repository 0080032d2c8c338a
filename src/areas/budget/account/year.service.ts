import type { z } from "zod";
import type { Actor } from "../../../kernel/access.ts";
import { formatDate } from "../../../kernel/dates.ts";
import { invalidField } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { audit } from "../../../server/audit/audit.ts";
import type { Tx } from "../../../server/db/db.ts";
import { sql } from "../../../server/db/sql.ts";
import type { fiscalYearInput, fiscalYearRow } from "../budget.model.ts";

type Year = z.input<typeof fiscalYearRow>;

/** Opens a fiscal year, both days inclusive. 422 when the year exists or when one of its days belongs to another year, since a day decides the year that a document is charged to. */
export const openFiscalYear = async (tx: Tx, actor: Actor, input: z.output<typeof fiscalYearInput>): Promise<Year> => {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtext(${`fiscal_year:${actor.orgId}`}))`);
  const other = await tx.maybe<Year>(sql`select id, year, starts_on, ends_on, status from fiscal_year where org_id = ${actor.orgId} and (year = ${input.year} or daterange(starts_on, ends_on, '[]') && daterange(${input.startsOn}::date, ${input.endsOn}::date, '[]')) order by (year = ${input.year}) desc limit 1`);
  if (other?.year === input.year) throw invalidField("year", `Fiscal year ${input.year} exists already.`, "already_exists");
  if (other) throw invalidField("startsOn", `Fiscal year ${other.year} runs from ${formatDate(other.startsOn)} to ${formatDate(other.endsOn)}; two years cannot share a day.`, "overlapping_year");
  const row = await tx.one<Year>(sql`insert into fiscal_year (org_id, id, year, starts_on, ends_on) values (${actor.orgId}, ${newId()}, ${input.year}, ${input.startsOn}, ${input.endsOn}) returning id, year, starts_on, ends_on, status`);
  audit(tx, actor, { action: "fiscalYear.open", objectType: "fiscalYear", objectId: row.id, objectNumber: String(row.year), before: null, after: row });
  return row;
};
