import { addDays, utcDay, type Day } from "./time.ts";

/**
 * What payment terms say: a discount (hundredths of a percent) until so many days after their start, or until
 * a day of the month after it (`endOfMonth`); and the days until payment is due. Null where they say nothing
 * of it.
 */
type PaymentTerms = {
  discount: { bp: number; days: number; endOfMonth: boolean } | null;
  netDays: number | null;
};

/** How terms were read. Words that are not understood say why, and no discount follows from them. */
type ReadTerms = { understood: true; terms: PaymentTerms } | { understood: false; reason: string };

const not = (reason: string): ReadTerms => ({ understood: false, reason });
const percent = String.raw`(\d{1,2}(?:\.\d{1,2})?)`;
const net = String.raw`(?:net|n)\s*/?\s*(\d{1,3})(?: days?)?`;
const shapes = {
  net: new RegExp(`^${net}$`),
  discount: new RegExp(String.raw`^${percent}(?: ?% ?|/)(\d{1,3})(?: days?)?(?:(?:, ?| )${net})?$`),
  endOfMonth: new RegExp(String.raw`^${percent}(?: ?% ?|/)(\d{1,2}),? ?(?:eom|e\.o\.m\.|prox\.?)$`),
};
const tidy = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/ ?\/ ?/g, "/")
    .replace(/ ?, ?/g, ", ");
const bpOf = (text: string) => Math.round(Number(text) * 100);

const withDiscount = (bp: number, days: number, netDays: number | null): ReadTerms => {
  if (bp === 0) return not("a discount of nothing is none");
  if (days === 0) return not("the discount has no day on which it could be taken");
  if (netDays !== null && days > netDays)
    return not(
      `a discount until day ${days} does not go with payment that is due on day ${netDays}`,
    );
  return {
    understood: true,
    terms: { discount: { bp, days, endOfMonth: false }, netDays },
  };
};

/**
 * Reads payment terms as bills state them: "2/10 net 30", "2/10, n/30", "1% 15, net 45", "2/10 EOM", "net 30",
 * "due on receipt". What is written otherwise is not understood: nothing is guessed. Empty terms say nothing.
 */
export const readTerms = (text: string): ReadTerms => {
  const words = tidy(text);
  if (words === "") return { understood: true, terms: { discount: null, netDays: null } };
  if (words === "due on receipt" || words === "due upon receipt")
    return { understood: true, terms: { discount: null, netDays: 0 } };
  const plain = shapes.net.exec(words);
  if (plain) {
    const netDays = Number(plain[1]);
    return netDays > 365
      ? not("payment is due within a year")
      : { understood: true, terms: { discount: null, netDays } };
  }
  const month = shapes.endOfMonth.exec(words);
  if (month) {
    const [bp, days] = [bpOf(month[1]!), Number(month[2])];
    if (bp === 0) return not("a discount of nothing is none");
    if (days < 1 || days > 31) return not("no month has such a day");
    return { understood: true, terms: { discount: { bp, days, endOfMonth: true }, netDays: null } };
  }
  const found = shapes.discount.exec(words);
  if (!found)
    return not("they are not written as “2/10 net 30”, “1% 15, net 45”, “2/10 EOM” or “net 30”");
  const netDays = found[3] === undefined ? null : Number(found[3]);
  if (netDays !== null && netDays > 365) return not("payment is due within a year");
  return withDiscount(bpOf(found[1]!), Number(found[2]), netDays);
};

/** Days until payment is due by such terms; null where they say none or are not understood. */
export const netDaysOf = (text: string): number | null => {
  const read = readTerms(text);
  return read.understood ? read.terms.netDays : null;
};

const shownPercent = (bp: number) => `${String(Number((bp / 100).toFixed(2)))}%`;

/** What terms mean, in a sentence; empty where they say nothing. */
export const termsSaid = (text: string): string => {
  const read = readTerms(text);
  if (!read.understood)
    return `These terms are not understood: ${read.reason}. No discount follows from them.`;
  const { discount, netDays } = read.terms;
  const due =
    netDays === null ? "" : netDays === 0 ? "Due on receipt." : `Due after ${netDays} days.`;
  if (!discount) return due;
  const until = discount.endOfMonth
    ? `until day ${discount.days} of the month after`
    : `within ${discount.days} ${discount.days === 1 ? "day" : "days"}`;
  return `${shownPercent(discount.bp)} less when paid ${until}. ${due}`.trim();
};

// The day of the month after that of `start`, or the last one that it has.
const inNextMonth = (start: Day, wanted: number): Day => {
  const at = new Date(`${start}T00:00:00Z`);
  const [year, next] = [at.getUTCFullYear(), at.getUTCMonth() + 1];
  const last = new Date(Date.UTC(year, next + 1, 0)).getUTCDate();
  return utcDay(Date.UTC(year, next, Math.min(wanted, last)));
};

/** The last day on which a discount may be taken, counted from `start`; null where there is none. */
export const discountDay = (text: string, start: Day): Day | null => {
  const read = readTerms(text);
  const discount = read.understood ? read.terms.discount : null;
  if (!discount) return null;
  if (!discount.endOfMonth) return addDays(start, discount.days);
  return inNextMonth(start, discount.days);
};

/** A discount of `bp` hundredths of a percent on cents, rounded half up; nothing of what is no debt. */
export const discountCents = (cents: number, bp: number): number =>
  cents <= 0 ? 0 : Number((BigInt(cents) * BigInt(bp) + 5_000n) / 10_000n);
