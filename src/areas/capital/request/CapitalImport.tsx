import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { ImportWizard } from "#web/kit/import/ImportWizard.tsx";
import { CapitalNav } from "../CapitalNav.tsx";

/** Imports capital requests from a file with years as columns. */
export default function CapitalImport() {
  const navigate = useNavigate();
  return (
    <>
      <CapitalNav />
      <h1 className="mb-4 text-22 font-semibold">Import capital requests</h1>
      <ImportWizard
        kind="capital-requests"
        things="rows of capital requests"
        nouns={["capital-requests"]}
        help="A row for each source of a project. Columns: project, department, account, source, one column for each fiscal year (2028, 2029 …), total of the row, project total. The years come to the row's total, the rows of a project to the project total; a project comes in whole or not at all."
        onDone={() => void navigate(pathTo("capitalRequests"))}
      />
    </>
  );
}
