import { useWatch } from "react-hook-form";
import { formatCents } from "#kernel/money.ts";
import { useGet } from "#web/kit/queries.ts";
import { orderLineTotal, type OrderLine, type OrderValues } from "./orderForm.ts";
import { overRoom } from "./order-room.model.ts";

type Contract = { number: string; left: number };
type Blanket = { number: string; amount: number; releasedAmount: number };

/**
 * What the lines come to beyond what their contract or blanket order has left, from the first line
 * on: sending the order asks the same.
 */
export function OrderRoom() {
  const [kind, contractId, blanketId, lines] = useWatch({
    name: ["kind", "contractId", "blanketId", "lines"],
  }) as [OrderValues["kind"], string | null, string | null, OrderLine[]];
  const release = kind === "release";
  const contract = useGet<Contract>("contracts", `/api/v1/contracts/${contractId}`, {
    enabled: !release && Boolean(contractId),
  }).data;
  const blanket = useGet<Blanket>("purchase-orders", `/api/v1/purchase-orders/${blanketId}`, {
    enabled: release && Boolean(blanketId),
  }).data;
  const room = release
    ? blanket && { number: blanket.number, left: blanket.amount - blanket.releasedAmount }
    : contractId && contract;
  const over = room && overRoom(room.left, lines.map(orderLineTotal));
  if (!room || !over) return null;
  return (
    <p className="text-13 text-warning" role="status">
      The lines come to {formatCents(over)} more than the {formatCents(Math.max(0, room.left))} left
      of {room.number}. {release ? "Raise the blanket order" : "Amend the contract's ceiling"}, or
      order less.
    </p>
  );
}
