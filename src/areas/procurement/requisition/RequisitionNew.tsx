import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { attachFiles } from "#web/kit/record/Attachments.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import {
  RequisitionFields,
  requisitionForm,
  RequisitionRail,
  toCopy,
} from "./RequisitionFields.tsx";
import type { RequisitionDetail } from "./requisition.model.ts";
import type { RequisitionValues } from "./requisitionForm.ts";

function Asking({ from }: { from: RequisitionDetail | null }) {
  const { me } = useAuth();
  const navigate = useNavigate();
  return (
    <div className="grid gap-5">
      <div>
        <h1>New requisition</h1>
        <p className="mt-1 text-t2">
          {from
            ? `What ${from.number} said is filled in. Enter the day it is needed; everything else can be changed.`
            : "Say what is needed and which budget pays. You check everything before it goes to the approvers."}
        </p>
      </div>
      <RecordForm
        form={requisitionForm}
        draft={from ? `requisition-new-${from.id}` : "requisition-new"}
        known={from ? toCopy(from) : { departmentId: me?.department?.id ?? "" }}
        submitLabel="Check and submit"
        onCancel={() => void navigate(pathTo("requisitions"))}
        choices={[{ name: "draft", label: "Save as a draft" }]}
        saved={({ id }, { files }) =>
          attachFiles("requisition", id, (files as RequisitionValues["files"]) ?? []).catch(
            (error: unknown) =>
              notify.failed("The requisition is saved, but not every file was attached", error),
          )
        }
        onSaved={(id, { choice }) =>
          void navigate(pathTo(choice === "draft" ? "requisition" : "requisitionCheck", { id }))
        }
      >
        <div className="form-railed">
          <div className="grid min-w-0 grid-cols-1 gap-8">
            <RequisitionFields isNew />
          </div>
          <RequisitionRail />
        </div>
      </RecordForm>
    </div>
  );
}

function Copying({ id }: { id: string }) {
  const record = useRecord<RequisitionDetail>("/api/v1/requisitions", id);
  if (record.isPending) return <RecordSkeleton />;
  return record.data ? (
    <Asking from={record.data} />
  ) : (
    <ErrorPanel
      error={record.error}
      what="The requisition to ask for anew"
      onRetry={() => void record.refetch()}
    />
  );
}

/**
 * Asks for something, anew or as an earlier requisition (`?copy=`) did: saved as a draft under its
 * number first, then checked and submitted.
 */
export default function RequisitionNew() {
  const copy = useSearchParams()[0].get("copy");
  return copy ? <Copying key={copy} id={copy} /> : <Asking from={null} />;
}
