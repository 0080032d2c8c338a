import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { ReorderProposal } from "./reorder.model.ts";

const ReorderDialog = dialogOnDemand(
  async () => (await import("./ReorderDialog.tsx")).ReorderDialog,
);

/** Offers to ask for what runs low, where something does that is neither on order nor asked for. */
export function ReorderButton({ itemId = null }: { itemId?: string | null }) {
  const [opened, setOpened] = useState(false);
  const query = itemId ? `?itemId=${itemId}` : "";
  const read = useGet<{ items: ReorderProposal[] }>(
    "stock-items",
    `/api/v1/stock-reorders/proposals${query}`,
  );
  const low = read.data?.items.length ?? 0;
  if (low === 0) return null;
  return (
    <Held permission="stock.move" what="Reorder">
      <button type="button" className="btn" onClick={() => setOpened(true)}>
        {itemId ? "Reorder" : `Reorder ${counted(low, "item")}`}
      </button>
      {opened && <ReorderDialog itemId={itemId} onClose={() => setOpened(false)} />}
    </Held>
  );
}
