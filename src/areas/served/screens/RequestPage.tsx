import { Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { dateIn, formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { AgreementDetail, AgreementRow } from "../agreement/agreement.model.ts";
import { requestCycle, requestStatuses } from "../request/request.labels.ts";
import type { RequestDetail } from "../request/request.model.ts";

const RequestDialog = dialogOnDemand(
  async () => (await import("./RequestDialog.tsx")).RequestDialog,
);

const { course, actions } = requestCycle;
const look = { statuses: requestStatuses, course, actions };

const said = (r: RequestDetail): string => {
  switch (r.status) {
    case "requested":
      return `${r.client} waits for an answer`;
    case "to_bill":
      return "The work is done and not billed yet";
    case "billed":
      return `It is on ${r.bills.map(({ number }) => number).join(", ")}`;
    default:
      return `It is ${requestStatuses[r.status].label.toLowerCase()}`;
  }
};

/** What client and agency wrote each other. */
function Messages({ of }: { of: RequestDetail }) {
  const { timeZone } = useAgency();
  const { can } = useAuth();
  const send = useMutationAction("client-requests");
  const open = !["declined", "closed"].includes(of.status);
  return (
    <section className="grid gap-3">
      <h2>Messages</h2>
      {of.messages.length === 0 && <p className="text-t2">Nobody wrote about it yet.</p>}
      <ul className="grid gap-3">
        {of.messages.map((m) => (
          <li key={m.id} className="panel">
            <p className="text-13 text-t3">
              {m.author}, {m.side === "client" ? of.client : "for the agency"},{" "}
              {formatInstant(m.createdAt, timeZone)}
            </p>
            <p className="whitespace-pre-wrap">{m.text}</p>
          </li>
        ))}
      </ul>
      {open && can("served.write") && (
        <Form<{ text: string }>
          key={of.messages.length}
          formKey={`client-message-${of.id}`}
          defaultValues={{ text: "" }}
          submitLabel="Send to the client"
          onSubmit={async (body) => {
            await send.mutateAsync({
              path: `/api/v1/client-requests/${of.id}/actions/message`,
              body,
            });
          }}
        >
          <TextArea name="text" label="Message" required rows={3} maxLength={4000} />
        </Form>
      )}
    </section>
  );
}

function Request({ of }: { of: RequestDetail }) {
  return (
    <>
      <Finding
        parts={[
          {
            text: said(of),
            ...(of.bills[0] && { to: pathTo("clientBill", { id: of.bills[0].id }) }),
          },
        ]}
        none=""
      />
      <Panel title="The request">
        <Facts
          rows={[
            [
              "Client",
              <Link key="client" to={pathTo("servedClient", { id: of.clientId })}>
                {of.client}
              </Link>,
            ],
            ["Asked by", of.byLink ? `${of.askedBy}, by the link` : of.askedBy],
            ["In words", of.text],
            ["Wanted by", of.wantedOn && formatDate(of.wantedOn)],
            [
              "Agreement",
              of.agreementId && (
                <Link key="agreement" to={pathTo("clientAgreement", { id: of.agreementId })}>
                  {of.agreement}, {of.service}
                </Link>
              ),
            ],
            [
              "Work order",
              of.workOrderId && (
                <Link key="order" to={pathTo("workOrder", { id: of.workOrderId })}>
                  {of.workOrder}
                </Link>
              ),
            ],
            ["Done on", of.finishedOn && formatDate(of.finishedOn)],
            [
              "Fixed fee",
              of.fee !== null &&
                of.finishedOn &&
                `${of.quantity.toLocaleString("en-US")} × ${formatCents(of.fee)}`,
            ],
          ]}
        />
      </Panel>
      <Messages of={of} />
      <Attachments objectType="clientRequest" objectId={of.id} />
    </>
  );
}

const tabs: readonly RecordTab<RequestDetail>[] = [
  { id: "request", label: "Request", content: (of) => <Request of={of} /> },
];

function AcceptDialog({ of, onClose }: { of: RequestDetail; onClose: () => void }) {
  const found = useGet<{ items: AgreementRow[] }>(
    "client-agreements",
    `/api/v1/client-agreements?status=active&clientId=${of.clientId}&limit=50`,
  );
  const agreements = found.data?.items ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const id = chosen ?? agreements[0]?.id ?? null;
  const detail = useGet<AgreementDetail>("client-agreements", `/api/v1/client-agreements/${id}`, {
    enabled: id !== null,
  });
  if (!found.data || (id && !detail.data)) return null;
  return (
    <PostDialog<{ service: string }>
      key={id}
      title={`Accept ${of.number}`}
      description={
        id ? "Under an agreement in force; the client is told." : `${of.client} has no agreement.`
      }
      path={`/api/v1/client-requests/${of.id}/actions/accept`}
      version={of.version}
      submit="Accept it"
      values={{ service: detail.data?.services[0]?.code ?? "" }}
      bodyOf={({ service }) => ({ agreementId: id, service })}
      nouns={["client-requests", "clients"]}
      onClose={onClose}
    >
      <label className="field">
        <span className="field-label">Agreement</span>
        <select
          className="field-control"
          value={id ?? ""}
          onChange={(event) => setChosen(event.target.value)}
        >
          {agreements.map((a) => (
            <option key={a.id} value={a.id}>
              {a.number} {a.title}
            </option>
          ))}
        </select>
      </label>
      <SelectField
        name="service"
        label="Service"
        required
        options={(detail.data?.services ?? []).map(({ code, name }) => ({
          value: code,
          label: `${code} ${name}`,
        }))}
      />
    </PostDialog>
  );
}

function DoneDialog({ of, onClose }: { of: RequestDetail; onClose: () => void }) {
  const { timeZone } = useAgency();
  return (
    <PostDialog<{ doneOn: string; quantity: string }>
      title={`${of.number}: the work is done`}
      description="The client is told, and it is billed next."
      path={`/api/v1/client-requests/${of.id}/actions/finish`}
      version={of.version}
      submit="Work is done"
      values={{ doneOn: dateIn(new Date().toISOString(), timeZone), quantity: "1" }}
      bodyOf={({ doneOn, quantity }) => ({
        doneOn: doneOn || null,
        quantity: of.fee === null ? 1 : Number(quantity),
      })}
      nouns={["client-requests", "clients"]}
      onClose={onClose}
    >
      <DateField name="doneOn" label="Done on" required />
      {of.fee !== null && (
        <TextField
          name="quantity"
          label={`How many, at ${formatCents(of.fee)} each`}
          required
          maxLength={6}
        />
      )}
    </PostDialog>
  );
}

type Asked = { what: "accept" | "change" | "finish"; of: RequestDetail };

/** A request of a client, from its answer to its bill. */
export default function RequestPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const extra = (of: RequestDetail) => [
    ...(of.actions.some(({ name }) => name === "accept")
      ? [
          {
            label: "Accept",
            tone: "primary" as const,
            onSelect: () => setAsked({ what: "accept", of }),
          },
        ]
      : []),
    ...(of.actions.some(({ name }) => name === "finish")
      ? [
          {
            label: "Work is done",
            tone: "primary" as const,
            onSelect: () => setAsked({ what: "finish", of }),
          },
        ]
      : []),
    ...(can("served.write") && ["requested", "accepted", "at_work"].includes(of.status)
      ? [
          {
            label: "Change",
            icon: <Pencil aria-hidden="true" />,
            onSelect: () => setAsked({ what: "change", of }),
          },
        ]
      : []),
  ];
  return (
    <>
      <RecordPage<RequestDetail>
        path="/api/v1/client-requests"
        id={id}
        lifecycle={look}
        title={({ title }) => title}
        subtitle={({ client }) => client}
        deadline={({ wantedOn, finishedOn }) => ({
          ...{ at: wantedOn, label: "Wanted by", done: finishedOn !== null },
        })}
        tabs={tabs}
        ownActions={["accept", "finish"]}
        extraActions={extra}
      />
      {asked?.what === "accept" && <AcceptDialog of={asked.of} onClose={close} />}
      {asked?.what === "finish" && <DoneDialog of={asked.of} onClose={close} />}
      {asked?.what === "change" && (
        <RequestDialog of={asked.of} clientId={asked.of.clientId} onClose={close} />
      )}
    </>
  );
}
