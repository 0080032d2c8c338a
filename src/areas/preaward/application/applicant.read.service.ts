import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { grantApplicant } from "../preaward.tables.ts";

export type Applicant = typeof grantApplicant.$inferSelect;

/** What the agency says of itself on applications; null until somebody entered it. */
export const applicantOf = async (db: Db): Promise<Applicant | null> =>
  (await db.maybe<Applicant>(
    sql`select * from grant_applicant where org_id = ${db.scope.orgId}`,
  )) ?? null;

/** The agency's type of applicant by which eligibility is judged; null until it is known. */
export const applicantTypeOf = async (db: Db): Promise<string | null> =>
  (await applicantOf(db))?.applicantType ?? null;
