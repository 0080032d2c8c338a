import { formatDate, formatInstant } from "#kernel/dates.ts";
import type { Role } from "#kernel/access.ts";
import { dutyLabels, type Duty } from "#roles.ts";
import type { RightRow } from "#areas/organization/organization.public.ts";
import { rightSources, roleLabels } from "#areas/organization/organization.public.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";

/** What a role or duty is called. */
export const rightName = ({ kind, right }: Pick<RightRow, "kind" | "right">): string =>
  kind === "role" ? roleLabels[right as Role].label : dutyLabels[right as Duty].label;

const story = (row: RightRow, timeZone: string): string =>
  [
    row.giverName ? `Given by ${row.giverName}` : rightSources[row.source],
    row.giverName && row.source !== "member" ? rightSources[row.source] : "",
    `since ${formatInstant(row.since, timeZone)}`,
    row.until ? `until ${formatInstant(row.until, timeZone)}` : "no end",
    row.lastUsedOn ? `last used ${formatDate(row.lastUsedOn)}` : "not used yet",
  ]
    .filter(Boolean)
    .join(" · ");

/** Roles and duties with giver, source, reason, since, until and last use. */
export function RightList({
  rights,
  people = false,
}: {
  rights: readonly RightRow[];
  people?: boolean;
}) {
  const { timeZone } = useAgency();
  if (rights.length === 0)
    return <p className="text-t2">The role User and no duties: what every member may do.</p>;
  return (
    <ul className="grid" aria-label="Role and duties">
      {rights.map((row) => (
        <li key={row.id} className="border-b border-hair py-3 last:border-0">
          <b className="font-medium">
            {people ? `${row.personName}: ${rightName(row)}` : rightName(row)}
          </b>
          {row.reason && <span className="text-t2">: {row.reason}</span>}
          <p className="text-13 text-t3">{story(row, timeZone)}</p>
        </li>
      ))}
    </ul>
  );
}
