import {
  boolean,
  foreignKey,
  integer,
  jsonb,
  numeric,
  pgTable,
  pgView,
  primaryKey,
  text,
  time,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Role } from "#kernel/access.ts";
import type { AgencyState } from "#kernel/agency-state.ts";
import { storedFile } from "#server/files/files.tables.ts";
import type { Duty } from "#roles.ts";
import type { DutyEnds, RightSource } from "./member/right.labels.ts";
import type { ProposalStatus, SharedListName } from "./master/master.labels.ts";
import type { UnitKind } from "./unit/unit.labels.ts";

const createdAt = instant("created_at").notNull().defaultNow();
const updatedAt = instant("updated_at").notNull().defaultNow();
const version = integer("version").notNull().default(1);

export type OrganizationSettings = { mfaRequired?: boolean; mfaEveryone?: boolean };

/** Where a right comes from, and why it was given. */
const origin = {
  source: text("source").$type<RightSource>().notNull().default("member"),
  reason: text("reason").notNull().default(""),
  sourceId: text("source_id"),
};

export const organization = pgTable("organization", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  slug: text("slug").notNull(),
  timeZone: text("time_zone").notNull().default("America/New_York"),
  currency: text("currency").notNull().default("USD"),
  fiscalYearStartMonth: integer("fiscal_year_start_month").notNull().default(7),
  mailDomain: text("mail_domain"),
  settings: jsonb("settings").$type<OrganizationSettings>().notNull().default({}),
  version,
  createdAt,
  updatedAt,
  state: text("state").$type<AgencyState>().notNull().default("active"),
  stateSince: instant("state_since").notNull().defaultNow(),
  stateReason: text("state_reason").notNull().default(""),
});

export const agencyCalendar = pgTable("agency_calendar", {
  orgId: uuid("org_id").primaryKey(),
  weekdays: integer("weekdays").array().notNull(),
  opens: time("opens").notNull().default("08:00"),
  closes: time("closes").notNull().default("17:00"),
  federalHolidays: boolean("federal_holidays").notNull().default(true),
  version,
  updatedAt,
});

export const agencyClosure = pgTable(
  "agency_closure",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull(),
    firstDay: day("first_day").notNull(),
    lastDay: day("last_day").notNull(),
    name: text("name").notNull(),
    open: boolean("open").notNull().default(false),
    uid: text("uid"),
    createdBy: uuid("created_by"),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

export const department = pgTable(
  "department",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    parentId: uuid("parent_id"),
    active: boolean("active").notNull().default(true),
    version,
    createdAt,
    updatedAt,
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.parentId], foreignColumns: [t.orgId, t.id] }),
  ],
);

export const organizationMember = pgTable(
  "organization_member",
  {
    orgId: uuid("org_id").notNull(),
    personId: uuid("person_id").notNull(),
    departmentId: uuid("department_id"),
    title: text("title").notNull().default(""),
    supervisorId: uuid("supervisor_id"),
    active: boolean("active").notNull().default(true),
    endsAt: instant("ends_at"),
    source: text("source").$type<RightSource>().notNull().default("member"),
    version,
    createdAt,
    updatedAt,
  },
  (t) => [primaryKey({ columns: [t.orgId, t.personId] })],
);

export const rightUse = pgTable(
  "right_use",
  {
    orgId: uuid("org_id").notNull(),
    personId: uuid("person_id").notNull(),
    held: text("held").notNull(),
    usedOn: day("used_on").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.personId, t.held] })],
);

export const dormancyRule = pgTable(
  "dormancy_rule",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull(),
    days: integer("days"),
    fromDay: day("from_day").notNull(),
    createdBy: uuid("created_by"),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

export const dormancyNotice = pgTable(
  "dormancy_notice",
  {
    orgId: uuid("org_id").notNull(),
    personId: uuid("person_id").notNull(),
    toldAt: instant("told_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.personId] })],
);

export const userRole = pgTable(
  "user_role",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull(),
    personId: uuid("person_id").notNull(),
    role: text("role").$type<Role>().notNull(),
    grantedAt: instant("granted_at").notNull().defaultNow(),
    expiresAt: instant("expires_at"),
    grantedBy: uuid("granted_by"),
    ...origin,
    takenAt: instant("taken_at"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

export const memberDuty = pgTable(
  "member_duty",
  {
    orgId: uuid("org_id").notNull(),
    personId: uuid("person_id").notNull(),
    duty: text("duty").$type<Duty>().notNull(),
    grantedBy: uuid("granted_by"),
    grantedAt: instant("granted_at").notNull().defaultNow(),
    expiresAt: instant("expires_at"),
    ...origin,
    id: uuid("id").notNull().defaultRandom(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.personId, t.duty] })],
);

/** Words of givers of a duty beside the one that stands, and those that a person ended. */
export const dutyWord = pgTable(
  "duty_word",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull().defaultRandom(),
    personId: uuid("person_id").notNull(),
    duty: text("duty").$type<Duty>().notNull(),
    grantedBy: uuid("granted_by"),
    grantedAt: instant("granted_at").notNull().defaultNow(),
    expiresAt: instant("expires_at"),
    ...origin,
    takenAt: instant("taken_at"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

export const heldDuty = pgView("held_duty", {
  orgId: uuid("org_id"),
  personId: uuid("person_id"),
  duty: text("duty").$type<Duty>(),
  grantedAt: instant("granted_at"),
  grantedBy: uuid("granted_by"),
  expiresAt: instant("expires_at"),
  source: text("source").$type<RightSource>(),
  reason: text("reason"),
  sourceId: text("source_id"),
  id: uuid("id"),
}).existing();

export const accessGrant = pgTable(
  "access_grant",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull(),
    personId: uuid("person_id").notNull(),
    role: text("role").$type<Role>(),
    roleExpiresAt: instant("role_expires_at"),
    duties: text("duties").array().$type<Duty[]>().notNull().default([]),
    dutyEnds: jsonb("duty_ends").$type<DutyEnds>().notNull().default({}),
    why: text("why").notNull().default(""),
    liftsReadOnly: boolean("lifts_read_only").notNull().default(false),
    status: text("status")
      .$type<"waiting" | "confirmed" | "declined" | "withdrawn" | "lapsed" | "alone" | "taken">()
      .notNull()
      .default("waiting"),
    askedBy: uuid("asked_by").notNull(),
    decidedBy: uuid("decided_by"),
    decidedAt: instant("decided_at"),
    reason: text("reason"),
    version,
    createdAt,
    updatedAt,
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

export const invitation = pgTable(
  "invitation",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull(),
    email: text("email").notNull(),
    role: text("role").$type<Role>().notNull(),
    departmentId: uuid("department_id"),
    title: text("title").notNull().default(""),
    supervisorId: uuid("supervisor_id"),
    duties: jsonb("duties").$type<Duty[]>().notNull().default([]),
    invitedBy: uuid("invited_by").notNull(),
    createdAt,
    expiresAt: instant("expires_at").notNull(),
    acceptedAt: instant("accepted_at"),
    revokedAt: instant("revoked_at"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

export const agencyLook = pgTable(
  "agency_look",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull(),
    number: integer("number").notNull(),
    primaryColor: text("primary_color").notNull(),
    secondaryColor: text("secondary_color").notNull(),
    markFileId: uuid("mark_file_id"),
    restoredFrom: integer("restored_from"),
    publishedBy: uuid("published_by").notNull(),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    unique().on(t.orgId, t.number),
    foreignKey({
      columns: [t.orgId, t.markFileId],
      foreignColumns: [storedFile.orgId, storedFile.id],
    }),
  ],
);

export const notification = pgTable(
  "notification",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull(),
    personId: uuid("person_id").notNull(),
    kind: text("kind").notNull(),
    title: text("title").notNull(),
    body: text("body").notNull().default(""),
    link: text("link"),
    readAt: instant("read_at"),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

const listed = {
  active: boolean("active").notNull().default(true),
  retiredBecause: text("retired_because").notNull().default(""),
  version,
  createdAt,
  updatedAt,
};

export const place = pgTable(
  "agency_place",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    kind: text("kind").notNull(),
    street: text("street").notNull().default(""),
    city: text("city").notNull().default(""),
    state: text("state").notNull().default(""),
    postalCode: text("postal_code").notNull().default(""),
    latitude: numeric("latitude", { precision: 9, scale: 6 }),
    longitude: numeric("longitude", { precision: 9, scale: 6 }),
    parentId: uuid("parent_id"),
    hours: text("hours").notNull().default(""),
    note: text("note").notNull().default(""),
    activeFrom: day("active_from"),
    activeTo: day("active_to"),
    ...listed,
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.parentId], foreignColumns: [t.orgId, t.id] }),
  ],
);

export const unit = pgTable(
  "measure_unit",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    kind: text("kind").$type<UnitKind>().notNull(),
    factor: numeric("factor", { precision: 30, scale: 15 }),
    ...listed,
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

export const listProposal = pgTable(
  "list_proposal",
  {
    orgId: uuid("org_id").notNull(),
    id: uuid("id").notNull(),
    number: text("number").notNull(),
    list: text("list").$type<SharedListName>().notNull(),
    entryId: uuid("entry_id"),
    entryVersion: integer("entry_version"),
    name: text("name").notNull(),
    content: jsonb("content").$type<Record<string, unknown>>().notNull(),
    reason: text("reason").notNull().default(""),
    status: text("status").$type<ProposalStatus>().notNull().default("waiting"),
    answer: text("answer").notNull().default(""),
    proposedBy: uuid("proposed_by").notNull(),
    decidedBy: uuid("decided_by"),
    decidedAt: instant("decided_at"),
    version,
    createdAt,
    updatedAt,
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), unique().on(t.orgId, t.number)],
);
