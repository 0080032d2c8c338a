import { checklistsInForce } from "#areas/assets/assets.server.ts";
import { controlsProving } from "#areas/controls/controls.server.ts";
import { policiesInForce } from "#areas/policies/policies.server.ts";
import { coursesProving } from "#areas/training/training.server.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { tieKinds } from "./standard.labels.ts";

/** Something that may prove a clause: when it last did, and what it said then. */
export type Prover = {
  kind: keyof typeof tieKinds;
  id: string;
  name: string;
  href: string;
  at: Instant | null;
  said: string;
};

const audits = (db: Db): Promise<Prover[]> =>
  db.rows<Prover>(sql`
    select
      'audit' as kind, id, number || ' ' || title as name, '/admin/audits/' || id as href,
      issued_on::timestamptz as at,
      case when issued_on is null then 'Not issued yet' else 'Report issued' end as said
    from assurance_audit
    where org_id = ${db.scope.orgId}
    order by number desc
    limit 500
  `);

/** Everything that a clause may be tied to, as it stands today. */
export const provers = async (db: Db): Promise<Prover[]> => {
  const [controls, policies, checklists, courses, issued] = await Promise.all([
    controlsProving(db),
    policiesInForce(db),
    checklistsInForce(db),
    coursesProving(db),
    audits(db),
  ]);
  return [
    ...controls.map((each) => ({ ...each, kind: "control" as const, href: "/admin/compliance" })),
    ...policies.map((each) => ({ ...each, kind: "policy" as const })),
    ...checklists.map((each) => ({
      ...each,
      kind: "checklist" as const,
      href: "/inspections-checklists",
    })),
    ...courses.map((each) => ({ ...each, kind: "course" as const })),
    ...issued,
  ];
};
