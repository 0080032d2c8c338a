import type { OfferedAction } from "#kernel/lifecycle.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { periods } from "../help/conditions.data.ts";
import { daysOf } from "../help/period.model.ts";

/** What somebody wants of a record: where it stands and why, what changed, or that something is done. */
export type Intent = "stuck" | "changed" | "do";

const asksWhy = new RegExp(
  [
    "\\b(?:why|stuck|held up|hold(?:s|ing)? (?:it )?up|waiting (?:for|on)|waits? (?:for|on)|blocks?",
    "blocked|delay(?:ed|s)?|not (?:paid|approved|moving|issued)|who has|where (?:does|is|do))\\b",
  ].join("|"),
  "i",
);
const asksChanges = /\b(?:changed?|changes|happened|new|news|history|since|did what)\b/i;

/** The intent of a question about a record that it names; null where it asks for something else. */
export const intentOf = (
  question: string,
  actions: readonly Pick<OfferedAction, "name" | "label">[],
): Intent | null => {
  if (actionNamed(question, actions)) return "do";
  if (asksChanges.test(question)) return "changed";
  return asksWhy.test(question) ? "stuck" : null;
};

const polite = /^(?:please|can you|could you|would you|i want to|i would like to|let us|do)\s+/i;
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

/**
 * The step of a record that a sentence asks for: it begins with the words of that step ("Submit
 * REQ-2027-00012"), the longest label first.
 */
export const actionNamed = <A extends Pick<OfferedAction, "name" | "label">>(
  question: string,
  actions: readonly A[],
): A | null => {
  const said = wordsOf(question.trim().replace(polite, "").replace(polite, ""));
  const begins = (label: string) => {
    const words = wordsOf(label);
    return words.length > 0 && words.every((word, at) => said[at] === word);
  };
  return (
    actions
      .toSorted((a, b) => b.label.length - a.label.length)
      .find(({ label, name }) => begins(label) || (said[0] ?? "") === name.toLowerCase()) ?? null
  );
};

const deciding =
  /^(?:please\s+|can you\s+|could you\s+)?(?:approve|reject|decline|pay|award|sign|certify|release|waive)\b/i;

/** Whether a sentence asks to decide or to pay, which only people do. */
export const decidesIn = (question: string): boolean => deciding.test(question.trim());

/** What somebody wants to be reminded of: "Remind me to call Northline about PO-2027-00044". */
export const reminderIn = (question: string): string | null => {
  const found =
    /^\s*(?:please\s+)?(?:remind me|make (?:it |this )?a task|add a task|note)(?:\s+(?:to|of|about|that)|:)?\s+(.+)$/is.exec(
      question,
    );
  const what = found?.[1]?.trim().replace(/[.?!]+$/, "") ?? "";
  return what.length < 3 ? null : what.charAt(0).toUpperCase() + what.slice(1);
};

const monthDay = /\bsince\s+(\d{4}-\d\d-\d\d)\b/i;

/** From which day changes are asked for: the day or period that is named, else the last thirty days. */
export const sinceIn = (question: string, today: Day): Day => {
  const named = monthDay.exec(question)?.[1];
  if (named && !Number.isNaN(Date.parse(named))) return named as Day;
  const text = question.toLowerCase();
  const period = periods.find((each) => text.includes(each));
  return period ? daysOf(period, today).from : addDays(today, -30);
};
