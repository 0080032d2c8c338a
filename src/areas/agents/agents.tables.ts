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
import type { Picture } from "#kernel/picture.ts";
import type { Proposal, Source } from "#kernel/proposal.ts";
import type { Logged } from "#server/agents/reader.ts";
import { day, instant } from "#server/db/time-columns.ts";
import type { ClientKind } from "./connection/client.labels.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

/** How an agency has set up one of the agents. */
export const agentSetting = pgTable("agent_setting", {
  ...own,
  agent: text().notNull(),
  paused: boolean().notNull().default(false),
  /** In whose name it runs each morning. */
  dailyFor: uuid("daily_for"),
  dailyName: text("daily_name").notNull().default(""),
  /** Below so many of a hundred right answers on its cases it pauses; 0: never. */
  floorPercent: integer("floor_percent").notNull().default(0),
  ...kept,
});

export const agentRun = pgTable("agent_run", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("queued"),
  agent: text().notNull(),
  agentVersion: integer("agent_version").notNull(),
  personId: uuid("person_id").notNull(),
  personName: text("person_name").notNull(),
  begun: text().notNull(),
  begunOn: day("begun_on").notNull(),
  /** The one record that it looks at; null for all. */
  subjectId: uuid("subject_id"),
  /** What was asked in words. */
  question: text().notNull().default(""),
  jobId: uuid("job_id"),
  /** The connected program that reads; null where an agent does. */
  connectionId: uuid("connection_id"),
  startedAt: instant("started_at"),
  endedAt: instant("ended_at"),
  reads: integer().notNull().default(0),
  records: integer().notNull().default(0),
  found: integer().notNull().default(0),
  /** How many of them were not known before. */
  fresh: integer().notNull().default(0),
  /** What a language model used for it. */
  tokens: integer().notNull().default(0),
  /** Why it stopped or failed. */
  said: text().notNull().default(""),
  ...kept,
});

export const agentRead = pgTable(
  "agent_read",
  {
    orgId: uuid("org_id").notNull(),
    runId: uuid("run_id").notNull(),
    place: integer().notNull(),
    address: text().notNull(),
    asked: jsonb().$type<Logged["asked"]>().notNull(),
    records: jsonb().$type<Logged["records"]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.runId, t.place] })],
);

export const agentFinding = pgTable("agent_finding", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("open"),
  agent: text().notNull(),
  agentVersion: integer("agent_version").notNull(),
  runId: uuid("run_id").notNull(),
  runNumber: text("run_number").notNull(),
  key: text().notNull(),
  /** Of what was found: the same finding again is no new one. */
  digest: text().notNull(),
  /** What has to change before somebody who dismissed it is told again. */
  sameness: text().notNull(),
  subjectId: uuid("subject_id").notNull(),
  subjectNumber: text("subject_number").notNull(),
  subjectHref: text("subject_href").notNull(),
  what: text().notNull(),
  why: text().notNull(),
  /** The same in a language model's words. */
  words: text().notNull().default(""),
  since: day(),
  dueOn: day("due_on"),
  cents: bigint({ mode: "number" }).notNull().default(0),
  sources: jsonb().$type<Source[]>().notNull(),
  proposal: jsonb().$type<Proposal>(),
  picture: jsonb().$type<Picture>(),
  foundOn: day("found_on").notNull(),
  dismissedFor: text("dismissed_for"),
  reason: text().notNull().default(""),
  result: jsonb().$type<Record<string, unknown>>(),
  decidedBy: uuid("decided_by"),
  decidedName: text("decided_name").notNull().default(""),
  decidedOn: day("decided_on"),
  /** Who decides on what a connected program proposes; null where an agent found it. */
  forPerson: uuid("for_person"),
  ...kept,
});

/** A program that members may let read and propose: entered, or all of a host that says what they are. */
export const agentClient = pgTable("agent_client", {
  ...own,
  name: text().notNull(),
  kind: text().$type<ClientKind>().notNull(),
  status: text().notNull().default("active"),
  /** By what it calls itself; the host, where programs publish what they are. */
  clientId: text("client_id").notNull(),
  redirectUris: text("redirect_uris").array().notNull().default([]),
  /** Areas whose records may leave for it. */
  areas: text().array().notNull().default([]),
  ...kept,
});

/** That a member let a program read, and where they said so propose, in their name. */
export const agentConnection = pgTable("agent_connection", {
  ...own,
  clientId: uuid("client_id").notNull(),
  clientName: text("client_name").notNull(),
  /** By what the program calls itself: its name at the authorization server. */
  address: text().notNull(),
  personId: uuid("person_id").notNull(),
  personName: text("person_name").notNull(),
  status: text().notNull().default("active"),
  proposes: boolean().notNull(),
  endsAt: instant("ends_at").notNull(),
  endedAt: instant("ended_at"),
  endedFor: text("ended_for").notNull().default(""),
  lastUsedAt: instant("last_used_at"),
  calls: integer().notNull().default(0),
  ...kept,
});

/** What the authorization server keeps between two requests; its words are sealed. */
export const oauthArtifact = pgTable(
  "oauth_artifact",
  {
    model: text().notNull(),
    digest: text().notNull(),
    sealed: text().notNull(),
    grantDigest: text("grant_digest"),
    uidDigest: text("uid_digest"),
    consumedAt: instant("consumed_at"),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.model, t.digest] })],
);
