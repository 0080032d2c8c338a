import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import { definitionColumns } from "#server/definitions/columns.ts";
import type { Lesson } from "./course/course.model.ts";
import type { SeatName } from "./gate/gate.labels.ts";
import type { Audience } from "./requirement/requirement.model.ts";

const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };
const kept = {
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
};

/** What a person is certified for. Whether it expires soon, or has, follows from the day. */
export const personCertificate = pgTable("person_certificate", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("waiting"),
  holderId: uuid("holder_id").notNull(),
  holderName: text("holder_name").notNull(),
  code: text().notNull(),
  title: text().notNull(),
  issuer: text().notNull(),
  reference: text().notNull().default(""),
  validFrom: day("valid_from").notNull(),
  validUntil: day("valid_until"),
  fileId: uuid("file_id"),
  renewsId: uuid("renews_id"),
  /** Of those that the agency issued itself: by this code anybody asks whether it is valid. */
  proof: text(),
  enteredBy: uuid("entered_by"),
  verifiedBy: uuid("verified_by"),
  verifiedName: text("verified_name").notNull().default(""),
  verifiedAt: instant("verified_at"),
  statusReason: text("status_reason").notNull().default(""),
  ...kept,
});

/** Which letter of a certificate's end went out. */
export const certificateLetter = pgTable("certificate_letter", {
  orgId: uuid("org_id").notNull(),
  certificateId: uuid("certificate_id").notNull(),
  days: integer().notNull(),
  toldAt: instant("told_at").notNull().defaultNow(),
});

/** From a day on a seat is kept for people with these certificates, or no more: each setting stays. */
export const trainingGate = pgTable("training_gate", {
  ...own,
  seat: text().$type<SeatName>().notNull(),
  enabled: boolean().notNull(),
  codes: jsonb().$type<string[]>().notNull().default([]),
  fromDay: day("from_day").notNull(),
  reason: text().notNull(),
  setBy: uuid("set_by"),
  setByName: text("set_by_name").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** Somebody without the certificate was let do work for some hours, by another person. */
export const seatOverride = pgTable("seat_override", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("given"),
  seat: text().$type<SeatName>().notNull(),
  personId: uuid("person_id").notNull(),
  personName: text("person_name").notNull(),
  lacks: text().notNull(),
  reason: text().notNull(),
  citation: text().notNull(),
  givenBy: uuid("given_by").notNull(),
  givenName: text("given_name").notNull(),
  givenAt: instant("given_at").notNull(),
  until: instant("until").notNull(),
  statusReason: text("status_reason").notNull().default(""),
  ...kept,
});

/** What an agency teaches, in editions; its code is that of the certificate behind it. */
export const trainingCourse = pgTable("training_course", {
  ...definitionColumns,
  code: text().notNull(),
  about: text().notNull(),
  months: integer(),
  minutes: integer().notNull().default(0),
  outside: boolean().notNull().default(false),
  asks: integer().notNull().default(0),
  passPercent: integer("pass_percent").notNull().default(80),
  lessons: jsonb().$type<Lesson[]>().notNull().default([]),
  prerequisites: jsonb().$type<string[]>().notNull().default([]),
});

/** A question with its right answers, sealed. */
export const courseQuestion = pgTable("course_question", {
  ...own,
  courseId: uuid("course_id").notNull(),
  sealed: text().notNull(),
  active: boolean().notNull().default(true),
  ...kept,
});

export const trainingSession = pgTable("training_session", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("planned"),
  courseId: uuid("course_id").notNull(),
  courseName: text("course_name").notNull(),
  code: text().notNull(),
  place: text().notNull(),
  startsAt: instant("starts_at").notNull(),
  minutes: integer().notNull(),
  seats: integer().notNull(),
  teacher: text().notNull().default(""),
  statusReason: text("status_reason").notNull().default(""),
  ...kept,
});

export const sessionSeat = pgTable("session_seat", {
  orgId: uuid("org_id").notNull(),
  sessionId: uuid("session_id").notNull(),
  personId: uuid("person_id").notNull(),
  personName: text("person_name").notNull(),
  attended: boolean(),
  minutes: integer().notNull().default(0),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** One attempt of a person at a course. */
export const enrolment = pgTable("enrolment", {
  ...own,
  number: text().notNull(),
  status: text().notNull().default("assigned"),
  courseId: uuid("course_id").notNull(),
  definitionVersionId: uuid("definition_version_id").notNull(),
  courseName: text("course_name").notNull(),
  code: text().notNull(),
  personId: uuid("person_id").notNull(),
  personName: text("person_name").notNull(),
  departmentName: text("department_name").notNull().default(""),
  attempt: integer().notNull().default(1),
  dueOn: day("due_on"),
  assignedBy: uuid("assigned_by"),
  /** By which the questions were drawn. */
  seed: bigint({ mode: "number" }),
  /** Ids of the questions, in the order in which they are asked. */
  drawn: jsonb().$type<string[]>().notNull().default([]),
  answers: jsonb().$type<Record<string, number[]>>().notNull().default({}),
  rightCount: integer("right_count"),
  endedOn: day("ended_on"),
  certificateId: uuid("certificate_id"),
  statusReason: text("status_reason").notNull().default(""),
  ...kept,
});

/** Whom the agency asks for a certificate, in editions. */
export const trainingRequirement = pgTable("training_requirement", {
  ...definitionColumns,
  code: text().notNull(),
  audience: jsonb().$type<Audience>().notNull(),
  dueDays: integer("due_days").notNull().default(30),
  renewMonths: integer("renew_months"),
  prerequisites: jsonb().$type<string[]>().notNull().default([]),
  equivalents: jsonb().$type<string[]>().notNull().default([]),
});

export const requirementPerson = pgTable("requirement_person", {
  orgId: uuid("org_id").notNull(),
  requirementId: uuid("requirement_id").notNull(),
  personId: uuid("person_id").notNull(),
  since: day().notNull(),
  dueOn: day("due_on").notNull(),
  leftOn: day("left_on"),
});
