import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ImportWizard } from "#web/kit/import/ImportWizard.tsx";
import { EmptyState } from "#web/kit/states.tsx";

/** A register of assets from a file. */
export default function AssetImport() {
  const { can } = useAuth();
  const navigate = useNavigate();
  if (!can("asset.import"))
    return (
      <EmptyState page kind="no-access" title="You cannot import assets">
        Asset managers and administrators can. An administrator grants the duty under Team.
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1>Import assets</h1>
      <ImportWizard
        kind="assets"
        things="assets"
        nouns={["assets"]}
        onDone={() => void navigate(pathTo("assets"))}
        help={
          <p>
            CSV or XLSX, one asset a row: tag, name, class, department, where it stands, cost, first
            day in service. A tag that is there already is left as it is.
          </p>
        }
      />
    </div>
  );
}
