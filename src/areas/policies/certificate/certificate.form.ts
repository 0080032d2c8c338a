import { recordForm } from "#kernel/record-form.ts";
import { certificateFields } from "./certificate.model.ts";

type Kept = { id: string; name: string; size: number };

/** The form of a certificate of the agency, with its file. */
export const certificateForm = recordForm("/api/v1/agency-certificates", certificateFields, {
  besides: {
    blank: () => ({ file: [] as Kept[] }),
    toForm: ({ file }: { file: Kept | null }) => ({ file: file ? [file] : [] }),
    toInput: ({ file }) => ({ fileId: file[0]?.id ?? null }),
  },
});
