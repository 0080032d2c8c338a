import { Plus } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { layoutForms } from "#kernel/file-layout.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import type { PositiveLayoutRow } from "./layout.model.ts";

const path = "/api/v1/positive-layouts";
const LayoutDialog = dialogOnDemand(async () => (await import("./LayoutDialog.tsx")).LayoutDialog);
const texts = {
  publish: "From now on files can be made by it.",
  retire: "No file is made by it any more. Files that went out keep it.",
};
const about = ({ form, fields }: PositiveLayoutRow) => (
  <p className="text-13 text-t3">
    {layoutForms[form]}; {counted(fields.length, "field")}
  </p>
);

/** How banks take checks. */
export default function LayoutsPage() {
  const navigate = useNavigate();
  const { can } = useAuth();
  const [drafting, setDrafting] = useState(false);
  const list = useGet<{ items: PositiveLayoutRow[] }>("positive-layouts", path, { first: true });
  const may = can("positivePay.layout");
  const shown = (list.data?.items ?? []).filter(({ status }) => status !== "retired");
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Positive pay layouts</h1>
        {may && (
          <button type="button" className="btn btn-primary" onClick={() => setDrafting(true)}>
            <Plus aria-hidden="true" />
            New layout
          </button>
        )}
      </div>
      {list.isPending && <TableSkeleton columns={2} label="Loading the layouts" />}
      {list.isError && (
        <ErrorPanel error={list.error} what="The layouts" onRetry={() => void list.refetch()} />
      )}
      {list.data && shown.length === 0 && (
        <EmptyState kind="first-use" title="No layout yet">
          Write the fields as the bank publishes them, try them on the last run, then publish.
        </EmptyState>
      )}
      {list.data && shown.length > 0 && (
        <DefinitionList
          path={path}
          what="positive pay layout"
          all={list.data.items}
          shown={shown}
          texts={texts}
          unchanging="Published versions never change. A file keeps the version that made it."
          mayChange={may}
          to={({ id }) => pathTo("positiveLayout", { id })}
          edit="Open"
          about={about}
        />
      )}
      {drafting && (
        <LayoutDialog
          of={null}
          onClose={() => setDrafting(false)}
          onDone={({ id }) => void navigate(pathTo("positiveLayout", { id }))}
        />
      )}
    </div>
  );
}
