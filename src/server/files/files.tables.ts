import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  pgTable,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

export const storedFile = pgTable("stored_file", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  name: text("name").notNull(),
  mediaType: text("media_type").notNull(),
  size: bigint("size", { mode: "number" }).notNull(),
  sha256: text("sha256").notNull(),
  uploadedBy: uuid("uploaded_by"),
  createdAt: instant("created_at").notNull(),
  refusalToldAt: instant("refusal_told_at"),
  readDueAt: instant("read_due_at"),
  readTries: integer("read_tries").notNull(),
  private: boolean("private").notNull(),
  ownerType: text("owner_type"),
  ownerId: uuid("owner_id"),
  apartAt: instant("apart_at"),
});

/** What the virus scanner said of a content; none for one that was never looked at. */
export const fileLook = pgTable("file_look", {
  sha256: text("sha256").notNull(),
  state: text("state").notNull(),
  signature: text("signature"),
  askedAt: instant("asked_at").notNull(),
  lookedAt: instant("looked_at"),
  dueAt: instant("due_at"),
  tries: integer("tries").notNull(),
});

/** What a stored file holds: of a picture what its camera wrote, of a PDF its text. */
export const fileContent = pgTable("file_content", {
  orgId: uuid("org_id").notNull(),
  fileId: uuid("file_id").notNull(),
  takenAt: text("taken_at"),
  takenZone: text("taken_zone"),
  placedAt: instant("placed_at"),
  latitude: doublePrecision("latitude"),
  longitude: doublePrecision("longitude"),
  camera: text("camera"),
  width: integer("width"),
  height: integer("height"),
  pages: integer("pages"),
  text: text("text").notNull().default(""),
  problem: text("problem"),
  readAt: instant("read_at").notNull().defaultNow(),
});

/** A file that comes in pieces, until a day is over. */
export const resumableUpload = pgTable("resumable_upload", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  personId: uuid("person_id").notNull(),
  name: text("name").notNull(),
  size: bigint("size", { mode: "number" }).notNull(),
  mark: text("mark").notNull().default(""),
  objectType: text("object_type"),
  objectId: uuid("object_id"),
  fileId: uuid("file_id"),
  createdAt: instant("created_at").notNull(),
});
