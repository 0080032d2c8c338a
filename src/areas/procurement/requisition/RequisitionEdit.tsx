import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { RequisitionFields, requisitionForm, RequisitionRail } from "./RequisitionFields.tsx";
import type { RequisitionDetail } from "./requisition.model.ts";

/** Changes a draft or returned requisition of one's own. */
export default function RequisitionEdit() {
  return (
    <EditRecord<RequisitionDetail>
      form={requisitionForm}
      draft="requisition"
      what="This requisition"
      closed={({ status }) =>
        status === "draft" || status === "returned"
          ? "Only the person who asked for it can change it."
          : "It was submitted. Take it back first, if it is not approved yet."
      }
      opens="Open it"
      heading={({ number }) => <h1>Change {number}</h1>}
      submitLabel="Check and submit"
      choices={[{ name: "later", label: "Save" }]}
      page={(id, saved) =>
        pathTo(saved && saved.choice !== "later" ? "requisitionCheck" : "requisition", { id })
      }
    >
      {() => (
        <div className="form-railed">
          <div className="grid min-w-0 grid-cols-1 gap-8">
            <RequisitionFields isNew={false} />
          </div>
          <RequisitionRail />
        </div>
      )}
    </EditRecord>
  );
}
