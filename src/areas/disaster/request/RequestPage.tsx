import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { ActionChoice } from "../incident/parts.tsx";
import { priorities, requestCycle, requestSources } from "./request.labels.ts";
import type { RequestDetail } from "./request.model.ts";

type Line = RequestDetail["lines"][number];
const parts: readonly LinePart<Line>[] = [
  { label: "Resource", as: "title", cell: (l) => l.description },
  { label: "Quantity", cell: (l) => `${shownDecimal(l.quantity)} ${l.unit}` },
  { label: "Estimate, $", as: "amount", cell: (l) => shownPrice(l.unitPrice) },
];

function RequestFacts({ request: r }: { request: RequestDetail }) {
  const { timeZone } = useAgency();
  const facts = [
    ["Needed", formatInstant(r.neededAt, timeZone)],
    ["Priority", priorities[r.priority]],
    ["Deliver to", r.deliverTo || "—"],
    ["Comes from", r.source ? `${requestSources[r.source]} ${r.supplier}` : "Not decided"],
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
      <p className="max-w-[68ch] whitespace-pre-wrap">{r.need}</p>
      <LineTable label="Resources" parts={parts} lines={r.lines} keyOf={(l) => l.id} />
      <Facts rows={facts} />
    </>
  );
}

const orderFields = (
  <>
    <ActionChoice name="source" label="Comes from" options={Object.entries(requestSources)} />
    <label className="field">
      <span className="label">Supplier, crew or agreement</span>
      <input name="supplier" className="field-control" maxLength={200} />
    </label>
  </>
);

const fundFields = (r: RequestDetail) => (
  <>
    <ActionChoice
      name="outcome"
      label="It is"
      options={[
        ["filled", "Filled"],
        ["partial", "Partly filled"],
      ]}
    />
    {r.source === "purchase" && (
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
          An emergency requisition of {formatCents(r.costCents)} goes to its approvers.
        </span>
      </label>
    )}
  </>
);

/** A resource request (213RR), step by step, each by whoever holds the position. */
export default function RequestPage() {
  const { id = "" } = useParams();
  return (
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
      actionFields={(r) => ({ order: orderFields, fund: fundFields(r) })}
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
  );
}
