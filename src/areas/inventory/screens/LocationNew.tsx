import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { stockLocationForm } from "../location/location.form.ts";
import { LocationFields } from "./LocationFields.tsx";

/** Enters a stock location. */
export default function LocationNew() {
  return (
    <NewRecord
      title="New stock location"
      lead="A yard, a room, a shelf, a bin: each within another, the outermost at one of the agency's places."
      form={stockLocationForm}
      draft="stock-location-new"
      submitLabel="Save"
      list={pathTo("inventory")}
      page={(id) => pathTo("stockLocation", { id })}
    >
      <LocationFields />
    </NewRecord>
  );
}
