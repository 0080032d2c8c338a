import { useWatch } from "react-hook-form";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { FormSection, TextField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { blankLine, linesToInput, type LineForm } from "./changeForm.ts";

/** The lines of a change, with more and less added up apart. */
export function ChangeLines({ headed = false }: { headed?: boolean }) {
  const lines = linesToInput((useWatch({ name: "lines" }) as LineForm[] | undefined) ?? []);
  const more = lines.reduce((n, { amount }) => n + Math.max(0, amount), 0);
  const less = lines.reduce((n, { amount }) => n + Math.max(0, -amount), 0);
  const days = lines.reduce((n, line) => n + line.days, 0);
  return (
    <>
      <LineItems
        name="lines"
        label="Lines"
        headed={headed}
        min={1}
        blank={blankLine}
        columns={[
          { name: "description", label: "Item", kind: "text", required: true },
          { name: "more", label: "More", kind: "money", width: "w-[140px]" },
          { name: "less", label: "Less", kind: "money", width: "w-[140px]" },
          { name: "days", label: "Days", kind: "decimal", width: "w-[90px]" },
        ]}
      />
      <p className="text-13 text-t2" role="status">
        {formatCents(more)} more, {formatCents(less)} less, {formatCents(more - less)} net;{" "}
        {counted(days, "day")}.
      </p>
    </>
  );
}

/** The fields of a change order. */
export function ChangeFields() {
  return (
    <>
      <FormSection title="What changes">
        <TextField name="title" label="What changes" required maxLength={200} />
        <ReasonField maxLength={4000} />
      </FormSection>
      <FormSection title="Lines">
        <ChangeLines headed />
      </FormSection>
    </>
  );
}
