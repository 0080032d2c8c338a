import { FilePenLine, PackageCheck, Pencil, Printer, UserRoundCheck } from "lucide-react";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { MoneyStrip } from "#web/kit/MoneyStrip.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { AsIssued } from "#areas/vendors/vendors.ui.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { MeasuredShapes } from "#areas/projects/projects.ui.tsx";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { LetterButton } from "#areas/communications/communications.ui.tsx";
import { ApprovalPanel } from "#areas/workflow/workflow.ui.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { MethodPanel } from "../method/AdvicePanel.tsx";
import { methods, type Method } from "../method/method.labels.ts";
import { FulfilmentPanels } from "../fulfilment/FulfilmentPanels.tsx";
import { RecordControls } from "#areas/controls/controls.ui.tsx";
import { InsurancePanel } from "../insurance/InsurancePanel.tsx";
import { QuotesPanel } from "../quote/QuotesPanel.tsx";
import { ReceiptsTab } from "../receipt/ReceiptsTab.tsx";
import { LeftNotice, useLeftDrafts } from "../takeover/useLeftDrafts.tsx";
import { deliveryOf } from "../delivery/delivery.labels.ts";
import {
  mailLabel,
  orderCourse,
  orderKinds,
  orderRenewals,
  orderStatuses,
  restOf,
  unasked,
} from "./order.labels.ts";
import type { OrderDetail } from "./order.answer.model.ts";
import { BlanketMoney, ReleasesTab } from "./ReleasesTab.tsx";
import { Invoices, Versions } from "./OrderOutcome.tsx";
import { DraftedChanges } from "./DraftedChanges.tsx";
import { OrderLinesPanel } from "./OrderLinesPanel.tsx";

const look = { statuses: orderStatuses, course: orderCourse, renewals: orderRenewals };
const own = ["receive", "change", "takeOver"];

/** What needs a page of its own: editing a draft, changing the order, receiving goods. */
const extraOf = (order: OrderDetail, takeOver: () => void): ExtraAction[] => [
  ...(order.actions.some((a) => a.name === "takeOver" && a.enabled)
    ? [{ label: "Take over", icon: <UserRoundCheck aria-hidden="true" />, onSelect: takeOver }]
    : []),
  ...(order.canEdit
    ? [
        {
          label: "Edit",
          icon: <Pencil aria-hidden="true" />,
          to: pathTo("orderEdit", { id: order.id }),
        },
      ]
    : []),
  ...(
    [
      [
        "change",
        pathTo("orderChange", { id: order.id }),
        <FilePenLine key="icon" aria-hidden="true" />,
      ],
      [
        "receive",
        pathTo("orderReceive", { id: order.id }),
        <PackageCheck key="icon" aria-hidden="true" />,
      ],
    ] as const
  ).flatMap(([name, to, icon]) => {
    const action = order.actions.find((a) => a.name === name);
    return action
      ? [
          {
            label: action.label,
            icon,
            to,
            reason: action.enabled ? null : action.reason,
            ...(action.tone === "primary" ? { tone: "primary" as const } : {}),
          },
        ]
      : [];
  }),
];

/** What was written of the order, and its files. */
function Papers({ order }: { order: OrderDetail }) {
  return (
    <>
      <p>
        <LetterButton noun="purchaseOrder" objectId={order.id} email={order.vendorEmail} />{" "}
        <EvidenceButton ids={[order.id]} name={order.number} />
      </p>
      <Attachments objectType="purchaseOrder" objectId={order.id} />
    </>
  );
}

function Money({ order }: { order: OrderDetail }) {
  return (
    <Panel
      title="Where the money stands"
      aside={<span className="text-t2">fiscal year {order.fiscalYear}</span>}
    >
      <MoneyStrip
        expendedCents={order.expended}
        encumberedCents={order.encumbered}
        availableCents={Math.max(0, order.amount - order.expended - order.encumbered)}
        labels={{ expended: "invoiced", encumbered: "encumbered", available: restOf(order) }}
        exact
      />
      <div className="mt-3">
        <Facts>
          <Fact label="Received">{formatCents(order.receivedAmount)}</Fact>
          <Fact label="Invoiced">{formatCents(order.invoicedAmount)}</Fact>
        </Facts>
      </div>
    </Panel>
  );
}

function OrderFacts({ order }: { order: OrderDetail }) {
  const { timeZone } = useAgency();
  const rows: [string, React.ReactNode][] = [
    ["Buyer", order.buyer ?? "—"],
    ["Department", order.department],
    ...(order.contractId
      ? ([
          [
            "Contract",
            <Link key="contract" to={pathTo("contract", { id: order.contractId })}>
              {order.contractNumber}
            </Link>,
          ],
        ] as [string, React.ReactNode][])
      : []),
    ...(order.blanketId
      ? ([
          [
            "Release of",
            <Link key="blanket" to={pathTo("order", { id: order.blanketId })}>
              {order.blanketNumber}
            </Link>,
          ],
        ] as [string, React.ReactNode][])
      : []),
    ["Ordered", formatDate(order.orderedOn)],
    ["Promised", order.promisedOn ? formatDate(order.promisedOn) : "—"],
    [
      "Acknowledged",
      order.acknowledgedAt
        ? `${formatInstant(order.acknowledgedAt, timeZone)}, ${order.acknowledgedBy}`
        : "not yet",
    ],
    ["Method", order.method ? methods[order.method as Method] : "—"],
    ["Rule", order.methodCitation ?? "—"],
    ["Match", order.matchMode === "three_way" ? "three-way" : "two-way"],
    ["Over-receipt", `${Number(order.overReceiptPercent)}%`],
    ["Terms", counted(order.termsDays, "day")],
    ["Deliver to", deliveryOf(order)],
    [mailLabel(order), order.vendorEmail ?? "no address on file"],
  ];
  return (
    <Panel title="Order">
      <Facts rows={rows} />
      {order.clausesLacking && (
        <p className="mt-3 text-warning">
          On federal money, and without the clauses of 2 CFR 200, appendix II: it was issued before
          they were kept. Agree them with the vendor by a change.
        </p>
      )}
      {order.instructions && <p className="mt-3 text-t2">{order.instructions}</p>}
      {order.closeReason && <p className="mt-3 text-t2">Ended: {order.closeReason}</p>}
    </Panel>
  );
}

/**
 * Lines of which more is billed than was kept: goods went back, or a bill was accepted beyond the
 * receipts.
 */
function Overbilled({ order }: { order: OrderDetail }) {
  const lines =
    order.matchMode === "three_way"
      ? order.lines.filter(
          (l) => !l.cancelled && Number(l.invoicedQuantity) > Number(l.receivedQuantity),
        )
      : [];
  if (lines.length === 0) return null;
  return (
    <Panel title="Billed beyond what was kept">
      <ul className="checks">
        {lines.map((l) => (
          <li key={l.id} className="warn">
            <span>
              {l.description}: {shownDecimal(l.invoicedQuantity)} {l.unit} billed,{" "}
              {shownDecimal(l.receivedQuantity)} kept. A credit note is due.
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Change({ order }: { order: OrderDetail }) {
  const change = order.pendingChange;
  if (!change) return <DraftedChanges orderId={order.id} />;
  return (
    <Panel title="A change waits for approval">
      <p>{change.reason}</p>
      <p className="text-t2">
        Added and grown lines cost {formatCents(change.growth)} more, and that is what is approved;{" "}
        {formatCents(change.amount)} in all; asked by {change.asked}.
      </p>
      {change.method && (
        <p className="text-t2">
          Bought as {methods[change.method as Method]}
          {change.methodCitation && ` (${change.methodCitation})`}
          {change.aggregateAmount !== null &&
            `; ${formatCents(change.aggregateAmount)} count toward the threshold`}
          .{change.methodReason && ` ${change.methodReason}`}
        </p>
      )}
    </Panel>
  );
}

/**
 * How an order is bought that is more than the approved lines of one requisition, which says so
 * itself.
 */
function OwnMethod({ order }: { order: OrderDetail }) {
  if (!order.lookback) return null;
  return (
    <MethodPanel
      purchase={{
        ...order,
        method: order.method as Method | null,
        lookback: order.lookback,
      }}
    />
  );
}

/**
 * One purchase order: lines against receipts and invoices, versions, money, checks, and what this
 * person may do now.
 */
export default function OrderPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const left = useLeftDrafts("purchase-orders", false);
  return (
    <>
      <RecordPage<OrderDetail>
        path="/api/v1/purchase-orders"
        id={id}
        lifecycle={look}
        title={(o) => o.title}
        subtitle={(o) => (
          <>
            <Link to={`/vendor-directory/${o.vendorId}`}>{o.vendor}</Link> · version {o.revision}{" "}
            {o.emergency && <Badge tone="emergency" label="Emergency" />}
            {o.kind !== "standard" && <Badge {...orderKinds[o.kind]} />}
          </>
        )}
        owner={(o) => o.buyer}
        amountCents={(o) => o.amount}
        deadline={(o) =>
          o.promisedOn && ["issued", "acknowledged", "partly_received"].includes(o.status)
            ? { at: o.promisedOn, label: "Promised" }
            : null
        }
        menu={(o) => [
          {
            label: "Print or PDF",
            icon: <Printer aria-hidden="true" />,
            onSelect: () => void navigate(pathTo("orderPrint", { id: o.id })),
          },
        ]}
        ownActions={own}
        extraActions={(o) => extraOf(o, () => left.takeOver(o.id, o.version))}
        tabs={[
          {
            id: "lines",
            label: "Lines",
            count: (o) => o.lines.length,
            content: (o) => (
              <>
                <AsIssued issuedTo={o.issuedTo} />
                {o.authorLeft && <LeftNotice author={o.buyer} actions={o.actions} />}
                <Change order={o} />
                <Overbilled order={o} />
                <FulfilmentPanels order={o} />
                {o.kind === "blanket" && <ReleasesTab order={o} />}
                <OrderLinesPanel order={o} />
                {o.kind !== "blanket" && <Invoices order={o} />}
              </>
            ),
          },
          {
            id: "receipts",
            label: "Receipts",
            count: (o) => o.receipts.length,
            content: (o) =>
              o.kind === "blanket" ? (
                <Panel title="Receipts">
                  <p className="text-t2">Goods are received on its releases.</p>
                </Panel>
              ) : (
                <ReceiptsTab order={o} />
              ),
          },
          {
            id: "versions",
            label: "Versions",
            count: (o) => o.versions.length,
            content: (o) => (
              <>
                <Versions order={o} />
                <Papers order={o} />
              </>
            ),
          },
          {
            id: "quotes",
            label: "Quotes",
            content: (o) => (
              <QuotesPanel
                path="/api/v1/purchase-orders"
                id={o.id}
                ended={o.status === "cancelled"}
              />
            ),
          },
          {
            id: "approvals",
            label: "Approvals",
            content: (o) =>
              o.approvalId ? (
                <ApprovalPanel approvalId={o.approvalId} />
              ) : (
                <Panel title="Approvals">
                  <p className="text-t2">{unasked(o)}</p>
                </Panel>
              ),
          },
        ]}
        rail={(o) => (
          <>
            <InsurancePanel
              standings={o.insurance}
              path={`/api/v1/purchase-orders/${o.id}/insurance-overrides`}
            />
            {o.kind === "blanket" && <BlanketMoney order={o} />}
            <Money order={o} />
            <OwnMethod order={o} />
            <MeasuredShapes of="orderId" id={o.id} />
            <Panel title="Checks">
              <ul className="checks">
                {o.checks.map((c) => (
                  <li key={c.text} className={c.ok ? "pass" : "warn"}>
                    {c.text}
                  </li>
                ))}
              </ul>
            </Panel>
            <RecordControls type="purchaseOrder" id={o.id} />
            <OrderFacts order={o} />
          </>
        )}
      />
      {left.dialog}
    </>
  );
}
