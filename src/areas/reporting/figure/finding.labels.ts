import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";

export type Unit = "cents" | "count" | "percent" | "days";
type Told = {
  by: readonly { id: string; label: string }[];
  measures: readonly { id: string; label: string; unit: Unit; balance?: boolean | undefined }[];
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

/**
 * What an answer found, in one sentence: the first figure over everything, and where most of it is.
 * `time` are the words of its period and moments.
 * A part of a whole, a duration or a balance over months has no "most": it is said alone.
 */
export const findingOf = (answer: Told, time: string): string => {
  const [measure] = answer.measures;
  if (!measure)
    return answer.withheld.length
      ? `You may not read these figures: ${answer.withheld.join(", ")}.`
      : "Choose a figure.";
  const whole = answer.totals[0]!.value;
  // So many of the cases are not done that nothing can be said of them yet.
  const open = whole === null && measure.unit === "days";
  const said = `${measure.label}, ${time}: ${open ? "not reached yet" : shownFigure(whole, measure.unit)}`;
  const top = answer.rows
    .filter((row) => (row.cells[0]!.value ?? 0) > 0)
    .sort((a, b) => b.cells[0]!.value! - a.cells[0]!.value!)[0];
  const apart = measure.unit === "percent" || measure.unit === "days";
  // Balances of several months are no parts of one whole.
  const overTime = measure.balance === true && answer.by.some(({ id }) => id === "month");
  if (!top || apart || overTime || !whole || whole < 0 || answer.rows.length < 2) return `${said}.`;
  const value = top.cells[0]!.value!;
  const share = Math.round((100 * value) / whole);
  return `${said}; most: ${top.names.join(", ")} with ${shownFigure(value, measure.unit)}${share <= 100 ? ` (${share}%)` : ""}.`;
};
