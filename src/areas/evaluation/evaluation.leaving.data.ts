import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const evaluationLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "award",
    "award_notice",
    "award_order",
    "award_scenario",
    "evaluation_bid",
    "evaluation_check",
    "evaluation_consensus",
    "evaluation_member",
    "evaluation_round",
    "evaluation_score",
    "final_offer_line",
    "final_offer_round",
  ),
  apart("evaluation", {
    plain: {
      sheet_digest: "SHA-256 of the score sheet.",
      memo_digest: "SHA-256 of the memorandum.",
    },
  }),
  apart("evaluation_text", { plain: { digest: "SHA-256 of the text." } }),
  apart("final_offer", {
    leaves: {
      rows: {
        those:
          "exists (select 1 from final_offer_envelope e where e.org_id = t.org_id and e.offer_id = t.id and e.opened_at is not null)",
        why: "Under seal until the opening: nobody sees it, nor that it is there.",
      },
    },
  }),
  apart("final_offer_envelope", {
    leaves: {
      without: { server_part: "A part of the keys that bids are opened with." },
      rows: {
        those: "t.opened_at is not null",
        why: "Under seal until the opening: nobody sees it, nor that it is there.",
      },
    },
    copied: { not: "Sealed bids and their keys stay with the agency that they were sent to." },
  }),
];
