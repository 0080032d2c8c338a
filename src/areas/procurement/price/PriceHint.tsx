import { History } from "lucide-react";
import { useEffect, useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { shownPrice } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import type { PricePaid } from "./price.model.ts";

/** A value that follows another half a second after it rests. */
export const useSettled = <T,>(value: T): T => {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), 500);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

const comparison = (typed: number, paid: number): string | null => {
  if (!(typed > 0) || !(paid > 0)) return null;
  const percent = Math.round((typed / paid - 1) * 100);
  return percent === 0
    ? "as this one"
    : `this one is ${Math.abs(percent)}% ${percent > 0 ? "higher" : "lower"}`;
};

type HintProps = {
  commodity: string;
  description: string;
  unit: string;
  unitPrice: string;
  onTake: (price: string) => void;
};

/**
 * What was paid for this before: the last price in the same unit, the others on request. Says
 * nothing when nothing was bought.
 */
export function PriceHint({ commodity, description, unit, unitPrice, onTake }: HintProps) {
  const asked = useSettled({ commodity, description: description.trim() });
  const enabled = asked.commodity !== "" || asked.description.length > 2;
  const prices =
    useGet<{ items: PricePaid[] }>(
      "purchase-orders",
      `/api/v1/price-history?${new URLSearchParams(asked).toString()}`,
      { enabled },
    ).data?.items ?? [];
  const [open, setOpen] = useState(false);
  const same = prices.filter((price) => price.unit.toLowerCase() === unit.trim().toLowerCase());
  const last = same[0];
  if (!enabled || prices.length === 0) return null;
  const said = last ? comparison(Number(unitPrice), Number(last.unitPrice)) : null;
  return (
    <div className="grid grid-cols-1 gap-2 text-13">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-t2">
        <History className="text-t3" aria-hidden="true" />
        {last ? (
          <span>
            Last paid <b className="font-medium text-t1">${shownPrice(last.unitPrice)}</b> per{" "}
            {last.unit} on {formatDate(last.orderedOn)}, {last.vendor}
            {said && `; ${said}`}.
          </span>
        ) : (
          <span>Bought before in other units.</span>
        )}
        {last && Number(unitPrice) !== Number(last.unitPrice) && (
          <button
            type="button"
            className="text-link underline"
            onClick={() => onTake(String(Number(last.unitPrice)))}
          >
            Use it
          </button>
        )}
        <button
          type="button"
          className="text-link underline"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? "Hide" : counted(prices.length, "price")}
        </button>
      </p>
      {open && (
        <ul className="grid grid-cols-1 border-t border-hair">
          {prices.map((price) => (
            <li
              key={price.id}
              className="flex flex-wrap justify-between gap-x-4 border-b border-hair py-1.5"
            >
              <span className="min-w-0">
                <span className="mono text-t3">{price.orderNumber}</span> {price.vendor}{" "}
                <span className="text-t3">{price.description}</span>
              </span>
              <span className="num">
                ${shownPrice(price.unitPrice)} / {price.unit}{" "}
                <span className="text-t3">{formatDate(price.orderedOn)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
