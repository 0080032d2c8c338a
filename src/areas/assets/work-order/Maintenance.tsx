import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction, useRecord } from "#web/kit/queries.ts";
import { RecordSkeleton } from "#web/kit/states.tsx";
import type { AssetDetail } from "../asset/asset.model.ts";
import { MaintenanceNav } from "../MaintenanceNav.tsx";
import { blankNew, WorkOrderFields, type NewWorkForm } from "./WorkOrderFields.tsx";
import { WorkOrderTable } from "./WorkOrderTable.tsx";

function NewWork({ asset, from }: { asset?: AssetDetail; from: URLSearchParams }) {
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("work-orders", "service-requests");
  const serviceRequestId = from.get("serviceRequestId");
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Ask for work{asset ? ` on ${asset.name}` : ""}</h1>
      <Form<NewWorkForm>
        formKey={`work-order-new-${asset?.id ?? serviceRequestId ?? ""}`}
        defaultValues={{
          ...blankNew,
          assetId: asset?.id ?? null,
          title: from.get("title") ?? "",
          location: from.get("location") ?? "",
        }}
        submitLabel="Ask for it"
        wide
        onCancel={() => void navigate(pathTo("maintenance"))}
        onSubmit={async ({ tasks, ...values }) => {
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
