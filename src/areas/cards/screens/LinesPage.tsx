import { pathTo } from "#areas.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { lineViews } from "../line/line.labels.ts";
import type { LineRow } from "../line/line.model.ts";
import { lineColumns, lineFilters, useLineBatch } from "./LinesTable.tsx";

/** Every purchase by card that somebody sees. */
export default function LinesPage() {
  const batch = useLineBatch();
  return (
    <DataTable<LineRow>
      name="card-lines"
      title="Card lines"
      path="/api/v1/card-lines"
      columns={lineColumns}
      filters={lineFilters}
      views={lineViews}
      defaultSort="-postedOn"
      batch={batch}
      rowHref={(row) => pathTo("cardLine", { id: row.id })}
      empty={{
        title: "No line yet",
        text: "Lines come in by the bank's file, each once by its reference.",
      }}
    />
  );
}
