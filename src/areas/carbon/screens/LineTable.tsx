import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { kilograms } from "../line/gas.model.ts";
import { bases } from "../line/gap.labels.ts";
import type { LineRow } from "../line/line.model.ts";
import { qualities, scopes } from "../year/year.labels.ts";

const columns: readonly Column<LineRow>[] = [
  { id: "title", label: "What", kind: "text", value: (row) => row.title, title: true },
  { id: "activity", label: "Activity", kind: "text", value: (row) => row.activity },
  { id: "scope", label: "Scope", kind: "text", value: (row) => row.scope },
  {
    id: "quality",
    label: "Quality",
    kind: "text",
    value: (row) => qualities[row.quality as keyof typeof qualities],
  },
  { id: "onDay", label: "Day", kind: "day", value: (row) => row.onDay },
  {
    id: "quantity",
    label: "Quantity",
    kind: "text",
    value: (row) => `${shownDecimal(row.quantity)} ${row.unit}`,
  },
  { id: "factorNumber", label: "Factor", kind: "text", value: (row) => row.factorName },
  {
    id: "grams",
    label: "CO2e",
    kind: "number",
    value: (row) => row.grams,
    cell: (row) => kilograms(row.grams),
    main: () => true,
  },
  { id: "sourceNumber", label: "Record", kind: "text", value: (row) => row.sourceNumber || null },
  {
    id: "basis",
    label: "Summed",
    kind: "text",
    value: (row) => bases[row.basis as keyof typeof bases],
  },
];
const filters: readonly Filter[] = [
  { id: "scope", label: "Scope", kind: "set", pinned: true, options: options(scopes) },
  { id: "quality", label: "Quality", kind: "set", pinned: true, options: options(qualities) },
  { id: "market", label: "By contract", kind: "flag" },
  { id: "onDay", label: "Day", kind: "day" },
];

/** The lines of a year; each opens how it came to its grams. */
export function LinesOfYear({ yearId }: { yearId: string }) {
  return (
    <section className="grid gap-3">
      <h2>Lines by activity</h2>
      <DataTable<LineRow>
        name="carbon-lines"
        title="Lines"
        path="/api/v1/carbon-lines"
        columns={columns}
        filters={filters}
        fixed={`yearId=${yearId}`}
        defaultSort="-grams"
        exportable
        embedded
        rowHref={(row) => pathTo("carbonLine", { id: row.id })}
        empty={{
          title: "No line yet",
          text: "Bills, issues and routes become lines when the year is counted.",
        }}
      />
    </section>
  );
}
