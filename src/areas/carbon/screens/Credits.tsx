import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { creditStatuses, registries } from "../credit/credit.labels.ts";
import type { CreditRow } from "../credit/credit.model.ts";

const CreditDialog = dialogOnDemand(async () => (await import("./CreditDialog.tsx")).CreditDialog);

const columns: readonly Column<CreditRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "project", label: "Project", kind: "text", value: (row) => row.project, title: true },
  { id: "registry", label: "Registry", kind: "text", value: (row) => registries[row.registry] },
  { id: "vintage", label: "Vintage", kind: "text", value: (row) => String(row.vintage) },
  { id: "serials", label: "Serial numbers", kind: "text", value: (row) => row.serials },
  { id: "tons", label: "Tons", kind: "number", value: (row) => row.tons, main: () => true },
  {
    id: "forYear",
    label: "For the year",
    kind: "text",
    value: (row) => (row.forYear === null ? null : String(row.forYear)),
  },
  { id: "orderNumber", label: "Order", kind: "text", value: (row) => row.orderNumber },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: creditStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(creditStatuses) },
  { id: "registry", label: "Registry", kind: "set", options: options(registries) },
];

/** The agency's credits: beside what it emitted, never taken off. */
export function Credits() {
  const navigate = useNavigate();
  const [listing, setListing] = useState(false);
  const path = "/api/v1/carbon-credits?status=held,reserved&limit=500";
  const held = useGet<{ items: CreditRow[] }>("carbon-credits", path);
  const tons = (held.data?.items ?? []).reduce((sum, row) => sum + row.tons, 0);
  return (
    <>
      <Finding
        parts={
          tons > 0 ? [{ text: `${tons.toLocaleString("en-US")} t are held and not retired` }] : []
        }
        none="No credit is held. Credits stand beside emissions and are never taken off them."
      />
      <section className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="mr-auto">Credits</h2>
          <Held permission="carbon.prepare" what="List credits">
            <button type="button" className="btn" onClick={() => setListing(true)}>
              List credits
            </button>
          </Held>
        </div>
        <DataTable<CreditRow>
          name="carbon-credits"
          title="Credits"
          path="/api/v1/carbon-credits"
          columns={columns}
          filters={filters}
          defaultSort="-number"
          exportable
          embedded
          rowHref={(row) => pathTo("carbonCredit", { id: row.id })}
          empty={{
            title: "No credit yet",
            text: "List credits by the serial numbers of their registry; an order buys them.",
          }}
        />
      </section>
      {listing && (
        <CreditDialog
          onClose={() => setListing(false)}
          onDone={({ id }) => void navigate(pathTo("carbonCredit", { id }))}
        />
      )}
    </>
  );
}
