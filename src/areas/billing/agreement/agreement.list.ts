import type { ListDefinition } from "#server/http/list.ts";
import { billedEvery } from "../period/period.labels.ts";
import { agreementStatuses } from "./agreement.labels.ts";

const price = `round(
  (case when a.billed = 'month' then p.monthly_cents else p.yearly_cents end)
  * (10000 - a.discount_bp) / 10000.0
)::bigint`;
const noticeBefore = `(case
  when a.status = 'active' and a.renew_months > 0 and a.notice_on is null
  then a.ends_on - a.notice_days
end)`;

/** Agreements with agencies that are hosted. */
export const agreementList: ListDefinition = {
  name: "hosting-agreements",
  title: "agreements with hosted agencies",
  from: `hosting_agreement a
    join price_plan p on p.org_id = a.org_id and p.id = a.plan_id`,
  base: "hosting_agreement a",
  alias: "a",
  columns: {
    id: { sql: "a.id", hidden: true },
    number: { sql: "a.number", label: "Number", sort: true },
    status: { sql: "a.status", label: "Status", sort: true, codes: agreementStatuses },
    customerId: { sql: "a.customer_id", hidden: true },
    customer: { sql: "a.customer_name", label: "Agency", sort: true },
    planId: { sql: "a.plan_id", hidden: true },
    plan: { sql: "p.name", label: "Plan" },
    billed: { sql: "a.billed", label: "Billed", codes: billedEvery },
    price: { sql: price, label: "Price of a period", money: true },
    startsOn: { sql: "a.starts_on", label: "From", sort: true },
    endsOn: { sql: "a.ends_on", label: "Until", sort: true },
    renewMonths: { sql: "a.renew_months", label: "Renews by months" },
    noticeBefore: { sql: noticeBefore, label: "Notice until" },
    noticeOn: { sql: "a.notice_on", label: "Notice given" },
    version: { sql: "a.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "a.id", type: "uuid" },
    status: { kind: "set", sql: "a.status", type: "text" },
    customerId: { kind: "set", sql: "a.customer_id", type: "uuid" },
    endsOn: { kind: "range", sql: "a.ends_on", type: "date" },
    notice: {
      kind: "flag",
      sql: `${noticeBefore} between $today and $today + 90`,
    },
  },
  search: ["a.number", "a.customer_name"],
  defaultSort: "endsOn",
};
