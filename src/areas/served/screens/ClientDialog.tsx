import { options } from "#kernel/labels.ts";
import { FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { servedClientForm } from "../client/client.form.ts";
import { clientKinds } from "../client/client.labels.ts";
import type { ClientDetail } from "../client/client.model.ts";

/** An agency that is served: a new one (`of` null) or a change. */
export function ClientDialog({
  of,
  onClose,
  onDone,
}: {
  of: ClientDetail | null;
  onClose: () => void;
  onDone?: (id: string) => void;
}) {
  return (
    <RecordDialog
      form={servedClientForm}
      large
      {...(of && { record: of })}
      title={of ? `Change ${of.name}` : "New client"}
      submitLabel="Save"
      nouns={["clients"]}
      onClose={onClose}
      onDone={(id) => onDone?.(id)}
    >
      <FormRow>
        <TextField name="name" label="Name" required maxLength={160} />
        <SelectField name="kind" label="What it is" required options={options(clientKinds)} />
      </FormRow>
      <TextField
        name="email"
        type="email"
        label="Mail address for bills"
        hint="Bills, reminders and answers to requests go here"
        required
        maxLength={200}
      />
      <TextField name="address" label="Postal address" maxLength={400} />
      <LineItems
        name="contacts"
        label="Contacts"
        min={0}
        blank={() => ({ name: "", role: "", email: "", phone: "" })}
        columns={[
          { name: "name", label: "Name", kind: "text", required: true },
          { name: "role", label: "Role", kind: "text" },
          { name: "email", label: "Mail", kind: "text" },
          { name: "phone", label: "Phone", kind: "text" },
        ]}
      />
      <TextArea name="note" label="Note" rows={2} maxLength={2000} />
    </RecordDialog>
  );
}
