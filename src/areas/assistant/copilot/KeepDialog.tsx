import { TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";

/** For how many days the agency keeps what people ask the copilot. */
export function KeepDialog({ keepDays, onClose }: { keepDays: number; onClose: () => void }) {
  return (
    <PostDialog<{ keepDays: string }>
      title="How long conversations are kept"
      description="Each morning conversations go whose last answer is older. Their persons take them away at any time; nobody else reads them."
      path="/api/v1/copilot-setting/actions/keep"
      submit="Save"
      nouns={["copilot"]}
      values={{ keepDays: String(keepDays) }}
      onClose={onClose}
    >
      <TextField name="keepDays" label="Days" required maxLength={4} />
    </PostDialog>
  );
}
