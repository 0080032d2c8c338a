import {
  bigint,
  boolean,
  integer,
  jsonb,
  numeric,
  pgTable,
  pgView,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { ReportQuestion } from "./figure/figure.model.ts";
import type { ChartKind, SavedReportStatus } from "./report/report.labels.ts";
import type { ReportDashboardStatus } from "./dashboard/dashboard.labels.ts";
import type { TileInput } from "./dashboard/dashboard.labels.ts";
import type { SharedFilters } from "./dashboard/tile.model.ts";
import type { PublicationStatus } from "./publication/publication.labels.ts";
import type { Duty } from "#roles.ts";
import type {
  Condition,
  Every,
  LetterOutcome,
  ReportScheduleStatus,
} from "./schedule/schedule.labels.ts";

const own = {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  name: text().notNull(),
  question: jsonb().$type<ReportQuestion>().notNull(),
};

/** A question with a name, as whoever owns it keeps it; its history has its versions. */
export const savedReport = pgTable("saved_report", {
  ...own,
  status: text().$type<SavedReportStatus>().notNull(),
  chart: text().$type<ChartKind>().notNull(),
  ownerId: uuid("owner_id").notNull(),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** What a report said at a moment. Nothing of it is changed. */
export const keptRun = pgTable("kept_run", {
  ...own,
  status: text().$type<"kept">().notNull().default("kept"),
  reportId: uuid("report_id"),
  reportVersion: integer("report_version"),
  /** The ready report that it answers. */
  ready: text(),
  finding: text().notNull(),
  /** JSON as it was hashed. */
  result: text().notNull(),
  sha256: text().notNull(),
  /** Everybody reads it who may read its figures; else only who kept it. */
  shared: boolean().notNull(),
  permissions: text().array().notNull(),
  keptBy: uuid("kept_by").notNull(),
  keptAt: instant("kept_at").notNull(),
  version: integer().notNull().default(1),
});

/** Why a row of the budgetary comparison of a fiscal year differs; earlier words stand in its history. */
export const varianceExplanation = pgTable("variance_explanation", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  fiscalYearId: uuid("fiscal_year_id").notNull(),
  fundId: uuid("fund_id").notNull(),
  departmentId: uuid("department_id").notNull(),
  explanation: text().notNull(),
  /** Final budget less actual when it was written. */
  varianceCents: bigint("variance_cents", { mode: "number" }).notNull(),
  writtenBy: uuid("written_by").notNull(),
  writtenAt: instant("written_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** A report by mail: when it goes, and the figure that decides whether. */
export const reportSchedule = pgTable("report_schedule", {
  orgId: own.orgId,
  id: own.id,
  number: own.number,
  name: own.name,
  status: text().$type<ReportScheduleStatus>().notNull(),
  reportId: uuid("report_id"),
  ready: text(),
  every: text().$type<Every>().notNull(),
  weekDay: integer("week_day").notNull(),
  monthDay: integer("month_day").notNull(),
  at: text().notNull(),
  conditionMeasure: text("condition_measure"),
  conditionIs: text("condition_is").$type<Condition>().notNull(),
  conditionValue: numeric("condition_value").notNull(),
  ownerId: uuid("owner_id").notNull(),
  nextAt: instant("next_at"),
  lastAt: instant("last_at"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** Who gets its letters. */
export const reportScheduleReader = pgTable("report_schedule_reader", {
  orgId: uuid("org_id").notNull(),
  scheduleId: uuid("schedule_id").notNull(),
  personId: uuid("person_id").notNull(),
  addedBy: uuid("added_by").notNull(),
  addedAt: instant("added_at").notNull().defaultNow(),
});

/** One time that it went. */
export const reportSending = pgTable("report_sending", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  scheduleId: uuid("schedule_id").notNull(),
  dueAt: instant("due_at").notNull(),
  endedAt: instant("ended_at"),
});

/** What one reader got of it: at most one letter. */
export const reportSendingLetter = pgTable("report_sending_letter", {
  orgId: uuid("org_id").notNull(),
  sendingId: uuid("sending_id").notNull(),
  personId: uuid("person_id").notNull(),
  outcome: text().$type<LetterOutcome>().notNull(),
  judgedBy: text("judged_by"),
  detail: text(),
  mailId: uuid("mail_id"),
});

/** A kept run as everybody reads it, once a second person published it. */
export const publication = pgTable("publication", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().$type<PublicationStatus>().notNull(),
  slug: text().notNull(),
  versionNo: integer("version_no").notNull(),
  title: text().notNull(),
  says: text().notNull(),
  correction: text(),
  /** JSON as it was hashed. */
  content: text().notNull(),
  sha256: text().notNull(),
  askedBy: uuid("asked_by").notNull(),
  decidedBy: uuid("decided_by"),
  publishedAt: instant("published_at"),
  /** Its PDF and its evidence package, made once it was published. */
  paperId: uuid("paper_id"),
  paperSha256: text("paper_sha256"),
  proofId: uuid("proof_id"),
  proofSha256: text("proof_sha256"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** The kept runs that a publication shows, in their order. */
export const publicationRun = pgTable("publication_run", {
  orgId: uuid("org_id").notNull(),
  publicationId: uuid("publication_id").notNull(),
  place: integer().notNull(),
  runId: uuid("run_id").notNull(),
});

/** Tiles side by side: one's own, shared, or what stands below the work of a duty. */
export const reportDashboard = pgTable("report_dashboard", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  name: text().notNull(),
  status: text().$type<ReportDashboardStatus>().notNull(),
  duty: text().$type<Duty>(),
  tiles: jsonb().$type<TileInput[]>().notNull(),
  filters: jsonb().$type<SharedFilters>().notNull(),
  ownerId: uuid("owner_id").notNull(),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** The dashboard that a person chose to stand below what waits for them. */
export const reportDashboardHome = pgTable("report_dashboard_home", {
  orgId: uuid("org_id").notNull(),
  personId: uuid("person_id").notNull(),
  dashboardId: uuid("dashboard_id").notNull(),
});

/** The days on which a purchase took its steps. */
export const purchasePath = pgView("purchase_path", {
  orgId: uuid("org_id"),
  id: uuid("id"),
  number: text("number"),
  title: text("title"),
  status: text("status"),
  departmentId: uuid("department_id"),
  department: text("department"),
  requestedOn: day("requested_on"),
  submittedOn: day("submitted_on"),
  approvedOn: day("approved_on"),
  orderedOn: day("ordered_on"),
  receivedOn: day("received_on"),
  invoicedOn: day("invoiced_on"),
  paidOn: day("paid_on"),
}).existing();

/** When members came, and first finished a task; without names. */
export const firstTask = pgView("first_task", {
  orgId: uuid("org_id"),
  departmentId: uuid("department_id"),
  department: text("department"),
  joinedAt: instant("joined_at"),
  doneAt: instant("done_at"),
}).existing();
