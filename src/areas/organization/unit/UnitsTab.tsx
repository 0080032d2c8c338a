import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { entryColumns, inUseFilter, SharedListTab } from "../master/SharedListTab.tsx";
import { ConvertUnits } from "./ConvertUnits.tsx";
import { unitForm } from "./unit.form.ts";
import { unitKinds, type UnitKind } from "./unit.labels.ts";
import type { UnitRow } from "./unit.model.ts";

const kindChoices = options(unitKinds);

const meaning = (row: UnitRow): string =>
  row.factor === null ? "" : `1 ${row.code} = ${row.factor} ${unitKinds[row.kind].base ?? ""}`;

const columns: readonly Column<UnitRow>[] = [
  { id: "code", label: "Unit", kind: "text", value: (row) => row.code },
  { id: "name", label: "Name", kind: "text", value: (row) => row.name },
  { id: "kind", label: "Kind", kind: "text", value: (row) => unitKinds[row.kind].label },
  {
    id: "factor",
    label: "Means",
    kind: "text",
    value: (row) => meaning(row) || null,
    sortable: false,
  },
  ...entryColumns<UnitRow>(),
];
const filters: readonly Filter[] = [
  inUseFilter,
  { id: "kind", label: "Kind", kind: "set", options: kindChoices },
];

function UnitFields({ isNew }: { isNew: boolean }) {
  const kind = useWatch({ name: "kind" }) as UnitKind;
  const { base } = unitKinds[kind];
  return (
    <>
      <FormRow>
        <TextField
          name="code"
          label="Unit"
          required
          maxLength={20}
          disabled={!isNew}
          hint={isNew ? "The word on lines, such as ft" : "Lines name it, so it stays"}
        />
        <TextField name="name" label="Name" required maxLength={80} />
      </FormRow>
      <FormRow>
        <SelectField name="kind" label="Kind" required options={kindChoices} />
        {base && (
          <TextField name="factor" label="Factor" required hint={`How many ${base} one of it is`} />
        )}
      </FormRow>
    </>
  );
}

/** The agency's units of measure. */
export function UnitsTab() {
  return (
    <div className="grid gap-6">
      <SharedListTab<UnitRow>
        list="units"
        intro="Words that lines count in. Units of one kind are converted into each other exactly; lines keep the word that was typed."
        columns={columns}
        filters={filters}
        defaultSort="code"
        form={unitForm}
        nameOf={(row) => `${row.code}, ${row.name}`}
        factsOf={(row) => [
          ["Kind", unitKinds[row.kind].label],
          ["Means", meaning(row)],
        ]}
        fields={UnitFields}
        importHref="/master-data/units/import"
      />
      <ConvertUnits />
    </div>
  );
}
