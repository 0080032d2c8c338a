import { recordForm } from "#kernel/record-form.ts";
import { policyFields } from "./policy.model.ts";

type Kept = { id: string; name: string; size: number };

/** The form of a version: its fields, and a PDF that may stand in place of its text. */
export const policyForm = recordForm("/api/v1/agency-policies", policyFields, {
  besides: {
    blank: () => ({ file: [] as Kept[] }),
    toForm: ({ file }: { file: Kept | null }) => ({ file: file ? [file] : [] }),
    toInput: ({ file }) => ({ fileId: file[0]?.id ?? null }),
  },
});
