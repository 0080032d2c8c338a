import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useGet } from "#web/kit/queries.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { PlanHeld } from "../plan/plan.model.ts";
import { subscriptionStatuses, subscriptionViews } from "../subscription/subscription.labels.ts";
import type { SubscriptionRow } from "../subscription/subscription.model.ts";
import { priceWords } from "./words.ts";

const columns: readonly Column<SubscriptionRow>[] = [
  { id: "customer", label: "Agency", kind: "text", value: (row) => row.customer, title: true },
  {
    id: "plan",
    label: "Plan",
    kind: "text",
    value: (row) => `${row.plan}, version ${row.versionNo}`,
  },
  { id: "price", label: "Price", kind: "text", value: (row) => priceWords(row.price, row.billed) },
  { id: "agreement", label: "Agreement", kind: "plate", value: (row) => row.agreement },
  { id: "periodTo", label: "Period until", kind: "day", value: (row) => row.periodTo },
  { id: "endsOn", label: "Ends", kind: "day", value: (row) => row.endsOn },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: subscriptionStatuses,
  },
];
const filtersOf = (plans: readonly PlanHeld[]): readonly Filter[] => [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(subscriptionStatuses),
  },
  {
    id: "planId",
    label: "Plan",
    kind: "set",
    options: plans
      .filter(({ status }) => status !== "draft")
      .map(({ id, name, versionNo }) => ({ value: id, label: `${name}, version ${versionNo}` })),
  },
  { id: "agreed", label: "Under an agreement", kind: "flag" },
];

/** Which version of which plan each agency is on. */
export default function AgencyPlansPage() {
  const plans = useGet<{ items: PlanHeld[] }>("price-plans", "/api/v1/price-plans");
  return (
    <DataTable<SubscriptionRow>
      name="agency-subscriptions"
      title="Plans of agencies"
      path="/api/v1/agency-subscriptions"
      columns={columns}
      filters={filtersOf(plans.data?.items ?? [])}
      views={subscriptionViews}
      defaultSort="customer"
      rowHref={(row) => pathTo("agencyPlan", { id: row.id })}
      empty={{
        title: "No agency has a plan yet",
        text: "An agency chooses a plan under Billing, or an agreement says it.",
      }}
      exportable
    />
  );
}
