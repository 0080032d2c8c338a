import { expect, test } from "vitest";
import type { DataTableProps } from "./DataTable.tsx";

type Row = { id: string };
const table = { name: "rows", title: "Rows", path: "/api/v1/rows", columns: [] };

test("what only a whole screen's table draws is no prop of an embedded one", () => {
  const tables: DataTableProps<Row>[] = [
    { ...table, create: { label: "New row", to: "/rows/new" }, exportable: false },
    { ...table, embedded: true },
    // @ts-expect-error a tab's page has the button
    { ...table, embedded: true, create: { label: "New row", to: "/rows/new" } },
    // @ts-expect-error nothing is exported from a tab
    { ...table, embedded: true, exportable: true },
    // @ts-expect-error a tab has no tabs of views
    { ...table, embedded: true, views: [] },
  ];
  expect(tables).toHaveLength(5);
});
