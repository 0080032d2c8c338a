import { formatDate } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { DateField, FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { entryColumns, inUseFilter, SharedListTab } from "../master/SharedListTab.tsx";
import { placeForm } from "./place.form.ts";
import { placeKinds, placeLine } from "./place.labels.ts";
import type { PlaceRow } from "./place.model.ts";
import { PlaceField } from "./PlaceField.tsx";

const kindChoices = options(placeKinds);

const columns: readonly Column<PlaceRow>[] = [
  { id: "name", label: "Name", kind: "text", value: (row) => row.name },
  { id: "kind", label: "Kind", kind: "text", value: (row) => placeKinds[row.kind] },
  {
    id: "street",
    label: "Address",
    kind: "text",
    value: (row) => placeLine({ ...row, name: "" }) || null,
    sortable: false,
  },
  {
    id: "parentName",
    label: "Part of",
    kind: "text",
    value: (row) => row.parentName,
    sortable: false,
  },
  ...entryColumns<PlaceRow>(),
];
const filters: readonly Filter[] = [
  inUseFilter,
  { id: "kind", label: "Kind", kind: "set", options: kindChoices },
];

function PlaceFields() {
  return (
    <>
      <FormRow>
        <TextField name="name" label="Name" required maxLength={120} />
        <SelectField name="kind" label="Kind" required options={kindChoices} />
      </FormRow>
      <TextField name="street" label="Street" maxLength={200} />
      <FormRow>
        <TextField name="city" label="City" maxLength={100} />
        <TextField name="state" label="State" maxLength={2} hint="Two letters" />
      </FormRow>
      <FormRow>
        <TextField name="postalCode" label="ZIP" maxLength={10} />
        <PlaceField name="parentId" label="Part of" />
      </FormRow>
      <FormRow>
        <TextField name="latitude" label="Latitude" hint="Degrees, such as 44.7891" />
        <TextField name="longitude" label="Longitude" hint="Such as -93.6025" />
      </FormRow>
      <TextField name="hours" label="Hours" maxLength={200} hint="When deliveries are taken" />
      <TextArea name="note" label="Note" rows={2} maxLength={1000} />
      <FormRow>
        <DateField name="activeFrom" label="In use from" />
        <DateField name="activeTo" label="In use until" />
      </FormRow>
    </>
  );
}

const factsOf = (row: PlaceRow) =>
  [
    ["Kind", placeKinds[row.kind]],
    ["Address", placeLine({ ...row, name: "" })],
    ["Position", row.latitude ? `${row.latitude}, ${row.longitude}` : ""],
    ["Part of", row.parentName ?? ""],
    ["Hours", row.hours],
    ["Note", row.note],
    ["In use from", row.activeFrom ? formatDate(row.activeFrom) : ""],
    ["In use until", row.activeTo ? formatDate(row.activeTo) : ""],
  ] as const;

/** The agency's places. */
export function PlacesTab() {
  return (
    <SharedListTab<PlaceRow>
      list="places"
      intro="Where things are delivered and stand. Requisitions and orders choose one of them; an order keeps name and address as they stood when it went out."
      columns={columns}
      filters={filters}
      defaultSort="name"
      form={placeForm}
      nameOf={(row) => row.name}
      factsOf={factsOf}
      fields={PlaceFields}
      importHref="/master-data/places/import"
    />
  );
}
