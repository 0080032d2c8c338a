import {
  columnOrderingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { Column } from "./columns.tsx";
import type { TableSettings } from "./settings.ts";

/**
 * Only what happens in the browser: which columns, in which order. Sorting, filters and pages are
 * the server's.
 */
const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature });

/** The columns as this person wants them, and the rows. `rows` must be stable between renders. */
export const useLedger = <T extends { id: string }>(
  columns: readonly Column<T>[],
  rows: readonly T[],
  settings: TableSettings,
) => {
  const definitions = useMemo<ColumnDef<typeof features, T>[]>(
    () => columns.map((column) => ({ id: column.id, header: column.label })),
    [columns],
  );
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const table = useTable<typeof features, T>({
    features,
    columns: definitions,
    data: rows as T[],
    getRowId: (row) => row.id,
    state: { columnVisibility: settings.visibility, columnOrder: settings.order },
  });
  const shown = table
    .getVisibleLeafColumns()
    .map((column) => column.id)
    .join();
  // The same list while the same columns stand in it: rows are drawn anew when it changes.
  const visible = useMemo(
    () => shown.split(",").flatMap((id) => byId.get(id) ?? []),
    [shown, byId],
  );
  return { rows: table.getRowModel().rows, visible };
};
