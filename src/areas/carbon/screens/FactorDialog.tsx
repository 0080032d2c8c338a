import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { DateField, FormRow, QuantityField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";

type Values = Record<
  "factorKey" | "name" | "unit" | "co2" | "ch4" | "n2o" | "fromOn" | "untilOn" | "place",
  string
> & { source: string; note: string };

const blank: Values = {
  ...{ factorKey: "", name: "", unit: "", co2: "", ch4: "0", n2o: "0", fromOn: "", untilOn: "" },
  ...{ place: "", source: "", note: "" },
};

/** Brings in a version of a factor, unverified until another person confirms it. */
export function FactorDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <PostDialog<Values>
      title="Bring in a factor"
      description="It computes nothing until another person has held it against its source. A key that is there already gets another version."
      path="/api/v1/carbon-factors"
      submit="Bring it in"
      values={blank}
      nouns={["carbon-factors"]}
      bodyOf={(given) => ({ ...given, untilOn: given.untilOn || null })}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("carbonFactor", { id }))}
    >
      <FormRow>
        <TextField name="factorKey" label="Key" required hint="As activities name it" />
        <TextField name="unit" label="By the unit" required hint="gal, kWh, mi, USD" />
      </FormRow>
      <TextField name="name" label="Factor" required maxLength={160} />
      <FormRow>
        <QuantityField name="co2" label="CO2, grams" required />
        <QuantityField name="ch4" label="CH4, grams" />
        <QuantityField name="n2o" label="N2O, grams" />
      </FormRow>
      <FormRow>
        <DateField name="fromOn" label="From" required />
        <DateField name="untilOn" label="Through" />
      </FormRow>
      <TextField name="place" label="Where it holds" maxLength={120} />
      <TextField name="source" label="Source" required hint="Table, page and edition" />
      <TextArea name="note" label="Note" rows={2} maxLength={400} />
    </PostDialog>
  );
}
