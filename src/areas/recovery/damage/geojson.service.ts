import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { paDeclaration } from "../recovery.tables.ts";
import { damageInput } from "./damage.model.ts";
import { reportDamage } from "./damage.service.ts";

const point = z.object({
  type: z.literal("Feature"),
  geometry: z
    .object({
      type: z.literal("Point"),
      coordinates: z.tuple([z.number(), z.number()]).rest(z.number()),
    })
    .nullable(),
  properties: z.record(z.string(), z.unknown()).nullable(),
});
export const geojsonInput = z.object({
  declarationId: z.uuid("Choose the declaration."),
  text: z.string().min(2, "The file is empty.").max(10_000_000),
});
export const geojsonResult = z.object({
  read: z.number(),
  taken: z.number(),
  known: z.number(),
  refused: z.array(z.object({ feature: z.number(), why: z.string() })),
});
type Result = z.output<typeof geojsonResult>;

type Row = {
  id: string;
  number: string;
  title: string;
  location: string;
  category: string;
  cause: string;
  occurredOn: string;
  status: string;
  estimateCents: number;
  latitude: number | null;
  longitude: number | null;
};

/** The damage of a declaration as a FeatureCollection (RFC 7946); without a place the geometry is null. 404. */
export const damageGeojson = async (db: Db, declarationId: string): Promise<string> => {
  await getRow(db, paDeclaration, declarationId, "declaration");
  const rows = await db.rows<Row>(sql`
    select
      id, number, title, location, category, cause, occurred_on, status, estimate_cents, latitude,
      longitude
    from pa_damage
    where org_id = ${db.scope.orgId} and declaration_id = ${declarationId}
    order by number
    limit 20000
  `);
  return JSON.stringify({
    type: "FeatureCollection",
    features: rows.map(({ latitude, longitude, id, ...properties }) => ({
      type: "Feature",
      id,
      geometry:
        latitude === null || longitude === null
          ? null
          : { type: "Point", coordinates: [longitude, latitude] },
      properties,
    })),
  });
};

const cell = (value: string | number | null): string => {
  const text = value === null ? "" : String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
const inventoryHeads = [
  "Category",
  "Name of damage",
  "Damage number",
  "Address",
  "Latitude",
  "Longitude",
  "Primary cause of damage",
  "Date damaged",
  "Approximate cost",
  "Status",
] as const;

/**
 * The damage inventory of a declaration as the Grants Portal takes it in; the names of its columns are not
 * verified against FEMA's template. Damage that is out of the list stays out. 404.
 */
export const damageInventory = async (db: Db, declarationId: string): Promise<string> => {
  await getRow(db, paDeclaration, declarationId, "declaration");
  const rows = await db.rows<Row>(sql`
    select
      id, number, title, location, category, cause, occurred_on, status, estimate_cents, latitude,
      longitude
    from pa_damage
    where org_id = ${db.scope.orgId}
      and declaration_id = ${declarationId}
      and status in ('reported', 'inspected', 'documented')
    order by category, number
    limit 20000
  `);
  const lines = rows.map((d) => [
    d.category,
    d.title,
    d.number,
    d.location,
    d.latitude,
    d.longitude,
    d.cause,
    d.occurredOn,
    (d.estimateCents / 100).toFixed(2),
    d.status,
  ]);
  return [inventoryHeads, ...lines].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
};

const featuresOf = (text: string): unknown[] => {
  try {
    const found = JSON.parse(text) as { type?: string; features?: unknown };
    return found.type === "FeatureCollection" && Array.isArray(found.features)
      ? found.features
      : [];
  } catch {
    return [];
  }
};

const inputOf = (feature: unknown, declarationId: string) => {
  const read = point.safeParse(feature);
  if (!read.success) return { why: "It is no point with properties." };
  const [longitude, latitude] = read.data.geometry?.coordinates ?? [null, null];
  const said = damageInput.safeParse({
    ...read.data.properties,
    declarationId,
    latitude,
    longitude,
  });
  return said.success ? { input: said.data } : { why: said.error.issues[0]!.message };
};

/**
 * Takes points of a FeatureCollection into the damage list. What a feature lacks is said by its place in the
 * file; the same damage again changes nothing.
 */
export const importGeojson = async (
  tx: Tx,
  actor: Actor,
  { declarationId, text }: z.output<typeof geojsonInput>,
): Promise<Result> => {
  const d = await getRow(tx, paDeclaration, declarationId, "declaration");
  const features = featuresOf(text).slice(0, 5_000);
  const result: Result = { read: features.length, taken: 0, known: 0, refused: [] };
  for (const [n, feature] of features.entries()) {
    const { input, why } = inputOf(feature, declarationId) as ReturnType<typeof inputOf> & {
      input?: z.output<typeof damageInput>;
      why?: string;
    };
    const outside =
      input && (input.occurredOn < d.periodFrom || (d.periodTo && input.occurredOn > d.periodTo));
    if (!input || outside) {
      result.refused.push({
        feature: n + 1,
        why: why ?? `${input!.occurredOn} is outside of the incident period.`,
      });
      continue;
    }
    const same = await tx.maybe(sql`
      select 1 as found
      from pa_damage
      where org_id = ${tx.scope.orgId}
        and declaration_id = ${declarationId}
        and lower(title) = lower(${input.title})
        and lower(location) = lower(${input.location})
        and occurred_on = ${input.occurredOn}
      limit 1
    `);
    if (same) result.known++;
    else {
      await reportDamage(tx, actor, input);
      result.taken++;
    }
  }
  return result;
};
