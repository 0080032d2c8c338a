/**
 * Whether a carrier, as a vendor names it, says that the agency itself fetches the goods: "pick-up" and "will
 * call" are what packing slips and bills of lading call it.
 */
export const isFetched = (carrier: string): boolean =>
  /\bpick[\s-]?up\b|\bpicked up\b|\bwill[\s-]?call\b/i.test(carrier);
