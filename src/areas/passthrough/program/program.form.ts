import { recordForm } from "#kernel/record-form.ts";
import { applicantKinds, type ApplicantKind } from "./program.labels.ts";
import { wholeFields, type ProgramDetail } from "./program.model.ts";

/** The kinds of applicants, each with its box in the form. */
export const kindNames = Object.keys(applicantKinds) as ApplicantKind[];
const kindsOf = (chosen: readonly string[]) =>
  Object.fromEntries(kindNames.map((k) => [k, chosen.includes(k)])) as Record<
    ApplicantKind,
    boolean
  >;

const { applicants: _byKind, ...head } = wholeFields;

/** The form of an own grant program. */
export const programForm = recordForm("/api/v1/grant-programs", head, {
  begins: { criteria: [{ name: "", about: "", weight: "100", maxScore: "10" }] },
  besides: {
    blank: () => ({ kinds: kindsOf([]) }),
    toForm: ({ applicants }: ProgramDetail) => ({ kinds: kindsOf(applicants) }),
    toInput: ({ kinds }) => ({ applicants: kindNames.filter((k) => kinds[k]) }),
  },
});
