import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

const side = ["agency", "contractor", "designer"] as const;

export const submittal = pgTable("submittal", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  sequence: integer().notNull(),
  /** 0 as it is first submitted, one more with each time after. */
  revision: integer().notNull().default(0),
  status: text().notNull().default("draft"),
  projectId: uuid("project_id").notNull(),
  contractId: uuid("contract_id").notNull(),
  title: text().notNull(),
  section: text().notNull(),
  kind: text({ enum: ["shop_drawing", "product_data", "sample", "certificate", "other"] })
    .notNull()
    .default("shop_drawing"),
  description: text().notNull().default(""),
  neededOn: day("needed_on"),
  leadDays: integer("lead_days").notNull().default(0),
  reviewDays: integer("review_days").notNull().default(10),
  /** Needed on site, less the days to make and bring it and those to review it. */
  submitBy: day("submit_by"),
  fileIds: jsonb("file_ids").$type<string[]>().notNull().default([]),
  listedBy: uuid("listed_by"),
  submittedByName: text("submitted_by_name").notNull().default(""),
  submittedOn: day("submitted_on"),
  dueOn: day("due_on"),
  court: text({ enum: side }),
  courtSince: day("court_since"),
  review: text().notNull().default(""),
  reviewedByName: text("reviewed_by_name").notNull().default(""),
  reviewedAt: instant("reviewed_at"),
  reviewFileIds: jsonb("review_file_ids").$type<string[]>().notNull().default([]),
  /** The link by which a designer outside may recommend; none where nobody has it. */
  designerLinkId: uuid("designer_link_id"),
  statusReason: text("status_reason").notNull().default(""),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const submittalTurn = pgTable("submittal_turn", {
  orgId: uuid("org_id").notNull(),
  submittalId: uuid("submittal_id").notNull(),
  position: integer().notNull(),
  kind: text({
    enum: [
      "submitted",
      "taken",
      "approved",
      "approved_as_noted",
      "revise_resubmit",
      "rejected",
      "withdrawn",
      "sent_out",
      "advised",
      "corrected",
      "recalled",
    ],
  }).notNull(),
  revision: integer().notNull(),
  bySide: text("by_side", { enum: side }).notNull(),
  byName: text("by_name").notNull(),
  at: instant("at").notNull(),
  onDay: day("on_day").notNull(),
  says: text().notNull().default(""),
  fileIds: jsonb("file_ids").$type<string[]>().notNull().default([]),
});
