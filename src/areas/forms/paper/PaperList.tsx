import { Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { baseOf } from "./editing.ts";
import type { Bases, PaperTemplate } from "./paper.model.ts";

const path = "/api/v1/paper-templates";
const ImportDialog = dialogOnDemand(
  async () => (await import("#web/kit/definition/ImportDialog.tsx")).ImportDialog,
);
const texts = {
  publish:
    "Lists and submissions offer it from now on. The version before it is retired; what it filled in stays.",
  retire: "Nobody fills it in any more. What it filled in stays.",
};
const basisOf = (template: PaperTemplate, bases: Bases | undefined): string => {
  const { basis } = template;
  const base = baseOf(bases, basis);
  if (!base) return basis.kind === "form" ? "a form" : "a list";
  return basis.kind === "form" ? `the form ${base.name}` : `the list of ${base.name}`;
};

function Head({ onImport }: { onImport: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="min-w-0 flex-1 text-t2 max-md:basis-full">
        The agency's own PDFs, filled in from submissions and from records of any list.
      </p>
      <button type="button" className="btn" onClick={onImport}>
        Import a template
      </button>
      <Link className="btn btn-primary" to={pathTo("paperNew")}>
        <Plus aria-hidden="true" />
        New PDF template
      </Link>
    </div>
  );
}

/** The agency's PDF templates that are drafts or in force, and what can be done with each. */
export function PaperList() {
  const list = useGet<{ items: PaperTemplate[] }>("paper-templates", path);
  const bases = useGet<Bases>("form-definitions", "/api/v1/paper-bases");
  const [importing, setImporting] = useState(false);
  if (list.isPending) return <TableSkeleton columns={3} label="Loading the PDF templates" />;
  if (!list.data) return <ErrorPanel error={list.error} what="The PDF templates" />;
  const all = list.data.items;
  const shown = all.filter((template) => template.status !== "retired");
  return (
    <div className="grid gap-6">
      <Head onImport={() => setImporting(true)} />
      {shown.length === 0 ? (
        <EmptyState kind="first-use" title="No PDF templates yet">
          Upload a PDF that your agency fills in by hand today.
        </EmptyState>
      ) : (
        <DefinitionList
          path={path}
          what="PDF template"
          all={all}
          shown={shown}
          texts={texts}
          unchanging="Published versions never change. What they filled in stays."
          to={(template) => pathTo("paperEdit", { id: template.id })}
          edit="Design"
          about={(template) => (
            <p className="text-13 text-t3">
              Filled from {basisOf(template, bases.data)} ·{" "}
              {counted(template.places.length, "place")}
              {template.offered && " · the empty PDF is offered"}
            </p>
          )}
        />
      )}
      {importing && (
        <ImportDialog path={path} what="PDF template" onClose={() => setImporting(false)} />
      )}
    </div>
  );
}
