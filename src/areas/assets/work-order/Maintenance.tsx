import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction, useRecord } from "#web/kit/queries.ts";
import { attachFiles } from "#web/kit/record/Attachments.tsx";
import { RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { AssetDetail } from "../asset/asset.model.ts";
import { MaintenanceNav } from "../MaintenanceNav.tsx";
import {
  blankNew,
  WorkOrderFields,
  type NewWorkForm as NewWorkValues,
} from "./WorkOrderFields.tsx";
import { WorkOrderTable } from "./WorkOrderTable.tsx";

type Told = {
  description: string;
  photoId: string | null;
  additions: { photoId: string | null }[];
};

/** Work that answers a report begins with its words; its photos go along by themselves. */
function NewWork(props: { asset?: AssetDetail; from: URLSearchParams }) {
  const id = props.from.get("serviceRequestId");
  const told = useGet<Told>("service-requests", `/api/v1/service-requests/${id}`, {
    enabled: id !== null,
  });
  if (id !== null && told.isPending) return <RecordSkeleton />;
  return <NewWorkForm {...props} told={told.data ?? null} />;
}

function NewWorkForm({
  asset,
  from,
  told,
}: {
  asset?: AssetDetail;
  from: URLSearchParams;
  told: Told | null;
}) {
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("work-orders", "service-requests");
  const serviceRequestId = from.get("serviceRequestId");
  const photos = told
    ? [told.photoId, ...told.additions.map((each) => each.photoId)].filter(Boolean).length
    : 0;
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Ask for work{asset ? ` on ${asset.name}` : ""}</h1>
      {photos > 0 && (
        <p className="notice">
          {counted(photos, "photo")} of the report {photos === 1 ? "goes" : "go"} with it.
        </p>
      )}
      <Form<NewWorkValues>
        formKey={`work-order-new-${asset?.id ?? serviceRequestId ?? ""}`}
        defaultValues={{
          ...blankNew,
          assetId: asset?.id ?? null,
          title: from.get("title") ?? "",
          description: told?.description ?? "",
          location: from.get("location") ?? "",
        }}
        submitLabel="Submit request"
        wide
        onCancel={() => void navigate(pathTo("maintenance"))}
        onSubmit={async ({ tasks, photos, ...values }) => {
          const made = await save.mutateAsync({
            path: "/api/v1/work-orders",
            body: {
              ...values,
              serviceRequestId,
              tasks: tasks.map(({ title, mandatory }) => ({
                title,
                mandatory: mandatory === "yes",
              })),
            },
          });
          await attachFiles("workOrder", made.id, photos).catch((error: unknown) =>
            notify.failed("The work is asked for, but not every photo was attached", error),
          );
          void navigate(pathTo("workOrder", { id: made.id }));
        }}
      >
        <WorkOrderFields asset={asset?.name ?? null} fresh />
      </Form>
    </div>
  );
}

function NewWorkOn({ assetId, from }: { assetId: string; from: URLSearchParams }) {
  const found = useRecord<AssetDetail>("/api/v1/assets", assetId);
  if (found.isPending) return <RecordSkeleton />;
  return <NewWork {...(found.data ? { asset: found.data } : {})} from={from} />;
}

// The asset whose label was scanned; a label that is nobody's leaves the choice open.
function NewWorkByTag({ tag, from }: { tag: string; from: URLSearchParams }) {
  const found = useGet<{ id: string }>("assets", `/api/v1/asset-labels/${encodeURIComponent(tag)}`);
  if (found.isPending) return <RecordSkeleton />;
  return found.data ? <NewWorkOn assetId={found.data.id} from={from} /> : <NewWork from={from} />;
}

/** /maintenance-management: work orders; `?action=create` opens the form. */
export default function Maintenance() {
  const [search] = useSearchParams();
  if (search.get("action") !== "create")
    return (
      <>
        <MaintenanceNav open="maintenance" />
        <WorkOrderTable />
      </>
    );
  const assetId = search.get("assetId");
  const tag = search.get("tag");
  if (!assetId && tag) return <NewWorkByTag tag={tag} from={search} />;
  return assetId ? <NewWorkOn assetId={assetId} from={search} /> : <NewWork from={search} />;
}
