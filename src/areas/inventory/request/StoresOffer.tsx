import { Warehouse } from "lucide-react";
import { useState } from "react";
import { shownDecimal } from "#kernel/quantity.ts";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { StockOffer } from "./request.model.ts";

const TakeDialog = dialogOnDemand(async () => (await import("./TakeDialog.tsx")).TakeDialog);

/** What somebody types that is to be bought, once it rests. */
export type Needed = { description: string; commodity: string };

/**
 * What the stores have free of a need, offered before it is bought; nothing where they have none.
 */
export function StoresOffer({
  needed,
  quantity,
  unit,
  departmentId,
}: {
  needed: Needed;
  quantity: string;
  unit: string;
  departmentId: string;
}) {
  const enabled = needed.commodity !== "" || needed.description.trim().length > 2;
  const offers =
    useGet<{ items: StockOffer[] }>(
      "stock-items",
      `/api/v1/stock-offers?${new URLSearchParams(needed).toString()}`,
      { enabled },
    ).data?.items ?? [];
  const [taking, setTaking] = useState<StockOffer | null>(null);
  const [taken, setTaken] = useState<string | null>(null);
  if (!enabled || (offers.length === 0 && !taken)) return null;
  return (
    <div className="grid gap-1 text-13">
      {taken && (
        <p className="notice" role="status">
          {taken} is asked of the stores and held. Remove this line, or leave in it what is still to
          be bought.
        </p>
      )}
      {offers.map((offer) => (
        <p key={offer.id} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-t2">
          <Warehouse className="text-t3" aria-hidden="true" />
          <span>
            The stores have{" "}
            <b className="font-medium text-t1">
              {shownDecimal(offer.free)} {offer.unit}
            </b>{" "}
            of {offer.name} free, at {offer.places.join(", ")}.
          </span>
          <Held permission="stock.ask" what="Take from the stores">
            <button type="button" className="text-link underline" onClick={() => setTaking(offer)}>
              Take from the stores
              <span className="visually-hidden">: {offer.name}</span>
            </button>
          </Held>
        </p>
      ))}
      {taking && (
        <TakeDialog
          offer={taking}
          quantity={unit === taking.unit ? quantity : ""}
          departmentId={departmentId}
          onClose={() => setTaking(null)}
          onDone={() => setTaken(taking.name)}
        />
      )}
    </div>
  );
}
