import { recordForm } from "#kernel/record-form.ts";
import type { RfiDetail } from "./rfi.model.ts";
import { rfiTyped } from "./rfi.model.ts";

type Kept = { id: string; name: string; size: number };

/** The form of a question; its files are held with their names. */
export const rfiForm = recordForm("/api/v1/rfis", rfiTyped, {
  besides: {
    blank: () => ({ files: [] as Kept[] }),
    toForm: ({ files }: Pick<RfiDetail, "files">) => ({
      files: files.map(({ id, name }): Kept => ({ id, name, size: 0 })),
    }),
    toInput: ({ files }) => ({ fileIds: files.map(({ id }) => id) }),
  },
});
