import { entryColumns, inUseFilter, SharedListTab } from "#areas/organization/organization.ui.tsx";
import { FormRow, TextField } from "#web/kit/form/fields.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { costCodeForm } from "./cost-code.form.ts";
import type { CostCodeRow } from "./cost-code.model.ts";

const columns: readonly Column<CostCodeRow>[] = [
  { id: "code", label: "Code", kind: "plate", value: (row) => row.code },
  { id: "name", label: "Name", kind: "text", value: (row) => row.name },
  { id: "covers", label: "What it covers", kind: "text", value: (row) => row.covers },
  ...entryColumns<CostCodeRow>(),
];

function CostCodeFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <FormRow>
        <TextField
          name="code"
          label="Code"
          required
          maxLength={20}
          disabled={!isNew}
          hint={isNew ? "Such as 210 or B-4" : "Lines name it, so it stays"}
        />
        <TextField name="name" label="Name" required maxLength={120} />
      </FormRow>
      <TextField name="covers" label="What it covers" maxLength={500} />
    </>
  );
}

/** The codes by which the money of projects is divided. */
export function CostCodesTab() {
  return (
    <SharedListTab<CostCodeRow>
      list="cost-codes"
      intro="Codes by which the money of projects is divided. Levee's own set stands here until you bring yours; lines keep the code that they bear."
      columns={columns}
      filters={[inUseFilter]}
      defaultSort="code"
      form={costCodeForm}
      nameOf={(row) => `${row.code} ${row.name}`}
      factsOf={(row) => [["Covers", row.covers]]}
      fields={CostCodeFields}
      importHref="/master-data/cost-codes/import"
    />
  );
}
