import { recordForm } from "#kernel/record-form.ts";
import { certificateFields } from "./certificate.model.ts";

type Kept = { id: string; name: string; size: number };

/** The form of a certificate of a person, with the picture or scan of it. */
export const certificateForm = recordForm("/api/v1/person-certificates", certificateFields, {
  besides: {
    blank: () => ({ file: [] as Kept[] }),
    toForm: ({ file }: { file: Kept | null }) => ({ file: file ? [file] : [] }),
    toInput: ({ file }) => ({ fileId: file[0]?.id ?? null }),
  },
});
