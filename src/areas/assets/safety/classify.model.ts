import type { Outcome, SafetyKind } from "./safety.labels.ts";

/** A question of the classification, with the rule that asks it. */
export type Question = { key: string; text: string; citation: string; about: string };

/** The questions of an injury or illness in their order; 29 CFR part 1904. */
export const questions: readonly Question[] = [
  {
    key: "covered",
    text: "Is the person on the payroll, or supervised day to day by the agency?",
    citation: "29 CFR 1904.31",
    about: "Volunteers and workers of contractors whom these supervise are not recorded here.",
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
    key: "daysAway",
    text: "Did it lead to days away from work, after the day on which it happened?",
    citation: "29 CFR 1904.7(b)(3)",
    about: "",
  },
  {
    key: "restricted",
    text: "Did it lead to restricted work or a transfer?",
    citation: "29 CFR 1904.7(b)(4)",
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
  {
    key: "privacy",
    text: "Is it a privacy concern case?",
    citation: "29 CFR 1904.29(b)(6) and (7)",
    about:
      "Intimate body part, sexual assault, mental illness, HIV, hepatitis, tuberculosis, needlestick with another's blood, or an illness whose person asks for it.",
  },
];

export type AnswersGiven = Readonly<Record<string, boolean | undefined>>;

export type Determination = {
  recordable: boolean;
  outcome: Outcome | null;
  privacy: boolean;
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

/** What follows from the answers: whether it is recorded, and in which column of form 300. */
export const determine = (kind: SafetyKind, given: AnswersGiven): Determination => {
  const not = (because: string): Determination => ({
    recordable: false,
    outcome: null,
    privacy: false,
    because,
  });
  if (kind === "near_miss") return not("Nobody was hurt: a near miss is not recorded.");
  const last = asked(kind, given).at(-1)!.key;
  if (last !== "privacy") return not(`Not recordable by ${citationOf(last)}.`);
  const gravest = (
    [
      ["death", "death"],
      ["daysAway", "days_away"],
      ["restricted", "restricted"],
      ["treatment", "other"],
      ["unconscious", "other"],
      ["significant", "other"],
    ] as const
  ).find(([key]) => given[key] === true);
  if (!gravest) return not("None of the criteria of 29 CFR 1904.7(a) is met.");
  const [key, outcome] = gravest;
  return {
    recordable: true,
    outcome,
    privacy: given["privacy"] === true,
    because: `Recordable by ${citationOf(key)}.`,
  };
};
