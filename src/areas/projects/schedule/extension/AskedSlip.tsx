import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { whoseCauses } from "./extension.labels.ts";
import type { AskedSlip as Slip, ChangeSlip } from "./extension.model.ts";
import { finishMoved, unexplainedSaid } from "./words.ts";

type Row = Slip["movers"][number];
const parts: readonly LinePart<Row>[] = [
  { label: "Cause", as: "title", cell: (row) => row.name },
  { label: "Days alone", cell: (row) => row.alone },
  { label: "Earlier without it", cell: (row) => row.without },
  { label: "Whose", words: true, cell: (row) => whoseCauses[row.whose].label },
  { label: "Why", words: true, cell: (row) => row.says },
];

/** The slip for which time was asked, with each cause, as it stood then. */
export function AskedSlip({ slip }: { slip: Slip }) {
  return (
    <div className="grid gap-3">
      <p>
        {finishMoved(slip)} {counted(slip.askedDays, "day")} asked, by {slip.before.label} and{" "}
        {slip.after.label}. {unexplainedSaid(slip.unexplained)}
      </p>
      <LineTable
        label="Causes of the slip"
        parts={parts}
        lines={slip.movers}
        keyOf={({ key }) => key}
      />
    </div>
  );
}

/** The slip behind a change of a contract; nothing where it comes from no schedule. */
export function SlipOfChange({ changeId }: { changeId: string }) {
  const { can } = useAuth();
  const { data } = useGet<ChangeSlip>("schedules", `/api/v1/change-orders/${changeId}/slip`, {
    enabled: can("project.read"),
  });
  const slip = data?.slip;
  if (!slip) return null;
  return (
    <Panel title="Why the schedule slipped">
      <div className="grid gap-3">
        <p>
          <Link
            className="underline"
            to={`${pathTo("project", { id: slip.projectId })}?tab=schedule`}
          >
            {slip.project}
          </Link>
        </p>
        <AskedSlip slip={slip} />
      </div>
    </Panel>
  );
}
