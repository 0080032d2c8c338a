import { pathTo } from "#areas.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { MoveButtons } from "./MoveButtons.tsx";
import { movementViews } from "./movement.labels.ts";
import type { MovementRow } from "./movement.model.ts";
import { movementColumns, movementFilters } from "./movementColumns.ts";

/** All that moved in the stores, newest first. */
export default function MovementsPage() {
  return (
    <div className="stack">
      <div className="flex flex-wrap justify-end gap-3">
        <MoveButtons />
      </div>
      <DataTable<MovementRow>
        name="stock-movements"
        title="Movements of stock"
        path="/api/v1/stock-movements"
        columns={movementColumns}
        filters={movementFilters}
        views={movementViews}
        defaultSort="-number"
        exportable
        rowHref={(row) => pathTo("stockMovement", { id: row.id })}
        empty={{
          title: "Nothing moved yet",
          text: "What is received, issued, transferred or written off stands here, and stays.",
        }}
      />
    </div>
  );
}
