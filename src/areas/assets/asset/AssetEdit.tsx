import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { AssetFields } from "./AssetFields.tsx";
import { assetForm } from "./asset.form.ts";
import type { AssetDetail } from "./asset.model.ts";

/** Changes what is known of an asset. */
export default function AssetEdit() {
  return (
    <EditRecord<AssetDetail>
      form={assetForm}
      draft="asset"
      what="This asset"
      closed="Asset managers change what is known of assets; what is disposed of stays as it was."
      page={(id) => pathTo("asset", { id })}
    >
      {(asset) => <AssetFields asset={asset} />}
    </EditRecord>
  );
}
