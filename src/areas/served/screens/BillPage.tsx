import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { billCycle, billStatuses } from "../bill/bill.labels.ts";
import type { BillDetail } from "../bill/bill.model.ts";
import { BillLines, BillReceipts } from "./BillLines.tsx";

const CostsDialog = dialogOnDemand(async () => (await import("./BillDialogs.tsx")).CostsDialog);
const FeeDialog = dialogOnDemand(async () => (await import("./BillDialogs.tsx")).FeeDialog);
const ReceiveDialog = dialogOnDemand(async () => (await import("./BillDialogs.tsx")).ReceiveDialog);

const look = { statuses: billStatuses, course: billCycle.course, actions: billCycle.actions };

const findingOf = (b: BillDetail): FindingPart[] => {
  const due = b.dueOn ? `, due on ${formatDate(b.dueOn)}` : "";
  const stands: Partial<Record<BillDetail["status"], string>> = {
    draft: `${formatCents(b.total)} are on this draft; the agreement leaves ${formatCents(b.room)}`,
    approved: `${formatCents(b.total)} are approved and not sent yet`,
    sent: `${formatCents(b.owed)} are owed${due}`,
    part_paid: `${formatCents(b.owed)} of ${formatCents(b.total)} are still owed${due}`,
    paid: `${formatCents(b.total)} came in`,
    disputed: `${formatCents(b.owed)} are disputed`,
    written_off: `${formatCents(b.total - b.received)} were written off`,
    cancelled: "It was cancelled; what it took is free again",
  };
  const notBooked = b.receipts.filter(({ live, journal }) => live && !journal).length;
  return [
    { text: stands[b.status] ?? "" },
    ...(b.uncovered ? [{ text: `${formatCents(b.uncovered)} of its costs have no payment` }] : []),
    ...(b.withoutRate ? [{ text: `${b.withoutRate} rows of hours have no rate` }] : []),
    ...(notBooked ? [{ text: `the books do not have ${notBooked} of its receipts yet` }] : []),
  ];
};

function Sums({ bill: b }: { bill: BillDetail }) {
  return (
    <Panel title="The bill">
      <Facts
        rows={[
          [
            "Client",
            <Link key="client" to={pathTo("servedClient", { id: b.clientId })}>
              {b.client}
            </Link>,
          ],
          [
            "Agreement",
            <Link key="agreement" to={pathTo("clientAgreement", { id: b.agreementId })}>
              {b.agreement}
            </Link>,
          ],
          ["Costs", formatCents(b.costs)],
          ["Hours", formatCents(b.hours)],
          ["Fixed fees", formatCents(b.fees)],
          ["Overhead", formatCents(b.overhead)],
          ["Total", formatCents(b.total)],
          ["Received", formatCents(b.received)],
          ["Sent on", b.issuedOn && formatDate(b.issuedOn)],
          ["Due on", b.dueOn && formatDate(b.dueOn)],
          ["Prepared by", b.preparedBy],
          ["Approved by", b.approvedBy],
          ["Note", b.note],
        ]}
      />
    </Panel>
  );
}

const tabs: readonly RecordTab<BillDetail>[] = [
  {
    id: "bill",
    label: "Bill",
    content: (bill) => (
      <>
        <Finding parts={findingOf(bill)} none="" />
        <BillLines bill={bill} />
        <BillReceipts bill={bill} />
        <Sums bill={bill} />
      </>
    ),
  },
  {
    id: "files",
    label: "Files and comments",
    content: ({ id }) => (
      <>
        <Attachments objectType="clientBill" objectId={id} />
        <Comments objectType="clientBill" objectId={id} />
      </>
    ),
  },
];

type Asked = { what: "costs" | "fee" | "receive"; bill: BillDetail };

/** A bill to a client: its lines, what came in, and where it stands. */
export default function BillPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const take = () =>
    void download(`/api/v1/client-bills/${id}/paper`).catch((error: unknown) =>
      notify.failed("The bill did not come", error),
    );
  const extra = (bill: BillDetail) => {
    const write = can("served.write");
    const open = ["sent", "part_paid", "disputed"].includes(bill.status);
    const of = (kind: string) => bill.services.some((service) => service.kind === kind);
    const ask = (what: Asked["what"]) => () => setAsked({ what, bill });
    return [
      ...(write && bill.status === "draft" && of("cost")
        ? [{ label: "Add costs", onSelect: ask("costs") }]
        : []),
      ...(write && bill.status === "draft" && of("fee")
        ? [{ label: "Add a fixed fee", onSelect: ask("fee") }]
        : []),
      ...(write && open
        ? [{ label: "Money came in", tone: "primary" as const, onSelect: ask("receive") }]
        : []),
      { label: "Bill as PDF", onSelect: take },
    ];
  };
  return (
    <>
      <RecordPage<BillDetail>
        path="/api/v1/client-bills"
        id={id}
        lifecycle={look}
        title={({ client }) => client}
        subtitle={({ agreement }) => `Under ${agreement}`}
        owner={({ preparedBy }) => preparedBy}
        amountCents={({ total }) => total}
        deadline={({ dueOn, owed }) => ({ at: dueOn, label: "Due", done: owed === 0 })}
        tabs={tabs}
        extraActions={extra}
      />
      {asked?.what === "costs" && <CostsDialog bill={asked.bill} onClose={close} />}
      {asked?.what === "fee" && <FeeDialog bill={asked.bill} onClose={close} />}
      {asked?.what === "receive" && <ReceiveDialog bill={asked.bill} onClose={close} />}
    </>
  );
}
