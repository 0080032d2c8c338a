import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useList } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { measureKinds } from "./geometry.model.ts";
import { measurementStatuses } from "./measurement.labels.ts";
import type { MeasurementRow } from "./measurement.model.ts";

const path = "/api/v1/measurements";

const columns: readonly Column<MeasurementRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (m) => m.number },
  { id: "name", label: "What is measured", kind: "text", leads: true, value: (m) => m.name },
  {
    id: "quantity",
    label: "Quantity",
    kind: "text",
    value: (m) => (m.quantity === null ? "None" : `${Number(m.quantity)} ${m.unit}`),
    sortable: false,
  },
  { id: "sheet", label: "Sheet", kind: "text", value: (m) => `${m.sheet} rev. ${m.sheetRevision}` },
  { id: "costCode", label: "Cost code", kind: "text", value: (m) => m.costCode, sortable: false },
  { id: "project", label: "Project", kind: "text", value: (m) => m.project, sortable: false },
  {
    id: "measuredName",
    label: "Measured by",
    kind: "text",
    value: (m) => m.measuredName,
    sortable: false,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (m) => m.status,
    statuses: measurementStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(measurementStatuses),
  },
  { id: "kind", label: "Kind", kind: "set", options: options(measureKinds) },
  { id: "stale", label: "On an older revision", kind: "flag" },
  { id: "unscaled", label: "Without a quantity", kind: "flag" },
];

function Waits() {
  const stale = useList<MeasurementRow>(path, "stale=true&limit=1");
  if (stale.error) return <ErrorPanel error={stale.error} what="The measurements" />;
  if (!stale.data) return null;
  const n = stale.data.total ?? 0;
  return (
    <Finding
      parts={
        n > 0
          ? [
              {
                text: `${counted(n, "measurement is", "measurements are")} on an older revision`,
                to: `${pathTo("measurements")}?stale=true`,
              },
            ]
          : []
      }
      none="Nothing is on an older revision of its sheet."
    />
  );
}

/** /quantity-takeoff/measurements: what is on an older revision, and every measurement. */
export default function MeasurementsPage() {
  return (
    <div className="stack">
      <header className="grid gap-2">
        <h1>Measurements</h1>
        <Waits />
      </header>
      <section className="grid min-w-0 gap-3">
        <h2>All measurements</h2>
        <DataTable<MeasurementRow>
          name="measurements"
          title="Measurements"
          path={path}
          columns={columns}
          filters={filters}
          defaultSort="-number"
          embedded
          exportable
          rowHref={(m) => pathTo("measurement", { id: m.id })}
          empty={{
            title: "Nothing is measured yet",
            text: "Open a sheet of a plan set, set its scale, and draw what is to be measured.",
          }}
        />
      </section>
    </div>
  );
}
