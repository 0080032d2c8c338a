// What becomes of evaluations and awards when two vendors become one.
import { staysInCompetition } from "#areas/sourcing/sourcing.server.ts";
import type { VendorReference } from "#areas/vendors/vendors.server.ts";
import { awardNotice, awardOrder } from "../award/award.tables.ts";
import { finalOffer } from "../final-offer/final-offer.tables.ts";
import { evaluationBid } from "./evaluation.tables.ts";

export const evaluationReferences: readonly VendorReference[] = [
  { table: evaluationBid, ...staysInCompetition, label: "Bids evaluated" },
  { table: finalOffer, ...staysInCompetition, label: "Final offers" },
  { table: awardNotice, ...staysInCompetition, label: "Award notices" },
  { table: awardOrder, ...staysInCompetition, label: "Orders of awards" },
];
