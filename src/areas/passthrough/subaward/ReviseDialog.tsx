import { formatCents } from "#kernel/money.ts";
import { TextArea } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { BudgetFields } from "../application/ApplicationFields.tsx";
import { budgetForm, budgetOf, type BudgetForm } from "../application/applicationForm.ts";
import type { SubawardDetail } from "./subaward.model.ts";

/** Approves what the subrecipient asked to move among the classes of its budget. */
export function ReviseDialog({
  subaward: s,
  onClose,
}: {
  subaward: SubawardDetail;
  onClose: () => void;
}) {
  const save = useMutationAction("subawards", "subaward-requests");
  return (
    <FormDialog<{ budget: BudgetForm; reason: string }>
      title={`Revised budget of ${s.number}`}
      description={`By class, match included: it comes to ${formatCents(s.amount + s.match)} as before (2 CFR 200.308(b)).`}
      defaultValues={{ budget: budgetForm(s.budget), reason: "" }}
      submitLabel="Approve the revision"
      onSubmit={async ({ budget, reason }) => {
        await save.mutateAsync({
          path: `/api/v1/subawards/${s.id}/actions/revise`,
          body: { budget: budgetOf(budget), reason },
          version: s.version,
        });
        onClose();
      }}
      onClose={onClose}
    >
      <BudgetFields />
      <TextArea
        name="reason"
        label="What the subrecipient asked for, and why it is right"
        required
        maxLength={2000}
      />
    </FormDialog>
  );
}
