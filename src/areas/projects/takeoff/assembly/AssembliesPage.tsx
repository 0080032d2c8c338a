import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import type { AssemblyRow } from "./assembly.model.ts";
import { WhatChanges } from "./WhatChanges.tsx";

const path = "/api/v1/takeoff-assemblies";
const ImportDialog = dialogOnDemand(
  async () => (await import("#web/kit/definition/ImportDialog.tsx")).ImportDialog,
);
const texts = {
  publish:
    "Measurements that name it from now on follow this version. What was measured before keeps its own.",
  retire: "No new measurement can name it. What was measured with it keeps its quantities.",
};

const inForce = (versions: readonly AssemblyRow[]): string => {
  const [count, drafts] = ["published", "draft"].map(
    (status) => versions.filter((each) => each.status === status).length,
  ) as [number, number];
  const force = count === 1 ? "One assembly is in force" : `${count} assemblies are in force`;
  return drafts === 0
    ? `${force}.`
    : `${force}, and ${drafts === 1 ? "one draft waits" : `${drafts} drafts wait`} to be published.`;
};

const about = ({ variables, items }: AssemblyRow) => (
  <p className="text-13 text-t3">
    {items.map((each) => each.description).join(", ") || "No item yet"}
    {variables.length > 0 && ` · from ${variables.map((each) => each.label).join(", ")}`}
  </p>
);

function Assemblies({ all, mayChange }: { all: readonly AssemblyRow[]; mayChange: boolean }) {
  const shown = all.filter((each) => each.status !== "retired");
  if (shown.length === 0)
    return (
      <EmptyState kind="first-use" title="No assembly yet">
        An assembly says once what a length of guardrail or a yard of riprap takes: posts, panels,
        stone, fabric. Write the first, or import a file that another agency gave you.
      </EmptyState>
    );
  return (
    <>
      <p>{inForce(all)}</p>
      <DefinitionList
        path={path}
        what="assembly"
        all={all}
        shown={shown}
        texts={texts}
        unchanging="Published versions never change. What was measured with one keeps it."
        mayChange={mayChange}
        to={(version) => pathTo("takeoffAssembly", { id: version.id })}
        edit="Write"
        about={about}
        changes={(before, after) => <WhatChanges before={before} after={after} />}
      />
    </>
  );
}

/** /quantity-takeoff/assemblies: what is bought of what is measured. */
export default function AssembliesPage() {
  const { can } = useAuth();
  const [importing, setImporting] = useState(false);
  const list = useGet<{ items: AssemblyRow[] }>("takeoff-assemblies", path, { first: true });
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Assemblies</h1>
        {can("takeoff.edit") && (
          <>
            <button type="button" className="btn" onClick={() => setImporting(true)}>
              <Upload aria-hidden="true" />
              Import
            </button>
            <Link className="btn btn-primary" to={pathTo("takeoffAssemblyNew")}>
              <Plus aria-hidden="true" />
              New assembly
            </Link>
          </>
        )}
      </div>
      {list.isPending && <TableSkeleton columns={3} label="Loading the assemblies" />}
      {list.isError && (
        <ErrorPanel error={list.error} what="The assemblies" onRetry={() => void list.refetch()} />
      )}
      {list.data && <Assemblies all={list.data.items} mayChange={can("takeoff.edit")} />}
      {importing && (
        <ImportDialog path={path} what="assembly" onClose={() => setImporting(false)} />
      )}
    </div>
  );
}
