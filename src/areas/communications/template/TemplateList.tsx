import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { templateKinds } from "./template.labels.ts";
import type { TemplateVersion } from "./template.model.ts";

const path = "/api/v1/letter-templates";
const ImportDialog = dialogOnDemand(
  async () => (await import("#web/kit/definition/ImportDialog.tsx")).ImportDialog,
);
const texts = {
  publish: "Letters are written by it from now on. The version before it is retired.",
  retire: "Nobody writes by it any more. What was written stays.",
};
function Templates({ all }: { all: readonly TemplateVersion[] }) {
  const shown = all.filter((each) => each.status !== "retired");
  if (shown.length === 0)
    return (
      <EmptyState kind="first-use" title="No templates yet">
        Write the first letter, or import one that another agency gave you as a file.
      </EmptyState>
    );
  return (
    <DefinitionList
      path={path}
      what="template"
      all={all}
      shown={shown}
      texts={texts}
      unchanging="Published versions never change."
      to={(template) => pathTo("templateEdit", { id: template.id })}
      edit="Write"
      about={(template) => (
        <p className="text-13 text-t3">
          {templateKinds[template.kind]} · {template.subject}
        </p>
      )}
    />
  );
}

/** /utilities/templates: letters, memos and mails that the agency writes often. */
export default function TemplateList() {
  const [importing, setImporting] = useState(false);
  const list = useGet<{ items: TemplateVersion[] }>("letter-templates", path, { first: true });
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Templates</h1>
        <button type="button" className="btn" onClick={() => setImporting(true)}>
          <Upload aria-hidden="true" />
          Import
        </button>
        <Link className="btn btn-primary" to={pathTo("templateNew")}>
          <Plus aria-hidden="true" />
          New template
        </Link>
      </div>
      {list.isPending && <TableSkeleton columns={3} label="Loading the templates" />}
      {list.isError && (
        <ErrorPanel error={list.error} what="The templates" onRetry={() => void list.refetch()} />
      )}
      {list.data && <Templates all={list.data.items} />}
      {importing && (
        <ImportDialog path={path} what="template" onClose={() => setImporting(false)} />
      )}
    </div>
  );
}
