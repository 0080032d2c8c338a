import { formatDate } from "#kernel/dates.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { memberRoles } from "../audit/audit.labels.ts";
import type { AuditDetail } from "../audit/audit.model.ts";

type Member = AuditDetail["team"][number];

const parts: readonly LinePart<Member>[] = [
  { label: "Name", as: "title", cell: ({ name }) => name },
  { label: "Does", cell: ({ role }) => memberRoles[role] },
  {
    label: "Independence",
    cell: ({ role, declaredOn }) =>
      role === "outside"
        ? "Reads only"
        : declaredOn
          ? `Declared ${formatDate(declaredOn)}`
          : "Not declared yet",
  },
  { label: "Until", cell: ({ untilOn }) => (untilOn ? formatDate(untilOn) : "") },
];

/** Who works on an audit, and whether they declared that they are independent. */
export function AuditTeam({ audit }: { audit: AuditDetail }) {
  const leave = useMutationAction("audits");
  const remove = async ({ personId, name }: Member) => {
    try {
      await leave.mutateAsync({
        path: `/api/v1/audits/${audit.id}/actions/remove-member`,
        body: { personId },
      });
      notify.done("Left the team", name);
    } catch (error) {
      notify.failed(`${name} stays of the team`, error);
    }
  };
  const own: readonly LinePart<Member>[] = audit.mine
    ? [
        ...parts,
        {
          label: "Team",
          cell: (member) =>
            member.role === "lead" ? (
              ""
            ) : (
              <button type="button" className="text-link" onClick={() => void remove(member)}>
                Take out
              </button>
            ),
        },
      ]
    : parts;
  return (
    <Panel title="Team">
      <LineTable
        label="Team of the audit"
        parts={own}
        lines={audit.team}
        keyOf={(m) => m.personId}
      />
    </Panel>
  );
}
