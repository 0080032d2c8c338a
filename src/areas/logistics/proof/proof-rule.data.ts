import type { ShippedRule } from "#areas/governance/governance.server.ts";
import { day } from "#kernel/time.ts";

/**
 * What has to agree before a delivery counts as verified. No law names witnesses of a delivery: the
 * figures are the agency's, dated, and may be set stricter under Rules.
 */
export const proofRule: ShippedRule = {
  key: "deliveryProof",
  label: "Proof of delivery",
  citation: "Agency policy on receiving; 2 CFR 200.303(a)",
  text: "A delivery is verified when those who bear witness of it agree: the receiver's receipt, what came against what was announced, and the place at which it was handed over. 2 CFR 200.303(a) asks for internal control over federal awards and names no witness; which ones are demanded, by amount, federal money or an incident, and within how many meters of the place it counts as there, the agency says.",
  effectiveFrom: day("2000-01-01"),
  effectiveTo: null,
  parameters: {
    proofWitnesses: "receiver,quantity",
    proofAboveCents: 10_000_00,
    proofAboveWitnesses: "receiver,quantity",
    proofFederalWitnesses: "receiver,quantity",
    proofIncidentWitnesses: "receiver,quantity",
    proofRadiusMeters: 150,
  },
  source: "Default of the product",
  verified: false,
};
