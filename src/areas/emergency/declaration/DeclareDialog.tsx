import { counted } from "#kernel/words.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { DeclarationInput } from "./declaration.model.ts";
import { emergencyNouns } from "../emergency.nouns.ts";

/** Declares a local emergency: by what right, what happened, where. */
export function DeclareDialog({
  days,
  citation,
  onClose,
}: {
  days: number;
  citation: string;
  onClose: () => void;
}) {
  const act = useMutationAction<{ number: string }>(...emergencyNouns);
  return (
    <FormDialog<DeclarationInput>
      title="Declare a local emergency?"
      description={`It holds ${counted(days, "day")} from this moment without the governing body (${citation}). Administrators and managers are told.`}
      defaultValues={{ title: "", authority: citation, cause: "", area: "" }}
      submitLabel="Declare"
      onSubmit={async (values) => {
        const made = await act.mutateAsync({ path: "/api/v1/local-declarations", body: values });
        notify.done("Declared", made.number);
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="title" label="Emergency" required maxLength={160} />
      <TextField name="cause" label="What happened" required maxLength={2000} />
      <TextField name="area" label="Where it holds" required maxLength={1000} />
      <TextArea name="authority" label="Authority" required rows={2} maxLength={300} />
    </FormDialog>
  );
}
