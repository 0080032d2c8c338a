import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { AssetFields, toForm, toInput, type AssetForm } from "./AssetFields.tsx";
import type { AssetDetail } from "./asset.model.ts";

/** Changes what is known of an asset. */
export default function AssetEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const opened = useOpened<AssetDetail>("/api/v1/assets", id);
  const save = useMutationAction<{ id: string }>("assets");
  if (opened.isPending) return <RecordSkeleton />;
  if (!opened.record)
    return (
      <ErrorPanel error={opened.error} what="This asset" onRetry={() => void opened.refetch()} />
    );
  const { number, version, canEdit } = opened.record;
  const back = () => void navigate(pathTo("asset", { id }));
  if (!canEdit)
    return (
      <EmptyState page kind="no-access" title={`${number} cannot be changed now`}>
        Asset managers change what is known of assets; what is disposed of stays as it was.
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Change {number}</h1>
      <Form<AssetForm>
        formKey={`asset-${id}`}
        defaultValues={toForm(opened.record)}
        submitLabel="Save"
        wide
        onCancel={back}
        version={version}
        conflict={opened.conflictOf(toForm)}
        onSubmit={async (values) => {
          await save.mutateAsync({
            method: "PATCH",
            path: `/api/v1/assets/${id}`,
            body: toInput(values),
            version,
          });
          back();
        }}
      >
        <AssetFields asset={opened.record} />
      </Form>
    </div>
  );
}
