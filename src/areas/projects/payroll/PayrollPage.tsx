import { Download, Pencil } from "lucide-react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { payrollCourse, payrollCycle, payrollStatuses } from "./payroll.labels.ts";
import type { PayrollDetail } from "./payroll.model.ts";
import { findingKinds } from "./wages.model.ts";

const look = { statuses: payrollStatuses, course: payrollCourse, actions: payrollCycle.actions };
type Of = { payroll: PayrollDetail };

function Found({ payroll: p }: Of) {
  const parts = [
    ...p.findings.map(({ kind, says }) => ({ text: `${findingKinds[kind]}: ${says}` })),
    ...p.against.map((text) => ({ text })),
    ...(p.late ? [{ text: `It came after ${formatDate(p.dueOn!)}, a week after the payday` }] : []),
  ];
  const none = p.noWork
    ? "No work was performed in this week, and no log says otherwise."
    : p.determination
      ? `Every row comes to what ${p.determination} asks.`
      : "No wage determination is entered.";
  return <Finding parts={parts} none={none} />;
}

const hours = (days: readonly string[]): string =>
  String(days.reduce((sum, each) => sum + Math.round(Number(each) * 100), 0) / 100);

function Workers({ payroll: p }: Of) {
  if (p.noWork) return null;
  return (
    <section className="grid min-w-0 gap-3">
      <h2>Workers</h2>
      <LineTable
        label="Workers of the payroll"
        lines={p.workers.map((w, at) => ({ ...w, at }))}
        keyOf={({ at }) => String(at)}
        parts={[
          {
            label: "Worker",
            as: "title",
            cell: (w) => (
              <>
                {w.name} <span className="mono text-12 text-t3">{w.idNumber}</span>
              </>
            ),
          },
          {
            label: "Classification",
            words: true,
            cell: (w) =>
              w.apprenticePercent === null
                ? w.classification
                : `${w.classification}, apprentice at ${w.apprenticePercent} %`,
          },
          {
            label: "Hours",
            cell: (w) => `${hours(w.straight)} and ${hours(w.overtime)} overtime`,
          },
          {
            label: "Rate",
            cell: (w) => `${formatCents(w.rate)}, overtime ${formatCents(w.overtimeRate)}`,
          },
          {
            label: "Fringe benefits",
            cell: (w) =>
              `${formatCents(w.fringePlans)} to plans, ${formatCents(w.fringeCash)} in cash`,
          },
          {
            label: "Gross, $",
            as: "amount",
            cell: (w) => formatCents(w.gross, { symbol: false }),
          },
        ]}
      />
    </section>
  );
}

function Week({ payroll: p }: Of) {
  const { timeZone } = useAgency();
  return (
    <Panel title="The week">
      <Facts
        rows={[
          ["Employer", p.employer],
          ["Payroll no.", `${p.payrollNo}${p.final ? ", the last one" : ""}`],
          ["Payday", p.paidOn && formatDate(p.paidOn)],
          [
            "Together",
            p.noWork
              ? "No work"
              : `${counted(p.totals.people, "worker")}, ${p.totals.hours} hours, ${formatCents(p.totals.gross)}`,
          ],
          ["Exceptions", p.exceptions],
          [
            "Signed",
            p.signedAt && `${p.signedBy}, ${p.signedTitle}, ${formatInstant(p.signedAt, timeZone)}`,
          ],
          [
            "Accepted by",
            p.acceptedBy && [p.acceptedBy, p.acceptedReason].filter(Boolean).join(": "),
          ],
          ["Returned", p.statusReason],
          [
            "Project",
            <Link
              key="project"
              className="underline"
              to={`${pathTo("project", { id: p.projectId })}?tab=payroll`}
            >
              {p.projectNumber} {p.project}
            </Link>,
          ],
          [
            "Order",
            <Link key="order" className="underline" to={pathTo("order", { id: p.purchaseOrderId })}>
              {p.order}
            </Link>,
          ],
        ]}
      />
    </Panel>
  );
}

const tabs: readonly RecordTab<PayrollDetail>[] = [
  {
    id: "week",
    label: "Week",
    content: (payroll) => (
      <div className="stack">
        <Found payroll={payroll} />
        <Workers payroll={payroll} />
        <Week payroll={payroll} />
      </div>
    ),
  },
  {
    id: "files",
    label: "Files and comments",
    content: (payroll) => (
      <>
        <Attachments objectType="certifiedPayroll" objectId={payroll.id} />
        <Comments objectType="certifiedPayroll" objectId={payroll.id} />
      </>
    ),
  },
];

const paper = (p: PayrollDetail) =>
  void download(`/api/v1/certified-payrolls/${p.id}/paper`).catch((error: unknown) =>
    notify.failed("The paper could not be made", error),
  );

/** A certified payroll: what was found in it, its workers, its statement. */
export default function PayrollPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<PayrollDetail>
      path="/api/v1/certified-payrolls"
      id={id}
      lifecycle={look}
      title={(p) => `${p.employer}, week to ${formatDate(p.weekEnding)}`}
      subtitle={(p) => p.project}
      extraActions={(p) => [
        ...(p.canEdit
          ? [
              {
                label: "Edit",
                icon: <Pencil aria-hidden="true" />,
                to: pathTo("payrollEdit", { id: p.id }),
              },
            ]
          : []),
        { label: "WH-347", icon: <Download aria-hidden="true" />, onSelect: () => paper(p) },
      ]}
      tabs={tabs}
    />
  );
}
