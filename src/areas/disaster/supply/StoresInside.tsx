import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Panel } from "#web/kit/states.tsx";
import type { Supply } from "./supply.model.ts";

/** Stock at places inside a warning: what may be lost, or is to be moved before. */
export function StoresInside({ stores }: { stores: Supply["stores"] }) {
  if (stores.length === 0) return null;
  return (
    <Panel title="Stock inside a warning" flush>
      <ul>
        {stores.map((one) => (
          <li key={one.placeId} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
            <span className="flex flex-wrap items-baseline gap-3">
              <span className="font-medium">{one.place}</span>
              <span className="ml-auto">{formatCents(one.cents)}</span>
            </span>
            <span className="text-13 text-t2">
              {counted(one.items, "item lies", "items lie")} here,{" "}
              {one.verdict === "inside" ? "inside" : "possibly inside"} of {one.headline}
            </span>
          </li>
        ))}
      </ul>
      <p className="px-4 py-3">
        <Link to={pathTo("inventory")}>Move it to another place</Link>
      </p>
    </Panel>
  );
}
