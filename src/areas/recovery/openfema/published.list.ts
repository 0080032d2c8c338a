import type { ListDefinition } from "#server/http/list.ts";
import { publishedSets } from "./openfema.labels.ts";

/** Rows of the data sets of OpenFEMA as they were read last. */
export const publishedList: ListDefinition = {
  name: "fema-rows",
  title: "records that FEMA published",
  from: "fema_published p",
  alias: "p",
  columns: {
    id: { sql: "p.id", hidden: true },
    dataset: { sql: "p.dataset", label: "Data set", codes: publishedSets },
    key: { sql: "p.key", label: "FEMA's key" },
    identifier: { sql: "p.identifier", label: "FEMA's number" },
    number: { sql: "p.number", label: "Disaster", sort: true },
    programYear: { sql: "p.program_year", label: "Program year" },
    state: { sql: "p.state", label: "State" },
    area: { sql: "p.area", label: "Area" },
    title: { sql: "p.title", label: "Title" },
    category: { sql: "p.category", label: "Category" },
    status: { sql: "p.status", label: "Status" },
    day: { sql: "p.day", label: "Day", sort: true },
    endsOn: { sql: "p.ends_on", label: "Ended" },
    cents: { sql: "p.cents", label: "Amount", money: true },
    federalCents: { sql: "p.federal_cents", label: "Federal share", money: true },
    sharePercent: { sql: "p.share_percent", label: "Federal share, percent" },
    ratio: { sql: "p.ratio", label: "Benefit-cost ratio" },
    benefitCents: { sql: "p.benefit_cents", label: "Net value of benefits", money: true },
    readAt: { sql: "p.read_at", label: "Read" },
  },
  filters: {
    dataset: { kind: "set", sql: "p.dataset", type: "text" },
    number: { kind: "set", sql: "p.number", type: "text" },
    state: { kind: "set", sql: "p.state", type: "text" },
    day: { kind: "range", sql: "p.day", type: "date" },
    cents: { kind: "range", sql: "p.cents", type: "cents" },
    programYear: { kind: "range", sql: "p.program_year", type: "number" },
    ours: {
      kind: "flag",
      sql: "exists (select from pa_declaration d where d.org_id = p.org_id and (d.number = p.number or split_part(d.number, '-', 2) = p.number))",
    },
  },
  search: ["p.number", "p.identifier", "p.title", "p.area", "p.state"],
  totals: { cents: "p.cents", federalCents: "p.federal_cents" },
  defaultSort: "-day",
};
