import { conflict } from "#kernel/errors.ts";
import { counted } from "#kernel/words.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { notify } from "#areas/organization/organization.server.ts";
import type { ProgramApplicationRecord } from "../application/application.noun.ts";
import type { ProgramRecord } from "./program.noun.ts";

type Told = Pick<
  ProgramApplicationRecord,
  "number" | "status" | "source" | "createdBy" | "statusReason"
>;

/** Tells whoever applied in the portal. */
export const tellApplicant = (
  tx: Tx,
  a: Pick<Told, "source" | "createdBy">,
  title: string,
  body: string,
): void => {
  if (a.source === "portal" && a.createdBy)
    notify(tx, [a.createdBy], {
      kind: "programApplication",
      title,
      body,
      link: "/vendor-portal/grants",
    });
};

/**
 * Tells every applicant of a program at once what was selected, with its reason: nobody learns of it
 * before the others. 409 while one is not decided.
 */
export const tellApplicants = async (tx: Tx, p: ProgramRecord): Promise<void> => {
  const applications = await tx.rows<Told>(sql`
    select number, status, source, created_by, status_reason
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
      `${counted(open.length, "application")} still wait for Select or Not selected: ${open
        .map((a) => a.number)
        .join(", ")}.`,
    );
  for (const a of applications) {
    const why = a.statusReason ? ` ${a.statusReason}` : "";
    if (a.status === "selected")
      tellApplicant(
        tx,
        a,
        `${a.number} is selected`,
        `${p.title}: the agency prepares the subaward.${why}`,
      );
    else tellApplicant(tx, a, `${a.number} is not selected`, `${p.title}:${why}`);
  }
};
