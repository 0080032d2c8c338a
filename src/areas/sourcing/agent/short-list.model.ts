import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import type { Candidate } from "./candidate.model.ts";

/** Why a vendor is left out. */
type LeftOut =
  | "excluded"
  | "possible"
  | "debarred"
  | "suspended"
  | "on_hold"
  | "inactive"
  | "uninsured";

type Judged = { vendor: Candidate; why: LeftOut; said: string };
export type ShortList = { list: readonly Candidate[]; out: readonly Judged[] };

/** So many vendors a short list holds. */
export const longest = 12;
/** From so many meters on one vendor is farther away than another, where both are certified alike. */
const step = 40_000;

const reasons: Readonly<
  Record<LeftOut, (v: Candidate, today: Day, insured: boolean) => string | null>
> = {
  excluded: ({ screening }) =>
    screening === "excluded" ? "It stands on a list of excluded parties." : null,
  debarred: ({ debarredUntil }) =>
    debarredUntil ? `Debarred until ${formatDate(debarredUntil)}.` : null,
  suspended: ({ status }) => (status === "suspended" ? "Suspended." : null),
  on_hold: ({ status, holdReason }) =>
    status === "on_hold" ? `On hold${holdReason ? `: ${holdReason}` : "."}` : null,
  inactive: ({ status }) => (status === "inactive" ? "Inactive." : null),
  possible: ({ screening }) =>
    screening === "possible"
      ? "It may stand on a list of excluded parties: nobody has decided the match."
      : null,
  uninsured: ({ insuranceEnds }, today, insured) =>
    insured && (!insuranceEnds || insuranceEnds < today)
      ? insuranceEnds
        ? `Its insurance ended on ${formatDate(insuranceEnds)}, and insurance is asked for.`
        : "No insurance of it is on record, and insurance is asked for."
      : null,
};

const judge = (vendor: Candidate, today: Day, insured: boolean): Judged | null => {
  for (const why of Object.keys(reasons) as LeftOut[]) {
    const said = reasons[why](vendor, today, insured);
    if (said) return { vendor, why, said };
  }
  return null;
};

const apart = (a: Candidate, b: Candidate): number =>
  Math.floor((a.meters ?? Infinity) / step) - Math.floor((b.meters ?? Infinity) / step) || 0;

/** Which comes first: who names the code, who is near, who delivered well, who is certified. */
const order = (a: Candidate, b: Candidate): number =>
  Number(b.codes.length > 0) - Number(a.codes.length > 0) ||
  apart(a, b) ||
  Math.round((b.score ?? 50) / 10) - Math.round((a.score ?? 50) / 10) ||
  b.diversity.length - a.diversity.length ||
  b.orders - a.orders ||
  (a.name < b.name ? -1 : 1);

/**
 * The short list: who may be asked, in the order in which it fits, and who is left out for what. A firm
 * that is certified (2 CFR 200.321) stands on it wherever it is a source, however far down it fits.
 */
export const shortListOf = (
  vendors: readonly Candidate[],
  today: Day,
  insured: boolean,
): ShortList => {
  const judged = vendors.map((vendor) => judge(vendor, today, insured));
  const fit = vendors.filter((_vendor, at) => judged[at] === null).toSorted(order);
  const first = fit.slice(0, longest);
  const rest = fit.slice(longest).filter((v) => v.codes.length > 0 && v.diversity.length > 0);
  return { list: [...first, ...rest], out: judged.filter((each) => each !== null) };
};
