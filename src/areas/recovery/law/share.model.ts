import type { Category } from "./categories.labels.ts";

/** A federal share in hundredths of a percent, of categories and of days (both inclusive). */
export type ShareWindow = {
  id: string;
  categories: readonly string[];
  fromDay: string;
  toDay: string | null;
  rate: number;
};

/**
 * The share that holds for work of a category on a day; null where no text of the declaration says
 * one. Of several the one that begins last holds: an amendment stands over what it amends.
 */
export const shareOn = (
  windows: readonly ShareWindow[],
  category: Category,
  day: string,
): number | null => {
  const [found] = windows
    .filter(
      (w) =>
        w.categories.includes(category) && w.fromDay <= day && (w.toDay === null || day <= w.toDay),
    )
    .toSorted((a, b) =>
      a.fromDay === b.fromDay ? b.rate - a.rate : a.fromDay < b.fromDay ? 1 : -1,
    );
  return found?.rate ?? null;
};

const halfUp = (cents: number, rate: number): number => Math.floor((cents * rate + 5_000) / 10_000);

/** A line of a request: what it costs, and the share of its day in hundredths of a percent. */
export type SharedLine = { id: string; cents: number; rate: number };
export type LineShare = {
  id: string;
  base: number;
  insured: number;
  federal: number;
  match: number;
};

/**
 * Shares out lines between the federal government and the agency. Insurance comes off first, in the
 * order of the lines. The federal part of all lines of one rate together is rounded half up to the
 * cent once (cents × rate), and spread over the lines so that it adds up to exactly that.
 */
export const sharesOf = (lines: readonly SharedLine[], insurance: number): LineShare[] => {
  let left = Math.max(0, insurance);
  const run = new Map<number, number>();
  return lines.map(({ id, cents, rate }) => {
    const insured = Math.min(left, Math.max(0, cents));
    left -= insured;
    const base = cents - insured;
    const before = run.get(rate) ?? 0;
    run.set(rate, before + base);
    const federal = halfUp(before + base, rate) - halfUp(before, rate);
    return { id, base, insured, federal, match: base - federal };
  });
};

/** A project as far as donated work offsets its own part; amounts in cents. */
export type DonatedProject = { id: string; emergency: boolean; ownPart: number; donated: number };
/** What is offset, what of that other emergency projects gave, what it gave to them, what offsets nothing. */
export type DonatedOffset = { offset: number; received: number; given: number; unused: number };

/**
 * How donated work offsets the agency's own part, project by project: never more than that part. What is
 * left of emergency work (A, B) carries to other emergency projects of the declaration in their order;
 * what is left of permanent work offsets nothing else (Public Assistance Program and Policy Guide, donated
 * resources). Nothing is made or lost: donated = offset − received + given + unused.
 */
export const donatedOffsets = (
  projects: readonly DonatedProject[],
): ReadonlyMap<string, DonatedOffset> => {
  const offsets = new Map<string, DonatedOffset>();
  for (const { id, ownPart, donated } of projects) {
    const offset = Math.min(Math.max(0, ownPart), Math.max(0, donated));
    offsets.set(id, { offset, received: 0, given: 0, unused: Math.max(0, donated) - offset });
  }
  const emergency = projects.filter((p) => p.emergency);
  for (const needing of emergency) {
    const to = offsets.get(needing.id)!;
    for (const giving of emergency) {
      const from = offsets.get(giving.id)!;
      const moved = Math.min(Math.max(0, needing.ownPart) - to.offset, from.unused);
      if (moved <= 0) continue;
      to.offset += moved;
      to.received += moved;
      from.given += moved;
      from.unused -= moved;
    }
  }
  return offsets;
};

/** The most that a recipient (7%) or subrecipient (5%) is paid for management, in cents. */
export const managementCap = (awardCents: number, who: "recipient" | "subrecipient"): number =>
  Math.floor((awardCents * (who === "recipient" ? 7 : 5)) / 100);

export type Size = "below" | "small" | "large";
/**
 * The size of a project by its amount after insurance and the thresholds of the fiscal year in which
 * the disaster was declared. Exactly at the threshold it is large.
 */
export const sizeOf = (
  afterInsurance: number,
  t: { minimumCents: number; largeCents: number },
): Size =>
  afterInsurance < t.minimumCents ? "below" : afterInsurance >= t.largeCents ? "large" : "small";

const tiers = [
  [200_000_000_000, 1_500],
  [1_000_000_000_000, 1_000],
  [3_533_300_000_000, 750],
] as const;
/** The ceiling of hazard mitigation money by its tiers (44 CFR 206.432), in cents. */
export const mitigationCeiling = (assistance: number): number => {
  let [sum, below] = [0, 0];
  for (const [upTo, rate] of tiers) {
    const part = Math.min(assistance, upTo) - below;
    if (part <= 0) break;
    sum += Math.floor((part * rate) / 10_000);
    below = upTo;
  }
  return sum;
};
