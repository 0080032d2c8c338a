import { toExtract, type MadeParty } from "#areas/vendors/screening/generated-exclusions.seed.ts";
import type { StandInAnswer } from "./stand-in.ts";

/**
 * Stands in for the Public Exclusions extract of SAM.gov (Data Services, Exclusions, Public V2, CSV):
 * written after the published layout of its columns, not seen live. `etag` and the day on which it
 * was last changed are those of a plain file server.
 */
export const samExtract = (parties: readonly MadeParty[], etag: string): StandInAnswer => ({
  body: toExtract(parties),
  etag,
  headers: {
    "content-type": "text/csv",
    "last-modified": "Mon, 16 Nov 2026 09:00:00 GMT",
  },
});

/** A party of the list, excluded for good. */
export const samParty = (over: Partial<MadeParty> = {}): MadeParty => ({
  name: "Castor Paving LLC",
  individual: false,
  first: "",
  middle: "",
  last: "",
  uei: "",
  address1: "9 Mill Rd",
  city: "Waconia",
  state: "MN",
  zip: "55387",
  samNumber: "S4MR000001",
  ...over,
});
