import { TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";

/** Says what is wrong with a bill; its days stand still until the operator answers. */
export function DisputeDialog({
  bill,
  onClose,
}: {
  bill: { id: string; number: string };
  onClose: () => void;
}) {
  return (
    <PostDialog<{ reason: string }>
      title={`Dispute ${bill.number}`}
      description="From now on its days do not count, and no reminder goes out, until the operator answered."
      path={`/api/v1/billing/bills/${bill.id}/actions/dispute`}
      submit="Dispute it"
      values={{ reason: "" }}
      nouns={["own-bills", "billing"]}
      onClose={onClose}
    >
      <TextArea name="reason" label="What is wrong" required rows={4} maxLength={1000} />
    </PostDialog>
  );
}
