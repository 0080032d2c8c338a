import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useBeginFlow } from "#areas/flows/flows.ui.tsx";
import { formatInstant } from "#kernel/dates.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { counted } from "#kernel/words.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { lineStates, priorities, requestCycle, requestSources } from "./request.labels.ts";
import { SourceDialog } from "./SourceDialog.tsx";
import type { RequestDetail } from "./request.model.ts";

type Line = RequestDetail["lines"][number];
const from = (l: Line) =>
  [
    l.source ? requestSources[l.source] : "Not decided",
    l.fromStores && !l.issued && "held in the stores",
    l.issued && `issued by ${l.issued}`,
    l.giver ?? l.supplier,
  ]
    .filter(Boolean)
    .join(", ");
const partsOf = (zone: string, give: (l: Line) => void): readonly LinePart<Line>[] => [
  { label: "Resource", as: "title", cell: (l) => l.description },
  { label: "Quantity", cell: (l) => `${shownDecimal(l.quantity)} ${l.unit}` },
  {
    label: "Source",
    cell: (l) => <span className="whitespace-normal">{from(l)}</span>,
    words: true,
  },
  {
    label: "State",
    words: true,
    cell: (l) => (
      <span className="flex flex-wrap items-center gap-2 whitespace-normal">
        <StatusBadge statuses={lineStates} status={l.state} />
        {Number(l.received) > 0 && `${shownDecimal(l.received)} came`}
        {l.orders.map((o) => (
          <Link key={o.id} to={`/purchase-orders/${o.id}`}>
            {o.number}
          </Link>
        ))}
        {l.givenAt && `${l.givenBy ?? ""} ${formatInstant(l.givenAt, zone)}: ${l.givenNote}`}
        {l.mayGive && (
          <button type="button" className="btn btn-small" onClick={() => give(l)}>
            Confirm it<span className="visually-hidden"> for {l.description}</span>
          </button>
        )}
      </span>
    ),
  },
  { label: "Price each, $", as: "amount", cell: (l) => shownPrice(l.unitPrice) },
];

function GiveDialog({
  requestId,
  line,
  onClose,
}: {
  requestId: string;
  line: Line;
  onClose: () => void;
}) {
  return (
    <PostDialog
      title={`Confirm: ${line.description}`}
      description={`${shownDecimal(line.quantity)} ${line.unit}, ${from(line)}. The request follows from it.`}
      path={`/api/v1/incident-requests/${requestId}/lines/${line.id}/actions/give`}
      submit="It was given"
      nouns={["incident-requests", "incidents"]}
      values={{ note: "" }}
      onClose={onClose}
    >
      <TextField
        name="note"
        label="What was given, by whom"
        hint="Hand-over, ticket or unit number"
        required
        maxLength={500}
      />
    </PostDialog>
  );
}

function RequestFacts({ request: r }: { request: RequestDetail }) {
  const { timeZone } = useAgency();
  const [giving, setGiving] = useState<Line | null>(null);
  const filled = r.lines.filter((l) => l.state === "filled").length;
  const facts = [
    ["Needed", formatInstant(r.neededAt, timeZone)],
    ["Priority", priorities[r.priority]],
    ["Deliver to", r.deliverTo || "—"],
    ["Asked by", r.requester ?? "—"],
    ["Approved for the section by", r.sectionApprover ?? "Nobody yet"],
    ["Money reviewed by", r.financeReviewer ?? "Nobody yet"],
    ...(r.statusReason ? [["Why", r.statusReason] as const] : []),
  ] as const;
  return (
    <>
      {r.similar.length > 0 && (
        <p role="note" className="text-warning">
          Similar and open:{" "}
          {r.similar.map((other, n) => (
            <span key={other.id}>
              {n > 0 && ", "}
              <Link to={pathTo("incidentRequest", { id: other.id })}>
                {other.number} {other.title}
              </Link>
            </span>
          ))}
        </p>
      )}
      <p>
        {filled} of {counted(r.lines.length, "line")} filled. States follow from orders, receipts
        and from those who gave.
      </p>
      <p className="max-w-[68ch] whitespace-pre-wrap">{r.need}</p>
      <LineTable
        label="Resources"
        parts={partsOf(timeZone, setGiving)}
        lines={r.lines}
        keyOf={(l) => l.id}
      />
      {giving && <GiveDialog requestId={r.id} line={giving} onClose={() => setGiving(null)} />}
      <Facts rows={facts} />
    </>
  );
}

const fundFields = (r: RequestDetail) =>
  r.lines.some((l) => l.source === "purchase") && (
    <label className="field">
      <span className="label">Why it cannot wait for competition</span>
      <textarea
        name="exigency"
        className="field-control"
        rows={4}
        maxLength={4000}
        defaultValue={r.exigency}
      />
      <span className="text-13 text-t2">
        A requisition without competition goes to its approvers with this reason (2 CFR
        200.320(c)(3)). Leave it empty where it can wait: then it is competed as usual.
      </span>
    </label>
  );

/** A resource request (213RR), step by step, each by whoever holds the position. */
export default function RequestPage() {
  const { id = "" } = useParams();
  const [sourcing, setSourcing] = useState<RequestDetail | null>(null);
  const flow = useBeginFlow("incidentRequest");
  return (
    <>
      <RecordPage<RequestDetail>
        path="/api/v1/incident-requests"
        id={id}
        lifecycle={requestCycle}
        title={(r) => r.title}
        subtitle={(r) => (
          <Link to={pathTo("incident", { id: r.incidentId })}>Incident {r.incident}</Link>
        )}
        amountCents={(r) => r.costCents}
        amountNote={() => "estimated"}
        menu={flow.menu}
        ownActions={["order"]}
        extraActions={(r) =>
          r.actions.some((a) => a.name === "order" && a.enabled)
            ? [{ label: "Say where it comes from", onSelect: () => setSourcing(r) }]
            : []
        }
        actionFields={(r) => ({ fund: fundFields(r) })}
        tabs={[
          { id: "request", label: "Request", content: (r) => <RequestFacts request={r} /> },
          {
            id: "documents",
            label: "Documents",
            content: (r) => <Attachments objectType="incidentRequest" objectId={r.id} />,
          },
        ]}
        rail={(r) =>
          r.requisitionId && (
            <Link className="btn" to={`/smart-requisition/${r.requisitionId}`}>
              Requisition {r.requisition}
            </Link>
          )
        }
      />
      {sourcing && <SourceDialog request={sourcing} onClose={() => setSourcing(null)} />}
      {flow.dialog}
    </>
  );
}
