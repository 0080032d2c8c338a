import { endOfDate } from "#kernel/dates.ts";
import { day } from "#kernel/time.ts";
import { options } from "#kernel/labels.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { taskKinds, type TaskKind } from "./task.labels.ts";

type Values = { title: string; detail: string; personId: string; kind: TaskKind; dueOn: string };
type Person = { id: string; name: string; title: string };

/** Asks a colleague, or oneself, to do something. */
export function TaskDialog({ onClose }: { onClose: () => void }) {
  const { timeZone } = useAgency();
  const save = useMutationAction("tasks", "counts");
  const submit = async ({ personId, dueOn, ...values }: Values) => {
    await save.mutateAsync({
      path: "/api/v1/tasks",
      body: {
        ...values,
        ...(personId ? { personId } : {}),
        dueAt: dueOn ? new Date(endOfDate(day(dueOn), timeZone)).toISOString() : null,
      },
    });
    notify.done("The task is given", values.title);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="New task"
      description="It appears among the tasks of whoever shall do it, and they are told."
    >
      <Form<Values>
        formKey={null}
        defaultValues={{ title: "", detail: "", personId: "", kind: "follow_up", dueOn: "" }}
        submitLabel="Give the task"
        onCancel={onClose}
        onSubmit={submit}
      >
        <TextField name="title" label="What has to be done" required maxLength={200} />
        <Combobox<Person>
          name="personId"
          label="By whom"
          path="/api/v1/members"
          query="active=true"
          itemLabel={(person) => person.name}
          itemHint={(person) => person.title}
          hint="Yourself when left empty"
        />
        <FormRow>
          <SelectField name="kind" label="Kind" options={options(taskKinds)} />
          <DateField name="dueOn" label="Until the end of" />
        </FormRow>
        <TextArea name="detail" label="Detail" rows={3} maxLength={1000} />
      </Form>
    </Dialog>
  );
}
