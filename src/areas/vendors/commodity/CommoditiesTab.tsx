import { entryColumns, inUseFilter, SharedListTab } from "#areas/organization/organization.ui.tsx";
import { FormRow, TextField } from "#web/kit/form/fields.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { commodityForm } from "./commodity.form.ts";
import type { CommodityEntry } from "./commodity.model.ts";

const columns: readonly Column<CommodityEntry>[] = [
  { id: "code", label: "Code", kind: "plate", value: (row) => row.code },
  { id: "name", label: "Name", kind: "text", value: (row) => row.name },
  { id: "scheme", label: "Scheme", kind: "text", value: (row) => row.scheme },
  ...entryColumns<CommodityEntry>(),
];
const filters: readonly Filter[] = [
  inUseFilter,
  {
    id: "scheme",
    label: "Scheme",
    kind: "set",
    options: ["NAICS", "PSC", "NIGP"].map((value) => ({ value, label: value })),
  },
];

function CommodityFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <FormRow>
        <TextField
          name="code"
          label="Code"
          required
          maxLength={20}
          disabled={!isNew}
          hint={isNew ? "Such as 745-67" : "Records name it, so it stays"}
        />
        <TextField name="scheme" label="Scheme" required maxLength={20} hint="NIGP, or your own" />
      </FormRow>
      <TextField name="name" label="Name" required maxLength={300} />
    </>
  );
}

/** The agency's commodity codes. */
export function CommoditiesTab() {
  return (
    <SharedListTab<CommodityEntry>
      list="commodities"
      intro="Codes that the agency brought, and those of NAICS and PSC that somebody chose once. The rest of both comes with Levee and is offered without standing here."
      columns={columns}
      filters={filters}
      defaultSort="code"
      form={commodityForm}
      nameOf={(row) => `${row.code} ${row.name}`}
      factsOf={(row) => [["Scheme", row.scheme]]}
      fields={CommodityFields}
      importHref="/vendor-directory/codes"
      importPermission="vendor.import"
    />
  );
}
