import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Agreed, Mark, Proof, SignerSide } from "./signature.labels.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

export const signingAuthority = pgTable("signing_authority", {
  ...own,
  personId: uuid("person_id").notNull(),
  kinds: text().array().notNull(),
  amountLimit: bigint("amount_limit", { mode: "number" }),
  fromOn: day("from_on").notNull(),
  toOn: day("to_on"),
  basis: text().notNull(),
  addedBy: uuid("added_by"),
  revokedAt: instant("revoked_at"),
  revokedBy: uuid("revoked_by"),
  revokedReason: text("revoked_reason"),
  ...kept,
});

export const signatureRequest = pgTable("signature_request", {
  ...own,
  sourceType: text("source_type").notNull(),
  sourceId: uuid("source_id").notNull(),
  number: text().notNull(),
  link: text().notNull(),
  title: text().notNull(),
  amount: bigint({ mode: "number" }).notNull().default(0),
  fileId: uuid("file_id").notNull(),
  sha256: text().notNull(),
  ordered: boolean().notNull().default(true),
  expiresOn: day("expires_on").notNull(),
  excluded: jsonb().$type<string[]>().notNull().default([]),
  status: text().notNull().default("open"),
  statusReason: text("status_reason"),
  requestedBy: uuid("requested_by"),
  resultFileId: uuid("result_file_id"),
  resultSha256: text("result_sha256"),
  completedAt: instant("completed_at"),
  ...kept,
});

export const signatureSigner = pgTable("signature_signer", {
  ...own,
  requestId: uuid("request_id").notNull(),
  place: integer().notNull(),
  side: text().$type<SignerSide>().notNull(),
  personId: uuid("person_id"),
  vendorId: uuid("vendor_id"),
  name: text().notNull(),
  email: text(),
  addresses: text().array().notNull().default([]),
  status: text().$type<"waiting" | "asked" | "signed" | "declined">().notNull().default("waiting"),
  authorityId: uuid("authority_id"),
  taskId: uuid("task_id"),
  askedAt: instant("asked_at"),
  declinedReason: text("declined_reason"),
  ...kept,
});

export const signatureMark = pgTable("signature_mark", {
  orgId: uuid("org_id").notNull(),
  signerId: uuid("signer_id").notNull(),
  signedBy: uuid("signed_by"),
  name: text().notNull(),
  mark: jsonb().$type<Mark>().notNull(),
  proof: text().$type<Proof>().notNull(),
  address: text().notNull(),
  agreed: jsonb().$type<Agreed[]>().notNull(),
  sha256: text().notNull(),
  authorityId: uuid("authority_id"),
  signedAt: instant("signed_at").notNull(),
});

export const signatureLink = pgTable("signature_link", {
  ...own,
  signerId: uuid("signer_id").notNull(),
  digest: text().notNull(),
  codeDigest: text("code_digest"),
  codeUntil: instant("code_until"),
  tries: integer().notNull().default(0),
  codesSent: integer("codes_sent").notNull().default(0),
  passDigest: text("pass_digest"),
  passUntil: instant("pass_until"),
  endedAt: instant("ended_at"),
  endedWhy: text("ended_why"),
  createdAt: instant("created_at").notNull().defaultNow(),
});
