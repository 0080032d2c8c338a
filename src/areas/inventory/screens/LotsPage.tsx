import { pathTo } from "#areas.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { lotViews } from "../lot/lot.labels.ts";
import type { LotRow } from "../lot/lot.model.ts";
import { lotColumns, lotFilters } from "./lotColumns.ts";

/** Lots and serial numbers of all items. */
export default function LotsPage() {
  return (
    <DataTable<LotRow>
      name="stock-lots"
      title="Lots and serial numbers"
      path="/api/v1/stock-lots"
      columns={lotColumns}
      filters={lotFilters}
      views={lotViews}
      defaultSort="expiresOn"
      exportable
      rowHref={(lot) => pathTo("stockLot", { id: lot.id })}
      empty={{
        title: "No lots yet",
        text: "Items that are told apart by lot or serial number have them.",
      }}
    />
  );
}
