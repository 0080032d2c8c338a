import { formatCents } from "#kernel/money.ts";
import { brokenRules, totalsOf, type Award, type AwardCase } from "./award.model.ts";
import { hasPoints, type PointsCase } from "./points.model.ts";
import { lowestPerLot } from "./scenario.model.ts";

const shown = (hundredths: number) => (hundredths / 100).toFixed(2);

const byPoints = (c: PointsCase, award: Award): string[] =>
  c.lots.flatMap((lot, l) => {
    const row = c.points[l]!;
    const most = Math.max(...row.filter((each) => each !== null));
    const given = award.filter((part) => part.lot === l && row[part.vendor]! < most);
    if (given.length === 0) return [];
    const best = c.vendors.filter((_, v) => row[v] === most).map((vendor) => vendor.name);
    return [
      `${lot.name}: ${given
        .map(
          (part) =>
            `${c.vendors[part.vendor]!.name} with ${shown(row[part.vendor]!)} points${part.percent < 100 ? ` (${part.percent} %)` : ""}`,
        )
        .join(", ")} in place of ${best.join(", ")} with ${shown(most)}`,
    ];
  });

const byPrice = (c: AwardCase, award: Award, others: readonly Award[]): string[] => {
  const judged = (one: Award) => totalsOf(c, one).judgedCents;
  const lowest = lowestPerLot(c);
  const best = [...(lowest ? [lowest] : []), ...others]
    .filter((one) => brokenRules(c, one).length === 0)
    .sort((a, b) => judged(a) - judged(b))[0];
  if (!best || judged(award) <= judged(best)) return [];
  const names = [...new Set(best.map((part) => c.vendors[part.vendor]!.name))].join(", ");
  return [
    `Judged at ${formatCents(judged(award))}, ${formatCents(judged(award) - judged(best))} above ${formatCents(judged(best))} (${names})`,
  ];
};

/**
 * Where an award departs from the criteria that were published, a line each; none = it follows
 * them. `c` is the case without rules that nobody published. By points: every lot, or share of it,
 * that another bid has more points for. By price: what it is judged dearer than the cheapest of
 * the lowest per lot and the `others` that were worked out. 2 CFR 200.320(b)(2).
 */
export const departuresFrom = (
  c: AwardCase,
  award: Award,
  others: readonly Award[],
): readonly string[] => (hasPoints(c) ? byPoints(c, award) : byPrice(c, award, others));

/** An award of another case of the same lots in the words of this one; null: a vendor is not in it. */
export const translated = (from: AwardCase, award: Award, to: AwardCase): Award | null => {
  const parts = award.map((part) => ({
    lot: to.lots.findIndex((lot) => lot.id === from.lots[part.lot]!.id),
    vendor: to.vendors.findIndex((vendor) => vendor.id === from.vendors[part.vendor]!.id),
    percent: part.percent,
  }));
  return parts.every(
    (part) => part.lot >= 0 && part.vendor >= 0 && to.prices[part.lot]![part.vendor] !== null,
  )
    ? parts
    : null;
};

export type Departure = { lines: readonly string[]; reason: string };
/** As it is kept and digested: the lines, an empty line, the reason. */
export const departureText = ({ lines, reason }: Departure): string =>
  lines.length ? `${lines.join("\n")}\n\n${reason}` : "";
export const readDeparture = (text: string): Departure | null => {
  if (text === "") return null;
  const at = text.indexOf("\n\n");
  return { lines: text.slice(0, at).split("\n"), reason: text.slice(at + 2) };
};
