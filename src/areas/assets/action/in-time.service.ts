import { systemActor } from "#kernel/access.ts";
import { permissionsOf } from "#roles.ts";
import { allNouns, readsNoun } from "#server/noun.ts";
import type { MeasuredRecords } from "#server/measured.ts";
import { sql } from "#server/db/sql.ts";

// Of what every member of an agency reads: a count of the rest would tell of it.
const openNouns = (orgId: string): string[] => {
  const member = systemActor(orgId, new Set(permissionsOf("user", [])));
  return allNouns()
    .filter((noun) => !noun.visible && readsNoun(member, noun))
    .map(({ name }) => name);
};

/**
 * Corrective actions about records that every member reads, by the day on which they were due: whole 1 each,
 * part 1 for those that were carried out by then and were not opened again.
 */
export const actionsInTime: MeasuredRecords = ({ orgId, from, to }) => sql`
  select
    c.id, c.number, c.title as said, c.due_on as day,
    (
      case when c.implemented_on <= c.due_on and c.status <> 'reopened' then 1 else 0 end
    )::numeric as part,
    1::numeric as whole
  from corrective_action c
  where c.org_id = ${orgId}
    and c.subject_type = any(${openNouns(orgId)}::text[])
    and c.due_on between ${from}::date and ${to}::date
`;
