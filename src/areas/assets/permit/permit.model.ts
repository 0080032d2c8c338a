import { z } from "zod";
import type { FieldError } from "#kernel/errors.ts";
import { names } from "#kernel/labels.ts";
import type { Day } from "#kernel/time.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { permitAnswers, permitKinds, type PermitAnswer, type PermitKind } from "./permit.labels.ts";
import { permitRules, type PermitRules } from "./permit-rules.data.ts";

const kind = z.enum(names<PermitKind>(permitKinds), "Choose a permit.");
const answer = z.strictObject({
  item: z.string().max(40),
  answer: z.enum(names<PermitAnswer>(permitAnswers), "Say whether it holds."),
  /** Why it does not apply. */
  reason: z.string().trim().max(500).default(""),
});
export type PermitAnswered = z.output<typeof answer>;

export const permitInput = z.strictObject({
  kind,
  supervisor: z.string().trim().min(2, "Name who supervises the work.").max(200),
  note: z.string().trim().max(2000).default(""),
  answers: z.array(answer).max(50),
});
export type PermitInput = z.output<typeof permitInput>;

const issuedShape = z.object({
  id: z.string(),
  issuedOn: dayField,
  issuedAt: instantField,
  issuedBy: z.string().nullable(),
  supervisor: z.string(),
  note: z.string(),
  answers: z.array(answer),
});
/** A permit whose day is over: it stays with its job (29 CFR 1910.146(e)(6) keeps it a year). */
export const endedPermit = issuedShape.extend({
  kind,
  items: z.array(
    z.object({
      key: z.string(),
      text: z.string(),
    }),
  ),
});
export type EndedPermit = z.output<typeof endedPermit>;
const itemShape = z.object({ key: z.string(), text: z.string(), citation: z.string() });
/** A permit that a job demands, with what has to hold, and the one of today where it is issued. */
export const permitShape = z.object({
  kind,
  citation: z.string(),
  verified: z.boolean(),
  items: z.array(itemShape),
  issued: issuedShape.nullable(),
});
export type DemandedPermit = z.output<typeof permitShape>;

/** The rules of a kind of permit on a day: the newest that holds then. */
export const permitRulesOn = (kind: PermitKind, day: Day): PermitRules =>
  permitRules.findLast((each) => each.kind === kind && each.from <= day)!;

/** Permits that a job demands, in the order in which they are issued. */
export const permitsOf = (work: {
  confinedSpace: boolean;
  hotWork: boolean;
  lockout: boolean;
}): PermitKind[] => (["lockout", "confinedSpace", "hotWork"] as const).filter((each) => work[each]);

/** What a permit lacks: each thing that has to hold is answered, and what does not apply says why. */
export const permitObjections = (
  { items }: PermitRules,
  answers: readonly PermitAnswered[],
): FieldError[] => {
  const known = new Set(items.map((item) => item.key));
  const at = (key: string) => answers.findIndex((each) => each.item === key);
  return [
    ...answers.flatMap((each, n) =>
      known.has(each.item)
        ? []
        : [{ path: `answers.${n}.item`, message: "The permit does not ask this." }],
    ),
    ...items.flatMap(({ key, text }) => {
      const found = answers[at(key)];
      if (!found) return [{ path: "answers", message: `Not answered: ${text}.` }];
      return found.answer === "na" && found.reason.length < 3
        ? [{ path: `answers.${at(key)}.reason`, message: `Say why it does not apply: ${text}.` }]
        : [];
    }),
  ];
};
