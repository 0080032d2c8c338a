import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { invoiceStatuses, objectClasses } from "#areas/finance/finance.public.ts";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { ClassFindings } from "./ClassFindings.tsx";
import { requestCycle } from "./request.labels.ts";
import type { RequestDetail, SubawardCost } from "./request.model.ts";

const parts: readonly LinePart<SubawardCost>[] = [
  { label: "Paid to", as: "title", cell: (l) => l.payee },
  { label: "For", words: true, cell: (l) => l.description },
  { label: "Day", cell: (l) => formatDate(l.incurredOn) },
  {
    label: "Class",
    words: true,
    cell: (l) => objectClasses[l.objectClass as keyof typeof objectClasses],
  },
  { label: "Amount", as: "amount", cell: (l) => formatCents(l.cents) },
];

/** A subrecipient's payment request with its costs, and what became of it. */
export default function RequestPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<RequestDetail>
      path="/api/v1/subaward-requests"
      id={id}
      lifecycle={requestCycle}
      title={(r) => `${r.subrecipient}, ${formatDate(r.periodFrom)} to ${formatDate(r.periodTo)}`}
      subtitle={(r) => (
        <Link to={pathTo("subaward", { id: r.subawardId })}>
          {r.subaward} {r.title}
        </Link>
      )}
      amountCents={(r) => r.amount}
      tabs={[
        {
          id: "costs",
          label: "Costs",
          count: (r) => r.lines.length,
          content: (r) => (
            <>
              <ClassFindings findings={r.classFindings} />
              <LineTable
                label="Costs"
                parts={parts}
                lines={r.lines}
                keyOf={(l) => l.id}
                total={{
                  label: r.match ? `Of it match ${formatCents(r.match)}` : "Total",
                  amount: formatCents(r.lines.reduce((n, l) => n + l.cents, 0)),
                }}
              />
              {r.note && <p className="mt-3 text-t2">{r.note}</p>}
              {r.statusReason && <p className="mt-3">Reason: {r.statusReason}</p>}
            </>
          ),
        },
        {
          id: "documents",
          label: "Documents",
          content: (r) => <Attachments objectType="subawardRequest" objectId={r.id} />,
        },
      ]}
      rail={(r) => (
        <Panel title="Money">
          <p>{formatCents(r.left)} of the subaward are left.</p>
          {r.invoiceId && (
            <p>
              Invoice{" "}
              <Link className="mono" to={pathTo("invoice", { id: r.invoiceId })}>
                {r.invoice}
              </Link>{" "}
              {r.invoiceStatus && (
                <StatusBadge statuses={invoiceStatuses} status={r.invoiceStatus} />
              )}
            </p>
          )}
        </Panel>
      )}
    />
  );
}
