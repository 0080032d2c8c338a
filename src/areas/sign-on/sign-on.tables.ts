import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { Duty } from "#roles.ts";
import type { Answer } from "./provider/claims.model.ts";
import type { Arrival, ProviderKind, ProviderStatus } from "./provider/provider.labels.ts";
import type { RuleStatus } from "#areas/organization/organization.public.ts";

const orgId = uuid("org_id").notNull();
const id = uuid("id").notNull();
const version = integer("version").notNull().default(1);
const createdAt = instant("created_at").notNull().defaultNow();
const updatedAt = instant("updated_at").notNull().defaultNow();

export const signInProvider = pgTable(
  "sign_in_provider",
  {
    orgId,
    id,
    name: text("name").notNull(),
    kind: text("kind").$type<ProviderKind>().notNull(),
    status: text("status").$type<ProviderStatus>().notNull().default("draft"),
    issuer: text("issuer").notNull().default(""),
    clientId: text("client_id").notNull().default(""),
    secretSealed: text("secret_sealed"),
    scopes: text("scopes").notNull().default("openid email profile"),
    entryPoint: text("entry_point").notNull().default(""),
    certificates: text("certificates").array().notNull().default([]),
    ownCertificate: text("own_certificate"),
    ownKeySealed: text("own_key_sealed"),
    subjectClaim: text("subject_claim").notNull().default(""),
    emailClaim: text("email_claim").notNull().default("email"),
    nameClaim: text("name_claim").notNull().default("name"),
    arrival: text("arrival").$type<Arrival>().notNull().default("invitation"),
    trustsSecondFactor: boolean("trusts_second_factor").notNull().default(false),
    secondFactorValues: text("second_factor_values").array().notNull().default(["mfa"]),
    testedAt: instant("tested_at"),
    testedBy: uuid("tested_by"),
    told: text("told").array().notNull().default([]),
    version,
    createdAt,
    updatedAt,
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

export const signInDomain = pgTable(
  "sign_in_domain",
  {
    orgId,
    id,
    domain: text("domain").notNull(),
    token: text("token").notNull(),
    provedAt: instant("proved_at"),
    checkedAt: instant("checked_at"),
    found: text("found").notNull().default(""),
    missed: integer("missed").notNull().default(0),
    version,
    createdAt,
    updatedAt,
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

export const signInAttempt = pgTable(
  "sign_in_attempt",
  {
    orgId,
    id,
    providerId: uuid("provider_id").notNull(),
    purpose: text("purpose").$type<"sign_in" | "test" | "link">().notNull(),
    browserHash: text("browser_hash").notNull(),
    request: text("request").notNull(),
    sealed: text("sealed").notNull().default(""),
    personId: uuid("person_id"),
    sessionId: uuid("session_id"),
    begunAt: instant("begun_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    answeredAt: instant("answered_at"),
    answer: jsonb("answer").$type<Answer>(),
    codeHash: text("code_hash"),
    usedAt: instant("used_at"),
    refused: text("refused"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

export const providerIdentity = pgTable(
  "provider_identity",
  {
    orgId,
    providerId: uuid("provider_id").notNull(),
    subject: text("subject").notNull(),
    personId: uuid("person_id").notNull(),
    linkedAt: instant("linked_at").notNull().defaultNow(),
    usedAt: instant("used_at"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.providerId, t.subject] })],
);

export const signInMapping = pgTable(
  "sign_in_mapping",
  {
    orgId,
    id,
    providerId: uuid("provider_id").notNull(),
    claim: text("claim").notNull(),
    value: text("value").notNull(),
    role: text("role").$type<"user" | "manager" | "admin">(),
    duties: text("duties").array().$type<Duty[]>().notNull().default([]),
    departmentId: uuid("department_id"),
    status: text("status").$type<RuleStatus>().notNull().default("waiting"),
    askedBy: uuid("asked_by").notNull(),
    decidedBy: uuid("decided_by"),
    decidedAt: instant("decided_at"),
    version,
    createdAt,
    updatedAt,
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

export const signInEvent = pgTable(
  "sign_in_event",
  {
    orgId,
    id,
    providerId: uuid("provider_id"),
    at: instant("at").notNull().defaultNow(),
    kind: text("kind").notNull(),
    good: boolean("good").notNull(),
    personId: uuid("person_id"),
    who: text("who").notNull().default(""),
    told: text("told").notNull().default(""),
    place: text("place").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);
