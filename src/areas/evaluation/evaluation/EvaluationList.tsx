import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { evaluationStatuses, evaluationViews } from "./evaluation.labels.ts";
import type { EvaluationRow } from "./evaluation.model.ts";

const columns: readonly Column<EvaluationRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (e) => e.number },
  { id: "title", label: "What", kind: "text", value: (e) => e.title, sortable: false },
  {
    id: "solicitationNumber",
    label: "Solicitation",
    kind: "text",
    value: (e) => e.solicitationNumber,
    sortable: false,
  },
  {
    id: "coordinator",
    label: "Coordinator",
    kind: "text",
    value: (e) => e.coordinator,
    sortable: false,
  },
  { id: "members", label: "Take part", kind: "number", value: (e) => e.members, sortable: false },
  { id: "createdAt", label: "Set up", kind: "instant", value: (e) => e.createdAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (e) => e.status,
    sortable: false,
    statuses: evaluationStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(evaluationStatuses),
  },
  { id: "mine", label: "Waits for me", kind: "flag" },
  { id: "takePart", label: "I take part", kind: "flag" },
];

/** Evaluations of the agency; what is inside is shown only to who takes part. */
export default function EvaluationList() {
  const { can } = useAuth();
  return (
    <DataTable<EvaluationRow>
      name="evaluations"
      title="Bid evaluation"
      path="/api/v1/evaluations"
      columns={columns}
      filters={filters}
      views={evaluationViews}
      defaultSort="-createdAt"
      rowHref={(e) => pathTo("evaluation", { id: e.id })}
      actions={
        <Link className="btn" to={pathTo("protests")}>
          Protests
        </Link>
      }
      {...(can("evaluation.manage")
        ? { create: { label: "New evaluation", to: pathTo("evaluationNew") } }
        : {})}
      empty={{
        title: "No evaluations yet",
        text: "Name who evaluates a published solicitation. Nobody reads a bid before declaring their interests.",
      }}
    />
  );
}
