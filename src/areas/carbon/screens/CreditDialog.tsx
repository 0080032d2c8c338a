import { options } from "#kernel/labels.ts";
import { FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { registries } from "../credit/credit.labels.ts";

type Values = Record<
  "registry" | "project" | "vintage" | "block" | "serialFrom" | "serialTo",
  string
>;

const whole = (text: string): number | null =>
  text.trim() ? Number(text.replace(/[, ]/g, "")) : null;

/** Lists credits by their serial numbers. */
export function CreditDialog({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (made: { id: string }) => void;
}) {
  return (
    <PostDialog<Values>
      title="List credits"
      description="One serial number is one metric ton. A number that is listed already, by whomever, is refused."
      path="/api/v1/carbon-credits"
      submit="List them"
      values={{
        ...{ registry: "", project: "", vintage: "", block: "", serialFrom: "", serialTo: "" },
      }}
      nouns={["carbon-credits"]}
      bodyOf={({ vintage, serialFrom, serialTo, ...given }) => ({
        ...given,
        ...{ vintage: whole(vintage), serialFrom: whole(serialFrom), serialTo: whole(serialTo) },
      })}
      onClose={onClose}
      onDone={onDone}
    >
      <FormRow>
        <SelectField name="registry" label="Registry" required options={options(registries)} />
        <TextField name="vintage" label="Vintage" required maxLength={4} />
      </FormRow>
      <TextField name="project" label="Project" required maxLength={200} />
      <TextField
        name="block"
        label="Serial block"
        hint="What stands before the running number"
        required
        maxLength={80}
      />
      <FormRow>
        <TextField name="serialFrom" label="First number" required />
        <TextField name="serialTo" label="Last number" required />
      </FormRow>
    </PostDialog>
  );
}
