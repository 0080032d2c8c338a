import { formatCents } from "#kernel/money.ts";
import { madeForm, RecordDialog, type AnyForm } from "#web/kit/form/RecordForm.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import type { VarianceRow } from "./variance.model.ts";

const explainForm: AnyForm = {
  ...madeForm("/api/v1/variance-explanations", { explanation: "" }, (values) => values),
  toForm: ({ explanation }: { explanation: string }) => ({ explanation }),
};

/** Says why a row of the budgetary comparison differs, or says it anew. */
export function ExplainDialog({
  row,
  fiscalYearId,
  onClose,
}: {
  row: VarianceRow;
  fiscalYearId: string;
  onClose: () => void;
}) {
  const { fundId, departmentId, fund, department, varianceCents, percent, written } = row;
  const share = percent === null ? "" : ` (${percent}% of the final budget)`;
  return (
    <RecordDialog
      form={explainForm}
      put
      {...(written ? { record: written } : { within: { fiscalYearId, fundId, departmentId } })}
      title={written ? "Change the explanation" : "Explain"}
      description={`${fund}, ${department}: final budget less actual is ${formatCents(varianceCents)}${share}.`}
      submitLabel="Save the explanation"
      nouns={["variance-explanations", "report-figures"]}
      onClose={onClose}
    >
      <TextArea
        name="explanation"
        label="Why it differs"
        hint="Whoever reads the budget reads it. It stands in kept runs of this report; where one is published, everybody reads it."
        required
        maxLength={4000}
      />
    </RecordDialog>
  );
}
