import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { CheckboxField, DateField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

type Values = { name: string; firstDay: string; lastDay: string; open: boolean };

/** Days on which the agency is closed, or open although it would not be. */
export function AddClosure({ onClose }: { onClose: () => void }) {
  const save = useMutationAction("agency-calendar");
  const submit = async (values: Values) => {
    await save.mutateAsync({
      path: "/api/v1/agency-closures",
      body: { ...values, lastDay: values.lastDay || values.firstDay },
    });
    notify.done(`${values.name} is in the calendar`);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Add days"
    >
      <Form<Values>
        formKey="closure"
        defaultValues={{ name: "", firstDay: "", lastDay: "", open: false }}
        submitLabel="Add"
        onCancel={onClose}
        onSubmit={submit}
      >
        <TextField name="name" label="Why" required maxLength={120} />
        <FormRow>
          <DateField name="firstDay" label="First day" required />
          <DateField name="lastDay" label="Last day" hint="Empty for one day" />
        </FormRow>
        <CheckboxField
          name="open"
          label="The agency works on these days"
          hint="Although the week or a holiday says otherwise"
        />
      </Form>
    </Dialog>
  );
}

type Imported = { added: number; known: number };

/** Takes the days off of another calendar's file. */
export function ImportClosures({ onClose }: { onClose: () => void }) {
  const act = useMutationAction<Imported>("agency-calendar");
  const [text, setText] = useState("");
  const take = async () => {
    try {
      const { added, known } = await act.mutateAsync({
        path: "/api/v1/agency-closures/actions/import",
        body: { text },
      });
      notify.done(
        `${counted(added, "closure")} taken in${known ? `, ${known} were there already` : ""}`,
      );
      onClose();
    } catch (error) {
      notify.failed("Nothing was taken in", error);
    }
  };
  return (
    <ConfirmDialog
      title="Import days off"
      description="A calendar file (.ics) of Outlook, Google or another program. Events of this year and the next ten become closures; importing it again changes them and adds nothing twice."
      confirm="Import"
      ready={text !== "" && !act.isPending}
      onClose={onClose}
      onConfirm={() => void take()}
    >
      <label className="field">
        <span className="label">Calendar file</span>
        <input
          type="file"
          accept=".ics,text/calendar"
          className="field-control"
          onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
        />
      </label>
    </ConfirmDialog>
  );
}
