import type { ListDefinition } from "#server/http/list.ts";
import { billedEvery } from "../period/period.labels.ts";
import { subscriptionStatuses } from "./subscription.labels.ts";

/** The plans that agencies have. */
export const subscriptionList: ListDefinition = {
  name: "agency-subscriptions",
  title: "plans of agencies",
  from: `agency_subscription s
    join price_plan p on p.org_id = s.org_id and p.id = s.plan_id
    left join hosting_agreement a on a.org_id = s.org_id and a.id = s.agreement_id`,
  base: "agency_subscription s",
  alias: "s",
  columns: {
    id: { sql: "s.id", hidden: true },
    customerId: { sql: "s.customer_id", hidden: true },
    customer: { sql: "s.customer_name", label: "Agency", sort: true },
    status: { sql: "s.status", label: "Status", sort: true, codes: subscriptionStatuses },
    planId: { sql: "s.plan_id", hidden: true },
    plan: { sql: "p.name", label: "Plan" },
    versionNo: { sql: "p.version_no", label: "Version" },
    billed: { sql: "s.billed", label: "Billed", codes: billedEvery },
    price: { sql: "s.price_cents", label: "Price of a period", money: true },
    agreementId: { sql: "s.agreement_id", hidden: true },
    agreement: { sql: "a.number", label: "Agreement" },
    periodFrom: { sql: "s.period_from", label: "From" },
    periodTo: { sql: "s.period_to", label: "Until", sort: true },
    endsOn: { sql: "s.ends_on", label: "Ends" },
    version: { sql: "s.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "s.id", type: "uuid" },
    status: { kind: "set", sql: "s.status", type: "text" },
    customerId: { kind: "set", sql: "s.customer_id", type: "uuid" },
    planId: { kind: "set", sql: "s.plan_id", type: "uuid" },
    agreed: { kind: "flag", sql: "s.agreement_id is not null" },
  },
  search: ["s.customer_name", "p.name"],
  defaultSort: "customer",
};
