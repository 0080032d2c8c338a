import { counted } from "#kernel/words.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { QuestionRow } from "./restored.model.ts";

export type Answering = { answer: "opened" | "kept"; chosen: readonly QuestionRow[] };

const textOf = ({ answer, chosen }: Answering): string => {
  if (answer === "kept")
    return "It stays as it is now: nobody comes in by it. You can give it anew as ever.";
  if (chosen.some(({ told }) => told !== null))
    return "It was taken after the backup. What weighs, as money or members do, waits for a second person as ever.";
  return "Keep closed first who has left and what was revoked. The others work again at once, with the rights that they had at the backup.";
};

/** An administrator's word on what a restore closed. */
export function AnswerDialog({ answer, chosen, onClose }: Answering & { onClose: () => void }) {
  const act = useMutationAction<{ waits: string[] }>("restore-report", "members", "programs");
  const opens = answer === "opened";
  const what =
    chosen.length === 1
      ? chosen[0]!.name
      : counted(chosen.length, "person or key", "people and keys");
  const submit = async ({ reason }: { reason: string }) => {
    const { waits } = await act.mutateAsync({
      path: "/api/v1/restore-report/answer",
      body: { ids: chosen.slice(0, 500).map(({ id }) => id), answer, reason },
    });
    notify.done(opens ? "Opened" : "Kept closed", [what, ...waits].join(". "));
    onClose();
  };
  return (
    <FormDialog<{ reason: string }>
      title={`${opens ? "Open" : "Keep closed"}: ${what}`}
      description={textOf({ answer, chosen })}
      defaultValues={{ reason: "" }}
      submitLabel={opens ? "Open" : "Keep closed"}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        name="reason"
        label="Why"
        rows={2}
        maxLength={500}
        required={opens && chosen.some(({ told }) => told !== null)}
      />
    </FormDialog>
  );
}
