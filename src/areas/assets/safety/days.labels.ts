/** What a span of days is; a transfer counts with restricted work (column L of form 300). */
export const spanKinds = {
  away: "Away from work",
  restricted: "Restricted work",
  transferred: "Transferred to another job",
} as const;
export type SpanKind = keyof typeof spanKinds;

/** By whose word the person could not work as usual. */
export const spanBases = {
  clinician: "A physician or other licensed clinician said so",
  agency: "The agency or the person decided",
  carried: "Carried over: only a number was kept",
} as const;
export type SpanBasis = keyof typeof spanBases;

/** Why nothing is counted after a day although the span goes on. */
export const countEnds = {
  left: {
    label: "Left the agency for another reason",
    citation: "29 CFR 1904.7(b)(3)(viii)",
  },
  permanent: {
    label: "The job was changed for good",
    citation: "29 CFR 1904.7(b)(4)(xi)",
  },
} as const;
export type CountEnd = keyof typeof countEnds;

export const weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
