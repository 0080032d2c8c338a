import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { options } from "#kernel/labels.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { factorStatuses } from "../factor/factor.labels.ts";
import type { FactorRow } from "../factor/factor.model.ts";

const FactorDialog = dialogOnDemand(async () => (await import("./FactorDialog.tsx")).FactorDialog);

const columns: readonly Column<FactorRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  {
    id: "name",
    label: "Factor",
    kind: "text",
    value: (row) => `${row.name}, version ${row.versionNo}`,
    title: true,
  },
  { id: "factorKey", label: "Key", kind: "text", value: (row) => row.factorKey },
  { id: "unit", label: "By", kind: "text", value: (row) => row.unit },
  { id: "co2", label: "CO2, g", kind: "text", value: (row) => row.co2 },
  { id: "ch4", label: "CH4, g", kind: "text", value: (row) => row.ch4 },
  { id: "n2o", label: "N2O, g", kind: "text", value: (row) => row.n2o },
  { id: "fromOn", label: "From", kind: "day", value: (row) => row.fromOn },
  { id: "untilOn", label: "Through", kind: "day", value: (row) => row.untilOn },
  { id: "source", label: "Source", kind: "text", value: (row) => row.source },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: factorStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(factorStatuses) },
  { id: "shipped", label: "Comes with the product", kind: "flag" },
];

/** Emission factors in all their versions, and what waits to be confirmed. */
export default function FactorsPage() {
  const [adding, setAdding] = useState(false);
  const waiting = useGet<{ total: number }>(
    "carbon-factors",
    "/api/v1/carbon-factors?status=unverified&limit=1",
  );
  const total = waiting.data?.total ?? 0;
  return (
    <div className="stack">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Emission factors</h1>
          <Held permission="carbon.prepare" what="Import factors">
            <Link className="btn" to={pathTo("carbonFactorImport")}>
              Import
            </Link>
          </Held>
          <Held permission="carbon.prepare" what="Bring in a factor">
            <button type="button" className="btn btn-primary" onClick={() => setAdding(true)}>
              Bring in a factor
            </button>
          </Held>
        </div>
        <Finding
          parts={
            total > 0
              ? [
                  {
                    text: `${counted(total, "factor waits", "factors wait")} to be confirmed by another person`,
                    to: `${pathTo("carbonFactors")}?status=unverified`,
                  },
                ]
              : []
          }
          none="Every factor was confirmed, or comes with the product."
        />
      </header>
      <section className="grid gap-3">
        <h2>Versions</h2>
        <DataTable<FactorRow>
          name="carbon-factors"
          title="Emission factors"
          path="/api/v1/carbon-factors"
          columns={columns}
          filters={filters}
          defaultSort="name"
          exportable
          embedded
          rowHref={(row) => pathTo("carbonFactor", { id: row.id })}
          empty={{
            title: "No factor yet",
            text: "Those of 40 CFR 98 come in with the first year; bring in others with their source.",
          }}
        />
      </section>
      {adding && <FactorDialog onClose={() => setAdding(false)} />}
    </div>
  );
}
