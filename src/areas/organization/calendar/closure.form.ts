import { recordForm } from "#kernel/record-form.ts";
import { closureFields } from "./calendar.model.ts";

const { lastDay: _orTheFirst, ...fields } = closureFields;

/** The form of a closure: without a last day it is one day. */
export const closureForm = recordForm("/api/v1/agency-closures", fields, {
  besides: {
    blank: () => ({ lastDay: "" }),
    toForm: ({ lastDay }: { lastDay: string }) => ({ lastDay }),
    toInput: ({ firstDay, lastDay }) => ({ lastDay: lastDay || firstDay }),
  },
});
