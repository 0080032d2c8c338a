import { defineNoun } from "#server/lifecycle.ts";
import { inquiry } from "../engagement.tables.ts";
import { inquiryCycle } from "./inquiry.labels.ts";

export type InquiryStored = typeof inquiry.$inferSelect;
/** People know an inquiry by the address that wrote. */
export const inquiryNoun = defineNoun({
  name: "inquiry",
  path: "inquiries",
  table: inquiry,
  cycle: inquiryCycle,
  number: (row) => row.email,
});
