/**
 * What no weather holds up, by the first digits of its code: work that is done at a desk and comes
 * over the wire. NAICS 2022: publishing and software, broadcasting and content, data processing, other
 * information, finance and insurance, legal, accounting, computer, consulting and advertising services,
 * holding companies, office administration. NIGP: software, consulting, data processing, financial and
 * insurance services.
 */
const atADesk = {
  naics: ["513", "516", "518", "519", "52", "5411", "5412", "5415", "5416", "5418", "55", "5611"],
  nigp: ["208", "209", "918", "920", "946", "953"],
} as const;

/** NAICS codes have six digits, NIGP codes three, five or more with a hyphen. */
const schemeOf = (code: string): keyof typeof atADesk => (/^\d{6}$/.test(code) ? "naics" : "nigp");

/**
 * Whether a warning can hold up what an order buys: something of it is no work at a desk. An order
 * without codes can be held up.
 */
export const canBeHeldUp = (codes: readonly string[]): boolean =>
  codes.length === 0 ||
  codes.some((code) => !atADesk[schemeOf(code)].some((prefix) => code.startsWith(prefix)));

/** What a warning does to an order, the worst first. */
export const consequences = {
  due: "Due while the warning holds",
  site: "Goes to a place inside, later",
  vendor: "Its vendor is inside; due later",
} as const;
export type Consequence = keyof typeof consequences;

/** So many days a warning counts that gives no end. */
export const daysWithoutEnd = 3;

/**
 * What a warning that holds until a day does to an order: one that is promised by then, or was promised
 * before, may not come.
 */
export const consequenceOf = (
  { promisedOn, atSite }: { promisedOn: string | null; atSite: boolean },
  until: string,
): Consequence => {
  if (promisedOn && promisedOn <= until) return "due";
  return atSite ? "site" : "vendor";
};
