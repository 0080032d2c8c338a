import { bigint, boolean, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Difference, Setup, Totals } from "./year/year.model.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};
const ofUnit = (name: string) => numeric(name, { precision: 24, scale: 9 });
const ofLine = (name: string) => numeric(name, { precision: 44, scale: 18 });

/** A version of a factor: grams of each gas by a unit, from a day on. */
export const carbonFactor = pgTable("carbon_factor", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("unverified"),
  factorKey: text("factor_key").notNull(),
  versionNo: integer("version_no").notNull(),
  name: text().notNull(),
  unit: text().notNull(),
  co2: ofUnit("co2").notNull(),
  ch4: ofUnit("ch4").notNull().default("0"),
  n2o: ofUnit("n2o").notNull().default("0"),
  fromOn: day("from_on").notNull(),
  untilOn: day("until_on"),
  place: text().notNull().default(""),
  source: text().notNull(),
  note: text().notNull().default(""),
  shipped: boolean().notNull().default(false),
  enteredBy: uuid("entered_by"),
  confirmedBy: uuid("confirmed_by"),
  ...kept,
});

/** A calendar year in one version; what was published stays. */
export const carbonYear = pgTable("carbon_year", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("open"),
  year: integer().notNull(),
  versionNo: integer("version_no").notNull(),
  base: boolean().notNull().default(false),
  potentials: text().notNull(),
  setup: jsonb().$type<Setup>().notNull(),
  restatesId: uuid("restates_id"),
  why: text().notNull().default(""),
  /** As it was published. */
  totals: jsonb().$type<Totals | null>(),
  difference: jsonb().$type<Difference | null>(),
  jobId: uuid("job_id"),
  countedAt: instant("counted_at"),
  preparedBy: uuid("prepared_by"),
  reviewedBy: uuid("reviewed_by"),
  publishedAt: instant("published_at"),
  ...kept,
});

/** A quantity times a factor's version. */
export const carbonLine = pgTable("carbon_line", {
  ...own,
  yearId: uuid("year_id").notNull(),
  activity: text().notNull(),
  scope: integer().notNull(),
  category: text().notNull(),
  /** `market`: another view of a line that counts already, not summed. */
  basis: text({ enum: ["", "market"] })
    .notNull()
    .default(""),
  quality: text({ enum: ["measured", "computed", "estimated"] }).notNull(),
  title: text().notNull(),
  onDay: day("on_day").notNull(),
  quantity: numeric({ precision: 20, scale: 6 }).notNull(),
  unit: text().notNull(),
  /** The quantity in the factor's unit. */
  amount: numeric({ precision: 26, scale: 9 }).notNull(),
  factorId: uuid("factor_id").notNull(),
  co2: ofLine("co2").notNull(),
  ch4: ofLine("ch4").notNull(),
  n2o: ofLine("n2o").notNull(),
  /** Of CO2e, the one rounding. */
  grams: bigint({ mode: "number" }).notNull(),
  made: text({ enum: ["source", "settled", "typed"] }).notNull(),
  sourceType: text("source_type").notNull().default(""),
  sourceId: uuid("source_id"),
  sourceKey: text("source_key").notNull(),
  sourceNumber: text("source_number").notNull().default(""),
  enteredBy: uuid("entered_by"),
  note: text().notNull().default(""),
  ...kept,
});

/** What is known twice or not counted, until somebody settles it. */
export const carbonGap = pgTable("carbon_gap", {
  ...own,
  yearId: uuid("year_id").notNull(),
  kind: text({ enum: ["twice", "missing"] }).notNull(),
  activity: text().notNull(),
  cause: text().notNull(),
  title: text().notNull(),
  onDay: day("on_day").notNull(),
  quantity: numeric({ precision: 20, scale: 6 }),
  unit: text().notNull().default(""),
  sourceType: text("source_type").notNull().default(""),
  sourceId: uuid("source_id"),
  sourceKey: text("source_key").notNull(),
  sourceNumber: text("source_number").notNull().default(""),
  settledAs: text("settled_as", { enum: ["left_out", "counted"] }),
  reason: text().notNull().default(""),
  settledBy: uuid("settled_by"),
  settledName: text("settled_name").notNull().default(""),
  settledAt: instant("settled_at"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** Tons of a registry, by a range of serial numbers. */
export const carbonCredit = pgTable("carbon_credit", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("listed"),
  registry: text().notNull(),
  project: text().notNull(),
  vintage: integer().notNull(),
  /** What stands before the running number. */
  block: text().notNull(),
  serialFrom: bigint("serial_from", { mode: "number" }).notNull(),
  serialTo: bigint("serial_to", { mode: "number" }).notNull(),
  /** Its numbers are the agency's: nobody else of the installation lists them. */
  taken: boolean().notNull().default(false),
  orderId: uuid("order_id"),
  orderNumber: text("order_number").notNull().default(""),
  reservedFor: integer("reserved_for"),
  retiredFor: integer("retired_for"),
  retiredAt: instant("retired_at"),
  retiredBy: uuid("retired_by"),
  document: text().notNull().default(""),
  createdBy: uuid("created_by"),
  ...kept,
});
