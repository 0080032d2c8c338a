import { useState } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { ItemDetail } from "../item/item.model.ts";

const NewLotDialog = dialogOnDemand(async () => (await import("./LotDialog.tsx")).NewLotDialog);

/** Enters a lot or a serial number of an item in use. */
export function NewLotButton({ item }: { item: ItemDetail }) {
  const { can } = useAuth();
  const [adding, setAdding] = useState(false);
  if (!can("stock.edit") || item.status !== "active") return null;
  return (
    <>
      <button type="button" className="btn" onClick={() => setAdding(true)}>
        {item.tracking === "serial" ? "New serial number" : "New lot"}
      </button>
      {adding && <NewLotDialog item={item} onClose={() => setAdding(false)} />}
    </>
  );
}
