import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { UnitField } from "#areas/organization/organization.ui.tsx";
import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FormRow, QuantityField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { variableSources } from "./assembly.labels.ts";
import { blankItem, blankVariable, type AssemblyForm } from "./assemblyForm.ts";
import { FormulaField } from "./FormulaField.tsx";

type Coded = { id: string; code: string; name: string };
type Stocked = { id: string; number: string; name: string };

function VariableFields({ name }: { name: string }) {
  const source = useWatch({ name: `${name}.source` }) as string;
  return (
    <>
      <FormRow>
        <TextField name={`${name}.label`} label="What it is" required maxLength={80} />
        <TextField
          name={`${name}.key`}
          label="Name in formulas"
          required
          hint="Letters and digits, such as length"
          maxLength={40}
        />
      </FormRow>
      <FormRow>
        <SelectField
          name={`${name}.source`}
          label="Comes from"
          options={options(variableSources)}
        />
        <UnitField name={`${name}.unit`} label="Unit" required />
      </FormRow>
      {source === "typed" && (
        <FormRow>
          <QuantityField name={`${name}.least`} label="At least" />
          <QuantityField name={`${name}.most`} label="At most" />
          <QuantityField name={`${name}.usual`} label="Usual value" />
        </FormRow>
      )}
    </>
  );
}

function CodeFields({ name }: { name: string }) {
  const { setValue } = useFormContext();
  const take = (field: string, code: string) =>
    setValue(`${name}.${field}`, code, { shouldDirty: true });
  return (
    <FormRow>
      <Combobox<Coded>
        name={`${name}.commodityCode`}
        label="Commodity"
        path="/api/v1/commodities"
        itemLabel={(each) => `${each.code} ${each.name}`}
        onPick={({ code }) => take("commodityCode", code)}
      />
      <Combobox<Stocked>
        name={`${name}.stockItem`}
        label="Item of the stores"
        path="/api/v1/stock-items"
        query="status=active"
        itemLabel={(each) => `${each.number} ${each.name}`}
        onPick={({ number }) => take("stockItem", number)}
      />
      <Combobox<Coded>
        name={`${name}.costCode`}
        label="Cost code"
        path="/api/v1/cost-codes"
        query="active=true"
        itemLabel={(each) => `${each.code} ${each.name}`}
        onPick={({ code }) => take("costCode", code)}
      />
    </FormRow>
  );
}

function ItemFields({ name }: { name: string }) {
  const variables = useWatch({ name: "variables" }) as AssemblyForm["variables"];
  return (
    <>
      <TextField name={`${name}.description`} label="Description" required maxLength={200} />
      <FormulaField
        name={`${name}.formula`}
        variables={variables.map(({ key }) => key).filter(Boolean)}
      />
      <FormRow>
        <UnitField name={`${name}.unit`} label="Unit" required />
        <QuantityField name={`${name}.waste`} label="Waste, %" decimals={2} />
        <QuantityField
          name={`${name}.pack`}
          label="One pack holds"
          hint="Nothing: sold by any quantity"
        />
      </FormRow>
      <CodeFields name={name} />
    </>
  );
}

function Parts({
  name,
  what,
  blank,
  fields: draw,
}: {
  name: "variables" | "items";
  what: string;
  blank: object;
  fields: (name: string) => ReactNode;
}) {
  const { fields, append, remove } = useFieldArray({ name });
  const title = what.charAt(0).toUpperCase() + what.slice(1);
  return (
    <div className="grid gap-4">
      {fields.map((field, at) => (
        <fieldset key={field.id} className="panel">
          <legend className="visually-hidden">
            {title} {at + 1}
          </legend>
          <div className="panel-body grid gap-3">
            <div className="flex items-center">
              <strong aria-hidden="true">
                {title} {at + 1}
              </strong>
              <button
                type="button"
                className="btn btn-quiet btn-icon btn-small ml-auto"
                aria-label={`Take ${what} ${at + 1} away`}
                onClick={() => remove(at)}
              >
                <Trash2 aria-hidden="true" />
              </button>
            </div>
            {draw(`${name}.${at}`)}
          </div>
        </fieldset>
      ))}
      <button type="button" className="btn justify-self-start" onClick={() => append({ ...blank })}>
        <Plus aria-hidden="true" />
        {name === "items" ? "Add an item" : "Add a variable"}
      </button>
    </div>
  );
}

/** What quantities follow from: shapes, and what is typed in. */
export const VariableEditor = () => (
  <Parts
    name="variables"
    what="variable"
    blank={blankVariable}
    fields={(name) => <VariableFields name={name} />}
  />
);

/** What is bought, each item with its formula. */
export const ItemEditor = () => (
  <Parts name="items" what="item" blank={blankItem} fields={(name) => <ItemFields name={name} />} />
);
