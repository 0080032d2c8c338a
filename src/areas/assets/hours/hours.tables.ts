import { bigint, boolean, integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { HourKind, HourPay, HourStatus } from "./hours.labels.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const laborClass = pgTable("labor_class", {
  ...own,
  code: text().notNull(),
  name: text().notNull(),
  active: boolean().notNull().default(true),
  ...kept,
});

export const hourRate = pgTable("hour_rate", {
  ...own,
  laborClassId: uuid("labor_class_id"),
  assetClassId: uuid("asset_class_id"),
  fromDay: day("from_day").notNull(),
  regularCents: cents("regular_cents").notNull(),
  otherCents: cents("other_cents").notNull(),
  source: text().notNull().default(""),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const workHour = pgTable("work_hour", {
  ...own,
  kind: text().$type<HourKind>().notNull(),
  status: text().$type<HourStatus>().notNull().default("entered"),
  personId: uuid("person_id"),
  laborClassId: uuid("labor_class_id"),
  unitId: uuid("unit_id"),
  fromAt: instant("from_at").notNull(),
  toAt: instant("to_at").notNull(),
  workedOn: day("worked_on").notNull(),
  breakMinutes: integer("break_minutes").notNull().default(0),
  minutes: integer().notNull(),
  standbyMinutes: integer("standby_minutes").notNull().default(0),
  pay: text().$type<HourPay>().notNull().default("regular"),
  activity: text().notNull().default(""),
  meter: numeric({ precision: 12, scale: 1 }),
  placeId: uuid("place_id"),
  assetId: uuid("asset_id"),
  workOrderId: uuid("work_order_id"),
  incidentId: uuid("incident_id"),
  positionId: uuid("position_id"),
  correctsId: uuid("corrects_id"),
  correctionReason: text("correction_reason").notNull().default(""),
  enteredBy: uuid("entered_by"),
  approvedBy: uuid("approved_by"),
  approvedAt: instant("approved_at"),
  ...kept,
});
