import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { InstantField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

export type OutageAct = "extend" | "open";
type Values = { dueAt: string; reason: string };
const words = {
  extend: {
    title: "Extend the deadline",
    description:
      "Answers are taken again until then. Those who were told of it hear of this, once.",
    submit: "Extend the deadline",
    done: "The deadline is extended",
  },
  open: {
    title: "Open without extending",
    description:
      "What could not be handed in during the outage stays out. Those who were told of it hear your reason, once. This cannot be taken back.",
    submit: "Open with this reason",
    done: "The answers may be opened",
  },
} as const;

/** Asks for the reason, and the new deadline where it is extended. */
export function OutageDialog({
  act,
  path,
  onClose,
  onDone,
}: {
  act: OutageAct;
  path: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const save = useMutationAction("opening", "solicitations", "evaluations");
  const submit = async (values: Values) => {
    await save.mutateAsync({
      path: `${path}/outage/actions/${act}`,
      body: act === "extend" ? values : { reason: values.reason },
    });
    notify.done(words[act].done);
    onDone();
  };
  return (
    <FormDialog<Values>
      title={words[act].title}
      description={words[act].description}
      defaultValues={{ dueAt: "", reason: "" }}
      submitLabel={words[act].submit}
      onSubmit={submit}
      onClose={onClose}
    >
      {act === "extend" && <InstantField name="dueAt" label="New deadline" required />}
      <ReasonField label="Reason" />
    </FormDialog>
  );
}
