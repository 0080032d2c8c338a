import type { ListDefinition } from "#server/http/list.ts";
import { eligibilityCodes, opportunityCycle, postedStatuses } from "./opportunity.labels.ts";

const sources = `array(
  select distinct s.source from grant_opportunity_source s
  where s.org_id = o.org_id and s.opportunity_id = o.id order by 1
)`;
const newest = `(
  select max(s.read_at) from grant_opportunity_source s
  where s.org_id = o.org_id and s.opportunity_id = o.id
)`;

/** Every opportunity that the agency knows; what is not relevant shows only when asked for. */
export const opportunityList: ListDefinition = {
  name: "grant-opportunities",
  from: "grant_opportunity o left join person p on p.id = o.owner_id",
  base: "grant_opportunity o",
  alias: "o",
  columns: {
    id: { sql: "o.id", hidden: true },
    number: { sql: "o.number", label: "Number", sort: true },
    title: { sql: "o.title", label: "Opportunity", sort: true },
    agency: { sql: "o.agency", label: "Grantor", sort: true },
    status: { sql: "o.status", label: "Status", codes: opportunityCycle.statuses },
    postedStatus: { sql: "o.posted_status", label: "Announcement", codes: postedStatuses },
    alns: { sql: "o.alns", label: "Assistance listings" },
    eligibility: { sql: "o.eligibility", label: "Who may apply", codes: eligibilityCodes },
    eligible: { sql: "o.eligible", label: "We may apply" },
    ceilingCents: { sql: "o.ceiling_cents", label: "Award ceiling", money: true, sort: true },
    closesOn: { sql: "o.closes_on", label: "Closes", sort: true },
    ownerName: { sql: "p.display_name", label: "Owner" },
    sources: { sql: sources, label: "Sources" },
    readAt: { sql: newest, label: "Read" },
    version: { sql: "o.version", hidden: true },
    summary: { sql: "o.summary", label: "Summary", exportOnly: true },
    floorCents: { sql: "o.floor_cents", label: "Award floor", money: true, exportOnly: true },
    totalCents: { sql: "o.total_cents", label: "Program total", money: true, exportOnly: true },
    expectedAwards: { sql: "o.expected_awards", label: "Awards expected", exportOnly: true },
    costSharing: { sql: "o.cost_sharing", label: "Match required", exportOnly: true },
    postedOn: { sql: "o.posted_on", label: "Posted", exportOnly: true },
    url: { sql: "o.url", label: "Announcement's address", exportOnly: true },
  },
  filters: {
    status: { kind: "set", sql: "o.status", type: "text" },
    postedStatus: { kind: "set", sql: "o.posted_status", type: "text" },
    eligibility: { kind: "overlap", sql: "o.eligibility", type: "text" },
    alns: { kind: "overlap", sql: "o.alns", type: "text" },
    eligible: { kind: "flag", sql: "o.eligible" },
    open: {
      kind: "flag",
      sql: "o.status not in ('rejected', 'not_relevant') and (o.closes_on is null or o.closes_on >= $today)",
    },
    closesOn: { kind: "range", sql: "o.closes_on", type: "date" },
    ceilingCents: { kind: "range", sql: "o.ceiling_cents", type: "cents" },
  },
  search: ["o.number", "o.title", "o.agency", "o.summary"],
  defaultSort: "closesOn",
};
