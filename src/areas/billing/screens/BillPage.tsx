import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { billCycle, billKinds, billStatuses } from "../bill/bill.labels.ts";
import type { BillDetail, PaymentRow } from "../bill/bill.model.ts";
import { BillDisputes, BillLines, BillPayments } from "./BillParts.tsx";
import { spanWords } from "./words.ts";

const dialogs = () => import("./BillDialogs.tsx");
const CreditDialog = dialogOnDemand(async () => (await dialogs()).CreditDialog);
const PaymentDialog = dialogOnDemand(async () => (await dialogs()).PaymentDialog);
const SettleDialog = dialogOnDemand(async () => (await dialogs()).SettleDialog);
const UndoDialog = dialogOnDemand(async () => (await dialogs()).UndoDialog);

const look = { statuses: billStatuses, course: billCycle.course, actions: billCycle.actions };

const findingOf = (b: BillDetail): FindingPart[] => {
  const waits = b.payments.filter(({ status }) => status === "recorded").length;
  const stands: Readonly<Record<BillDetail["status"], string>> = {
    draft: `${formatCents(b.total)} stand on this draft; it has its number when it goes out`,
    open: `${formatCents(b.owed)} are owed${b.daysLate ? `, ${counted(b.daysLate, "day")} late` : b.dueOn ? `, due on ${formatDate(b.dueOn)}` : ""}`,
    paid:
      b.kind === "credit"
        ? `${formatCents(b.total)} are credited`
        : `${formatCents(b.total)} are paid`,
    void: "It is void",
    uncollectible: `${formatCents(b.total - b.paid - b.credited)} were given up`,
  };
  return [
    { text: stands[b.status] },
    ...(b.disputed ? [{ text: "it is disputed, so its days do not count" }] : []),
    ...(waits
      ? [
          {
            text: counted(
              waits,
              "payment waits for its second operator",
              "payments wait for their second operator",
            ),
          },
        ]
      : []),
  ];
};

function Head({ bill: b }: { bill: BillDetail }) {
  return (
    <Panel title={`The ${billKinds[b.kind].toLowerCase()}`}>
      <Facts
        rows={[
          ["Agency", b.customer],
          [
            "Agreement",
            b.agreementId && (
              <Link key="agreement" to={pathTo("hostingAgreement", { id: b.agreementId })}>
                {b.agreement}
              </Link>
            ),
          ],
          ["Purchase order", b.orderNumber],
          ["Period", spanWords(b.periodFrom, b.periodTo)],
          ["Sent on", b.issuedOn && formatDate(b.issuedOn)],
          ["Due on", b.dueOn && formatDate(b.dueOn)],
          ["Paid", formatCents(b.paid)],
          ["Credited", b.credited ? formatCents(b.credited) : null],
          [
            "Reminders",
            b.reminders
              .map(({ stage, sentOn }) => `${stage} days, ${formatDate(sentOn)}`)
              .join("; "),
          ],
          ["Drafted by", b.draftedBy ?? "the morning's work"],
          ["Sent by", b.issuedBy],
          ["Note", b.note],
        ]}
      />
    </Panel>
  );
}

function PaymentActs({ payment, onUndo }: { payment: PaymentRow; onUndo: () => void }) {
  const send = useMutationAction("agency-bills", "hosting-agreements");
  const confirm = () =>
    send
      .mutateAsync({ path: `/api/v1/agency-payments/${payment.id}/actions/confirm` })
      .then(() => notify.done("Confirmed", payment.reference))
      .catch((error: unknown) => notify.failed("It was not confirmed", error));
  if (payment.status === "rejected") return null;
  const open = payment.status === "recorded";
  return (
    <span className="flex flex-wrap gap-2">
      {open && (
        <button type="button" className="btn btn-small btn-primary" onClick={() => void confirm()}>
          Confirm<span className="visually-hidden"> {payment.reference}</span>
        </button>
      )}
      <button type="button" className="btn btn-small" onClick={onUndo}>
        {open ? "Reject" : "Take back"}
        <span className="visually-hidden"> {payment.reference}</span>
      </button>
    </span>
  );
}

function Whole({ bill }: { bill: BillDetail }) {
  const { can } = useAuth();
  const [undo, setUndo] = useState<PaymentRow | null>(null);
  const decide = can("platform.decide")
    ? {
        acts: (payment: PaymentRow) => (
          <PaymentActs payment={payment} onUndo={() => setUndo(payment)} />
        ),
      }
    : {};
  return (
    <>
      <Finding parts={findingOf(bill)} none="" />
      <BillLines lines={bill.lines} total={bill.total} />
      <BillPayments payments={bill.payments} {...decide} />
      <BillDisputes disputes={bill.disputes} />
      <Head bill={bill} />
      {undo && <UndoDialog payment={undo} onClose={() => setUndo(null)} />}
    </>
  );
}

const tabs: readonly RecordTab<BillDetail>[] = [
  { id: "bill", label: "Bill", content: (bill) => <Whole bill={bill} /> },
  {
    id: "files",
    label: "Files and comments",
    content: ({ id }) => (
      <>
        <Attachments objectType="agencyBill" objectId={id} />
        <Comments objectType="agencyBill" objectId={id} />
      </>
    ),
  },
];

type Asked = { what: "credit" | "payment" | "settle"; bill: BillDetail };

/** A bill to an agency: its lines, its money, its disputes, and where it stands. */
export default function BillPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const get = (what: "paper" | "ubl") => () =>
    void download(`/api/v1/agency-bills/${id}/${what}`).catch((error: unknown) =>
      notify.failed("The file did not come", error),
    );
  const extra = (bill: BillDetail) => {
    const ask = (what: Asked["what"]) => () => setAsked({ what, bill });
    const open = bill.status === "open" && bill.kind === "bill" && can("platform.edit");
    return [
      ...(open
        ? [{ label: "Money came in", tone: "primary" as const, onSelect: ask("payment") }]
        : []),
      ...(open && bill.disputed ? [{ label: "Answer the dispute", onSelect: ask("settle") }] : []),
      ...(open ? [{ label: "Credit note", onSelect: ask("credit") }] : []),
      { label: "As PDF", onSelect: get("paper") },
      ...(bill.issuedOn ? [{ label: "As UBL data", onSelect: get("ubl") }] : []),
    ];
  };
  return (
    <>
      <RecordPage<BillDetail>
        path="/api/v1/agency-bills"
        id={id}
        lifecycle={look}
        title={({ customer }) => customer}
        subtitle={({ kind, agreement }) =>
          agreement ? `${billKinds[kind]} under ${agreement}` : billKinds[kind]
        }
        owner={({ issuedBy, draftedBy }) => issuedBy ?? draftedBy ?? ""}
        amountCents={({ total }) => total}
        deadline={({ dueOn, owed }) => ({ at: dueOn, label: "Due", done: owed === 0 })}
        tabs={tabs}
        extraActions={extra}
      />
      {asked?.what === "credit" && <CreditDialog bill={asked.bill} onClose={close} />}
      {asked?.what === "payment" && <PaymentDialog bill={asked.bill} onClose={close} />}
      {asked?.what === "settle" && <SettleDialog bill={asked.bill} onClose={close} />}
    </>
  );
}
