import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { CheckboxField, DateField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { closureForm } from "./closure.form.ts";

/** Days on which the agency is closed, or open although it would not be. */
export function AddClosure({ onClose }: { onClose: () => void }) {
  return (
    <RecordDialog
      form={closureForm}
      nouns={["agency-calendar"]}
      title="Add days"
      submitLabel="Add"
      saved={(_saved, { name }) => notify.done(`${name} is in the calendar`)}
      onClose={onClose}
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
    </RecordDialog>
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
