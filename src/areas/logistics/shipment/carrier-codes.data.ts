import { day, type Day } from "#kernel/time.ts";
import type { EventKind } from "./shipment.labels.ts";

/** What one code of a carrier's means here, from a day on, and where that stands. */
export type CarrierCode = {
  carrier: string;
  code: string;
  kind: EventKind;
  from: Day;
  citation: string;
  verified: boolean;
};

const from = day("2020-01-01");
const table = (
  carrier: string,
  citation: string,
  verified: boolean,
  codes: Readonly<Record<string, EventKind>>,
): CarrierCode[] =>
  Object.entries(codes).map(([code, kind]) => ({ carrier, code, kind, from, citation, verified }));

/**
 * Codes of carriers. UPS: types of activities of its Tracking API; FedEx: scan events of its Track
 * service; USPS: event codes of Publication 199. None was read in the carrier's own text, so none is
 * verified; a code that is not here is not guessed at.
 */
export const carrierCodes: readonly CarrierCode[] = [
  ...table("USPS", "USPS Publication 199, event codes (customer daily extract)", false, {
    "01": "delivered",
    "02": "attempt_failed",
    "53": "attempt_failed",
    MA: "info_received",
    "03": "in_transit",
    "07": "in_transit",
    "10": "in_transit",
    OF: "out_for_delivery",
    "09": "returned",
  }),
  ...table("UPS", "UPS Developer Portal, Tracking API, activity.status.type", false, {
    M: "info_received",
    P: "in_transit",
    I: "in_transit",
    O: "out_for_delivery",
    D: "delivered",
    X: "exception",
    RS: "returned",
  }),
  ...table("FedEx", "FedEx Web Services, Tracking and Visibility Service Guide 2019", false, {
    OC: "info_received",
    PU: "in_transit",
    IT: "in_transit",
    AR: "in_transit",
    DP: "in_transit",
    OD: "out_for_delivery",
    DL: "delivered",
    DE: "exception",
    SE: "exception",
    RS: "returned",
  }),
];

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * What a carrier's code meant on a day: the newest entry that had begun by then; null for a code that
 * nobody wrote down. Names of carriers are compared without case, blanks and points ("U.P.S.").
 */
export const kindOfCode = (carrier: string, code: string, on: Day): EventKind | null => {
  const of = plain(carrier);
  const known = carrierCodes
    .filter((one) => of.startsWith(plain(one.carrier)) || plain(one.carrier) === of)
    .filter((one) => one.code === code.trim().toUpperCase() && one.from <= on)
    .toSorted((a, b) => (a.from < b.from ? 1 : -1));
  return known[0]?.kind ?? null;
};
