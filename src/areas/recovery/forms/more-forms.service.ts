import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { quantity, shownDecimal } from "#kernel/quantity.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import type { Cost } from "#areas/finance/finance.server.ts";
import { benefitRows } from "../benefit/benefit.service.ts";
import { priceBases, type PriceBasis } from "../item/item.labels.ts";
import { givenTo } from "../donated/donated.service.ts";
import type { MitigationDetail } from "../mitigation/mitigation.model.ts";
import { programs } from "../mitigation/mitigation.labels.ts";
import { formKinds, type FilledForm, type FormKind } from "./forms.model.ts";

type Fields = FilledForm["fields"];
/** A bought line of a project with its cost in the books. */
export type Bought = { label: string; dayFrom: Day; cents: number; cost: Cost | undefined };

const blank = (kind: FormKind) => ({ key: kind, ...formKinds[kind] });
const sum = (rows: readonly { cents: number }[]) => rows.reduce((n, r) => n + r.cents, 0);

/** A material that the stores issued, with the bills by which its goods came. */
export type Used = {
  label: string;
  item: string;
  issue: string;
  dayFrom: Day;
  quantity: string;
  unit: string;
  site: string;
  basis: PriceBasis;
  cents: number;
  bills: readonly Cost[];
};

const materials = (
  fields: Fields,
  items: readonly Bought[],
  used: readonly Used[],
): FilledForm => ({
  ...blank("materials"),
  fields,
  columns: [
    "Vendor",
    "Description",
    "Quantity",
    "Unit price",
    "Bought",
    "Used",
    "Stock or invoice",
    "Amount",
  ],
  rows: [
    ...used.map((u) => [
      [...new Set(u.bills.flatMap((c) => c.vendor ?? []))].join(", "),
      `${u.item}, ${u.site}`,
      `${shownDecimal(u.quantity)} ${u.unit}`,
      `${formatCents(Number((BigInt(u.cents) * 10_000n) / quantity(u.quantity)))} (${priceBases[u.basis]})`,
      [...new Set(u.bills.map((c) => formatDate(c.incurredTo)))].join(", "),
      formatDate(u.dayFrom),
      [`Stock ${u.issue}`, ...new Set(u.bills.map((c) => c.documentNumber))].join(", "),
      formatCents(u.cents),
    ]),
    ...items.map((i) => [
      i.cost?.vendor ?? "",
      i.cost?.description || i.label,
      "",
      "",
      formatDate(i.dayFrom),
      "",
      `Invoice ${i.cost?.documentNumber ?? ""}`,
      formatCents(i.cents),
    ]),
  ],
  total: sum(items) + sum(used),
  missing: items.flatMap((i) =>
    i.cost?.purchaseOrderId ? [] : [`${i.label}: no order proves its price. Purchasing.`],
  ),
});

const rented = (fields: Fields, items: readonly Bought[]) => ({
  ...blank("rented"),
  fields,
  columns: ["Vendor", "Description", "Invoice", "Day", "Paid", "Amount"],
  rows: items.map((i) => [
    i.cost?.vendor ?? "",
    i.cost?.description || i.label,
    i.cost?.documentNumber ?? "",
    formatDate(i.dayFrom),
    formatCents(i.cost?.paid ?? 0),
    formatCents(i.cents),
  ]),
  total: sum(items),
  missing: items.flatMap((i) =>
    i.cost?.purchaseOrderId ? [] : [`${i.label}: no order proves its price. Purchasing.`],
  ),
});

/** Which form a bought line stands on, by the object class under which the books hold it. */
export const formOfCost = (cost: Cost | undefined): "materials" | "rented" | "contract" =>
  cost?.objectClass === "supplies"
    ? "materials"
    : cost?.objectClass === "equipment"
      ? "rented"
      : "contract";

const percent = (share: number): string => `${(share / 100).toFixed(2)}%`;
const benefits = async (db: Db, fields: Fields): Promise<FilledForm> => {
  const sheets = await benefitRows(db);
  return {
    ...blank("benefits"),
    fields,
    columns: ["Class", "From", "Benefit", "REG", "OT"],
    rows: sheets.flatMap((s) =>
      s.benefits.map((b) => [
        s.laborClass,
        formatDate(s.fromDay),
        b.label,
        percent(b.regular),
        percent(b.overtime),
      ]),
    ),
    total: null,
    missing: sheets.length ? [] : ["Benefits worksheets: payroll, under Crew hours."],
  };
};

const given = async (db: Db, projectId: string, fields: Fields): Promise<FilledForm[]> => {
  const of = await givenTo(db, projectId);
  return [
    {
      ...blank("mutualAid"),
      fields,
      columns: ["Provider", "Agreement", "Agreed", "Bill", "Paid", "Amount"],
      rows: of.aid.map((a) => [
        a.provider,
        a.agreement,
        formatDate(a.agreedOn),
        a.bill,
        formatCents(a.paid),
        formatCents(a.cents),
      ]),
      total: sum(of.aid),
      missing: [],
    },
    {
      ...blank("donated"),
      fields: [
        ...fields,
        { label: "Local share of the requests", value: formatCents(of.ownPart) },
        { label: "Offset, at most the local share", value: formatCents(of.offset) },
      ],
      columns: ["Donor", "Day", "Site", "Work", "Hours", "Rate", "Value"],
      rows: of.donations.map((d) => [
        d.donor,
        formatDate(d.workedOn),
        d.site,
        d.skill,
        (d.minutes / 60).toFixed(2),
        `${formatCents(d.rateCents)} (${d.rateBasis})`,
        formatCents(d.cents),
      ]),
      total: of.donated,
      missing: [],
    },
  ];
};

/** Materials, rented equipment, benefits, mutual aid and donated work of a project, as forms. */
export const moreForms = async (
  db: Db,
  projectId: string,
  fields: Fields,
  { bought: items, used }: { bought: readonly Bought[]; used: readonly Used[] },
): Promise<FilledForm[]> => [
  materials(
    fields,
    items.filter((i) => formOfCost(i.cost) === "materials"),
    used,
  ),
  rented(
    fields,
    items.filter((i) => formOfCost(i.cost) === "rented"),
  ),
  await benefits(db, fields),
  ...(await given(db, projectId, fields)),
];

/** A sub-application for mitigation as a form, with its benefit-cost analysis. */
export const mitigationForm = (m: MitigationDetail): FilledForm => ({
  ...blank("mitigation"),
  fields: [
    { label: "Program", value: programs[m.program] },
    { label: "Opportunity", value: m.opportunity },
    { label: "Work", value: m.title },
    { label: "Problem", value: m.problem },
    { label: "Alternatives", value: m.alternatives },
    { label: "Cost", value: formatCents(m.costCents) },
    { label: "Maintenance a year", value: formatCents(m.maintenanceCents) },
    { label: "Useful life and rate", value: `${m.usefulYears} years at ${m.ratePercent}%` },
    { label: "Damage avoided a year", value: formatCents(m.sums.yearly) },
    { label: "Benefits today", value: formatCents(m.sums.benefits) },
    { label: "Costs today", value: formatCents(m.sums.costs) },
    { label: "Benefit-cost ratio", value: m.sums.ratio.toFixed(2) },
  ],
  columns: ["Recurrence interval, years", "Damage before", "Damage after"],
  rows: m.recurrences.map((r) => [String(r.years), formatCents(r.before), formatCents(r.after)]),
  total: null,
  missing: [
    ...(m.alternatives ? [] : ["Alternatives: the department that keeps it."]),
    ...(m.opportunity ? [] : ["The opportunity's number: the state."]),
  ],
});
