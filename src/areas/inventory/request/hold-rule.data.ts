import type { ShippedRule } from "#areas/governance/governance.server.ts";
import { day } from "#kernel/time.ts";

/** How long the stores hold what somebody asked them for: the agency's own figure, dated, under Rules. */
export const holdRule: ShippedRule = {
  key: "stockHold",
  label: "Hold of what is asked of the stores",
  citation: "Agency policy on stores",
  text: "What somebody asks the stores for is held for so many days after the day it was asked, and is free again afterwards. No law names the days: they are the agency's, dated. Before the end whoever asked, or a storekeeper, may have it held anew from that day.",
  effectiveFrom: day("2000-01-01"),
  effectiveTo: null,
  parameters: { days: 14 },
  source: "Default of the product",
  verified: false,
};
