import { apart, goAlong, noWayIn, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const fieldLeaving: readonly AgencyTable[] = [
  ...goAlong("field_photo", "field_terms"),
  apart("field_capture", {
    plain: {
      envelope: "What the device sent, signed by it.",
      hash: "SHA-256 of it.",
      before_hash: "SHA-256 of the one before.",
    },
  }),
  apart("field_device", {
    leaves: {
      without: {
        sealed_store_key: "Opens what the device keeps; sealed with the key of this installation.",
      },
    },
    copied: { not: noWayIn },
    plain: { public_key: "The public part of its key." },
  }),
  apart("field_packet", { copied: { not: noWayIn } }),
];
