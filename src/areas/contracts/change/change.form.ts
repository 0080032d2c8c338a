import { recordForm, type FormValues } from "#kernel/record-form.ts";
import { changeFields } from "./change.model.ts";
import { blankLine, linesToForm, linesToInput, type ChangeLineValues } from "./changeForm.ts";

const { lines: _moreAndLess, ...head } = changeFields;

/** The form of a change order: what is more and what is less stand apart in its lines. */
export const changeForm = recordForm("/api/v1/change-orders", head, {
  besides: {
    blank: () => ({ lines: [blankLine()] }),
    toForm: ({ lines }: { lines: readonly ChangeLineValues[] }) => ({ lines: linesToForm(lines) }),
    toInput: ({ lines }) => ({ lines: linesToInput(lines) }),
  },
});
export type ChangeForm = FormValues<typeof changeForm>;
