import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import type { FailureDetail } from "../failure/failure.model.ts";

type Person = { id: string; name: string; title: string };
type Props = { failure: FailureDetail; onClose: () => void };

/** Gives a failure to whoever answers for it; they are told. */
export function AssignDialog({ failure, onClose }: Props) {
  const save = useMutationAction<FailureDetail>("control-failures");
  return (
    <FormDialog<{ ownerId: string }>
      title={`Assign ${failure.number}`}
      description={`${failure.subject}: ${failure.said} Whoever it is given to is told and answers by the day.`}
      defaultValues={{ ownerId: "" }}
      submitLabel="Assign"
      onSubmit={async (body) => {
        const now = await save.mutateAsync({
          path: `/api/v1/control-failures/${failure.id}/actions/assign`,
          body,
          version: failure.version,
        });
        notify.done("Assigned", now.owner ?? "");
        onClose();
      }}
      onClose={onClose}
    >
      <Combobox<Person>
        name="ownerId"
        label="Who answers for it"
        required
        path="/api/v1/members"
        query="active=true"
        itemLabel={(person) => person.name}
        itemHint={(person) => person.title}
      />
    </FormDialog>
  );
}

/** Answers for a failure: what happened, and what is done about it. */
export function AnswerDialog({ failure, onClose }: Props) {
  const save = useMutationAction<FailureDetail>("control-failures");
  return (
    <FormDialog<{ answer: string }>
      title={`Answer for ${failure.number}`}
      description="It stays open until the record meets the control; your answer stands beside it."
      defaultValues={{ answer: "" }}
      submitLabel="Answer"
      onSubmit={async (body) => {
        await save.mutateAsync({
          path: `/api/v1/control-failures/${failure.id}/actions/answer`,
          body,
          version: failure.version,
        });
        notify.done("Your answer is kept");
        onClose();
      }}
      onClose={onClose}
    >
      <TextArea
        name="answer"
        label="What happened, and what is done about it"
        rows={5}
        maxLength={4000}
        required
      />
    </FormDialog>
  );
}
