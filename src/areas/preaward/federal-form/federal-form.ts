import type { Asked } from "#areas/forms/forms.public.ts";

export type FormCode = "SF-424" | "SF-424A" | "SF-424B";

/**
 * A federal form as data: its questions with their arithmetic. A version never changes; a new one is
 * a further entry. `schema`: the file that its XML is checked by; null where none is published here.
 */
export type FederalForm = Asked & {
  code: FormCode;
  name: string;
  version: string;
  schema: string | null;
};
