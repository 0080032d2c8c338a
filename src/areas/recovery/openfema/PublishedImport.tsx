import { useLocation, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ImportWizard } from "#web/kit/import/ImportWizard.tsx";
import { EmptyState } from "#web/kit/states.tsx";
import { publishedSets } from "./openfema.labels.ts";

type Dataset = keyof typeof publishedSets;

/** A data set of OpenFEMA from a file. */
export default function PublishedImport() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { can } = useAuth();
  const dataset = (pathname.split("/").at(-1) ?? "declarations") as Dataset;
  if (!can("recovery.import"))
    return (
      <EmptyState page kind="no-access" title="You cannot import FEMA's data">
        Recovery coordinators, managers and administrators can.
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1>{publishedSets[dataset]} of OpenFEMA</h1>
      <ImportWizard
        key={dataset}
        kind={`fema-${dataset}`}
        things="rows"
        nouns={["fema-imports"]}
        onDone={() => void navigate(pathTo("femaIntegration"))}
        help={
          <p>
            The CSV as OpenFEMA hands it out. Its headings are known; rows that cannot be read are
            listed, and what is ours is never written over.
          </p>
        }
      />
    </div>
  );
}
