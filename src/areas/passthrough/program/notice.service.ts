import { conflict } from "#kernel/errors.ts";
import { counted } from "#kernel/words.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ProgramApplicationRecord } from "../application/application.noun.ts";
import { tellApplicant } from "../application/told.service.ts";
import type { ProgramRecord } from "./program.noun.ts";

/**
 * Tells every applicant of a program at once what was selected, with its reason: nobody learns of it
 * before the others. 409 while one is not decided.
 */
export const tellApplicants = async (tx: Tx, p: ProgramRecord): Promise<void> => {
  const applications = await tx.rows<ProgramApplicationRecord>(sql`
    select *
    from program_application
    where org_id = ${p.orgId}
      and program_id = ${p.id}
      and status in ('submitted', 'selected', 'not_selected')
    order by number
  `);
  const open = applications.filter((a) => a.status === "submitted");
  if (open.length)
    throw conflict(
      "rule",
      `${counted(open.length, "application")} ${open.length === 1 ? "waits" : "wait"} for Select or Not selected: ${open
        .map((a) => a.number)
        .join(", ")}.`,
    );
  for (const a of applications)
    await tellApplicant(tx, a, p, a.status === "selected" ? "selected" : "passed", a.statusReason);
};
