import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Area } from "#kernel/geo/area.ts";
import { placedOf, within, type Found, type UnplacedRecord } from "#areas/places/places.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ListPage } from "#server/http/list.ts";
import type { Drawn } from "./alert.labels.ts";
import type { AlertDetail, Exposed, ExposureQuery } from "./alert.model.ts";

/** So near to a warning's edge a record is shown as near, in meters. */
const nearMeters = 10_000;
/** So many points a map draws. */
const mostPoints = 2000;

type Groups = {
  placed: (Found & { group: "inside" | "possibly" | "near"; fresh: boolean })[];
  unplaced: UnplacedRecord[];
};
const keyOf = ({ noun, id }: { noun: string; id: string }) => `${noun}:${id}`;

/**
 * Records that the person may read, as a warning's area finds them. Where no area is drawn, none can
 * be judged.
 */
export const groupsOf = async (
  db: Db,
  actor: Actor,
  { area, before, drawn }: { area: Area; before: Area | null; drawn: Drawn },
): Promise<Groups> => {
  const { items, unplacedRecords } = await placedOf(db, actor);
  if (drawn === "none")
    return {
      placed: [],
      unplaced: [
        ...items.map(({ noun, nounLabel, id, label, about, href }) => ({
          noun,
          nounLabel,
          id,
          label,
          about,
          href,
        })),
        ...unplacedRecords,
      ],
    };
  const known = before ? new Set(within(items, before).map(keyOf)) : null;
  const found = within(items, area);
  const ids = new Set(found.map(keyOf));
  const near = within(items, area, nearMeters).filter((item) => !ids.has(keyOf(item)));
  const inside = found.filter(({ verdict }) => verdict === "inside");
  const possibly = found.filter(({ verdict }) => verdict !== "inside");
  const fresh = (item: Found) => known !== null && !known.has(keyOf(item));
  return {
    placed: [
      ...inside.map((item) => ({ ...item, group: "inside" as const, fresh: fresh(item) })),
      ...possibly.map((item) => ({ ...item, group: "possibly" as const, fresh: fresh(item) })),
      ...near.map((item) => ({ ...item, group: "near" as const, fresh: false })),
    ],
    unplaced: unplacedRecords,
  };
};

/** Numbers of each group, whole and by kind of record, and the points that a map draws. */
export const exposureOf = ({ placed, unplaced }: Groups): AlertDetail["exposure"] => {
  const none = () => ({ inside: 0, possibly: 0, near: 0, unjudged: 0 });
  const counts = none();
  const byNoun = new Map<string, AlertDetail["exposure"]["byNoun"][number]>();
  const count = (noun: string, label: string, group: keyof typeof counts) => {
    const kind = byNoun.get(noun) ?? { noun, label, ...none() };
    kind[group] += 1;
    counts[group] += 1;
    byNoun.set(noun, kind);
  };
  for (const { noun, nounLabel, group } of placed) count(noun, nounLabel, group);
  for (const { noun, nounLabel } of unplaced) count(noun, nounLabel, "unjudged");
  return {
    counts,
    byNoun: [...byNoun.values()],
    points: placed.slice(0, mostPoints).map((item) => ({
      id: keyOf(item),
      nounLabel: item.nounLabel,
      label: item.label,
      href: item.href,
      latitude: item.latitude,
      longitude: item.longitude,
      accuracy: item.accuracy,
      verdict: item.group === "near" ? "outside" : item.verdict,
    })),
  };
};

const rowsOf = ({ placed, unplaced }: Groups): Exposed[] => [
  ...placed.map((item) => ({
    id: keyOf(item),
    noun: item.noun,
    nounLabel: item.nounLabel,
    label: item.label,
    about: item.about,
    href: item.href,
    group: item.group,
    byZip: item.how === "zip",
    fresh: item.fresh,
  })),
  ...unplaced.map((item) => ({
    ...item,
    id: keyOf(item),
    group: "unjudged" as const,
    byZip: false,
    fresh: false,
  })),
];

const among = (asked: string | undefined, value: string) =>
  !asked || asked.split(",").includes(value);

/** A page of the records of a warning, of one group or all of them. 404 for an unknown warning. */
export const exposurePage = async (
  db: Db,
  actor: Actor,
  id: string,
  query: ExposureQuery,
): Promise<ListPage<Exposed>> => {
  const alert = await db.maybe<{ area: Area; before: Area | null; drawn: Drawn }>(sql`
    select
      a.area, a.drawn,
      (
        select b.area
        from weather_alert b
        where b.org_id = a.org_id and b.issuer = a.issuer and b.identifier = a.before_identifier
        order by b.id
        limit 1
      ) as before
    from weather_alert a
    where a.org_id = ${db.scope.orgId} and a.id = ${id}
  `);
  if (!alert) throw notFound("weather alert");
  const q = query.q?.trim().toLowerCase() ?? "";
  const rows = rowsOf(await groupsOf(db, actor, alert)).filter(
    (row) =>
      among(query.group, row.group) &&
      among(query.noun, row.noun) &&
      (query.fresh === undefined || row.fresh === (query.fresh === "true")) &&
      `${row.label} ${row.about}`.toLowerCase().includes(q),
  );
  const from = (query.page - 1) * query.limit;
  return {
    items: rows.slice(from, from + query.limit),
    total: rows.length,
    totalCapped: false,
    page: query.page,
    limit: query.limit,
    nextCursor: null,
  };
};
