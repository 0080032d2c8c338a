import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { CameBy } from "./methods.labels.ts";

const createdAt = instant("created_at").notNull().defaultNow();
const updatedAt = instant("updated_at").notNull().defaultNow();

export const person = pgTable("person", {
  id: uuid("id").primaryKey(),
  email: text("email").notNull(),
  displayName: text("display_name").notNull(),
  emailVerifiedAt: instant("email_verified_at"),
  disabledAt: instant("disabled_at"),
  demoUntil: instant("demo_until"),
  preferences: jsonb("preferences").$type<Record<string, unknown>>().notNull().default({}),
  inboxKeyHash: text("inbox_key_hash"),
  version: integer("version").notNull().default(1),
  createdAt,
  updatedAt,
});

export const account = pgTable("account", {
  id: uuid("id").primaryKey(),
  personId: uuid("person_id").notNull(),
  provider: text("provider").notNull(),
  providerAccountId: text("provider_account_id").notNull(),
  passwordHash: text("password_hash"),
  createdAt,
  updatedAt,
});

export const session = pgTable("session", {
  id: uuid("id").primaryKey(),
  personId: uuid("person_id").notNull(),
  activeOrgId: uuid("active_org_id"),
  assurance: text("assurance").$type<"password" | "mfa">().notNull().default("password"),
  address: text("address").notNull().default(""),
  userAgent: text("user_agent").notNull().default(""),
  createdAt,
  seenAt: instant("seen_at").notNull().defaultNow(),
  expiresAt: instant("expires_at").notNull(),
  provedAt: instant("proved_at"),
  endedAt: instant("ended_at"),
  endedReason: text("ended_reason"),
  providerId: uuid("provider_id"),
  providerOrgId: uuid("provider_org_id"),
  method: text("method").$type<CameBy>().notNull().default("password"),
});

export const refreshToken = pgTable("refresh_token", {
  hash: text("hash").primaryKey(),
  sessionId: uuid("session_id").notNull(),
  parent: text("parent"),
  createdAt,
  usedAt: instant("used_at"),
  expiresAt: instant("expires_at").notNull(),
});

export const verification = pgTable("verification", {
  hash: text("hash").primaryKey(),
  personId: uuid("person_id").notNull(),
  purpose: text("purpose").$type<"signup" | "recovery" | "mfa" | "oauth">().notNull(),
  attempts: integer("attempts").notNull().default(0),
  createdAt,
  expiresAt: instant("expires_at").notNull(),
  usedAt: instant("used_at"),
  providerId: uuid("provider_id"),
  orgId: uuid("org_id"),
  method: text("method").$type<CameBy>(),
});

export const twoFactor = pgTable("two_factor", {
  personId: uuid("person_id").primaryKey(),
  secretSealed: text("secret_sealed").notNull(),
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
  confirmedAt: instant("confirmed_at"),
  createdAt,
});

export const backupCode = pgTable(
  "backup_code",
  {
    personId: uuid("person_id").notNull(),
    hash: text("hash").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [primaryKey({ columns: [t.personId, t.hash] })],
);

export const passkey = pgTable("passkey", {
  id: uuid("id").primaryKey(),
  personId: uuid("person_id").notNull(),
  credentialId: text("credential_id").notNull(),
  publicKey: text("public_key").notNull(),
  counter: bigint("counter", { mode: "number" }).notNull().default(0),
  transports: text("transports").array().notNull().default([]),
  name: text("name").notNull(),
  backedUp: boolean("backed_up").notNull().default(false),
  lastUsedAt: instant("last_used_at"),
  createdAt,
});

export const passkeyChallenge = pgTable("passkey_challenge", {
  hash: text("hash").primaryKey(),
  personId: uuid("person_id"),
  expiresAt: instant("expires_at").notNull(),
});

export const rateLimit = pgTable("rate_limit", {
  key: text("key").primaryKey(),
  windowStartedAt: instant("window_started_at").notNull(),
  hits: integer("hits").notNull(),
  blockedUntil: instant("blocked_until"),
});

export const signInPlace = pgTable(
  "sign_in_place",
  {
    personId: uuid("person_id").notNull(),
    place: text("place").notNull(),
    seenAt: instant("seen_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.place] })],
);

export const securityEvent = pgTable("security_event", {
  id: uuid("id").primaryKey(),
  orgId: uuid("org_id"),
  personId: uuid("person_id"),
  sessionId: uuid("session_id"),
  eventType: text("event_type").notNull(),
  severity: text("severity").$type<"low" | "medium" | "high" | "critical">().notNull(),
  eventData: jsonb("event_data").$type<unknown>().notNull().default({}),
  address: text("address").notNull().default(""),
  occurredAt: instant("occurred_at").notNull().defaultNow(),
});

export const vendorIdentity = pgTable("vendor_identity", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  createdAt,
});

export const vendorUser = pgTable(
  "vendor_user",
  { personId: uuid("person_id").notNull(), vendorId: uuid("vendor_id").notNull(), createdAt },
  (t) => [primaryKey({ columns: [t.personId, t.vendorId] })],
);

export const downloadTicket = pgTable("download_ticket", {
  hash: text("hash").notNull(),
  sessionId: uuid("session_id").notNull(),
  personId: uuid("person_id").notNull(),
  path: text("path").notNull(),
  expiresAt: instant("expires_at").notNull(),
});

export const vendorColleagueInvitation = pgTable("vendor_colleague_invitation", {
  id: uuid("id").notNull(),
  identityId: uuid("identity_id").notNull(),
  email: text("email").notNull(),
  tokenHash: text("token_hash").notNull(),
  invitedBy: uuid("invited_by").notNull(),
  createdAt: instant("created_at").notNull(),
  expiresAt: instant("expires_at").notNull(),
  acceptedAt: instant("accepted_at"),
  revokedAt: instant("revoked_at"),
});

export const signInRule = pgTable("sign_in_rule", {
  orgId: uuid("org_id").primaryKey(),
  providerId: uuid("provider_id").notNull(),
  providerName: text("provider_name").notNull(),
  enforcedAt: instant("enforced_at").notNull().defaultNow(),
  enforcedBy: uuid("enforced_by").notNull(),
  liftedUntil: instant("lifted_until"),
  liftedReason: text("lifted_reason"),
  version: integer("version").notNull().default(1),
});

export const breakGlassMember = pgTable(
  "break_glass_member",
  {
    orgId: uuid("org_id").notNull(),
    personId: uuid("person_id").notNull(),
    namedBy: uuid("named_by").notNull(),
    namedAt: instant("named_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.personId] })],
);

export const breakGlassUse = pgTable(
  "break_glass_use",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull(),
    personId: uuid("person_id").notNull(),
    sessionId: uuid("session_id").notNull(),
    usedAt: instant("used_at").notNull().defaultNow(),
    toldAt: instant("told_at"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);
