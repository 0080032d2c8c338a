import { duties, dutyLabels } from "#roles.ts";
import { DateField, SelectField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { accessRequestForm } from "./request.form.ts";

/** Asks for a duty until the end of a day. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  return (
    <RecordDialog
      form={accessRequestForm}
      nouns={["approvals"]}
      title="Ask for a duty"
      description="Somebody else decides. If it is given, it ends with the day that you choose."
      submitLabel="Ask"
      saved={({ answer }) => notify.done("Asked", `${String(answer["number"])} is on its way.`)}
      onClose={onClose}
    >
      <SelectField
        name="duty"
        label="Duty"
        placeholder="Choose"
        options={duties
          .filter((duty) => duty !== "read_only")
          .map((value) => ({ value, label: dutyLabels[value].label }))}
        required
      />
      <DateField name="until" label="Until" required />
      <ReasonField label="What for" rows={2} maxLength={500} />
    </RecordDialog>
  );
}
