import { defineNoun } from "#server/lifecycle.ts";
import { visitorNumber } from "../host.service.ts";
import { userFeedback } from "../engagement.tables.ts";
import { feedbackCycle } from "./feedback.labels.ts";

export const feedbackNoun = defineNoun({
  name: "feedback",
  path: "user_feedback",
  table: userFeedback,
  cycle: feedbackCycle,
  number: (row) => visitorNumber(row.id),
  read: "inquiry.read",
});
