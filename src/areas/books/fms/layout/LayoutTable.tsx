import { useState } from "react";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { LayoutDraft } from "./LayoutDraft.tsx";
import { layoutForms } from "#kernel/file-layout.ts";
import type { LayoutRow } from "./layout.model.ts";

/** How files of the finance system are written, in all versions. */
export function LayoutTable() {
  const { can } = useAuth();
  const [drafting, setDrafting] = useState(false);
  const found = useGet<{ items: LayoutRow[] }>("fms-layouts", "/api/v1/fms-layouts");
  const versions = found.data?.items ?? [];
  if (found.isPending) return <RecordSkeleton />;
  if (found.error) return <ErrorPanel error={found.error} what="The layouts" />;
  return (
    <div className="stack">
      {can("books.rules") && (
        <button
          type="button"
          className="btn btn-primary justify-self-start"
          onClick={() => setDrafting(true)}
        >
          Draft a layout
        </button>
      )}
      {versions.length === 0 ? (
        <EmptyState kind="first-use" title="No layout yet">
          A layout says how the finance system takes a journal: delimited or fixed width, field by
          field. Try it with a period before it is published.
        </EmptyState>
      ) : (
        <DefinitionList<LayoutRow>
          path="/api/v1/fms-layouts"
          all={versions}
          shown={versions}
          what="layout"
          mayChange={can("books.publish")}
          edit="Open"
          to={(v) => pathTo("fmsLayout", { id: v.id })}
          about={(v) => `${layoutForms[v.form]}; ${v.fields.length} fields`}
          texts={{
            publish: "Batches that are built from now on follow this version.",
            retire: "No batch is built in a layout that is not in force.",
          }}
          unchanging="Batches keep the bytes that they were built with."
        />
      )}
      {drafting && <LayoutDraft of={null} onClose={() => setDrafting(false)} />}
    </div>
  );
}
