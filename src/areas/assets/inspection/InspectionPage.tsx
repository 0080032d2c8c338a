import { useMemo, type ComponentProps } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import type { Asked } from "#areas/forms/forms.public.ts";
import { FormFiller } from "#areas/forms/forms.ui.tsx";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { api, readBytes } from "#web/kit/api.ts";
import { uploadFile } from "#web/kit/form/DropZone.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Attachments, useAttachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { SubjectActions } from "../action/SubjectActions.tsx";
import { AnswerList } from "./AnswerList.tsx";
import { inspectionCycle, inspectionStatuses } from "./inspection.labels.ts";
import type { InspectionDetail } from "./inspection.model.ts";

const look = { statuses: inspectionStatuses, course: inspectionCycle.course };

// Photos are attached to the inspection; their answer is the id of the file.
const doorTo = (id: string) => ({
  originals: true,
  upload: async (file: File, question: string) => {
    const stored = await uploadFile(file);
    await api("/api/v1/attachments", {
      method: "POST",
      body: {
        objectType: "inspection",
        objectId: id,
        fileId: stored.id,
        label: question.slice(0, 60),
      },
    });
    return { ...stored, question, mediaType: file.type, held: null };
  },
  read: (fileId: string, size?: "small" | "large") =>
    readBytes(`/api/v1/files/${fileId}${size ? "/preview" : ""}`),
});

function Fill({
  inspection: i,
  files,
}: {
  inspection: InspectionDetail;
  files: ComponentProps<typeof FormFiller>["files"];
}) {
  const act = useMutationAction("inspections", "work-orders", "assets");
  const asked = useMemo(() => ({ pages: i.pages as Asked["pages"] }), [i.pages]);
  const door = useMemo(() => doorTo(i.id), [i.id]);
  const keep = async (answers: Record<string, unknown>) => {
    await act.mutateAsync({
      method: "PATCH",
      path: `/api/v1/inspections/${i.id}`,
      body: { answers },
      version: i.version,
    });
    notify.done("Kept", i.number);
  };
  return (
    <FormFiller
      form={asked}
      begun={i.answers}
      door={door}
      files={files ?? []}
      draftKey={`inspection-${i.id}`}
      sendLabel="Submit the inspection"
      onKeep={keep}
      onSend={async (answers) => {
        await act.mutateAsync({
          path: `/api/v1/inspections/${i.id}/actions/submit`,
          body: { answers },
          version: i.version,
        });
        notify.done("Submitted", i.number);
      }}
    />
  );
}

function FillWithFiles({ inspection: i }: { inspection: InspectionDetail }) {
  const attached = useAttachments("inspection", i.id);
  if (attached.isPending) return <RecordSkeleton />;
  const files = (attached.data?.items ?? []).map((one) => ({
    id: one.fileId,
    question: one.label,
    name: one.name,
    size: one.size,
    mediaType: one.mediaType,
    held: null,
  }));
  return <Fill inspection={i} files={files} />;
}

function Findings({ inspection: i }: { inspection: InspectionDetail }) {
  if (i.findings.length === 0) return null;
  return (
    <Panel title="What failed" aside={i.findings.length}>
      <ul className="grid gap-3">
        {i.findings.map((f) => (
          <li key={f.id}>
            <strong>{f.item}</strong>
            {f.said && <span> · {f.said}</span>}
            <div className="text-13 text-t2">
              {f.workOrderId && (
                <>
                  <Link to={pathTo("workOrder", { id: f.workOrderId })}>{f.workOrder}</Link>
                  {f.joined ? ", which was open for it already" : " was made for it"}
                </>
              )}
              {f.tookOut && " · the asset was taken out of service"}
              {!f.workOrderId && !f.tookOut && "Its rule makes no work."}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Inspection({ inspection: i }: { inspection: InspectionDetail }) {
  const { timeZone } = useAgency();
  const { can } = useAuth();
  const facts: [string, React.ReactNode][] = [
    ["Checklist", `${i.checklist}, version ${i.checklistVersion}`],
    ["By", i.citation],
    ["Asset", i.assetId && <Link to={pathTo("asset", { id: i.assetId })}>{i.asset}</Link>],
    ["Place", i.place],
    ["Where exactly", i.location],
    ["Given to", i.assigned],
    [
      "Certificates",
      i.certificates.length > 0 &&
        `${i.certificates.join(", ")}: ${i.qualification || (i.lacking.length > 0 ? "not checked" : "held")}`,
    ],
    [
      "Submitted",
      i.submittedAt && `${formatInstant(i.submittedAt, timeZone)} by ${i.submitter ?? ""}`,
    ],
    ["Reviewed by", i.reviewer],
    ["Review", i.reviewNote],
    ["Reason", i.statusReason],
  ];
  return (
    <>
      <Findings inspection={i} />
      {i.canFill ? (
        <Panel title="Checklist">
          <FillWithFiles key={i.id} inspection={i} />
        </Panel>
      ) : (
        i.submittedAt && <AnswerList inspection={i} />
      )}
      <Panel title="Inspection">
        {i.about && <p className="mb-4">{i.about}</p>}
        <Facts rows={facts} />
      </Panel>
      {can("correctiveAction.edit") && i.findings.length > 0 && (
        <SubjectActions type="inspection" id={i.id} />
      )}
    </>
  );
}

const tabs: RecordTab<InspectionDetail>[] = [
  { id: "inspection", label: "Inspection", content: (i) => <Inspection inspection={i} /> },
  {
    id: "documents",
    label: "Documents and photos",
    content: (i) => (
      <>
        <Attachments objectType="inspection" objectId={i.id} />
        <Comments objectType="inspection" objectId={i.id} />
      </>
    ),
  },
];

/** /inspections/:id: for who inspects, and for who manages inspections. */
export default function InspectionPage() {
  const { id = "" } = useParams();
  const act = useMutationAction("inspections");
  const answerFor = async (i: InspectionDetail) => {
    try {
      await act.mutateAsync({
        path: `/api/v1/inspections/${i.id}/actions/acknowledge`,
        body: {},
        version: i.version,
      });
      notify.done("Acknowledged", i.number);
    } catch (error) {
      notify.failed("It was not acknowledged", error);
    }
  };
  return (
    <RecordPage<InspectionDetail>
      path="/api/v1/inspections"
      id={id}
      lifecycle={look}
      title={(i) => i.title}
      subtitle={(i) => i.asset ?? i.location}
      owner={(i) => i.assigned}
      deadline={(i) =>
        i.dueOn && ["scheduled", "in_progress"].includes(i.status)
          ? { at: i.dueOn, label: "Due" }
          : null
      }
      ownActions={["submit"]}
      actionFields={{
        review: (
          <label className="field">
            <span className="field-label">Note</span>
            <textarea name="note" className="field-control" rows={3} maxLength={2000} />
          </label>
        ),
      }}
      extraActions={(i) =>
        i.canAcknowledge
          ? [{ label: "Confirm the certificates", onSelect: () => void answerFor(i) }]
          : []
      }
      tabs={tabs}
    />
  );
}
