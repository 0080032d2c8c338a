import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { taskForm } from "./task.form.ts";
import { taskKinds } from "./task.labels.ts";

type Person = { id: string; name: string; title: string };

/** Asks a colleague, or oneself, to do something. */
export function TaskDialog({ onClose }: { onClose: () => void }) {
  return (
    <RecordDialog
      form={taskForm}
      nouns={["counts"]}
      title="New task"
      description="It appears among the tasks of whoever shall do it, and they are told."
      submitLabel="Give the task"
      saved={(_saved, { title }) => notify.done("The task is given", `${title}`)}
      onClose={onClose}
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
        <DateField name="dueAt" label="Until the end of" />
      </FormRow>
      <TextArea name="detail" label="Detail" rows={3} maxLength={1000} />
    </RecordDialog>
  );
}
