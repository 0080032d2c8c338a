import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import type { TreeLocation } from "../location/location.model.ts";

const insets = ["", "pl-4", "pl-8", "pl-12", "pl-16", "pl-20", "pl-24", "pl-28"] as const;

function Leaf({ at, place, chosen }: { at: TreeLocation; place: string | null; chosen: boolean }) {
  const narrowed = chosen ? pathTo("inventory") : `${pathTo("inventory")}?locationId=${at.id}`;
  return (
    <li className={insets[Math.min(at.depth, insets.length - 1)]}>
      {place && <p className="mt-2 text-13 text-t2">{place}</p>}
      <span className="flex flex-wrap items-baseline gap-x-2">
        <Link className="mono text-link" to={pathTo("stockLocation", { id: at.id })}>
          {at.code}
        </Link>
        <Link
          to={narrowed}
          aria-current={chosen ? "true" : undefined}
          className={chosen ? "font-semibold" : ""}
        >
          {at.name}
        </Link>
        {at.quarantine && <span className="text-13 text-warning">Quarantine</span>}
      </span>
    </li>
  );
}

/**
 * Where the stores are: locations in use, each below the one that it is within. A name narrows the items to
 * what lies there; a code opens the location.
 */
export function LocationTree() {
  const [search] = useSearchParams();
  const chosen = search.get("locationId");
  const found = useGet<{ items: TreeLocation[] }>("stock-locations", "/api/v1/stock-location-tree");
  if (found.error) return <ErrorPanel error={found.error} what="The locations" />;
  const items = found.data?.items ?? [];
  return (
    <Panel title="Locations" aside={items.length}>
      {found.data && items.length === 0 && (
        <p className="text-t2">No location yet. Begin with the yard or the room.</p>
      )}
      <ul className="grid gap-1">
        {items.map((at, index) => (
          <Leaf
            key={at.id}
            at={at}
            chosen={at.id === chosen}
            place={at.depth === 0 && at.place !== items[index - 1]?.place ? at.place : null}
          />
        ))}
      </ul>
    </Panel>
  );
}
