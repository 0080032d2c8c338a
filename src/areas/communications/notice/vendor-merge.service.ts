import type { VendorReference } from "#areas/vendors/vendors.server.ts";
import { noticeRecipient } from "../communications.tables.ts";

/** A notice that went out names whom it went to. */
export const noticeReference: VendorReference = {
  table: noticeRecipient,
  rule: "stays",
  label: "Notices sent",
  why: "They were sent to the record of then.",
};
