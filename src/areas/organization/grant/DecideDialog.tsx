import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { grantInWords } from "./grant.labels.ts";
import type { GrantRow } from "./grant.model.ts";

const words = {
  confirm: { title: "Confirm access of", button: "Confirm", done: "Confirmed" },
  decline: { title: "Decline access of", button: "Decline", done: "Declined" },
} as const;

/** The second person's word on what somebody shall get. */
export function DecideDialog({
  grant,
  decision,
  onClose,
}: {
  grant: GrantRow;
  decision: "confirm" | "decline";
  onClose: () => void;
}) {
  const act = useMutationAction("access-grants", "members");
  const { title, button, done } = words[decision];
  const submit = async ({ reason }: { reason: string }) => {
    await act.mutateAsync({
      path: `/api/v1/access-grants/${grant.id}/actions/${decision}`,
      body: reason.trim() ? { reason } : {},
      version: grant.version,
    });
    notify.done(done, `${grant.personName}: ${grantInWords(grant)}`);
    onClose();
  };
  return (
    <FormDialog<{ reason: string }>
      title={`${title} ${grant.personName}?`}
      description={`${grantInWords(grant)}, asked by ${grant.askedByName ?? "somebody"}.${decision === "confirm" ? " It holds at once. Where you did not expect it, ask whoever asks before you confirm." : ""}`}
      defaultValues={{ reason: "" }}
      submitLabel={button}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        name="reason"
        label={decision === "decline" ? "Why" : "Note"}
        rows={2}
        maxLength={1000}
        required={decision === "decline"}
      />
    </FormDialog>
  );
}
