import { z } from "zod";
import { parseMoney } from "#kernel/money.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { type Day, leadingDay } from "#kernel/time.ts";

const importInput = z.object({
  name: z.string().trim().min(1, "Name the file.").max(200),
  text: z.string().min(10, "The file is empty.").max(20_000_000),
  dataAsOf: z.iso.date("Enter the day of the data."),
});
export const declarationImport = importInput.extend({
  number: z
    .string()
    .trim()
    .regex(/^(DR|EM)-\d{4}-[A-Z]{2}$/, "Write it as DR-4897-MN."),
});
export const scheduleImport = importInput.extend({
  fromDay: z.iso.date("Enter from which declaration day the schedule holds."),
});
const odd = z.object({ row: z.number(), why: z.string() });
export const importResult = z.object({
  id: z.string(),
  rowsRead: z.number(),
  rowsTaken: z.number(),
  again: z.boolean(),
  odd: z.array(odd),
  /** Where the file and our record differ; ours is never written over. */
  differences: z.array(z.string()),
  declarationId: z.string().nullable(),
});
export type ImportResult = z.output<typeof importResult>;
export const importRow = z.object({
  id: z.string(),
  kind: z.enum(["declarations", "equipment"]),
  name: z.string(),
  dataAsOf: dayField,
  rowsRead: z.number(),
  rowsTaken: z.number(),
  odd: z.array(odd),
  createdAt: instantField,
});
export type ImportRow = z.output<typeof importRow>;

export const publishedSet = z.object({
  dataset: z.enum(["declarations", "projects", "mitigation"]),
  rows: z.number(),
  readAt: instantField.nullable(),
  newest: dayField.nullable(),
});
export type PublishedSet = z.output<typeof publishedSet>;

export const publishedRow = z
  .object({
    id: z.string(),
    dataset: z.enum(["declarations", "projects", "mitigation"]),
    key: z.string(),
    identifier: z.string(),
    number: z.string(),
    programYear: z.number().nullable(),
    state: z.string(),
    area: z.string(),
    title: z.string(),
    category: z.string(),
    status: z.string(),
    day: dayField.nullable(),
    endsOn: dayField.nullable(),
    cents: z.number().nullable(),
    federalCents: z.number().nullable(),
    sharePercent: z.number().nullable(),
    ratio: z.number().nullable(),
    benefitCents: z.number().nullable(),
    readAt: instantField,
  })
  .meta({ id: "FemaPublishedRow" });
export type PublishedRow = z.output<typeof publishedRow>;

export type Cells = Readonly<Record<string, unknown>>;
export type Odd = z.output<typeof odd>;
const said = (cells: Cells, name: string): string => {
  const value = cells[name];
  return value === null || value === undefined ? "" : String(value).trim();
};
const dayOf = (text: string): Day | null => leadingDay(text);

/** One declaration as OpenFEMA's rows (one an area) tell it. */
export type Published = {
  number: string;
  title: string;
  declaredOn: Day;
  periodFrom: Day;
  periodTo: Day | null;
  areas: { county: string; designatedOn: string }[];
};

/**
 * Makes one declaration of DisasterDeclarationsSummaries, one row an area. Rows without days or area, and
 * those of the same number in another state, are listed and not taken.
 */
export const publishedOf = (
  rows: readonly Cells[],
  number: string,
): { published: Published | null; odd: Odd[]; taken: number } => {
  const odd: Odd[] = [];
  let published: Published | null = null;
  let taken = 0;
  for (const [n, cells] of rows.entries()) {
    const own = said(cells, "femaDeclarationString");
    if (own.slice(0, 7) !== number.slice(0, 7)) continue;
    if (own !== number) {
      odd.push({ row: n + 2, why: `${own} bears this number in another state.` });
      continue;
    }
    const declaredOn = dayOf(said(cells, "declarationDate"));
    const periodFrom = dayOf(said(cells, "incidentBeginDate"));
    const county = said(cells, "designatedArea");
    if (!declaredOn || !periodFrom || !county) {
      odd.push({ row: n + 2, why: "Its day of declaration, begin or area cannot be read." });
      continue;
    }
    if (!/^(true|1|yes)$/i.test(said(cells, "paProgramDeclared"))) {
      odd.push({ row: n + 2, why: `${county} has no public assistance.` });
      continue;
    }
    published ??= {
      number,
      title: said(cells, "declarationTitle") || number,
      declaredOn,
      periodFrom,
      periodTo: dayOf(said(cells, "incidentEndDate")),
      areas: [],
    };
    taken += 1;
    if (!published.areas.some((a) => a.county === county))
      published.areas.push({ county, designatedOn: declaredOn });
  }
  return { published, odd, taken };
};

export type Rate = {
  code: string;
  equipment: string;
  specification: string;
  unit: "hour" | "mile";
  cents: number;
};
const column = (cells: Cells, words: RegExp): string => {
  const name = Object.keys(cells).find((key) => words.test(key));
  return name ? said(cells, name) : "";
};

/**
 * Rates of FEMA's schedule as it is published: code, equipment, specification, unit, rate. A row without
 * a code, a known unit or an amount, and a code that comes again, is listed and never guessed.
 */
export const ratesOf = (rows: readonly Cells[]): { rates: Rate[]; odd: Odd[] } => {
  const rates = new Map<string, Rate>();
  const odd: Odd[] = [];
  for (const [n, cells] of rows.entries()) {
    const why = (text: string) => odd.push({ row: n + 2, why: text });
    const code = column(cells, /code/i);
    const unitText = column(cells, /unit/i).toLowerCase();
    const unit = /^(hr|hour)s?$/.test(unitText)
      ? ("hour" as const)
      : /^(mi|mile)s?$/.test(unitText)
        ? ("mile" as const)
        : null;
    const cents = parseMoney(column(cells, /rate/i).replace("$", ""));
    if (!/^\d{3,5}(\.\d+)?$/.test(code)) why(`"${code}" is no code.`);
    else if (!unit) why(`${code}: "${unitText}" is neither hour nor mile.`);
    else if (cents === null || cents < 0) why(`${code}: its rate is no amount.`);
    else if (rates.has(code)) why(`${code} comes twice.`);
    else
      rates.set(code, {
        code,
        equipment: column(cells, /equipment/i).slice(0, 200),
        specification: column(cells, /specification|capacity/i).slice(0, 200),
        unit,
        cents,
      });
  }
  return { rates: [...rates.values()], odd };
};
