import { encode } from "uqr";
import { invalidField, notFound } from "#kernel/errors.ts";
import { html, type Html } from "#kernel/html.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Tagged = {
  tag: string;
  name: string;
  location: string;
  latitude: number | null;
  longitude: number | null;
};

/** The asset of the scope's agency with this tag or number. @throws 404 in words. */
export const assetByTag = async (db: Db, tag: string): Promise<{ id: string; number: string }> => {
  const row = await db.maybe<{ id: string; number: string }>(sql`
    select id, number
    from asset
    where org_id = ${db.scope.orgId}
      and (lower(tag) = lower(${tag}) or number = ${tag.toUpperCase()})
    order by (lower(tag) = lower(${tag})) desc
    limit 1
  `);
  if (!row) throw notFound(`asset with the label ${tag} in this agency`);
  return row;
};

/** What strangers may know of a label: assets in use of classes that take public reports. */
export const reportedTag = (db: Db, tag: string): Promise<Tagged | null> =>
  db.maybe<Tagged>(sql`
    select
      case when a.tag <> '' then a.tag else a.number end as tag, a.name, a.location,
      a.latitude::float8 as latitude, a.longitude::float8 as longitude
    from asset a
    join asset_class c on c.org_id = a.org_id and c.id = a.class_id
    where a.org_id = ${db.scope.orgId}
      and (lower(a.tag) = lower(${tag}) or a.number = ${tag.toUpperCase()})
      and c.public_reports
      and a.status in ('in_service', 'out_of_service')
    limit 1
  `);

/** Labels of one printing at most. */
export const mostLabels = 300;
export type Label = { number: string; name: string; tag: string };

/** Assets in use of a class by number: those of one printing, counted from 1. */
export const idsInUse = async (db: Db, classId: string, printing: number): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id
      from asset
      where org_id = ${db.scope.orgId}
        and status in ('in_service', 'out_of_service')
        and class_id = ${classId}
      order by number
      limit ${mostLabels}
      offset ${(printing - 1) * mostLabels}
    `)
  ).map((row) => row.id);

/** The labels of these assets in their order. 422 for ids that are nobody's. */
export const labelsOf = async (db: Db, ids: readonly string[]): Promise<Label[]> => {
  const rows = await db.rows<Label & { id: string }>(sql`
    select id, number, name, case when tag <> '' then tag else number end as tag
    from asset
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
    limit ${mostLabels}
  `);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lost = ids.filter((id) => !byId.has(id));
  if (lost.length)
    throw invalidField("ids", `${lost.length} of these assets are not in the register.`);
  return ids.map((id) => byId.get(id)!);
};

/** The address that a label's code opens. */
const labelAddress = (origin: string, tag: string): string =>
  `${origin}/label/${encodeURIComponent(tag)}`;

const qr = (text: string): Html => {
  const { data, size } = encode(text, { border: 2, ecc: "M" });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  const box = `0 0 ${size} ${size}`;
  const ground = html`<rect width="${size}" height="${size}" fill="#fff"/>`;
  const code = html`<path d="${path}" fill="#000"/>`;
  return html`<svg viewBox="${box}" role="img" aria-label="Code of ${text}">${ground}${code}</svg>`;
};

/** Letter: 3 × 10 labels of 2 5/8 × 1 in, as Avery 5160. Tape: one label of 2 × 1 in a page. */
const styles = {
  letter: [
    "@page{size:8.5in 11in;margin:.5in .1875in}",
    "ul{grid-template-columns:repeat(3,2.625in);column-gap:.125in}",
    "li{height:1in;break-inside:avoid}",
  ],
  tape: [
    "@page{size:2in 1in;margin:0}",
    "li{width:2in;height:1in;break-after:page}",
    "li:last-child{break-after:auto}",
  ],
} as const;
const common = [
  "*{margin:0;padding:0;box-sizing:border-box}",
  "body{font-family:sans-serif;color:#000}",
  "ul{list-style:none;display:grid}",
  "li{display:flex;gap:.06in;padding:.05in;align-items:center;overflow:hidden}",
  "svg{width:.86in;height:.86in;flex:none}",
  "p{display:grid;gap:.02in;min-width:0}",
  "small{font-size:6pt}",
  "b{font-size:8pt;line-height:10pt;max-height:20pt;overflow:hidden}",
  "code{font-size:8.5pt}",
];
export type Sheet = keyof typeof styles;

/** Labels as a document for paper: code, agency, name and tag. */
export const labelDocument = (
  labels: readonly Label[],
  sheet: Sheet,
  { origin, agency }: { origin: string; agency: string },
): string => {
  const items = labels.map(({ tag, name }) => {
    const words = html`<p><small>${agency}</small><b>${name}</b><code>${tag}</code></p>`;
    return html`<li>${qr(labelAddress(origin, tag))}${words}</li>`;
  });
  const css = [...common, ...styles[sheet]].join("");
  const head = `<meta charset="utf-8"><title>Labels</title><style>${css}</style>`;
  const body = html`<ul>${items}</ul>`.text;
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
};
