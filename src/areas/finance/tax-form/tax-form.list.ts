import type { ListDefinition } from "#server/http/list.ts";
import {
  taxClasses,
  taxFormKinds,
  taxOverrides,
  taxProblems,
  taxYearStatuses,
} from "./tax-form.labels.ts";

const unsettled = "cardinality(f.problems) > 0 and f.agreed_by is null";
const ofYear = (what: string, more = "") => `(
  select ${what}
  from tax_form f
  where f.org_id = y.org_id and f.year_id = y.id${more}
)`;

/** Years of form 1099. */
export const taxYearList: ListDefinition = {
  name: "tax-years",
  title: "years of form 1099",
  from: "tax_year y",
  alias: "y",
  columns: {
    id: { sql: "y.id", hidden: true },
    number: { sql: "y.number", label: "Number", sort: true },
    status: { sql: "y.status", label: "Status", sort: true, codes: taxYearStatuses },
    year: { sql: "y.year", label: "Year", sort: true },
    forms: { sql: ofYear("count(*)::int"), label: "Forms" },
    total: { sql: ofYear("coalesce(sum(f.total), 0)::bigint"), label: "Reported", money: true },
    toSettle: { sql: ofYear("count(*)::int", ` and ${unsettled}`), label: "To settle" },
    furnishedOn: { sql: "y.furnished_on", label: "Furnished" },
    filedOn: { sql: "y.filed_on", label: "Filed" },
    version: { sql: "y.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "y.id", type: "uuid" },
    status: { kind: "set", sql: "y.status", type: "text" },
    year: { kind: "range", sql: "y.year", type: "number" },
  },
  search: ["y.number"],
  defaultSort: "-year",
};

/** Forms of payees, with what is to be settled of each; numbers masked. */
export const taxFormList: ListDefinition = {
  name: "tax-forms",
  title: "forms 1099",
  from: `tax_form f
    join vendor v on v.org_id = f.org_id and v.id = f.vendor_id
    left join tax_payee p on p.org_id = f.org_id and p.vendor_id = f.vendor_id`,
  base: "tax_form f",
  alias: "f",
  columns: {
    id: { sql: "f.id", hidden: true },
    yearId: { sql: "f.year_id", hidden: true },
    year: { sql: "f.year", label: "Year", sort: true },
    vendorId: { sql: "f.vendor_id", hidden: true },
    vendor: { sql: "f.name", label: "Payee", sort: true },
    form: { sql: "f.form", label: "Form", sort: true, codes: taxFormKinds },
    tinLast4: { sql: "f.tin_last4", label: "Tax number ends in" },
    taxClass: { sql: "p.tax_class", label: "Classification", codes: taxClasses },
    total: { sql: "f.total", label: "Reported", money: true, sort: true },
    problems: { sql: "f.problems", label: "To settle", codes: taxProblems },
    override: {
      sql: `(case
        when f.agreed_by is not null then 'agreed'
        when f.override_by is not null then 'proposed'
        else 'none'
      end)`,
      label: "Settled by two",
      codes: taxOverrides,
    },
    overrideWhy: { sql: "f.override_why", label: "Why" },
    consent: { sql: "p.consent_on is not null", label: "By the portal" },
    correction: { sql: "f.corrects_id is not null", label: "Correction" },
    final: { sql: "f.final", label: "Filed" },
    version: { sql: "f.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "f.id", type: "uuid" },
    yearId: { kind: "set", sql: "f.year_id", type: "uuid" },
    vendorId: { kind: "set", sql: "f.vendor_id", type: "uuid" },
    form: { kind: "set", sql: "f.form", type: "text" },
    unsettled: { kind: "flag", sql: unsettled },
    print: { kind: "flag", sql: "p.consent_on is null" },
  },
  search: ["f.name", "v.number"],
  defaultSort: "vendor",
};
