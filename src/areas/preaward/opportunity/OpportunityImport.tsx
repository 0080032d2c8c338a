import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** A list of opportunities from a file. */
export default function OpportunityImport() {
  return (
    <ImportPage
      title="Import grant opportunities"
      kind="grant-opportunities"
      things="opportunities"
      permission="grantOpportunity.import"
      closed={{
        title: "You cannot import opportunities",
        text: "A manager or an administrator can.",
      }}
      nouns={["grant-opportunities"]}
      done={pathTo("grantOpportunities")}
      help={
        <p>
          CSV or XLSX, one opportunity a row. Number and title are needed. One that is there already
          is completed and not doubled; one that is not relevant stays out.
        </p>
      }
    />
  );
}
