import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { keyInWords } from "#kernel/words.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { clientCycle, connectionCycle } from "./client.labels.ts";
import type { ClientChoices, ClientRow, ConnectionRow } from "./client.model.ts";
import { EndConnection } from "./EndConnection.tsx";

const NewClient = dialogOnDemand(async () => (await import("./ClientDialogs.tsx")).NewClient);
const AreasDialog = dialogOnDemand(async () => (await import("./ClientDialogs.tsx")).AreasDialog);

function EndClient({ client, onClose }: { client: ClientRow; onClose: () => void }) {
  return (
    <PostDialog<{ reason: string }>
      title={`End ${client.name}`}
      description={
        client.connected > 0
          ? `${counted(client.connected, "connection ends", "connections end")} with it, and what it proposed and nobody decided is dropped.`
          : "Nobody can connect it from then on."
      }
      path={`/api/v1/agent-clients/${client.id}/actions/end`}
      submit="End it"
      version={client.version}
      nouns={["agent-clients", "agent-connections", "agent-findings"]}
      values={{ reason: "" }}
      onClose={onClose}
    >
      <TextArea name="reason" label="Why" rows={3} required maxLength={1000} />
    </PostDialog>
  );
}

function Client({ client, choices }: { client: ClientRow; choices: ClientChoices }) {
  const [open, setOpen] = useState<"areas" | "end" | null>(null);
  const answers =
    client.kind === "entered"
      ? client.redirectUris.join(", ")
      : `every program of ${client.clientId}`;
  const areas = client.areas.map(
    (name) => choices.items.find((each) => each.name === name)?.label ?? keyInWords(name),
  );
  return (
    <li className="grid content-start gap-2 rounded border border-hair p-4">
      <div className="flex items-baseline gap-3">
        <h3 className="mr-auto">{client.name}</h3>
        <StatusBadge statuses={clientCycle.statuses} status={client.status} />
      </div>
      <p>
        {client.connected === 0
          ? "Nobody has connected it."
          : `${counted(client.connected, "member has", "members have")} connected it.`}
      </p>
      <p className="text-13 text-t2">May read: {areas.join(", ")}.</p>
      <p className="break-all text-13 text-t2">Answers go to {answers}</p>
      {client.kind === "entered" && (
        <p className="break-all text-13 text-t2">
          Client ID <code>{client.clientId}</code>
        </p>
      )}
      {client.status === "active" && (
        <div className="flex gap-2">
          <button type="button" className="btn btn-small" onClick={() => setOpen("areas")}>
            What may leave
          </button>
          <button type="button" className="btn btn-small" onClick={() => setOpen("end")}>
            End
          </button>
        </div>
      )}
      {open === "areas" && (
        <AreasDialog client={client} choices={choices} onClose={() => setOpen(null)} />
      )}
      {open === "end" && <EndClient client={client} onClose={() => setOpen(null)} />}
    </li>
  );
}

const columns: readonly Column<ConnectionRow>[] = [
  {
    id: "clientName",
    label: "Program",
    kind: "text",
    title: true,
    sortable: true,
    value: (row) => row.clientName,
  },
  { id: "personName", label: "In the name of", kind: "text", value: (row) => row.personName },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: connectionCycle.statuses,
  },
  {
    id: "proposes",
    label: "May",
    kind: "text",
    value: (row) => (row.proposes ? "Read and propose" : "Read"),
  },
  { id: "lastUsedAt", label: "Last used", kind: "instant", value: (row) => row.lastUsedAt },
  { id: "calls", label: "Calls", kind: "number", sortable: true, value: (row) => row.calls },
  {
    id: "end",
    label: "",
    kind: "text",
    value: () => "",
    cell: (row) =>
      row.status === "active" ? <EndConnection connection={row} /> : <Ended row={row} />,
  },
];

function Ended({ row }: { row: ConnectionRow }) {
  const { timeZone } = useAgency();
  return (
    <span className="text-13 text-t2">
      {row.endedAt && formatInstant(row.endedAt, timeZone)} {row.endedFor}
    </span>
  );
}

/** Programs that members may connect, what may leave for each, and who has connected one. */
export function ClientsTab() {
  const [adding, setAdding] = useState(false);
  const clients = useGet<{ items: ClientRow[] }>(
    "agent-clients",
    "/api/v1/agent-clients?limit=100&sort=status,name",
    { anew: true },
  );
  const choices = useGet<ClientChoices>("agent-clients", "/api/v1/agent-client-choices");
  if (clients.error) return <ErrorPanel error={clients.error} what="The programs" />;
  if (!clients.data || !choices.data)
    return <TableSkeleton columns={3} rows={2} label="Loading the programs" />;
  const { items } = clients.data;
  return (
    <div className="stack">
      <section className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2>Programs that members may connect</h2>
          <button type="button" className="btn btn-primary" onClick={() => setAdding(true)}>
            Let a program in
          </button>
        </div>
        <p className="text-t2">
          A program that speaks the Model Context Protocol reads with the rights of the member who
          connects it, and changes nothing: what it proposes waits for a person. Its address is{" "}
          <code className="break-all">{choices.data.address}</code>
        </p>
        {items.length === 0 && <p>No program may be connected.</p>}
        <ul className="grid gap-3 lg:grid-cols-2">
          {items.map((client) => (
            <Client key={client.id} client={client} choices={choices.data!} />
          ))}
        </ul>
      </section>
      <section className="grid gap-3">
        <h2>Who has connected one</h2>
        <DataTable<ConnectionRow>
          embedded
          name="agent-connections"
          title="Who has connected one"
          path="/api/v1/agent-connections"
          columns={columns}
          filters={[]}
          defaultSort="-createdAt"
          exportable
          empty={{ title: "Nobody has connected a program", text: "Each connection stands here." }}
        />
      </section>
      {adding && <NewClient choices={choices.data} onClose={() => setAdding(false)} />}
    </div>
  );
}
