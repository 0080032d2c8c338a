import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { CapitalNav } from "../CapitalNav.tsx";
import { RequestFields, requestForm } from "./RequestFields.tsx";

/** Asks for a capital project. */
export default function RequestNew() {
  return (
    <>
      <CapitalNav />
      <NewRecord
        form={requestForm}
        draft="capital-request-new"
        title="New capital request"
        submitLabel="Save draft"
        list={pathTo("capitalRequests")}
        page={(id) => pathTo("capitalRequest", { id })}
      >
        <RequestFields />
      </NewRecord>
    </>
  );
}
