import { Controller } from "react-hook-form";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, MoneyField, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { authorityForm } from "./authority.form.ts";
import { signableKinds } from "./signature.labels.ts";

type Person = { id: string; name: string; title: string };

function Kinds({ value, onChange }: { value: string[]; onChange: (kinds: string[]) => void }) {
  return (
    <fieldset className="field">
      <legend>Documents</legend>
      {Object.entries(signableKinds).map(([kind, label]) => (
        <label key={kind} className="check">
          <input
            type="checkbox"
            checked={value.includes(kind)}
            onChange={() =>
              onChange(value.includes(kind) ? value.filter((k) => k !== kind) : [...value, kind])
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** Enters who may sign; not for oneself. */
export function AddAuthority({ onClose }: { onClose: () => void }) {
  return (
    <RecordDialog
      form={authorityForm}
      title="Enter an authority to sign"
      description="Who may sign which documents for the agency. Nobody enters their own."
      submitLabel="Enter"
      saved={() => notify.done("Entered", "The person was told")}
      onClose={onClose}
    >
      <Combobox<Person>
        name="personId"
        label="Who"
        required
        path="/api/v1/members"
        query="active=true"
        itemLabel={(person) => person.name}
        itemHint={(person) => person.title}
      />
      <Controller
        name="kinds"
        render={({ field }) => <Kinds value={field.value as string[]} onChange={field.onChange} />}
      />
      <MoneyField name="amountLimit" label="Up to" hint="Leave it empty for no limit" />
      <FormRow>
        <DateField name="fromOn" label="From" required />
        <DateField name="toOn" label="Last day" hint="Leave it empty until it is revoked" />
      </FormRow>
      <TextField
        name="basis"
        label="Given by"
        required
        maxLength={300}
        hint="Such as a resolution of the board, with its number"
      />
    </RecordDialog>
  );
}
