import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ImportWizard } from "#web/kit/import/ImportWizard.tsx";
import { EmptyState } from "#web/kit/states.tsx";

/** Brings an agency's own codes in from a file: its NIGP list, for one. */
export default function CommodityImport() {
  const { can } = useAuth();
  const navigate = useNavigate();
  if (!can("vendor.import"))
    return (
      <EmptyState page kind="no-access" title="You cannot import commodity codes">
        A buyer or an administrator can. An administrator grants the duty under Team.
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1>Commodity codes</h1>
      <ImportWizard
        kind="commodities"
        things="codes"
        nouns={["commodities"]}
        onDone={() => void navigate(pathTo("vendors"))}
        help={
          <>
            <p>
              CSV or XLSX, one code a row, headings in the first line: code and name. NAICS and PSC
              come with Levee; NIGP is licensed, so load the list that your agency has a licence
              for.
            </p>
            <p className="mt-2 text-14">
              A code that is there already is renamed where the file says something else. No code is
              taken away.
            </p>
          </>
        }
      />
    </div>
  );
}
