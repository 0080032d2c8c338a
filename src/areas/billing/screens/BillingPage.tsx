import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents, formatCentsShort } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import type { OpenBill, OwnBilling, OwnPlan } from "../own/own.model.ts";
import { subscriptionStatuses } from "../subscription/subscription.labels.ts";
import { UsePanel } from "./UsePanel.tsx";
import { OwnBillTable } from "./BillTables.tsx";
import { plainMoney, priceWords, spanWords } from "./words.ts";

const TakeDialog = dialogOnDemand(async () => (await import("./TakeDialog.tsx")).TakeDialog);
const OrderDialog = dialogOnDemand(async () => (await import("./OrderDialog.tsx")).OrderDialog);

const bills = pathTo("ownBills");
const planWords = ({ plan, status, trialTo, endsOn }: OwnPlan): string => {
  if (status === "trialing")
    return `${plan} is on trial until ${trialTo ? formatDate(trialTo) : "its day"}`;
  if (status === "incomplete") return `${plan} waits for your purchase order`;
  if (endsOn) return `${plan} ends on ${formatDate(endsOn)}`;
  return `you are on ${plan}`;
};

const findingOf = (of: OwnBilling): FindingPart[] => {
  const disputed = of.open.filter((bill) => bill.disputed).length;
  const next = of.open.find(({ daysLate, disputed: held }) => daysLate === 0 && !held);
  return [
    ...(of.late ? [{ text: `${formatCents(of.late)} are late`, to: `${bills}?late=true` }] : []),
    ...(next
      ? [
          {
            text: `${formatCents(next.owed)} are due on ${formatDate(next.dueOn)}`,
            to: pathTo("ownBill", { id: next.id }),
          },
        ]
      : []),
    ...(disputed
      ? [
          {
            text: `${counted(disputed, "bill is", "bills are")} disputed`,
            to: `${bills}?disputed=true`,
          },
        ]
      : []),
    ...(of.plan ? [{ text: planWords(of.plan) }] : []),
  ];
};

/** What of the open bills is to take first: the one that is due first, and not in accounts payable. */
const toTake = (open: readonly OpenBill[]) =>
  open.find(({ invoiceId, disputed }) => invoiceId === null && !disputed) ?? null;

function Owed({ open }: { open: readonly OpenBill[] }) {
  if (open.length === 0) return null;
  const late = open.filter(({ daysLate }) => daysLate > 0).length;
  const next = open.find(({ disputed }) => !disputed);
  return (
    <Panel title="Owed, by the day on which it is due">
      <Chart
        finding={
          late > 0
            ? `${counted(late, "bill is", "bills are")} late`
            : next
              ? `The next is due on ${formatDate(next.dueOn)}`
              : "What is open is disputed"
        }
        kind="bar"
        axis="Due"
        series={[{ id: "owed", label: "Owed" }]}
        points={open.map((bill) => ({
          label: `${formatDate(bill.dueOn)}, ${bill.number}`,
          values: { owed: bill.owed },
        }))}
        marks={open
          .filter(({ daysLate }) => daysLate > 0)
          .map((bill) => `${formatDate(bill.dueOn)}, ${bill.number}`)}
        format={formatCentsShort}
        height={180}
      />
    </Panel>
  );
}

function Next({ next }: { next: NonNullable<OwnBilling["next"]> }) {
  return (
    <section className="grid gap-3">
      <h2>The next bill, as computed now</h2>
      <p className="text-t2">It is drafted on {formatDate(next.on)}.</p>
      <LineTable
        label="Lines of the next bill"
        lines={next.lines}
        keyOf={(line) => `${line.description} ${line.fromOn ?? ""}`}
        parts={[
          { label: "What", as: "title", cell: (line) => line.description },
          { label: "For", words: true, cell: (line) => spanWords(line.fromOn, line.toOn) },
          { label: "Amount, $", as: "amount", cell: (line) => plainMoney(line.cents) },
        ]}
        total={{ label: "Total", amount: plainMoney(next.total) }}
      />
    </section>
  );
}

function Plan({ plan, onOrder }: { plan: OwnPlan | null; onOrder: () => void }) {
  const { can } = useAuth();
  const manage = can("billing.manage");
  if (!plan)
    return (
      <Panel title="Plan">
        <p>
          Your agency has no plan yet.{" "}
          {manage ? (
            <Link className="link" to={pathTo("billingPlans")}>
              Compare the plans
            </Link>
          ) : (
            "An administrator chooses one."
          )}
        </p>
      </Panel>
    );
  return (
    <Panel title="Plan">
      <Facts
        rows={[
          ["Plan", `${plan.plan}, ${priceWords(plan.price, plan.billed)}`],
          ["Standing", subscriptionStatuses[plan.status].label],
          ["Period", spanWords(plan.periodFrom, plan.periodTo)],
          ["Then", plan.nextPlan],
          ["Ends on", plan.endsOn && formatDate(plan.endsOn)],
          [
            "Agreement",
            plan.agreement &&
              `${plan.agreement}, until ${plan.agreementEndsOn ? formatDate(plan.agreementEndsOn) : ""}`,
          ],
          ["Notice until", plan.noticeBefore && formatDate(plan.noticeBefore)],
          [
            "Purchase order",
            plan.orderNumber ||
              (plan.agreement || plan.withoutOrder ? "Without a purchase order" : "Not said yet"),
          ],
        ]}
      />
      {manage && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Link className="btn" to={pathTo("billingPlans")}>
            Compare and change plans
          </Link>
          <button type="button" className="btn" onClick={onOrder}>
            Purchase order
          </button>
        </div>
      )}
    </Panel>
  );
}

/** What the agency owes for Levee by when, its next bill, its plan and its use. */
export default function BillingPage() {
  const { can } = useAuth();
  const [asked, setAsked] = useState<"take" | "order" | null>(null);
  const read = useGet<OwnBilling>("billing", "/api/v1/billing", { first: true });
  const of = read.data;
  const first = of ? toTake(of.open) : null;
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Billing</h1>
        {first && can("invoice.create") && (
          <button type="button" className="btn btn-primary" onClick={() => setAsked("take")}>
            Take into accounts payable
          </button>
        )}
      </div>
      {read.isPending && <TableSkeleton columns={3} label="Loading what is owed" />}
      {read.isError && (
        <ErrorPanel error={read.error} what="Billing" onRetry={() => void read.refetch()} />
      )}
      {of && (
        <>
          <Finding
            parts={findingOf(of)}
            none={`Nothing is owed to ${of.operator}, and no plan is chosen.`}
          />
          <Owed open={of.open} />
          {of.next && <Next next={of.next} />}
          <section className="grid gap-3">
            <h2>Bills</h2>
            <OwnBillTable embedded />
          </section>
          <Plan plan={of.plan} onOrder={() => setAsked("order")} />
          <UsePanel usage={of.usage} plan={of.plan} />
        </>
      )}
      {asked === "take" && first && <TakeDialog bill={first} onClose={() => setAsked(null)} />}
      {asked === "order" && <OrderDialog plan={of?.plan ?? null} onClose={() => setAsked(null)} />}
    </div>
  );
}
