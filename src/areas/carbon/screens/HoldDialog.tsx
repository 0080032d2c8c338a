import { Combobox } from "#web/kit/form/Combobox.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { CreditDetail } from "../credit/credit.model.ts";

type Order = { id: string; number: string; title: string };

/** Says by which order credits were bought. */
export function HoldDialog({ credit, onClose }: { credit: CreditDetail; onClose: () => void }) {
  return (
    <PostDialog<{ orderId: string | null }>
      title={`Hold ${credit.number}`}
      description="Credits are held once an order that went out bought them."
      path={`/api/v1/carbon-credits/${credit.id}/actions/hold`}
      version={credit.version}
      submit="Hold them"
      values={{ orderId: null }}
      nouns={["carbon-credits"]}
      onClose={onClose}
    >
      <Combobox<Order>
        name="orderId"
        label="Order"
        required
        path="/api/v1/purchase-orders"
        query="status=issued,acknowledged,partly_received,received,closed&sort=-number"
        itemLabel={({ number, title }) => `${number} ${title}`}
      />
    </PostDialog>
  );
}
