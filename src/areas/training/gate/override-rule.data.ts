import { day } from "#kernel/time.ts";
import type { ShippedRule } from "#areas/governance/governance.server.ts";

/** How long an override of a seat holds. No law names the hours; agencies set their own under Rules. */
export const overrideRule: ShippedRule = {
  key: "seatOverride",
  label: "Work by somebody without the certificate",
  citation: "Agency policy on qualified work",
  text: "Where work is kept for people with a certificate, another person with the right may let somebody without it do the work for some hours, with a reason. No law names these hours: the agency says them.",
  effectiveFrom: day("2000-01-01"),
  effectiveTo: null,
  parameters: { seatOverrideHours: 72 },
  source: "Default of the product",
  verified: false,
};
