/** A line as its form holds it: more and less apart, in cents. */
export type LineForm = {
  description: string;
  more: number | null;
  less: number | null;
  days: string | number | null;
};

export const blankLine = (): LineForm => ({ description: "", more: null, less: null, days: "" });

export type ChangeLineValues = { description: string; amount: number; days: number };

/** What the API takes: a line with both more and less becomes two, so that nothing nets away. */
export const linesToInput = (lines: readonly LineForm[]): ChangeLineValues[] =>
  lines.flatMap(({ description, more, less, days }) => {
    const moved = Number(days) || 0;
    const up = more ?? 0;
    const down = less ?? 0;
    return up > 0 && down > 0
      ? [
          { description, amount: up, days: moved },
          { description, amount: -down, days: 0 },
        ]
      : [{ description, amount: up - down, days: moved }];
  });

export const linesToForm = (lines: readonly ChangeLineValues[]): LineForm[] =>
  lines.map(({ description, amount, days }) => ({
    description,
    more: amount > 0 ? amount : null,
    less: amount < 0 ? -amount : null,
    days: days === 0 ? "" : String(days),
  }));
