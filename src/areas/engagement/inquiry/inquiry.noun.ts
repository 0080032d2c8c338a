import { defineNoun } from "#server/lifecycle.ts";
import { visitorNumber } from "../host.service.ts";
import { inquiry } from "../engagement.tables.ts";
import { inquiryCycle } from "./inquiry.labels.ts";

export type InquiryStored = typeof inquiry.$inferSelect;
/** The record that nobody can change names a visitor by number, not by address. */
export const inquiryNoun = defineNoun({
  name: "inquiry",
  path: "inquiries",
  table: inquiry,
  cycle: inquiryCycle,
  number: (row) => visitorNumber(row.id),
});
