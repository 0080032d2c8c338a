import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { RadioGroup, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { rejectCodes, verdicts } from "./opportunity.labels.ts";
import type { OpportunityRecord } from "./opportunity.model.ts";

type Values = { verdict: string; code: string; reason: string; matchSource: string };

function Fields() {
  const verdict = useWatch<Values, "verdict">({ name: "verdict" });
  return (
    <>
      <RadioGroup name="verdict" label="What to do" required options={options(verdicts)} />
      {verdict === "rejected" ? (
        <SelectField name="code" label="Reason" required options={options(rejectCodes)} />
      ) : (
        <TextField
          name="matchSource"
          label="Where the match comes from"
          hint="Say so where the announcement asks for none."
          maxLength={300}
        />
      )}
      <ReasonField maxLength={4000} />
    </>
  );
}

/** Proposes what to do, or decides on what somebody else proposed. */
export function ProposalDialog({
  record,
  action,
  onClose,
}: {
  record: OpportunityRecord;
  action: "propose" | "decide";
  onClose: () => void;
}) {
  const act = useMutationAction("grant-opportunities");
  return (
    <FormDialog<Values>
      title={action === "propose" ? `Propose: ${record.number}` : `Decide: ${record.number}`}
      description={
        action === "propose"
          ? "A manager decides. To apply, say where the match comes from."
          : `${record.proposedByName ?? "Somebody"} proposes: ${record.proposal ? verdicts[record.proposal] : ""}. ${record.proposalReason}`
      }
      defaultValues={{
        verdict: record.proposal ?? "",
        code: record.proposalCode ?? "",
        reason: "",
        matchSource: record.matchSource,
      }}
      submitLabel={action === "propose" ? "Propose" : "Decide"}
      onSubmit={async (values) => {
        await act.mutateAsync({
          path: `/api/v1/grant-opportunities/${record.id}/actions/${action}`,
          body: { ...values, code: values.verdict === "rejected" ? values.code || null : null },
          version: record.version,
        });
        notify.done(action === "propose" ? "Proposed" : "Decided", record.number);
        onClose();
      }}
      onClose={onClose}
    >
      <Fields />
    </FormDialog>
  );
}
