import { Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { clientCycle, clientKinds, clientStatuses } from "../client/client.labels.ts";
import type { ClientDetail } from "../client/client.model.ts";
import { AgreementTable } from "./AgreementTable.tsx";
import { BillTable } from "./BillTable.tsx";
import { ClientLinks } from "./ClientLinks.tsx";
import { RequestTable } from "./RequestTable.tsx";
import { Statement } from "./Statement.tsx";

const ClientDialog = dialogOnDemand(async () => (await import("./ClientDialog.tsx")).ClientDialog);
const RequestDialog = dialogOnDemand(
  async () => (await import("./RequestDialog.tsx")).RequestDialog,
);

const look = { statuses: clientStatuses, course: clientCycle.course, actions: clientCycle.actions };

const findingOf = ({ owed, late, open, endsOn }: ClientDetail): FindingPart[] => [
  ...(owed > 0 ? [{ text: `${formatCents(owed)} are owed`, to: "?tab=bills" }] : []),
  ...(late > 0 ? [{ text: `${formatCents(late)} of it are late`, to: "?tab=statement" }] : []),
  ...(open > 0 ? [{ text: `${counted(open, "request")} open`, to: "?tab=requests" }] : []),
  ...(endsOn ? [] : [{ text: "no agreement is in force", to: "?tab=agreements" }]),
];

function Overview({ client }: { client: ClientDetail }) {
  return (
    <>
      <Finding parts={findingOf(client)} none="Nothing is owed and nothing is open." />
      <Panel title="The client">
        <Facts
          rows={[
            ["What it is", clientKinds[client.kind]],
            ["Address", client.address],
            ["Bills go to", client.email],
            ["Note", client.note],
            ...client.contacts.map((c): [string, string] => [
              c.role || "Contact",
              [c.name, c.email, c.phone].filter(Boolean).join(", "),
            ]),
          ]}
        />
      </Panel>
      <ClientLinks client={client} />
      <Attachments objectType="servedClient" objectId={client.id} />
      <Comments objectType="servedClient" objectId={client.id} />
    </>
  );
}

const tabs: readonly RecordTab<ClientDetail>[] = [
  { id: "client", label: "Client", content: (client) => <Overview client={client} /> },
  {
    id: "agreements",
    label: "Agreements",
    content: ({ id }) => (
      <section className="grid gap-3">
        <h2>Agreements</h2>
        <AgreementTable clientId={id} />
      </section>
    ),
  },
  {
    id: "requests",
    label: "Requests",
    count: ({ open }) => open,
    content: ({ id }) => (
      <section className="grid gap-3">
        <h2>Requests</h2>
        <RequestTable clientId={id} />
      </section>
    ),
  },
  {
    id: "bills",
    label: "Bills",
    content: ({ id }) => (
      <section className="grid gap-3">
        <h2>Bills</h2>
        <BillTable clientId={id} />
      </section>
    ),
  },
  { id: "statement", label: "Statement", content: (client) => <Statement client={client} /> },
];

type Asked = { what: "change" | "request"; client: ClientDetail };

/** An agency that is served: its agreements, requests, bills and statement. */
export default function ClientPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { can } = useAuth();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const extra = (client: ClientDetail) =>
    can("served.write") && client.status === "active"
      ? [
          {
            label: "Enter a request",
            icon: <Plus aria-hidden="true" />,
            tone: "primary" as const,
            onSelect: () => setAsked({ what: "request", client }),
          },
          { label: "Write an agreement", to: pathTo("clientAgreementNew", { id: client.id }) },
          {
            label: "Change",
            icon: <Pencil aria-hidden="true" />,
            onSelect: () => setAsked({ what: "change", client }),
          },
        ]
      : [];
  return (
    <>
      <RecordPage<ClientDetail>
        path="/api/v1/clients"
        id={id}
        lifecycle={look}
        title={({ name }) => name}
        subtitle={({ kind }) => clientKinds[kind]}
        amountCents={({ owed }) => owed}
        amountNote={() => "owed"}
        tabs={tabs}
        extraActions={extra}
      />
      {asked?.what === "change" && <ClientDialog of={asked.client} onClose={close} />}
      {asked?.what === "request" && (
        <RequestDialog
          of={null}
          clientId={asked.client.id}
          onClose={close}
          onDone={(request) => void navigate(pathTo("clientRequest", { id: request }))}
        />
      )}
    </>
  );
}
