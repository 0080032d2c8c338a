/** A line as its form holds it: more and less apart, in cents. */
export type LineForm = {
  description: string;
  more: number | null;
  less: number | null;
  days: string | number | null;
};
export type ChangeForm = { title: string; reason: string; lines: LineForm[] };

export const blankLine = (): LineForm => ({ description: "", more: null, less: null, days: "" });
export const blankChange: ChangeForm = { title: "", reason: "", lines: [blankLine()] };

type Line = { description: string; amount: number; days: number };
type Stored = { title: string; reason: string; lines: readonly Line[] };

/** What the API takes: a line with both more and less becomes two, so that nothing nets away. */
export const linesToInput = (lines: readonly LineForm[]): Line[] =>
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

export const linesToForm = (lines: readonly Line[]): LineForm[] =>
  lines.map(({ description, amount, days }) => ({
    description,
    more: amount > 0 ? amount : null,
    less: amount < 0 ? -amount : null,
    days: days === 0 ? "" : String(days),
  }));

export const toInput = ({ lines, ...head }: ChangeForm) => ({
  ...head,
  lines: linesToInput(lines),
});

/** A stored proposal as the form's values. */
export const toForm = ({ title, reason, lines }: Stored): ChangeForm => ({
  title,
  reason,
  lines: linesToForm(lines),
});
