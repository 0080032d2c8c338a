import { useMemo } from "react";
import { Link } from "react-router";
import { groupBy } from "#kernel/group.ts";
import type { MapPoint } from "#web/kit/map/map.types.ts";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import type { AgentFindingDetail } from "../finding/finding.model.ts";

type Source = AgentFindingDetail["sources"][number];

const groupOf = (source: Source): string => (source.kind === "record" && source.group) || "";

/** What of it has a place. */
export const pointsOf = (sources: readonly Source[]): MapPoint[] =>
  sources.flatMap((source) =>
    source.kind === "record" && source.place
      ? [
          {
            ...{ id: source.href, label: source.label, href: source.href, ...source.place },
            about: groupOf(source) || source.label,
          },
        ]
      : [],
  );

function One({ source }: { source: Source }) {
  return (
    <li className="rounded border border-hair p-2">
      {source.kind === "rule" ? (
        <>
          <strong>{source.label}</strong> <span className="text-t2">{source.citation}</span>
        </>
      ) : (
        <Link to={source.href}>
          {source.label}
          {source.kind === "passage" && `, page ${source.page}`}
        </Link>
      )}
      <p className="text-t2">
        {source.kind === "passage" ? `The document says: “${source.says}”` : source.says}
      </p>
    </li>
  );
}

/** What a finding rests on, sort by sort; those with a place on a map above. */
export function Sources({ sources, map }: { sources: readonly Source[]; map: boolean }) {
  const points = useMemo(() => pointsOf(sources), [sources]);
  const named = [...groupBy(sources, groupOf)].toSorted(
    ([a], [b]) => Number(a === "") - Number(b === ""),
  );
  return (
    <>
      {map && points.length > 0 && (
        <section className="grid min-w-0 gap-2" aria-label="Map of what it names">
          <AgencyMap label="Map of what it names" points={points} alone near />
        </section>
      )}
      {named.map(([group, of]) => (
        <section key={group} className="grid gap-2">
          <h3>{group ? `${group} (${of.length})` : "What it rests on"}</h3>
          <ul className="grid gap-2">
            {of.map((source) => (
              <One key={`${source.kind} ${source.label} ${source.says}`} source={source} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
