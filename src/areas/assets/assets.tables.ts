import { bigint, boolean, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { AssetStatus, ConditionScale } from "./asset/asset.labels.ts";
import type { FailureKind } from "./failure/failure.labels.ts";
import type { PermitKind } from "./permit/permit.labels.ts";
import type { PermitAnswered } from "./permit/permit.model.ts";
import type {
  HoldReason,
  WorkKind,
  WorkOrderStatus,
  WorkPriority,
} from "./work-order/work-order.labels.ts";

const cents = (name: string) => bigint(name, { mode: "number" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const assetClass = pgTable("asset_class", {
  ...own,
  code: text().notNull(),
  name: text().notNull(),
  conditionScale: text("condition_scale").$type<ConditionScale>().notNull(),
  lifeMonths: integer("life_months"),
  active: boolean().notNull().default(true),
  /** Strangers who scan a label of such an asset may report by it. */
  publicReports: boolean("public_reports").notNull().default(false),
  certificates: text().notNull().default(""),
  ...kept,
});

export const asset = pgTable("asset", {
  ...own,
  number: text().notNull(),
  status: text().$type<AssetStatus>().notNull().default("planned"),
  name: text().notNull(),
  classId: uuid("class_id").notNull(),
  tag: text().notNull().default(""),
  parentId: uuid("parent_id"),
  placeId: uuid("place_id"),
  location: text().notNull().default(""),
  latitude: numeric({ precision: 9, scale: 6 }),
  longitude: numeric({ precision: 9, scale: 6 }),
  departmentId: uuid("department_id"),
  custodianId: uuid("custodian_id"),
  manufacturer: text().notNull().default(""),
  model: text().notNull().default(""),
  serial: text().notNull().default(""),
  inServiceOn: day("in_service_on"),
  warrantyUntil: day("warranty_until"),
  consequence: integer(),
  likelihood: integer(),
  criticalityReason: text("criticality_reason").notNull().default(""),
  condition: integer(),
  conditionOn: day("condition_on"),
  costCents: cents("cost_cents"),
  acquiredOn: day("acquired_on"),
  salvageCents: cents("salvage_cents").notNull().default(0),
  lifeMonths: integer("life_months"),
  federalAward: text("federal_award").notNull().default(""),
  federalPercent: numeric("federal_percent", { precision: 5, scale: 2 }).notNull().default("0"),
  federalAwardedOn: day("federal_awarded_on"),
  federalInstructions: boolean("federal_instructions").notNull().default(false),
  disposal: text().$type<"" | "proposed" | "approved">().notNull().default(""),
  retiredAt: instant("retired_at"),
  disposedOn: day("disposed_on"),
  disposalCents: cents("disposal_cents"),
  note: text().notNull().default(""),
  receiptLineId: uuid("receipt_line_id"),
  receiptPiece: integer("receipt_piece"),
  ...kept,
});

export const assetReading = pgTable("asset_reading", {
  ...own,
  assetId: uuid("asset_id").notNull(),
  readOn: day("read_on").notNull(),
  scale: text().$type<ConditionScale>().notNull(),
  value: numeric({ precision: 6, scale: 2 }).notNull(),
  condition: integer().notNull(),
  note: text().notNull().default(""),
  readBy: uuid("read_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const assetDowntime = pgTable("asset_downtime", {
  ...own,
  assetId: uuid("asset_id").notNull(),
  fromAt: instant("from_at").notNull(),
  untilAt: instant("until_at"),
  reason: text().notNull().default(""),
});

export const workOrder = pgTable("work_order", {
  ...own,
  number: text().notNull(),
  status: text().$type<WorkOrderStatus>().notNull().default("requested"),
  title: text().notNull(),
  description: text().notNull().default(""),
  kind: text().$type<WorkKind>().notNull(),
  priority: text().$type<WorkPriority>().notNull(),
  assetId: uuid("asset_id"),
  placeId: uuid("place_id"),
  location: text().notNull().default(""),
  departmentId: uuid("department_id"),
  requestedBy: uuid("requested_by"),
  approvedBy: uuid("approved_by"),
  leadId: uuid("lead_id"),
  dueOn: day("due_on"),
  scheduledOn: day("scheduled_on"),
  estimateCents: cents("estimate_cents"),
  estimateMinutes: integer("estimate_minutes"),
  lockout: boolean().notNull().default(false),
  lockoutBy: text("lockout_by").notNull().default(""),
  confinedSpace: boolean("confined_space").notNull().default(false),
  hotWork: boolean("hot_work").notNull().default(false),
  locateTicket: text("locate_ticket").notNull().default(""),
  digs: boolean().notNull().default(false),
  locateUntil: day("locate_until"),
  /** Codes by commas of what who does it must hold; and who acknowledged it by name. */
  certificates: text().notNull().default(""),
  certificatesBy: uuid("certificates_by"),
  certificatesAt: instant("certificates_at"),
  holdBecause: text("hold_because").$type<HoldReason>(),
  startedAt: instant("started_at"),
  completedAt: instant("completed_at"),
  problem: text().notNull().default(""),
  cause: text().notNull().default(""),
  remedy: text().notNull().default(""),
  problemCode: text("problem_code").notNull().default(""),
  causeCode: text("cause_code").notNull().default(""),
  remedyCode: text("remedy_code").notNull().default(""),
  statusReason: text("status_reason"),
  serviceRequestId: uuid("service_request_id"),
  followsId: uuid("follows_id"),
  /** Which defect of the asset it mends: one open order for each. */
  defectKey: text("defect_key").notNull().default(""),
  ...kept,
});

export const failureCode = pgTable("failure_code", {
  ...own,
  kind: text().$type<FailureKind>().notNull(),
  code: text().notNull(),
  name: text().notNull(),
  active: boolean().notNull().default(true),
  ...kept,
});

export const workPermit = pgTable("work_permit", {
  ...own,
  workOrderId: uuid("work_order_id").notNull(),
  kind: text().$type<PermitKind>().notNull(),
  supervisor: text().notNull(),
  note: text().notNull().default(""),
  answers: jsonb().$type<readonly PermitAnswered[]>().notNull(),
  issuedOn: day("issued_on").notNull(),
  issuedBy: uuid("issued_by"),
  issuedAt: instant("issued_at").notNull(),
});

export const workOrderMember = pgTable("work_order_member", {
  orgId: uuid("org_id").notNull(),
  workOrderId: uuid("work_order_id").notNull(),
  personId: uuid("person_id").notNull(),
});

export const workOrderTask = pgTable("work_order_task", {
  ...own,
  workOrderId: uuid("work_order_id").notNull(),
  lineNo: integer("line_no").notNull(),
  title: text().notNull(),
  mandatory: boolean().notNull().default(false),
  doneAt: instant("done_at"),
  doneBy: uuid("done_by"),
});
