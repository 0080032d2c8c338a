import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { AssetFields, blankAsset, toInput, type AssetForm } from "./AssetFields.tsx";

/** Enters an asset as planned. */
export default function AssetNew() {
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("assets");
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">New asset</h1>
      <Form<AssetForm>
        formKey="asset-new"
        defaultValues={blankAsset}
        submitLabel="Enter the asset"
        wide
        onCancel={() => void navigate(pathTo("assets"))}
        onSubmit={async (values) => {
          const made = await save.mutateAsync({ path: "/api/v1/assets", body: toInput(values) });
          void navigate(pathTo("asset", { id: made.id }));
        }}
      >
        <AssetFields />
      </Form>
    </div>
  );
}
