import type { VendorReference } from "#areas/vendors/vendors.server.ts";
import { formSubmission } from "../forms.tables.ts";

/** What vendors answered in forms goes with their record. */
export const formReference: VendorReference = {
  table: formSubmission,
  rule: "move",
  label: "Answers to forms",
};
