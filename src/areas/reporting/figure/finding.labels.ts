import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";

export type Unit = "cents" | "count" | "percent" | "days";
type Against = { measure: string; worse: "ahead" | "behind"; of: string; time: string };
type Measure = {
  id: string;
  label: string;
  unit: Unit;
  balance?: boolean | undefined;
  against?: Against | undefined;
};
type Told = {
  by: readonly { id: string; label: string }[];
  measures: readonly Measure[];
  withheld: readonly string[];
  rows: readonly { names: readonly string[]; cells: readonly { value: number | null }[] }[];
  totals: readonly { value: number | null }[];
};

/** How a figure reads: cents as money, parts with their sign, counts with separators. */
export const shownFigure = (value: number | null, unit: Unit): string => {
  if (value === null) return "–";
  if (unit === "cents") return formatCents(value);
  if (unit === "days") return counted(value, "day");
  return unit === "percent" ? `${value}%` : value.toLocaleString("en-US");
};

/**
 * Figures as they are called beside each other: what they all begin with ("Budget lines: ") is left out.
 */
export const besideEachOther = <M extends { label: string }>(measures: readonly M[]): M[] => {
  const [first] = measures;
  const common = first ? first.label.slice(0, first.label.indexOf(": ") + 2) : "";
  const shared = measures.length > 1 && measures.every(({ label }) => label.startsWith(common));
  return measures.map((each) =>
    shared ? { ...each, label: each.label.slice(common.length) } : each,
  );
};

const sentenceStart = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`;

/**
 * How far what is used up is from its time: the row that is furthest on the worse side, and all together.
 * Null where no figure is judged by another one that stands beside it.
 */
const paceOf = ({ measures, rows, totals }: Told, time: string): string | null => {
  const used = measures.findIndex((each) => each.against);
  const against = measures[used]?.against;
  const gone = measures.findIndex((each) => each.id === against?.measure);
  const [all, allGone] = [totals[used]?.value ?? null, totals[gone]?.value ?? null];
  if (!against || all === null || allGone === null) return null;
  const { worse, of } = against;
  const when = (share: number) => `when ${share}% of ${against.time} has gone`;
  const sign = worse === "ahead" ? 1 : -1;
  const told = rows.flatMap(({ names, cells }) => {
    const [share, ofTime] = [cells[used]!.value, cells[gone]!.value];
    return share === null || ofTime === null ? [] : { name: names.join(", "), share, ofTime };
  });
  const [worst] = told
    .filter(({ share, ofTime }) => sign * (share - ofTime) > 0)
    .toSorted((a, b) => sign * (b.share - b.ofTime - (a.share - a.ofTime)));
  const begin = time === "all time" ? "" : `${sentenceStart(time)}: `;
  if (worst && told.length > 1)
    return `${begin}${worst.name} used ${worst.share}% of ${of} ${when(worst.ofTime)}, furthest ${worse} of ${told.length}; all together used ${all}%.`;
  const said =
    told.length > 1
      ? `none is ${worse}; all together used ${all}% ${when(allGone)}.`
      : `${all}% of ${of} is used ${when(allGone)}.`;
  return begin ? `${begin}${said}` : sentenceStart(said);
};

/**
 * What an answer found, in one sentence: the first figure over everything, and where most of it is.
 * `time` are the words of its period and moments.
 * A part of a whole, a duration or a balance over time has no "most": it is said alone. A share that is
 * judged by the time that has gone says how far it is from it.
 */
export const findingOf = (answer: Told, time: string): string => {
  const [measure] = answer.measures;
  if (!measure)
    return answer.withheld.length
      ? `You may not read these figures: ${answer.withheld.join(", ")}.`
      : "Choose a figure.";
  const judged = paceOf(answer, time);
  if (judged) return judged;
  const whole = answer.totals[0]!.value;
  // So many of the cases are not done that nothing can be said of them yet.
  const open = whole === null && measure.unit === "days";
  const said = `${measure.label}, ${time}: ${open ? "not reached yet" : shownFigure(whole, measure.unit)}`;
  const top = answer.rows
    .filter((row) => (row.cells[0]!.value ?? 0) > 0)
    .sort((a, b) => b.cells[0]!.value! - a.cells[0]!.value!)[0];
  const apart = measure.unit === "percent" || measure.unit === "days";
  // Balances of several months or weeks are no parts of one whole.
  const overTime =
    measure.balance === true && answer.by.some(({ id }) => id === "month" || id === "week");
  if (!top || apart || overTime || !whole || whole < 0 || answer.rows.length < 2) return `${said}.`;
  const value = top.cells[0]!.value!;
  const share = Math.round((100 * value) / whole);
  return `${said}; most: ${top.names.join(", ")} with ${shownFigure(value, measure.unit)}${share <= 100 ? ` (${share}%)` : ""}.`;
};
