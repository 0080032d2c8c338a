import { formatCents } from "#kernel/money.ts";
import type { FormCode } from "./federal-form.ts";

/** What contradicts itself, at its form and path, with the instruction that says so. */
export type FormFinding = {
  form: FormCode;
  path: string;
  message: string;
  source: string;
  /** Something to look at only. */
  minor?: true;
};
export type Answers = Readonly<Record<string, unknown>>;
export type FormSet = Readonly<Partial<Record<FormCode, Answers>>>;
/** What the application itself says. */
export type Facts = {
  applicationType: "New" | "Continuation" | "Revision";
  opportunityNumber: string;
  aln: string;
  startsOn: string;
  endsOn: string;
  uei: string;
};

export const cents = (answers: Answers, key: string): number =>
  typeof answers[key] === "number" ? answers[key] : 0;
export const money = (n: number): string => formatCents(n);

export const differs = (
  form: FormCode,
  path: string,
  [mine, mineIs]: readonly [number, string],
  [other, otherIs]: readonly [number, string],
  source: string,
): FormFinding[] =>
  mine === other
    ? []
    : [
        {
          form,
          path,
          message: `${mineIs} is ${money(mine)}, ${otherIs} is ${money(other)}: they must be the same.`,
          source,
        },
      ];

export const unlike = (
  form: FormCode,
  answers: Answers,
  pairs: readonly (readonly [path: string, is: string, what: string])[],
): FormFinding[] =>
  pairs.flatMap(([path, is, what]) =>
    (answers[path] ?? "") === is
      ? []
      : [
          {
            form,
            path,
            message: `${what} is ${is || "not named"} in the application, and ${String(answers[path] ?? "") || "empty"} here.`,
            source: "The application itself",
          },
        ],
  );
