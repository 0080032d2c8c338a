import type { ListDefinition } from "#server/http/list.ts";
import { riskLevels } from "./risk.model.ts";
import { subawardStatuses } from "./subaward.labels.ts";

/** Money that the agency passes on to subrecipients. */
export const subawardList: ListDefinition = {
  name: "subawards",
  from: `subaward s
    join grant_award w on w.org_id = s.org_id and w.id = s.award_id
    join vendor v on v.org_id = s.org_id and v.id = s.vendor_id`,
  base: "subaward s",
  alias: "s",
  columns: {
    id: { sql: "s.id", hidden: true },
    number: { sql: "s.number", label: "Number", sort: true },
    status: { sql: "s.status", label: "Status", sort: true, codes: subawardStatuses },
    title: { sql: "s.title", label: "Subaward", sort: true },
    subrecipient: { sql: "v.name", label: "Subrecipient", sort: true },
    award: { sql: "w.number", label: "Award", sort: true },
    amount: { sql: "s.amount", label: "Amount", money: true, sort: true },
    claimed: { sql: "s.claimed", label: "Accepted", money: true, sort: true },
    left: { sql: "s.amount - s.claimed", label: "Left", money: true },
    riskLevel: { sql: "s.risk_level", label: "Risk", sort: true, codes: riskLevels },
    endsOn: { sql: "s.ends_on", label: "Ends", sort: true },
    version: { sql: "s.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "s.status", type: "text" },
    awardId: { kind: "set", sql: "s.award_id", type: "uuid" },
    vendorId: { kind: "set", sql: "s.vendor_id", type: "uuid" },
    riskLevel: { kind: "set", sql: "s.risk_level", type: "text" },
    endsOn: { kind: "range", sql: "s.ends_on", type: "date" },
    amount: { kind: "range", sql: "s.amount", type: "cents" },
    waiting: {
      kind: "flag",
      sql: "exists (select 1 from subaward_request r where r.org_id = s.org_id and r.subaward_id = s.id and r.status = 'submitted')",
    },
    questioned: {
      kind: "flag",
      sql: "exists (select 1 from questioned_cost q where q.org_id = s.org_id and q.subaward_id = s.id and q.status = 'open')",
    },
    unknown: {
      kind: "flag",
      sql: "s.status in ('executed', 'active', 'on_hold', 'ended') and jsonb_path_exists(s.facts, '$.*.known ? (@ == false)')",
    },
  },
  search: ["s.number", "s.title", "v.name", "w.number"],
  defaultSort: "-number",
};
