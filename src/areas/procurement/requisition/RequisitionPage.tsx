import {
  CircleCheckBig,
  Copy,
  FileSignature,
  Megaphone,
  Pencil,
  ReceiptText,
  UserRoundCheck,
} from "lucide-react";
import { QuotesPanel } from "../quote/QuotesPanel.tsx";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { Attachments, useAttachments } from "#web/kit/record/Attachments.tsx";
import { Comments, useComments } from "#web/kit/record/Comments.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import { BudgetEffect } from "#areas/budget/budget.ui.tsx";
import { MeasuredShapes } from "#areas/projects/projects.ui.tsx";
import { ApprovalPanel, SentNotice } from "#areas/workflow/workflow.ui.tsx";
import { MethodPanel } from "../method/AdvicePanel.tsx";
import { isCompeted } from "../method/method.labels.ts";
import { orderStatuses } from "../order/order.labels.ts";
import { solicitationStatuses, type SolicitationStatus } from "#areas/sourcing/sourcing.public.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { LeftNotice, useLeftDrafts } from "../takeover/useLeftDrafts.tsx";
import { deliveryOf } from "../delivery/delivery.labels.ts";
import { LinesTable } from "./LinesTable.tsx";
import { OverrideNotice } from "./OverrideNotice.tsx";
import { requisitionCourse, requisitionStatuses } from "./requisition.labels.ts";
import type { RequisitionDetail } from "./requisition.model.ts";

const anew = (r: RequisitionDetail) => `${pathTo("requisitionNew")}?copy=${r.id}`;
/** Nothing more comes of these; what is still needed is asked for anew. */
// What the two ways back do, before somebody says yes.
const asks = {
  recall: (
    <p className="text-t2">
      Nobody decides on it any more and its reservation is released. It is a draft again: change it
      and submit it anew.
    </p>
  ),
  withdraw: (
    <p className="text-t2">
      It ends here and cannot be submitted any more. To correct it, change it and submit it anew
      instead.
    </p>
  ),
};
const over: ReadonlySet<string> = new Set(["rejected", "withdrawn", "cancelled"]);
const own = ["takeOver"];
const look = { statuses: requisitionStatuses, course: requisitionCourse };

function Request({ requisition: r }: { requisition: RequisitionDetail }) {
  const facts: [string, string][] = [
    ["Department", r.department],
    ["Requested", formatDate(r.requestedOn)],
    ["Needed", formatDate(r.neededOn)],
    ["Deliver to", deliveryOf(r)],
    ["Suggested vendor", r.vendor ?? "—"],
    ["Fiscal year", String(r.fiscalYear)],
    ["Federal money", r.federal ? "Yes" : "No"],
  ];
  return (
    <>
      {r.authorLeft && <LeftNotice author={r.requester} actions={r.actions} />}
      <OverrideNotice requisition={r} />
      <Panel title="Lines" flush>
        <LinesTable
          requisition={r}
          ordered={r.orderedAmount > 0 || r.lines.some((l) => Number(l.cancelledQuantity) > 0)}
        />
      </Panel>
      <Panel title="Request">
        <Facts rows={facts} />
        <h3 className="mb-1 mt-5">Why it is needed</h3>
        <p className={`whitespace-pre-wrap ${r.justification ? "" : "text-t3"}`}>
          {r.justification || "No justification was given."}
        </p>
        {r.overrideReason && (
          <p className="mt-4 text-warning">
            <b className="font-medium">
              Budget override{r.budgetOverride?.decidedBy && ` by ${r.budgetOverride.decidedBy}`}:
            </b>{" "}
            {r.overrideReason}
          </p>
        )}
      </Panel>
    </>
  );
}

function Solicitations({ requisition: r }: { requisition: RequisitionDetail }) {
  const { timeZone } = useAgency();
  return (
    <Panel title="Solicitations for this" flush>
      <div
        className="overflow-x-auto"
        tabIndex={0}
        role="region"
        aria-label="Solicitations for the requisition"
      >
        <table className="ledger">
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">Bids due</th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {r.solicitations.map((s) => (
              <tr key={s.id}>
                <td>
                  <Link className="mono" to={pathTo("solicitation", { id: s.id })}>
                    {s.number}
                  </Link>
                </td>
                <td>{s.dueAt ? formatInstant(s.dueAt, timeZone) : "—"}</td>
                <td>
                  <StatusBadge
                    statuses={solicitationStatuses}
                    status={s.status as SolicitationStatus}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

const isOpen = (r: RequisitionDetail) => r.status === "approved" || r.status === "partly_ordered";
type Can = ReturnType<typeof useAuth>["can"];
const competing = (r: RequisitionDetail, can: Can): boolean =>
  isOpen(r) &&
  can("solicitation.edit") &&
  r.solicitations.length === 0 &&
  isCompeted(r.method ?? r.advice?.method);

/** The next step of a buyer: ask vendors where the method asks for competition, else order. */
const nextSteps = (r: RequisitionDetail, can: Can): ExtraAction[] => {
  if (!isOpen(r) || !can("purchaseOrder.create")) return [];
  const competes = competing(r, can);
  const order: ExtraAction = {
    label: "Create the order",
    icon: <ReceiptText aria-hidden="true" />,
    to: `/purchase-orders/new?requisitionId=${r.id}`,
    ...(competes ? {} : { tone: "primary" }),
  };
  const contract: ExtraAction = {
    label: "Begin a contract",
    icon: <FileSignature aria-hidden="true" />,
    to: `/contracts/new?requisitionId=${r.id}`,
  };
  return competes
    ? [
        order,
        contract,
        {
          label: "Ask vendors",
          icon: <Megaphone aria-hidden="true" />,
          to: `/rfq-builder/new?requisition=${r.id}`,
          tone: "primary",
        },
      ]
    : [order, contract];
};

function Orders({ requisition: r }: { requisition: RequisitionDetail }) {
  const { can } = useAuth();
  const open = isOpen(r);
  const competes = competing(r, can);
  if (r.orders.length === 0 && r.solicitations.length > 0) return <Solicitations requisition={r} />;
  if (r.orders.length === 0)
    return (
      <EmptyState kind="first-use" title="Not ordered yet">
        {open
          ? competes
            ? "It is approved. Its method asks for competition: ask vendors, and the award becomes the order."
            : "It is approved: a buyer can order it now."
          : "A buyer orders it once it is approved."}
      </EmptyState>
    );
  return (
    <>
      {r.solicitations.length > 0 && <Solicitations requisition={r} />}
      <Panel title="Purchase orders made from this" flush>
        <div
          className="overflow-x-auto"
          tabIndex={0}
          role="region"
          aria-label="Purchase orders of the requisition"
        >
          <table className="ledger">
            <thead>
              <tr>
                <th scope="col">Number</th>
                <th scope="col" className="num">
                  Amount, $
                </th>
                <th scope="col">Status</th>
              </tr>
            </thead>
            <tbody>
              {r.orders.map((order) => (
                <tr key={order.id}>
                  <td>
                    <Link className="mono" to={`/purchase-orders/${order.id}`}>
                      {order.number}
                    </Link>
                  </td>
                  <td className="num">{formatCents(order.amount, { symbol: false })}</td>
                  <td>
                    <StatusBadge statuses={orderStatuses} status={order.status} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </>
  );
}

/**
 * One requisition: lines with their accounts, budget, method, approvals, orders, documents,
 * comments, history.
 */
export default function RequisitionPage() {
  const { id = "" } = useParams();
  const { timeZone } = useAgency();
  const navigate = useNavigate();
  const { can } = useAuth();
  const [search] = useSearchParams();
  const left = useLeftDrafts("requisitions", false);
  const record = useRecord<RequisitionDetail>("/api/v1/requisitions", id).data;
  const files = useAttachments("requisition", id, 1, 1).data?.total;
  const comments = useComments("requisition", id).data?.items.length;
  return (
    <>
      {search.get("sent") && record?.approvalId && record.status === "in_approval" && (
        <SentNotice approvalId={record.approvalId} icon={<CircleCheckBig aria-hidden="true" />} />
      )}
      <RecordPage<RequisitionDetail>
        path="/api/v1/requisitions"
        id={id}
        lifecycle={look}
        title={(r) => r.title}
        owner={(r) => r.requester}
        subtitle={(r) => (
          <span className="inline-flex flex-wrap items-center gap-2">
            {r.department}
            {r.submittedAt && ` · submitted ${formatInstant(r.submittedAt, timeZone)}`}
            {r.emergency && <Badge tone="emergency" label="Emergency" />}
            {r.splitWarning && <Badge tone="warning" label="Like purchases nearby" />}
          </span>
        )}
        amountCents={(r) => r.amount}
        amountNote={(r) =>
          r.orderedAmount > 0
            ? `${formatCents(r.orderedAmount)} ordered`
            : counted(r.lines.length, "line")
        }
        deadline={(r) => ({ at: r.neededOn, label: "Needed" })}
        menu={(r) =>
          over.has(r.status)
            ? []
            : [
                {
                  label: "Ask for it anew",
                  icon: <Copy aria-hidden="true" />,
                  onSelect: () => void navigate(anew(r)),
                },
              ]
        }
        ownActions={own}
        actionFields={asks}
        extraActions={(r) => [
          ...(r.actions.some((a) => a.name === "takeOver" && a.enabled)
            ? [
                {
                  label: "Take over",
                  tone: "primary" as const,
                  icon: <UserRoundCheck aria-hidden="true" />,
                  onSelect: () => left.takeOver(id, r.version),
                },
              ]
            : []),
          ...(r.canEdit
            ? [
                {
                  label: "Change",
                  icon: <Pencil aria-hidden="true" />,
                  to: pathTo("requisitionEdit", { id }),
                },
              ]
            : []),
          ...nextSteps(r, can),
          ...(over.has(r.status)
            ? [{ label: "Ask for it anew", icon: <Copy aria-hidden="true" />, to: anew(r) }]
            : []),
        ]}
        tabs={[
          {
            id: "request",
            label: "Request",
            count: (r) => r.lines.length,
            content: (r) => <Request requisition={r} />,
          },
          {
            id: "quotes",
            label: "Quotes",
            content: (r) => (
              <QuotesPanel path="/api/v1/requisitions" id={r.id} ended={r.status === "cancelled"} />
            ),
          },
          {
            id: "approvals",
            label: "Approvals",
            content: (r) => <ApprovalPanel approvalId={r.approvalId} budget={false} />,
          },
          {
            id: "orders",
            label: "Orders",
            count: (r) => r.orders.length + r.solicitations.length,
            content: (r) => <Orders requisition={r} />,
          },
          {
            id: "documents",
            label: "Documents",
            count: () => files,
            content: () => <Attachments objectType="requisition" objectId={id} />,
          },
          {
            id: "comments",
            label: "Comments",
            count: () => comments,
            content: () => <Comments objectType="requisition" objectId={id} />,
          },
        ]}
        rail={(r) => (
          <>
            <Panel title="Budget">
              <BudgetEffect rows={r.budget} covered={r.budgetOverride?.stands ?? false} />
            </Panel>
            <MethodPanel purchase={r} />
            <MeasuredShapes of="requisitionId" id={r.id} />
          </>
        )}
      />
      {left.dialog}
    </>
  );
}
