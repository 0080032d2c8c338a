import { Form } from "#web/kit/form/Form.tsx";
import { MoneyField, TextArea } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
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
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`${d.number} approved in part`}
      description="The last lines are given back until the grantor's share is what was approved."
    >
      <Form<{ approved: number | null; reason: string }>
        formKey={null}
        defaultValues={{ approved: null, reason: "" }}
        submitLabel="Record"
        onCancel={onClose}
        onSubmit={async ({ approved, reason }) => {
          await save.mutateAsync({
            path: `/api/v1/drawdowns/${d.id}/actions/approvePartly`,
            body: { approved: approved ?? 0, reason },
            version: d.version,
          });
          onClose();
        }}
      >
        <MoneyField name="approved" label="Approved" required />
        <TextArea name="reason" label="Why less" required maxLength={2000} />
      </Form>
    </Dialog>
  );
}
