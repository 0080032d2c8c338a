import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import type { FlowVersion } from "../definition/flow.model.ts";
import { FlowRows } from "./FlowRows.tsx";

const path = "/api/v1/flow-definitions";
const ImportDialog = dialogOnDemand(
  async () => (await import("#web/kit/definition/ImportDialog.tsx")).ImportDialog,
);

/** /workflow-designer: the agency's workflows; without the right to design, those in force. */
export default function FlowList() {
  const { can } = useAuth();
  const [importing, setImporting] = useState(false);
  const list = useGet<{ items: FlowVersion[] }>("flow-definitions", path, { first: true });
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Workflow designer</h1>
        {can("flow.design") && (
          <>
            <button type="button" className="btn" onClick={() => setImporting(true)}>
              <Upload aria-hidden="true" />
              Import
            </button>
            <Link className="btn" to={pathTo("flowRuleNew")}>
              <Plus aria-hidden="true" />
              New auto rule
            </Link>
            <Link className="btn btn-primary" to={pathTo("flowNew")}>
              <Plus aria-hidden="true" />
              New workflow
            </Link>
          </>
        )}
      </div>
      {list.isPending && <TableSkeleton columns={3} label="Loading the workflows" />}
      {list.isError && (
        <ErrorPanel error={list.error} what="The workflows" onRetry={() => void list.refetch()} />
      )}
      {list.data && <FlowRows all={list.data.items} kind={null} />}
      {importing && (
        <ImportDialog path={path} what="workflow" onClose={() => setImporting(false)} />
      )}
    </div>
  );
}
