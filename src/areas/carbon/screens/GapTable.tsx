import { useMemo, useState } from "react";
import { options } from "#kernel/labels.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { DataTable, type BatchAction } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { gapCauses, kinds, settledWays } from "../line/gap.labels.ts";
import type { GapRow } from "../line/line.model.ts";
import type { YearDetail } from "../year/year.model.ts";

const SettleDialog = dialogOnDemand(async () => (await import("./SettleDialog.tsx")).SettleDialog);

const much = ({ quantity, unit }: GapRow): string | null =>
  quantity === null
    ? null
    : unit === "USD"
      ? `$${shownDecimal(quantity, 2)}`
      : `${shownDecimal(quantity)} ${unit}`;

const columns: readonly Column<GapRow>[] = [
  { id: "title", label: "What", kind: "text", value: (row) => row.title, title: true },
  { id: "quantity", label: "Quantity", kind: "text", value: much },
  { id: "kind", label: "Kind", kind: "text", value: (row) => kinds[row.kind], leads: true },
  { id: "cause", label: "Because", kind: "text", value: (row) => gapCauses[row.cause] },
  {
    id: "settledAs",
    label: "Settled",
    kind: "text",
    value: (row) =>
      row.settledAs && `${settledWays[row.settledAs]}: ${row.reason} (${row.settledBy ?? ""})`,
  },
  { id: "onDay", label: "Day", kind: "day", value: (row) => row.onDay },
  { id: "sourceNumber", label: "Record", kind: "text", value: (row) => row.sourceNumber || null },
];
const filters: readonly Filter[] = [
  { id: "open", label: "To settle", kind: "flag", pinned: true },
  { id: "kind", label: "Kind", kind: "set", pinned: true, options: options(kinds) },
  { id: "cause", label: "Because", kind: "set", options: options(gapCauses) },
];

/** What is not counted and what is known twice: rows that somebody settles with a reason. */
export function GapsOfYear({ year }: { year: YearDetail }) {
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const [clear, setClear] = useState<(() => void) | null>(null);
  const batch = useMemo<readonly BatchAction[]>(
    () =>
      year.canEdit
        ? [
            {
              label: "Settle",
              tone: "primary",
              idsOnly: true,
              run: (selection, done) => {
                setIds(selection.ids);
                setClear(() => done);
              },
            },
          ]
        : [],
    [year.canEdit],
  );
  return (
    <section className="grid gap-3">
      <h2>Not counted, and counted twice</h2>
      <DataTable<GapRow>
        name="carbon-gaps"
        title="To settle"
        path="/api/v1/carbon-gaps"
        columns={columns}
        filters={filters}
        fixed={`yearId=${year.id}`}
        defaultSort="-onDay"
        pageSize={10}
        batch={batch}
        exportable
        embedded
        empty={{
          title: "Nothing is left over",
          text: "Every record that was found is a line, or belongs to no activity of the year.",
        }}
      />
      {ids && (
        <SettleDialog year={year} ids={ids} onClose={() => setIds(null)} onDone={() => clear?.()} />
      )}
    </section>
  );
}
