import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { RadioGroup, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
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
      <TextArea name="reason" label="Why" required rows={3} maxLength={4000} />
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
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={action === "propose" ? `Propose: ${record.number}` : `Decide: ${record.number}`}
      description={
        action === "propose"
          ? "A manager decides. To apply, say where the match comes from."
          : `${record.proposedByName ?? "Somebody"} proposes: ${record.proposal ? verdicts[record.proposal] : ""}. ${record.proposalReason}`
      }
    >
      <Form<Values>
        formKey={null}
        defaultValues={{
          verdict: record.proposal ?? "",
          code: record.proposalCode ?? "",
          reason: "",
          matchSource: record.matchSource,
        }}
        submitLabel={action === "propose" ? "Propose" : "Decide"}
        onCancel={onClose}
        onSubmit={async (values) => {
          await act.mutateAsync({
            path: `/api/v1/grant-opportunities/${record.id}/actions/${action}`,
            body: { ...values, code: values.verdict === "rejected" ? values.code || null : null },
            version: record.version,
          });
          notify.done(action === "propose" ? "Proposed" : "Decided", record.number);
          onClose();
        }}
      >
        <Fields />
      </Form>
    </Dialog>
  );
}
