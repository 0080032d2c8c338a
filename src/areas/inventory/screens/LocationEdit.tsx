import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { stockLocationForm } from "../location/location.form.ts";
import type { LocationDetail } from "../location/location.model.ts";
import { LocationFields } from "./LocationFields.tsx";

/** Changes a stock location that is in use. */
export default function LocationEdit() {
  return (
    <EditRecord<LocationDetail>
      form={stockLocationForm}
      draft="stock-location"
      what="This location"
      name={(location) => location.code}
      may={({ status }) => status === "active"}
      closed="It is retired: use it again first."
      opens="Open the location"
      page={(id) => pathTo("stockLocation", { id })}
    >
      {(location) => <LocationFields location={location} />}
    </EditRecord>
  );
}
