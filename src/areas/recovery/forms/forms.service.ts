import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { costsOf, type Cost } from "#areas/finance/finance.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { html } from "#server/pdf/pdf.ts";
import { categories } from "../law/categories.labels.ts";
import {
  lacksToSend,
  saidOnEnvironment,
  saidOnMitigation,
} from "../considerations/readiness.model.ts";
import { paDeclaration, paProject } from "../recovery.tables.ts";
import type { PriceBasis } from "../item/item.labels.ts";
import { billsOf, stockBehind, type StockBehind } from "../request/stock-proof.service.ts";
import { formOfCost, moreForms, type Bought, type Used } from "./more-forms.service.ts";
import { formKinds, type FilledForm, type FormKind } from "./forms.model.ts";

type Item = {
  kind: "cost" | "labor" | "equipment" | "material";
  label: string;
  person: string;
  dayFrom: Day;
  minutes: number;
  pay: string | null;
  cents: number;
  rule: string;
  rateCents: number | null;
  benefitCents: number | null;
  costLineId: string | null;
  id: string;
  stockLineId: string | null;
  quantity: string | null;
  unit: string;
  site: string;
  basis: PriceBasis | null;
};
type Facts = {
  costs: ReadonlyMap<string, Cost>;
  stock: StockBehind;
  agency: string;
  project: typeof paProject.$inferSelect;
  declaration: typeof paDeclaration.$inferSelect;
  areas: { county: string; categories: string[] }[];
  lines: {
    description: string;
    quantity: string;
    unit: string;
    unitPrice: string;
    cents: number;
  }[];
  damage: { number: string; title: string; location: string; dimensions: string }[];
  items: Item[];
};

const factsOf = async (db: Db, projectId: string, requestId: string | null): Promise<Facts> => {
  const project = await getRow(db, paProject, projectId, "project");
  const org = db.scope.orgId;
  const [declaration, agency, areas, lines, damage, items] = await Promise.all([
    getRow(db, paDeclaration, project.declarationId, "declaration"),
    readOrganization(db),
    db.rows<Facts["areas"][number]>(sql`
      select county, categories
      from pa_area
      where org_id = ${org} and declaration_id = ${project.declarationId}
      order by county
    `),
    db.rows<Facts["lines"][number]>(sql`
      select description, quantity, unit, unit_price, cents
      from pa_scope_line
      where org_id = ${org} and project_id = ${projectId}
      order by line_no
    `),
    db.rows<Facts["damage"][number]>(sql`
      select number, title, location, dimensions
      from pa_damage
      where org_id = ${org} and project_id = ${projectId}
      order by number
    `),
    db.rows<Item>(sql`
      select
        x.kind, x.label, x.person, x.day_from, x.minutes, x.pay, x.cents, x.rule, x.rate_cents,
        x.benefit_cents, x.cost_line_id, x.id, x.stock_line_id, x.quantity, x.unit, x.site, x.basis
      from pa_item x
      where x.org_id = ${org}
        and x.project_id = ${projectId}
        and x.eligible
        and (${requestId}::uuid is null or x.request_id = ${requestId}::uuid)
      order by x.kind, x.person, x.day_from, x.id
      limit 20000
    `),
  ]);
  const ids = items.flatMap((i) => i.costLineId ?? []);
  const costs = new Map(
    (ids.length ? await costsOf(db, { ids }) : []).map((c) => [c.id, c] as const),
  );
  const stock = await stockBehind(db, items);
  return { costs, stock, agency: agency.name, project, declaration, areas, lines, damage, items };
};

const hours = (minutes: number): string => (minutes / 60).toFixed(2);
const headOf = ({ agency, project, declaration }: Facts) => [
  { label: "Applicant", value: agency },
  { label: "Disaster", value: declaration.number },
  {
    label: "Project",
    value: `${project.number}${project.pwNumber ? `, PW ${project.pwNumber}` : ""}`,
  },
  { label: "Category", value: categories[project.category] },
];

const blank = (kind: FormKind) => ({ key: kind, ...formKinds[kind] });
const sumOf = (items: readonly { cents: number }[]) => items.reduce((n, i) => n + i.cents, 0);

const rpa = (f: Facts): FilledForm => ({
  ...blank("rpa"),
  fields: [
    { label: "Applicant", value: f.agency },
    { label: "Disaster", value: f.declaration.number },
    { label: "Declared", value: formatDate(f.declaration.declaredOn) },
  ],
  columns: ["Designated area", "Categories"],
  rows: f.areas.map((a) => [a.county, a.categories.join(", ")]),
  total: null,
  missing: ["Signature of the authorized representative: the governing body."],
});
const worksheet = (f: Facts): FilledForm => ({
  ...blank("worksheet"),
  fields: [
    ...headOf(f),
    { label: "Scope of work", value: f.project.scope },
    {
      label: "Damage",
      value: f.damage
        .map((d) => `${d.number} ${d.title}, ${d.location}, ${d.dimensions}`)
        .join("; "),
    },
    { label: "Insurance", value: formatCents(f.project.insuranceCents) },
    { label: "Hazard mitigation", value: saidOnMitigation(f.project) },
    { label: "Environment and historic preservation", value: saidOnEnvironment(f.project) },
  ],
  columns: ["Work", "Quantity", "Unit", "Unit price", "Amount"],
  rows: f.lines.map((l) => [
    l.description,
    String(Number(l.quantity)),
    l.unit,
    String(Number(l.unitPrice)),
    formatCents(l.cents),
  ]),
  total: f.lines.reduce((n, l) => n + l.cents, 0),
  missing: [
    ...(f.project.scope ? [] : ["Scope of work: the recovery coordinator."]),
    ...lacksToSend({
      ...f.project,
      estimateCents: f.lines.reduce((n, l) => n + l.cents, 0),
      damage: f.damage.length,
    }),
  ],
});

const hourly = (cents: number | null): string => (cents === null ? "" : formatCents(cents));
const labor = (f: Facts): FilledForm => {
  const items = f.items.filter((i) => i.kind === "labor");
  return {
    ...blank("labor"),
    fields: headOf(f),
    columns: ["Name", "Day", "REG hours", "OT hours", "Rate", "Benefits", "Work", "Amount"],
    rows: items.map((i) => [
      i.person,
      formatDate(i.dayFrom),
      i.pay === "regular" ? hours(i.minutes) : "",
      i.pay === "overtime" || i.pay === "premium" ? hours(i.minutes) : "",
      hourly(i.rateCents),
      i.benefitCents === null ? "in the rate" : hourly(i.benefitCents),
      i.label,
      formatCents(i.cents),
    ]),
    total: sumOf(items),
    missing: [
      ...(items.length ? [] : ["Eligible hours: take them into the project."]),
      ...(items.some((i) => i.benefitCents === null)
        ? ["Benefits worksheet, regular and overtime apart: payroll."]
        : []),
    ],
  };
};
const equipment = (f: Facts): FilledForm => {
  const items = f.items.filter((i) => i.kind === "equipment");
  return {
    ...blank("equipment"),
    fields: headOf(f),
    columns: ["Unit", "Operator", "Day", "Hours", "Rate", "Amount"],
    rows: items.map((i) => [
      i.label,
      i.person,
      formatDate(i.dayFrom),
      hours(i.minutes),
      i.rule,
      formatCents(i.cents),
    ]),
    total: sumOf(items),
    missing: items.length ? [] : ["Eligible hours of units: take them into the project."],
  };
};
const boughtOf = (f: Facts): Bought[] =>
  f.items
    .filter((i) => i.kind === "cost")
    .map((i) => ({ ...i, cost: f.costs.get(i.costLineId ?? "") }));
const usedOf = ({ items, stock }: Facts): Used[] =>
  items.flatMap((i) =>
    i.kind === "material" && i.quantity && i.basis
      ? [
          {
            ...{ label: i.label, dayFrom: i.dayFrom, cents: i.cents, unit: i.unit, site: i.site },
            ...{ quantity: i.quantity, basis: i.basis },
            item: stock.lines.get(i.stockLineId ?? "")?.item ?? i.label,
            issue: stock.lines.get(i.stockLineId ?? "")?.movement ?? "",
            bills: billsOf(i, stock),
          },
        ]
      : [],
  );
const contract = (f: Facts): FilledForm => {
  const items = boughtOf(f).filter((i) => formOfCost(i.cost) === "contract");
  return {
    ...blank("contract"),
    fields: headOf(f),
    columns: ["Invoice, contractor, work", "Day", "Amount"],
    rows: items.map((i) => [i.label, formatDate(i.dayFrom), formatCents(i.cents)]),
    total: sumOf(items),
    missing: items.length ? [] : ["Costs: assign invoices to the project."],
  };
};

/**
 * FEMA's forms of a project as its records fill them, each with what is missing and who has it; with the
 * lines of one request only, where one is named. 404.
 */
export const formsOf = async (
  db: Db,
  projectId: string,
  requestId: string | null = null,
): Promise<FilledForm[]> => {
  const facts = await factsOf(db, projectId, requestId);
  return [
    rpa(facts),
    worksheet(facts),
    labor(facts),
    equipment(facts),
    contract(facts),
    ...(await moreForms(db, projectId, headOf(facts), {
      bought: boughtOf(facts),
      used: usedOf(facts),
    })),
  ];
};

const style = [
  'body{font:10pt/1.4 "Public Sans",Arial,sans-serif;color:#121927}',
  "h1{font-size:16pt;margin:2pt 0 8pt}h2{font-size:11pt;margin:14pt 0 4pt}p{margin:2pt 0}",
  "table{border-collapse:collapse;width:100%;margin-top:8pt}",
  "th,td{padding:3pt 6pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top}",
  "th{font-size:9pt;color:#596475}small{color:#596475}",
].join("");
const cells = (tag: "td" | "th", of: readonly string[]): string =>
  `<tr>${of.map((c) => (tag === "th" ? `<th scope="col">${html(c)}</th>` : `<td>${html(c)}</td>`)).join("")}</tr>`;

/** A filled form as one HTML document, for its tagged PDF. */
export const formDocument = (form: FilledForm): string => {
  const title = `${form.title} (${form.number})`;
  const fields = form.fields.map(
    (f) => `<p><b>${html(f.label)}:</b> ${html(f.value || "missing")}</p>`,
  );
  const missing = form.missing.map((m) => `<li>${html(m)}</li>`).join("");
  const total = form.total === null ? "" : `<p><b>Total: ${html(formatCents(form.total))}</b></p>`;
  const head = `<meta charset="utf-8"><title>${html(title)}</title><style>${style}</style>`;
  const note = form.verified
    ? ""
    : "<p><small>The number of this form is not verified in FEMA's new series.</small></p>";
  const rows = form.rows.map((r) => cells("td", r)).join("");
  return `<!doctype html><html lang="en"><head>${head}</head><body><main>
<h1>${html(title)}</h1>${note}
${fields.join("")}
<table><thead>${cells("th", form.columns)}</thead><tbody>${rows}</tbody></table>
${total}${missing ? `<h2>Missing</h2><ul>${missing}</ul>` : ""}
</main></body></html>`;
};
