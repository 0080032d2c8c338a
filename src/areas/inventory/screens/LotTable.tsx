import { pathTo } from "#areas.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { lotColumns, lotFilters } from "./lotColumns.ts";
import type { LotRow } from "../lot/lot.model.ts";

/** Lots within a record; `fixed` says whose. */
export function LotTable({ fixed }: { fixed: string }) {
  return (
    <DataTable<LotRow>
      name="stock-lots"
      title="Lots"
      path="/api/v1/stock-lots"
      fixed={fixed}
      columns={lotColumns}
      filters={lotFilters}
      defaultSort="expiresOn"
      embedded
      rowHref={(lot) => pathTo("stockLot", { id: lot.id })}
      empty={{ title: "No lots", text: "They are entered as the goods arrive." }}
    />
  );
}
