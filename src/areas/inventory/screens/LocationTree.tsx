import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import type { TreeLocation } from "../location/location.model.ts";

const insets = ["", "pl-4", "pl-8", "pl-12", "pl-16", "pl-20", "pl-24", "pl-28"] as const;

function Leaf({ at, place }: { at: TreeLocation; place: string | null }) {
  return (
    <li className={insets[Math.min(at.depth, insets.length - 1)]}>
      {place && <p className="mt-2 text-13 text-t2">{place}</p>}
      <Link className="text-link" to={pathTo("stockLocation", { id: at.id })}>
        <span className="mono">{at.code}</span> {at.name}
      </Link>
      {at.quarantine && <span className="ml-2 text-13 text-warning">Quarantine</span>}
    </li>
  );
}

/** Where the stores are: locations in use, each below the one that it is within. */
export function LocationTree() {
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
            place={at.depth === 0 && at.place !== items[index - 1]?.place ? at.place : null}
          />
        ))}
      </ul>
    </Panel>
  );
}
