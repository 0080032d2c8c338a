import { recordForm, type FormValues } from "#kernel/record-form.ts";
import { applicationFields } from "./application.model.ts";

/** The head of an application; a new one continues no award. */
export const applicationForm = recordForm("/api/v1/grant-applications", applicationFields, {
  besides: {
    blank: () => ({}),
    toForm: () => ({}),
    toInput: ({ applicationType, awardNumber }) => ({
      awardNumber: applicationType === "new" ? "" : awardNumber,
    }),
  },
});
export type ApplicationValues = FormValues<typeof applicationForm>;
