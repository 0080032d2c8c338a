import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { DeadlineRecord } from "./deadline.model.ts";

type Person = { id: string; name: string; title: string };

/** Gives a deadline to a colleague, who is told. */
export function AssignDialog({
  deadline,
  onClose,
}: {
  deadline: DeadlineRecord;
  onClose: () => void;
}) {
  const save = useMutationAction<DeadlineRecord>("deadlines");
  return (
    <FormDialog<{ ownerId: string }>
      title="Give to a colleague"
      description={`${deadline.sourceNumber}: ${deadline.title}. They are told, and reminded from now on.`}
      defaultValues={{ ownerId: "" }}
      submitLabel="Give"
      onSubmit={async (body) => {
        const now = await save.mutateAsync({
          path: `/api/v1/deadlines/${deadline.id}/actions/assign`,
          body,
          version: deadline.version,
        });
        notify.done("The deadline is given", now.owner ?? "");
        onClose();
      }}
      onClose={onClose}
    >
      <Combobox<Person>
        name="ownerId"
        label="Who looks after it"
        required
        path="/api/v1/members"
        query="active=true"
        itemLabel={(person) => person.name}
        itemHint={(person) => person.title}
      />
    </FormDialog>
  );
}
