import { addDays, type Day } from "#kernel/time.ts";
import { monthsAfter } from "../contract/term.model.ts";
import { monthsBetween, type Recurrence, type Side } from "../obligation/obligation.labels.ts";
import { passagesOf, type Line, type Passage } from "./prose.model.ts";

/** What one side owes again and again, as a paper says it. */
export type SaidDuty = { side: Side; recurrence: Recurrence; title: string; at: Passage };

const who = {
  vendor: "contractor|vendor|consultant|supplier|provider|firm",
  agency: "agency|county|city|district|owner",
} as const satisfies Record<Side, string>;
const gives = "submit|deliver|provide|furnish|give|send|report|file|present";
const often: readonly (readonly [Recurrence, RegExp])[] = [
  ["monthly", /\b(?:monthly|(?:each|every) (?:calendar )?month)\b/i],
  ["quarterly", /\b(?:quarterly|(?:each|every) (?:calendar )?quarter)\b/i],
  ["yearly", /\b(?:annual(?:ly)?|yearly|(?:each|every) (?:calendar |contract )?year)\b/i],
];
const owes = (side: Side) =>
  new RegExp(
    `^(?:\\d+(?:\\.\\d+)*\\.? )?(?:the )?(?:${who[side]}) (?:shall|must|will|agrees to)?\\s*(?:${gives})s?\\b`,
    "i",
  );
const unless = /\bif\b|\bupon request\b|\bwhenever\b|\bmay\b|insurance|certified payroll/i;

const titled = (text: string): string => {
  const plain = text.replace(/^\d+(?:\.\d+)*\.? /, "").replace(/[.;]$/, "");
  return plain.length <= 160 ? plain : `${plain.slice(0, plain.lastIndexOf(" ", 157))} …`;
};

/** Duties that come again by the calendar; what is owed on a condition is none. */
export const dutiesIn = (lines: readonly Line[]): SaidDuty[] =>
  passagesOf(lines).flatMap((at) => {
    if (unless.test(at.text)) return [];
    const side = (["vendor", "agency"] as const).find((each) => owes(each).test(at.text));
    const found = often.filter(([, says]) => says.test(at.text));
    if (!side || found.length !== 1) return [];
    return [{ side, recurrence: found[0]![0], title: titled(at.text), at }];
  });

const filler = new Set(
  "the of a an and to each every for with in on by shall must will".split(" "),
);
const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[a-z]{3,}/g) ?? [])
      .filter((word) => !filler.has(word))
      .map((word) => word.replace(/(?:ies|es|s|ly)$/, "")),
  );

/** Whether what is entered already says the same: half of its words, as often. */
export const isEntered = (
  duty: Pick<SaidDuty, "title" | "recurrence">,
  entered: readonly { title: string; recurrence: Recurrence }[],
): boolean =>
  entered.some(({ title, recurrence }) => {
    if (recurrence !== duty.recurrence) return false;
    const [own, said] = [wordsOf(title), wordsOf(duty.title)];
    return [...own].filter((word) => said.has(word)).length * 2 >= own.size;
  });

/** The first day of it that is still to come: counted in whole periods from the contract's first day. */
export const firstDayOf = (recurrence: Recurrence, startsOn: Day, today: Day): Day => {
  const step = monthsBetween[recurrence];
  for (let n = 1; n <= 600; n++) {
    const day = monthsAfter(startsOn, n * step);
    if (day > today) return day;
  }
  return addDays(today, 30);
};
