import type { Outcome, SafetyKind } from "./safety.labels.ts";

/** A question of the classification, with the rule that asks it. */
export type Question = { key: string; text: string; citation: string; about: string };

/** The questions of an injury or illness in their order; 29 CFR part 1904. */
export const questions: readonly Question[] = [
  {
    key: "covered",
    text: "Is the person on the payroll, or supervised day to day by the agency?",
    citation: "29 CFR 1904.31",
    about:
      "By the federal rule neither volunteers nor workers whom a contractor supervises are recorded.",
  },
  {
    key: "workRelated",
    text: "Did an event or exposure at work cause or contribute to it, or make it significantly worse?",
    citation: "29 CFR 1904.5(a)",
    about: "It is presumed for what happens in the work environment.",
  },
  {
    key: "exception",
    text: "Does one of the exceptions apply?",
    citation: "29 CFR 1904.5(b)(2)",
    about:
      "Present as a member of the public; symptoms of something outside; voluntary wellness; own food; personal tasks outside hours; self-inflicted; a car on the way to or from work; common cold or flu; mental illness without an opinion.",
  },
  {
    key: "newCase",
    text: "Is it a new case?",
    citation: "29 CFR 1904.6(a)",
    about: "No earlier case of the same kind and body part, or fully recovered from it.",
  },
  {
    key: "death",
    text: "Did the person die of it?",
    citation: "29 CFR 1904.7(b)(2)",
    about: "",
  },
  {
    key: "treatment",
    text: "Was there medical treatment beyond first aid?",
    citation: "29 CFR 1904.7(b)(5)",
    about: "First aid is what 1904.7(b)(5)(ii) lists and nothing else, whoever gives it.",
  },
  {
    key: "unconscious",
    text: "Did the person lose consciousness?",
    citation: "29 CFR 1904.7(b)(6)",
    about: "",
  },
  {
    key: "significant",
    text: "Was a significant injury or illness diagnosed?",
    citation: "29 CFR 1904.7(b)(7)",
    about:
      "Cancer, a chronic irreversible disease, a fractured or cracked bone, a punctured eardrum.",
  },
];

export type AnswersGiven = Readonly<Record<string, boolean | undefined>>;

export type Determination = {
  recordable: boolean;
  outcome: Outcome | null;
  /** The rule that decided. */
  because: string;
};

/** Which questions have to be answered, given those that are: the first that ends it ends the rest. */
export const asked = (kind: SafetyKind, given: AnswersGiven): readonly Question[] => {
  if (kind === "near_miss") return [];
  const ends =
    given["covered"] === false
      ? "covered"
      : given["workRelated"] === false
        ? "workRelated"
        : given["exception"] === true
          ? "exception"
          : given["newCase"] === false
            ? "newCase"
            : null;
  const at = ends === null ? questions.length : questions.findIndex((q) => q.key === ends) + 1;
  return questions.slice(0, at);
};

/** How many of those have no answer. */
export const unansweredOf = (kind: SafetyKind, given: AnswersGiven): number =>
  asked(kind, given).filter((q) => given[q.key] === undefined).length;

const citationOf = (key: string) => questions.find((q) => q.key === key)!.citation;

/** Days of a case so far, and with those expected: its spans say them, no answer does. */
export type DaysFound = { expectedAway: number; expectedRestricted: number };

/** What of the case is the gravest, in the order of columns G to J, with the rule that says so. */
const gravestOf = (given: AnswersGiven, days: DaysFound) =>
  (
    [
      [given["death"], "death", "29 CFR 1904.7(b)(2)"],
      [days.expectedAway > 0, "days_away", "29 CFR 1904.7(b)(3)"],
      [days.expectedRestricted > 0, "restricted", "29 CFR 1904.7(b)(4)"],
      [given["treatment"], "other", citationOf("treatment")],
      [given["unconscious"], "other", citationOf("unconscious")],
      [given["significant"], "other", citationOf("significant")],
    ] as const
  ).find(([met]) => met === true);

/**
 * What follows from the answers and the days: whether a case is recorded, and in which column of
 * form 300.
 */
export const determine = (
  kind: SafetyKind,
  given: AnswersGiven,
  days: DaysFound,
): Determination => {
  const not = (because: string): Determination => ({ recordable: false, outcome: null, because });
  if (kind === "near_miss") return not("Nobody was hurt: a near miss is not recorded.");
  const last = asked(kind, given).at(-1)!.key;
  if (last !== questions.at(-1)!.key) return not(`Not recordable by ${citationOf(last)}.`);
  const gravest = gravestOf(given, days);
  if (!gravest) return not("None of the criteria of 29 CFR 1904.7(a) is met.");
  const [, outcome, citation] = gravest;
  return { recordable: true, outcome, because: `Recordable by ${citation}.` };
};
