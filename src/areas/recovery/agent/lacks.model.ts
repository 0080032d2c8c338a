import { formatCents } from "#kernel/money.ts";

import type { Picture } from "#kernel/picture.ts";

/** The links of a cost's chain, each with the words in which its lack is said. */
const links: readonly (readonly [label: string, lack: RegExp])[] = [
  ["Damage", /^No damage record|^No photo of|is not documented yet/],
  ["Need", /^No requisition or text of exigency/],
  ["Order", /^No order:/],
  ["Clauses", /^No clauses of/],
  ["Receipt", /^No receipt:/],
  ["Invoice", /^No invoice:/],
  ["Bill on file", /^No file of the invoice/],
  ["Payment", /are not paid/],
  ["Pay", /^No posted pay of|of the pay of .+ are open/],
];

/** Costs by the links of their chain; a link of which none lacks anything is left out where it is only of some costs. */
export const chainOf = (
  title: string,
  costs: readonly { label: string; cents: number; lacks: readonly string[] }[],
): Picture => {
  const sometimes = new Set(["Damage", "Pay"]);
  const shown = links.filter(
    ([label, lack]) =>
      !sometimes.has(label) || costs.some(({ lacks }) => lacks.some((one) => lack.test(one))),
  );
  return {
    kind: "grid",
    title,
    columns: shown.map(([label]) => label),
    rows: costs.slice(0, mostShown).map(({ label, cents, lacks }) => ({
      label: `${label}, ${formatCents(cents)}`,
      cells: shown.map(([, lack]) => {
        const said = lacks.filter((one) => lack.test(one));
        return said.length > 0
          ? { standing: "lacks" as const, says: said.join(" ") }
          : { standing: "met" as const, says: "Nothing is missing" };
      }),
    })),
  };
};

/** So many of a kind are named. */
export const mostShown = 8;
/** Costs by name, the first ones of many. */
export const named = (costs: readonly { label: string; cents: number }[]): string => {
  const shown = costs
    .slice(0, mostShown)
    .map(({ label, cents }) => `${label}, ${formatCents(cents)}`);
  return `${shown.join("; ")}${costs.length > mostShown ? `; and ${costs.length - mostShown} more` : ""}`;
};

/** Sums differ from cost to cost: what is lacking is the same, and is one errand. */
const withoutSum = (lack: string): string => lack.replace(/^\$[\d,]+\.\d\d are /, "");

/** What is given by what it lacks: each lack once. */
export const byLack = <T extends { lacks: readonly string[] }>(
  all: readonly T[],
): Map<string, T[]> => {
  const lacking = new Map<string, T[]>();
  for (const one of all)
    for (const lack of one.lacks.map(withoutSum))
      lacking.set(lack, [...(lacking.get(lack) ?? []), one]);
  return lacking;
};
