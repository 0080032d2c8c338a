import { expendedOfAward } from "#areas/budget/budget.server.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { awardStatuses, standings } from "./award.labels.ts";

const drawn =
  "coalesce((select sum(d.paid) from drawdown d where d.org_id = w.org_id and d.award_id = w.id and d.status in ('paid', 'reconciled')), 0)::bigint";
// The grantor's share of what its accounts expended, as `federalOf` reckons it.
const spent = `least(w.amount, round(${expendedOfAward("w.org_id", "w.segment_id")} * w.share_rate / 10000.0))::bigint`;
/** Days of its period until a day, that day included, and all of them. */
export const daysGone = (until: string) =>
  `greatest(0, least(${until}, w.period_to) - w.period_from + 1)`;
export const daysOfPeriod = "(w.period_to - w.period_from + 1)";
const late =
  "exists (select 1 from grant_report r where r.org_id = w.org_id and r.award_id = w.id and r.status in ('due', 'prepared', 'certified') and r.due_on < $today::date)";
const alive = `(w.status in ('active', 'amended') and (w.attention <> '' or w.uncovered <> 0 or w.period_to < $today::date or ${late}))`;
// What was drawn and lost its payment is owed to the grantor after the end and the closeout too.
const attention = `(${alive} or (w.status in ('ended', 'closed') and w.uncovered <> 0))`;

export const awardList: ListDefinition = {
  name: "grant-awards",
  from: "grant_award w",
  alias: "w",
  columns: {
    id: { sql: "w.id", hidden: true },
    number: { sql: "w.number", label: "Number", sort: true },
    status: { sql: "w.status", label: "Step", codes: awardStatuses },
    standing: {
      sql: `case when ${alive} then 'attention' when w.status = 'amended' then 'active' else w.status end`,
      label: "Status",
      codes: standings,
    },
    title: { sql: "w.title", label: "Award", sort: true },
    program: { sql: "w.program", label: "Program", sort: true },
    grantor: { sql: "w.grantor", label: "Grantor", sort: true },
    grantorNumber: { sql: "w.grantor_number", label: "Grantor's number" },
    assistanceListing: { sql: "w.assistance_listing", label: "Assistance listing", sort: true },
    disaster: { sql: "w.disaster", label: "Disaster" },
    amount: { sql: "w.amount", label: "Amount", money: true, sort: true },
    drawn: { sql: drawn, label: "Drawn", money: true },
    left: { sql: `w.amount - ${drawn}`, label: "Left", money: true },
    periodFrom: { sql: "w.period_from", label: "From", sort: true },
    periodTo: { sql: "w.period_to", label: "To", sort: true },
    nextReport: {
      sql: "(select min(r.due_on) from grant_report r where r.org_id = w.org_id and r.award_id = w.id and r.status in ('due', 'prepared', 'certified'))",
      label: "Next report",
    },
    named: { sql: "w.number || ' ' || w.title", hidden: true, exportOnly: true },
    spent: { sql: spent, label: "Spent, grantor's share", money: true },
    behind: {
      sql: `greatest(0, round(w.amount * ${daysGone("$today::date")}::numeric / ${daysOfPeriod}) - ${spent})::bigint`,
      label: "Behind its time",
      money: true,
      exportOnly: true,
    },
    version: { sql: "w.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "w.id", type: "uuid" },
    status: { kind: "set", sql: "w.status", type: "text" },
    grantor: { kind: "set", sql: "w.grantor", type: "text" },
    program: { kind: "set", sql: "w.program", type: "text" },
    amount: { kind: "range", sql: "w.amount", type: "cents" },
    periodTo: { kind: "range", sql: "w.period_to", type: "date" },
    attention: { kind: "flag", sql: attention },
    lateReport: { kind: "flag", sql: late },
    disaster: { kind: "flag", sql: "w.disaster" },
    federal: { kind: "flag", sql: "w.federal" },
  },
  search: ["w.number", "w.title", "w.program", "w.grantor", "w.grantor_number"],
  defaultSort: "-number",
  totals: { amount: "w.amount", drawn, left: `w.amount - ${drawn}`, spent },
};
