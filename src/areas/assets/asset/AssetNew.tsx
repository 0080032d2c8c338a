import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { AssetFields } from "./AssetFields.tsx";
import { assetForm } from "./asset.form.ts";

/** Enters an asset as planned. */
export default function AssetNew() {
  return (
    <NewRecord
      form={assetForm}
      draft="asset-new"
      title="New asset"
      submitLabel="Enter the asset"
      list={pathTo("assets")}
      page={(id) => pathTo("asset", { id })}
    >
      <AssetFields />
    </NewRecord>
  );
}
