import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { formatCents, formatCentsShort } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { clientKinds, clientStatuses } from "../client/client.labels.ts";
import type { AgingRow, ClientRow } from "../client/client.model.ts";

const ClientDialog = dialogOnDemand(async () => (await import("./ClientDialog.tsx")).ClientDialog);

const columns: readonly Column<ClientRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "name", label: "Client", kind: "text", value: (row) => row.name, title: true },
  { id: "kind", label: "What it is", kind: "text", value: (row) => clientKinds[row.kind] },
  {
    id: "owed",
    label: "Owes",
    kind: "money",
    value: (row) => row.owed,
    main: () => true,
    total: true,
  },
  { id: "late", label: "Late", kind: "money", value: (row) => row.late, total: true },
  { id: "endsOn", label: "Agreement ends", kind: "day", value: (row) => row.endsOn },
  { id: "open", label: "Open requests", kind: "number", value: (row) => row.open },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: clientStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(clientStatuses) },
  { id: "kind", label: "What it is", kind: "set", options: options(clientKinds) },
  { id: "late", label: "Owe money that is late", kind: "flag" },
  { id: "ending", label: "Agreement ends within 90 days", kind: "flag" },
];

const ages = [
  { id: "notDue", label: "Not due" },
  { id: "to30", label: "1–30 days late" },
  { id: "to60", label: "31–60" },
  { id: "to90", label: "61–90" },
  { id: "beyond", label: "More than 90" },
] as const;

const findingOf = (clients: readonly ClientRow[], ending: number): FindingPart[] => {
  const sum = (of: (row: ClientRow) => number) => clients.reduce((n, row) => n + of(row), 0);
  const [owed, late] = [sum((row) => row.owed), sum((row) => row.late)];
  return [
    { text: `${counted(clients.length, "agency", "agencies")} served` },
    ...(owed > 0 ? [{ text: `${formatCents(owed)} are owed` }] : []),
    ...(late > 0 ? [{ text: `${formatCents(late)} of it are late`, to: "?late=true" }] : []),
    ...(ending > 0
      ? [
          {
            text: `${counted(ending, "agreement ends", "agreements end")} within 90 days`,
            to: `${pathTo("clientAgreements")}?ending=true`,
          },
        ]
      : []),
  ];
};

function Ages({ rows }: { rows: readonly AgingRow[] }) {
  if (rows.length === 0) return null;
  const most = rows.toSorted((a, b) => b.owed - a.owed).slice(0, 12);
  return (
    <Chart
      finding={`${most[0]!.client} owes most, ${formatCents(most[0]!.owed)}`}
      kind="stacked"
      axis="Client"
      series={ages}
      format={formatCentsShort}
      points={most.map(({ client, clientId: _id, owed: _owed, ...values }) => ({
        label: client,
        values,
      }))}
      height={220}
    />
  );
}

/** Who is served, what each owes by its age, and whose agreement ends. */
export default function ClientsPage() {
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const clients = useGet<{ items: ClientRow[] }>(
    "clients",
    "/api/v1/clients?status=active&limit=500",
  );
  const ending = useGet<{ total: number }>(
    "client-agreements",
    "/api/v1/client-agreements?ending=true&limit=1",
  );
  const aging = useGet<{ items: AgingRow[] }>("client-bills", "/api/v1/client-aging");
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Clients</h1>
        <Held permission="served.write" what="Enter clients">
          <button type="button" className="btn btn-primary" onClick={() => setAdding(true)}>
            New client
          </button>
        </Held>
      </div>
      {clients.data && (
        <Finding
          parts={
            clients.data.items.length > 0
              ? findingOf(clients.data.items, ending.data?.total ?? 0)
              : []
          }
          none="No agency is served yet. Enter the first one, and write its agreement."
        />
      )}
      <Ages rows={aging.data?.items ?? []} />
      <section className="grid gap-3">
        <h2>Agencies served</h2>
        <DataTable<ClientRow>
          name="clients"
          title="Agencies served"
          path="/api/v1/clients"
          columns={columns}
          filters={filters}
          defaultSort="name"
          exportable
          embedded
          rowHref={(row) => pathTo("servedClient", { id: row.id })}
          empty={{
            title: "No client yet",
            text: "A client is another agency that you work for: a township, a school district.",
          }}
        />
      </section>
      {adding && (
        <ClientDialog
          of={null}
          onClose={() => setAdding(false)}
          onDone={(id) => void navigate(pathTo("servedClient", { id }))}
        />
      )}
    </div>
  );
}
