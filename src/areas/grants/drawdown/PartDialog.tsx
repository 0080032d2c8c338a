import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { MoneyField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { DrawdownDetail } from "./drawdown.model.ts";

/** Records that the grantor approved less than was asked for. */
export function PartDialog({
  drawdown: d,
  onClose,
}: {
  drawdown: DrawdownDetail;
  onClose: () => void;
}) {
  const save = useMutationAction("drawdowns", "grant-awards");
  return (
    <FormDialog<{ approved: number | null; reason: string }>
      title={`${d.number} approved in part`}
      description="The last lines are given back until the grantor's share is what was approved."
      defaultValues={{ approved: null, reason: "" }}
      submitLabel="Record"
      onSubmit={async ({ approved, reason }) => {
        await save.mutateAsync({
          path: `/api/v1/drawdowns/${d.id}/actions/approvePartly`,
          body: { approved: approved ?? 0, reason },
          version: d.version,
        });
        onClose();
      }}
      onClose={onClose}
    >
      <MoneyField name="approved" label="Approved" required />
      <ReasonField label="Why less" />
    </FormDialog>
  );
}
