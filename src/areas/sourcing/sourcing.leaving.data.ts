import { apart, goAlong, stayBehind, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const sourcingLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "bid_tabulation",
    "deadline_outage",
    "federal_opportunity",
    "ocds_release",
    "opening",
    "opening_attendance",
    "solicitation_addendum",
    "solicitation_criterion",
    "solicitation_document",
    "solicitation_extension",
    "solicitation_follower",
    "solicitation_invitation",
    "solicitation_item",
    "solicitation_lot",
    "solicitation_notice",
    "solicitation_notice_code",
    "solicitation_outreach",
    "solicitation_question",
  ),
  ...stayBehind(
    "A part of the keys that bids are opened with.",
    "bid_share",
    "opening_rehearsal",
    "opening_share",
  ),
  apart("bid", {
    leaves: {
      rows: {
        those: "t.opened_at is not null",
        why: "Under seal until the opening: nobody sees it, nor that it is there.",
      },
    },
    plain: { key_store: "Which key store kept it." },
  }),
  apart("bid_answer", {
    leaves: {
      rows: {
        those:
          "exists (select 1 from bid b where b.org_id = t.org_id and b.id = t.bid_id and b.opened_at is not null)",
        why: "Under seal until the opening: nobody sees it, nor that it is there.",
      },
    },
  }),
  apart("bid_capacity", {
    leaves: {
      rows: {
        those:
          "exists (select 1 from bid b where b.org_id = t.org_id and b.id = t.bid_id and b.opened_at is not null)",
        why: "Under seal until the opening: nobody sees it, nor that it is there.",
      },
    },
  }),
  apart("bid_discount", {
    leaves: {
      rows: {
        those:
          "exists (select 1 from bid b where b.org_id = t.org_id and b.id = t.bid_id and b.opened_at is not null)",
        why: "Under seal until the opening: nobody sees it, nor that it is there.",
      },
    },
  }),
  apart("bid_envelope", {
    leaves: {
      without: { server_part: "A part of the keys that bids are opened with." },
      rows: {
        those: "t.opened_at is not null",
        why: "Under seal until the opening: nobody sees it, nor that it is there.",
      },
    },
    copied: { not: "Sealed bids and their keys stay with the agency that they were sent to." },
    plain: { envelope: "Which of the envelopes it is." },
  }),
  apart("bid_event", {
    leaves: {
      without: { salt: "Hides who acted until the opening." },
      rows: {
        those: "t.revealed_at is not null",
        why: "Under seal until the opening: nobody sees it, nor that it is there.",
      },
    },
    copied: { not: "Sealed bids and their keys stay with the agency that they were sent to." },
  }),
  apart("bid_file", {
    leaves: {
      rows: {
        those:
          "exists (select 1 from bid b where b.org_id = t.org_id and b.id = t.bid_id and b.opened_at is not null)",
        why: "Under seal until the opening: nobody sees it, nor that it is there.",
      },
    },
    plain: { envelope: "Which of the envelopes it was in." },
  }),
  apart("bid_line", {
    leaves: {
      rows: {
        those:
          "exists (select 1 from bid b where b.org_id = t.org_id and b.id = t.bid_id and b.opened_at is not null)",
        why: "Under seal until the opening: nobody sees it, nor that it is there.",
      },
    },
  }),
  apart("officer_key", {
    leaves: { without: { wrapped: "A part of the keys that bids are opened with." } },
    copied: { not: "Sealed bids and their keys stay with the agency that they were sent to." },
    plain: {
      public_key: "The public part of the key.",
      fingerprint: "Of the public part of the key.",
    },
  }),
  apart("opening_officer", {
    copied: { not: "Sealed bids and their keys stay with the agency that they were sent to." },
  }),
  apart("solicitation", {
    copied: { madeUp: { contact_email: "mail" } },
    plain: {
      criteria_digest: "SHA-256 of the published criteria.",
      template_key: "Names the template it began with.",
    },
  }),
  apart("solicitation_clause", { plain: { rule_key: "The rule that asks for it." } }),
  apart("solicitation_requirement", { plain: { envelope: "Which of the envelopes it is in." } }),
];
