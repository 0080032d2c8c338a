import { Controller } from "react-hook-form";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, MoneyField, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { signableKinds } from "./signature.labels.ts";

type Person = { id: string; name: string; title: string };
type Values = {
  personId: string;
  kinds: string[];
  amountLimit: number | null;
  fromOn: string;
  toOn: string;
  basis: string;
};

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
  const act = useMutationAction("signing-authorities");
  const send = async ({ toOn, ...values }: Values) => {
    await act.mutateAsync({
      path: "/api/v1/signing-authorities",
      body: { ...values, toOn: toOn || null },
    });
    notify.done("Entered", "The person was told");
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Enter an authority to sign"
      description="Who may sign which documents for the agency. Nobody enters their own."
    >
      <Form<Values>
        formKey={null}
        defaultValues={{
          personId: "",
          kinds: Object.keys(signableKinds),
          amountLimit: null,
          fromOn: "",
          toOn: "",
          basis: "",
        }}
        submitLabel="Enter"
        onCancel={onClose}
        onSubmit={send}
      >
        <Combobox<Person>
          name="personId"
          label="Who"
          required
          path="/api/v1/members"
          itemLabel={(person) => person.name}
          itemHint={(person) => person.title}
        />
        <Controller<Values, "kinds">
          name="kinds"
          render={({ field }) => <Kinds value={field.value} onChange={field.onChange} />}
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
      </Form>
    </Dialog>
  );
}
