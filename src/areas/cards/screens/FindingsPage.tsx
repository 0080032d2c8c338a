import { pathTo } from "#areas.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { findingViews } from "../finding/finding.labels.ts";
import type { FindingRow } from "../finding/finding.model.ts";
import { findingColumns, findingFilters } from "./FindingsTable.tsx";

/** What rules found of lines of cards, settled ones too. */
export default function FindingsPage() {
  return (
    <DataTable<FindingRow>
      name="card-findings"
      title="Card findings"
      path="/api/v1/card-findings"
      columns={findingColumns}
      filters={findingFilters}
      views={findingViews}
      defaultSort="dueOn"
      rowHref={(row) => pathTo("cardFinding", { id: row.id })}
      empty={{
        title: "Nothing was found",
        text: "Split purchases, blocked categories and missing receipts stand here.",
      }}
    />
  );
}
