import { Combobox } from "#web/kit/form/Combobox.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { LineDetail } from "../line/line.model.ts";

/** Says which vendor of the agency a merchant is. */
export function MerchantDialog({ line, onClose }: { line: LineDetail; onClose: () => void }) {
  return (
    <PostDialog<{ vendorId: string }>
      title={`Which vendor ${line.merchant} is`}
      description="Its purchases are weighed together with the vendor's orders and invoices. Leave it empty where it is none."
      path={`/api/v1/card-lines/${line.id}/actions/merchant`}
      submit="Save"
      values={{ vendorId: line.vendorId ?? "" }}
      nouns={["card-lines", "card-findings", "card-standing"]}
      version={line.version}
      bodyOf={({ vendorId }) => ({ vendorId: vendorId || null })}
      onClose={onClose}
    >
      <Combobox<{ id: string; name: string }>
        name="vendorId"
        label="Vendor"
        path="/api/v1/vendors"
        itemLabel={({ name }) => name}
        currentLabel={line.vendorName}
      />
    </PostDialog>
  );
}
