import { FormRow, MoneyField, QuantityField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";

/** Loads the yearly notice of thresholds. */
export function ThresholdDialog({ onClose }: { onClose: () => void }) {
  return (
    <PostDialog
      title="Load a notice of thresholds"
      description="Declarations of this fiscal year without thresholds freeze them now. They are not changed afterwards."
      path="/api/v1/pa-thresholds"
      submit="Load"
      nouns={["pa-declarations"]}
      values={{
        fiscalYear: "",
        minimumCents: null as number | null,
        largeCents: null as number | null,
        source: "",
      }}
      bodyOf={(v) => ({ ...v, fiscalYear: Number(v.fiscalYear) })}
      onClose={onClose}
    >
      <QuantityField name="fiscalYear" label="Federal fiscal year" required />
      <FormRow>
        <MoneyField name="minimumCents" label="Least amount of a project" required />
        <MoneyField name="largeCents" label="Large project from" required />
      </FormRow>
      <TextField name="source" label="Notice that says so" required maxLength={300} />
    </PostDialog>
  );
}
