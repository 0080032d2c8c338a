import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { RecordControls } from "#areas/controls/controls.ui.tsx";
import { dateIn, formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted, sentence } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { AsIssued, VendorLink } from "#areas/vendors/vendors.ui.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { TracePanel } from "../invoice/TracePanel.tsx";
import { methods, paymentCourse, paymentStatuses } from "./payment.labels.ts";
import type { PaymentDetail } from "./payment.model.ts";
import { paymentFields } from "./PaymentFields.tsx";
import { returnCodes } from "./return-code.data.ts";

const look = { statuses: paymentStatuses, course: paymentCourse };
const money = (cents: number) => formatCents(cents, { symbol: false });

const parts: readonly LinePart<PaymentDetail["invoices"][number]>[] = [
  {
    label: "Invoice",
    as: "title",
    cell: (i) => (
      <>
        <Link className="mono text-link" to={pathTo("invoice", { id: i.invoiceId })}>
          {i.number}
        </Link>
        {(i.kind === "credit_note" || i.part > 0) && (
          <span className="ml-2 text-t3">{i.part > 0 ? "retainage" : "credit note"}</span>
        )}
      </>
    ),
  },
  { label: "Their number", words: true, cell: (i) => i.vendorNumber },
  {
    label: "Due",
    words: true,
    cell: (i) => (i.dueOn ? formatDate(i.dueOn) : <span className="text-t3">—</span>),
  },
  { label: "Total, $", cell: (i) => money(i.total) },
  { label: "Withheld, $", cell: (i) => money(i.retainage) },
  { label: "Discount, $", cell: (i) => money(i.discount) },
  { label: "Interest, $", cell: (i) => money(i.interest) },
  {
    label: "Paid, $",
    as: "amount",
    cell: (i) => (
      <span className={i.live ? "" : "text-t3 line-through"}>{money(i.amount + i.interest)}</span>
    ),
  },
];

function Invoices({ payment }: { payment: PaymentDetail }) {
  return (
    <Panel title="Pays" flush>
      <LineTable
        label="Invoices of the payment"
        parts={parts}
        lines={payment.invoices}
        keyOf={(i) => i.invoiceId}
        total={{ label: "Payment", amount: money(payment.amount) }}
        across={2}
      />
    </Panel>
  );
}

const link = (payment: { id: string; number: string }) => (
  <Link className="mono text-link" to={pathTo("payment", { id: payment.id })}>
    {payment.number}
  </Link>
);

// What became of its invoices, which another run may have taken up or somebody voided meanwhile.
const openAgain = (p: PaymentDetail) => {
  if (p.openInvoices === p.invoices.length) return "Its invoices are open again.";
  return p.openInvoices > 0
    ? `${p.openInvoices} of its ${p.invoices.length} invoices are open again.`
    : p.coveredBy.length
      ? ""
      : "None of its invoices is to be paid any more.";
};

function Notices({ payment: p }: { payment: PaymentDetail }) {
  const back =
    p.status === "returned"
      ? `The bank returned it${p.returnedOn ? ` on ${formatDate(p.returnedOn)}` : ""}, code ${p.returnCode}${p.returnCode && returnCodes[p.returnCode] ? ` (${returnCodes[p.returnCode]!.meaning})` : ""}: ${p.voidReason}`
      : p.voidReason
        ? `Voided: ${p.voidReason}`
        : null;
  const { timeZone } = useAgency();
  const stale = staleWords(p, dateIn(new Date().toISOString(), timeZone));
  if (!back && !stale && !p.reissueOf && !p.reissuedAs) return null;
  return (
    <Panel title="Take note">
      <ul className="checks">
        {stale && (
          <li className="warn">
            <span>{stale}</span>
          </li>
        )}
        {back && (
          <li className="warn">
            <span>
              {sentence(back)}
              {p.reissuedAs ? "" : ` ${openAgain(p)}`}
            </span>
          </li>
        )}
        {p.bankConfirmation && p.bankConfirmedOn && (
          <li>
            <span>
              {sentence(
                `The bank confirmed on ${formatDate(p.bankConfirmedOn)}: ${p.bankConfirmation}`,
              )}
            </span>
          </li>
        )}
        {p.coveredBy
          .filter((c) => c.id !== p.reissuedAs?.id)
          .map((c) => (
            <li key={c.id}>
              <span>Invoices of it are in {link(c)}</span>
            </li>
          ))}
        {p.reissueOf && (
          <li>
            <span>Replaces {link(p.reissueOf)}</span>
          </li>
        )}
        {p.reissuedAs && (
          <li>
            <span>
              Reissued as {link(p.reissuedAs)}
              {p.reissuedAs.runNumber && ` in ${p.reissuedAs.runNumber}`}
              {p.reissuedAs.runStatus === "proposed" && ", which is to be submitted for approval"}
            </span>
          </li>
        )}
      </ul>
    </Panel>
  );
}

const failed = (p: PaymentDetail) => p.status === "voided" || p.status === "returned";

/** What the day under the amount says: a payment that is void or came back was never paid on it. */
const dayOf = (p: PaymentDetail, settles: boolean): string | null => {
  if (failed(p)) return p.status === "voided" ? "void, not paid" : "sent back by the bank";
  if (p.paidOn)
    return `${settles ? (p.method === "check" ? "dated" : "settles on") : "paid on"} ${formatDate(p.paidOn)}`;
  return p.payOn ? `to be paid on ${formatDate(p.payOn)}` : null;
};

// A released payment carries the day on which the bank settles it, which is printed on checks:
// mostly after its release.
const useSettles = () => {
  const { timeZone } = useAgency();
  const today = dateIn(new Date().toISOString(), timeZone);
  return (p: PaymentDetail) => p.paidOn !== null && p.paidOn > today;
};

const outcomes = { clear: "No match", possible: "Possible match", excluded: "Excluded" } as const;

/** With which evidence the payee was found not to be excluded, or what holds the payment. */
function Screened({ payment: p }: { payment: PaymentDetail }) {
  const { timeZone } = useAgency();
  const s = p.screening;
  if (!s) return null;
  const rows: [string, ReactNode][] = [
    [
      "Result",
      `${outcomes[s.outcome]}${s.candidates > 0 ? `, ${counted(s.candidates, "like party", "like parties")}` : ""}`,
    ],
    ["Screened", formatInstant(s.at, timeZone)],
    [
      "List",
      `${s.listName}, ${formatDate(s.listDate)}, ${s.listRows.toLocaleString("en-US")} records`,
    ],
    [
      "SHA-256",
      <span key="sha" className="mono break-all text-12">
        {s.listSha256}
      </span>,
    ],
    ...(s.decision
      ? [
          [
            "Decided",
            `${s.decision === "clear" ? "Another party" : "The same party"}${s.decider ? `, ${s.decider}` : ""}: ${s.decisionReason}`,
          ] as [string, ReactNode],
        ]
      : []),
  ];
  return (
    <Panel
      title="Exclusion screening"
      aside={<Link to={`${pathTo("vendor", { id: p.vendorId })}?tab=screening`}>Evidence</Link>}
    >
      <Facts rows={rows} />
    </Panel>
  );
}

// What of a check that nobody deposited is to be done, and by when.
const staleWords = (p: PaymentDetail, today: string): string | null => {
  if (p.status !== "released" || !p.staleOn || p.staleOn > today) return null;
  const since = `A bank need not pay this check since ${formatDate(p.staleOn)} (U.C.C. 4-404).`;
  if (!p.askedOn || !p.answerBy) return `${since} Ask the payee whether it has it.`;
  return p.answerBy >= today
    ? `${since} The payee was asked on ${formatDate(p.askedOn)} and may answer until ${formatDate(p.answerBy)}.`
    : `${since} The payee was asked on ${formatDate(p.askedOn)} and did not answer by ${formatDate(p.answerBy)}: void it, or ask once more.`;
};

function Rail({ payment: p }: { payment: PaymentDetail }) {
  const settles = useSettles()(p);
  const rows: [string, ReactNode][] = [
    [
      "Run",
      p.runId ? (
        <Link key="run" className="mono text-link" to={pathTo("paymentRun", { id: p.runId })}>
          {p.runNumber}
        </Link>
      ) : (
        "—"
      ),
    ],
    ["Vendor", <VendorLink key="vendor" id={p.vendorId} name={p.vendor} />],
    ["Method", methods[p.method]],
    ...(p.method === "check"
      ? [
          [
            "Check number",
            <span key="check" className="mono">
              {p.checkNumber ?? "when released"}
            </span>,
          ] as [string, ReactNode],
        ]
      : [
          [
            "Trace number",
            <span key="trace" className="mono">
              {p.traceNumber ?? "when released"}
            </span>,
          ] as [string, ReactNode],
          [
            "To account",
            p.bankLast4 ? (
              <span key="bank" className="mono">
                {p.bankRouting} ••{p.bankLast4}
              </span>
            ) : (
              "—"
            ),
          ] as [string, ReactNode],
        ]),
    ["Drawn on", p.drawnOn ?? "—"],
    [
      settles || failed(p)
        ? p.method === "check"
          ? "Dated"
          : failed(p)
            ? "Was to settle on"
            : "Settles on"
        : "Paid on",
      p.paidOn ? formatDate(p.paidOn) : "not yet",
    ],
    ["Cleared", p.clearedOn ? formatDate(p.clearedOn) : failed(p) ? "no" : "not yet"],
  ];
  return (
    <>
      <Notices payment={p} />
      <Panel title="Payment">
        <Facts rows={rows} />
      </Panel>
      <Screened payment={p} />
      <RecordControls type="payment" id={p.id} />
    </>
  );
}

/**
 * One payment: the invoices it pays with the way of their money, its check or trace number, void,
 * return, reissue.
 */
export default function PaymentPage() {
  const { id = "" } = useParams();
  const settles = useSettles();
  return (
    <RecordPage<PaymentDetail>
      path="/api/v1/payments"
      id={id}
      lifecycle={look}
      title={(p) => p.vendor}
      subtitle={(p) => (
        <>
          {methods[p.method]}
          {p.reference && (
            <>
              {" "}
              <span className="mono">{p.reference}</span>
            </>
          )}
          {p.runNumber && <> · {p.runNumber}</>}
        </>
      )}
      amountCents={(p) => p.amount}
      amountNote={(p) => dayOf(p, settles(p))}
      actionFields={paymentFields}
      said={{
        reissue: (p) =>
          p.reissuedAs &&
          `${p.reissuedAs.number} in ${p.reissuedAs.runNumber}. Open that run and submit it for approval.`,
      }}
      tabs={[
        {
          id: "invoices",
          label: "Invoices",
          count: (p) => p.invoices.length,
          content: (p) => <Invoices payment={p} />,
        },
        {
          id: "trace",
          label: "Trace",
          content: (p) => (
            <>
              <AsIssued issuedTo={p.issuedTo} />
              {p.invoices.map((i) => (
                <TracePanel
                  key={i.invoiceId}
                  invoice={i}
                  title={`Where the dollars of ${i.number} go`}
                />
              ))}
            </>
          ),
        },
      ]}
      rail={(p) => <Rail payment={p} />}
    />
  );
}
