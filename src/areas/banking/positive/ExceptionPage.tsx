import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { exceptionCauses, exceptionCycle, exceptionStatuses } from "./positive.labels.ts";
import type { ExceptionDetail } from "./positive.model.ts";

const look = {
  statuses: exceptionStatuses,
  course: exceptionCycle.course,
  actions: exceptionCycle.actions,
};

function Exception({ of }: { of: ExceptionDetail }) {
  const { timeZone } = useAgency();
  return (
    <div className="stack">
      <Finding parts={[{ text: of.says }]} none="" />
      <Panel title="The check">
        <Facts
          rows={[
            [
              "Check",
              <span key="check" className="mono">
                {of.checkNumber}
              </span>,
            ],
            ["Because", exceptionCauses[of.cause]],
            ["Presented for", formatCents(of.cents)],
            ["Presented payee", of.payee],
            ["Presented", formatDate(of.presentedOn)],
            ["Account", of.accountName],
            [
              "Payment",
              of.paymentId && (
                <Link key="payment" to={pathTo("payment", { id: of.paymentId })}>
                  As it was issued
                </Link>
              ),
            ],
            ["Cut-off", `${formatInstant(of.cutOffAt, timeZone)}; undecided, the check goes back`],
            [
              "Decided",
              of.decidedAt && `${of.decidedName}, ${formatInstant(of.decidedAt, timeZone)}`,
            ],
            ["Reason", of.reason],
          ]}
        />
      </Panel>
    </div>
  );
}

const tabs: readonly RecordTab<ExceptionDetail>[] = [
  { id: "check", label: "Check", content: (of) => <Exception of={of} /> },
  {
    id: "files",
    label: "Files and comments",
    content: ({ id }) => (
      <>
        <Attachments objectType="checkException" objectId={id} />
        <Comments objectType="checkException" objectId={id} />
      </>
    ),
  },
];

/** A check that the bank asks about: pay it, or let it go back. */
export default function ExceptionPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<ExceptionDetail>
      path="/api/v1/check-exceptions"
      id={id}
      lifecycle={look}
      title={({ checkNumber }) => `Check ${checkNumber}`}
      subtitle={({ accountName }) => accountName}
      amountCents={({ cents }) => cents}
      tabs={tabs}
    />
  );
}
