import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { CapitalNav } from "../CapitalNav.tsx";
import { RequestFields, requestForm } from "./RequestFields.tsx";
import type { RequestDetail } from "./request.model.ts";

/** Changes a capital request that is not decided on yet. */
export default function RequestEdit() {
  return (
    <>
      <CapitalNav />
      <EditRecord<RequestDetail>
        form={requestForm}
        draft="capital-request"
        what="This request"
        closed="Whoever asked for it changes a draft; later, whoever keeps the plan does."
        put
        page={(id) => pathTo("capitalRequest", { id })}
      >
        {(request) => <RequestFields request={request} />}
      </EditRecord>
    </>
  );
}
