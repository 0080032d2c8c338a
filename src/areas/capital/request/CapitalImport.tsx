import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";
import { CapitalNav } from "../CapitalNav.tsx";

/** Imports capital requests from a file with years as columns. */
export default function CapitalImport() {
  return (
    <>
      <CapitalNav />
      <ImportPage
        title="Import capital requests"
        kind="capital-requests"
        things="rows of capital requests"
        permission="capital.edit"
        closed={{
          title: "You cannot import capital requests",
          text: "People who ask for capital projects can. An administrator grants the duty under Team.",
        }}
        nouns={["capital-requests"]}
        done={pathTo("capitalRequests")}
        help="A row for each source of a project. Columns: project, department, account, source, one column for each fiscal year (2028, 2029 …), total of the row, project total. The years come to the row's total, the rows of a project to the project total; a project comes in whole or not at all."
      />
    </>
  );
}
