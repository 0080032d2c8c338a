import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const trainingLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "certificate_letter",
    "enrolment",
    "person_certificate",
    "requirement_person",
    "seat_override",
    "session_seat",
    "training_course",
    "training_gate",
    "training_requirement",
    "training_session",
  ),
  apart("course_question", {
    leaves: {
      without: {
        sealed:
          "Questions of an examination with their answers, sealed with the key of this installation.",
      },
    },
    copied: { not: "Sealed for the course of the agency." },
  }),
];
