import { useController } from "react-hook-form";
import { counted } from "#kernel/words.ts";
import { SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";

type Choices = {
  operators: { id: string; name: string }[];
  areas: { name: string; label: string }[];
};
type Values = { operatorId: string; reason: string; areas: string[]; hours: string };

function Areas({ choices }: { choices: Choices["areas"] }) {
  const { field, fieldState } = useController<Values, "areas">({ name: "areas" });
  const toggle = (name: string, on: boolean) =>
    field.onChange(on ? [...field.value, name] : field.value.filter((each) => each !== name));
  return (
    <fieldset className="field">
      <legend className="field-label">They read</legend>
      <div className="grid grid-cols-2 gap-x-5 gap-y-2 sm:grid-cols-3">
        {choices.map(({ name, label }) => (
          <label key={name} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={field.value.includes(name)}
              onChange={(event) => toggle(name, event.target.checked)}
            />
            {label}
          </label>
        ))}
      </div>
      {fieldState.error && <p className="field-error">{fieldState.error.message}</p>}
    </fieldset>
  );
}

/** Lets a named operator read chosen areas for some hours. */
export function SupportDialog({ onClose }: { onClose: () => void }) {
  const choices = useGet<Choices>("support-choices", "/api/v1/support-access/choices");
  if (!choices.data) return null;
  return (
    <PostDialog<Values>
      title="Let support in"
      description="They read and change nothing. Sealed bids, bank and tax data, pay, safety cases and who has which rights stay shut. Each thing that they read stands in your record; you end it at any moment."
      path="/api/v1/support-access"
      submit="Let them in"
      nouns={["support-access"]}
      values={{ operatorId: "", reason: "", areas: [], hours: "2" }}
      bodyOf={({ hours, ...values }) => ({ ...values, hours: Number(hours) })}
      onClose={onClose}
    >
      <SelectField
        name="operatorId"
        label="Who"
        options={[
          { value: "", label: "Choose" },
          ...choices.data.operators.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        required
      />
      <TextArea name="reason" label="What they should look at" rows={3} required maxLength={2000} />
      <Areas choices={choices.data.areas} />
      <SelectField
        name="hours"
        label="For"
        options={[1, 2, 4, 8].map((hours) => ({
          value: String(hours),
          label: counted(hours, "hour", "hours"),
        }))}
      />
    </PostDialog>
  );
}
