import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

export const exclusionRecord = pgTable("exclusion_record", {
  orgId: uuid("org_id").notNull(),
  listId: uuid("list_id").notNull(),
  rowNo: integer("row_no").notNull(),
  classification: text("classification").notNull(),
  name: text("name").notNull(),
  matchKey: text("match_key").notNull(),
  uei: text("uei"),
  address: text("address").notNull(),
  city: text("city").notNull(),
  state: text("state").notNull(),
  country: text("country").notNull(),
  zip: text("zip").notNull(),
  program: text("program").notNull(),
  agency: text("agency").notNull(),
  exclusionType: text("exclusion_type").notNull(),
  activeOn: day("active_on"),
  endsOn: day("ends_on"),
  samNumber: text("sam_number").notNull(),
  cage: text("cage").notNull(),
  comments: text("comments").notNull(),
  crossReference: text("cross_reference").notNull(),
  aliases: jsonb("aliases").notNull(),
});

export const exclusionSource = pgTable("exclusion_source", {
  orgId: uuid("org_id").primaryKey(),
  address: text("address").notNull(),
  etag: text("etag"),
  modified: text("modified"),
  checkedAt: instant("checked_at"),
  fetchedAt: instant("fetched_at"),
  failure: text("failure"),
  failedAt: instant("failed_at"),
  setBy: uuid("set_by"),
  version: integer("version").notNull().default(1),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const exclusionPosting = pgTable("exclusion_posting", {
  orgId: uuid("org_id").notNull(),
  listId: uuid("list_id").notNull(),
  word: text("word").notNull(),
  rowNo: integer("row_no").notNull(),
});

export const vendorScreening = pgTable("vendor_screening", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  at: instant("at").notNull(),
  personId: uuid("person_id"),
  trigger: text("trigger").notNull(),
  listId: uuid("list_id").notNull(),
  listName: text("list_name").notNull(),
  listDate: day("list_date").notNull(),
  listSha256: text("list_sha256").notNull(),
  listRows: bigint("list_rows", { mode: "number" }).notNull(),
  subject: jsonb("subject").notNull(),
  candidates: jsonb("candidates").notNull(),
  outcome: text("outcome").notNull(),
  createdAt: instant("created_at").notNull(),
  objectType: text("object_type"),
  objectId: uuid("object_id"),
  objectNumber: text("object_number"),
  searchId: uuid("search_id"),
});

export const exclusionSearch = pgTable("exclusion_search", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  searchedOn: day("searched_on").notNull(),
  excluded: boolean("excluded").notNull(),
  note: text("note").notNull().default(""),
  subject: jsonb("subject").notNull(),
  fileId: uuid("file_id").notNull(),
  personId: uuid("person_id").notNull(),
  at: instant("at").notNull(),
});

export const vendorScreeningDecision = pgTable("vendor_screening_decision", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  screeningId: uuid("screening_id").notNull(),
  vendorId: uuid("vendor_id").notNull(),
  decision: text("decision").notNull(),
  reason: text("reason").notNull(),
  cleared: text("cleared").array().notNull(),
  subject: jsonb("subject").notNull(),
  personId: uuid("person_id").notNull(),
  at: instant("at").notNull(),
});
