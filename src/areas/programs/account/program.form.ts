import { recordForm } from "#kernel/record-form.ts";
import { accessProgramFields } from "./program.model.ts";

const { scopes: _answeredWithWords, ...head } = accessProgramFields;

/** The form of a program. What it may do is answered with its words, and typed as names. */
export const accessProgramForm = recordForm("/api/v1/programs", head, {
  besides: {
    blank: () => ({ scopes: [] as string[] }),
    toForm: ({ scopes }: { scopes: readonly { permission: string }[] }) => ({
      scopes: scopes.map(({ permission }) => permission),
    }),
    toInput: ({ scopes }) => ({ scopes }),
  },
});
