import { formatInstant } from "#kernel/dates.ts";
import { notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import type { PaperMaker } from "#server/mail/paper-makers.ts";
import { html, makePdf } from "#server/pdf/pdf.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { serviceCycle, type ServiceStatus } from "./service.labels.ts";
import type { Attribute } from "./type.model.ts";

const style = [
  'body{font:10.5pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}',
  "h1{font-size:18pt;margin:2pt 0}h2{font-size:12pt;margin:16pt 0 4pt}",
  "dl{margin:6pt 0}dt{color:#596475;font-size:9pt;margin-top:6pt}dd{margin:0}",
  "p{white-space:pre-wrap;margin:2pt 0}",
].join("");

type Row = {
  number: string;
  status: ServiceStatus;
  service: string;
  description: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
  publicNote: string;
  attributes: Record<string, string>;
  asked: Attribute[];
  createdAt: Instant;
  closedAt: Instant | null;
  photos: number;
};

const placeOf = ({ address, latitude, longitude }: Row): string =>
  [
    address,
    latitude !== null && longitude !== null
      ? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
      : "",
  ]
    .filter(Boolean)
    .join(" · ");

/** What was reported and what the agency answered, as a document for whoever reported it. 404. */
const documentOf = async (app: App, orgId: string, id: string): Promise<string> => {
  const db = app.database.read({ orgId, personId: null });
  const r = await db.maybe<Row>(sql`
    select
      r.number, r.status, y.name as service, r.description, r.address, r.latitude, r.longitude,
      r.public_note, r.attributes, y.attributes as asked, r.created_at, r.closed_at,
      ((r.photo_id is not null)::int + (
        select count(*)::int
        from service_addition a
        where a.org_id = r.org_id and a.service_request_id = r.id and a.photo_id is not null
      )) as photos
    from service_request r
    join service_type y on y.org_id = r.org_id and y.id = r.service_type_id
    where r.org_id = ${orgId} and r.id = ${id}
  `);
  if (!r) throw notFound("service request");
  const { name, timeZone } = await readOrganization(db);
  const facts: readonly (readonly [string, string])[] = [
    ["Agency", name],
    ["About", r.service],
    ["Place", placeOf(r)],
    ["Received", formatInstant(r.createdAt, timeZone)],
    ["Where it stands", serviceCycle.statuses[r.status].label],
    ...(r.closedAt ? [["Ended", formatInstant(r.closedAt, timeZone)] as const] : []),
    ...r.asked.flatMap(({ code, label }) =>
      r.attributes[code] ? [[label, r.attributes[code]] as const] : [],
    ),
    ...(r.photos > 0 ? [["Photos that the agency has", String(r.photos)] as const] : []),
  ];
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8">`,
    `<title>${html(r.number)}</title><style>${style}</style></head><body>`,
    `<h1>${html(r.number)}</h1><dl>`,
    ...facts.map(([label, value]) => `<dt>${html(label)}</dt><dd>${html(value)}</dd>`),
    `</dl><h2>What was reported</h2><p>${html(r.description)}</p>`,
    ...(r.publicNote ? [`<h2>The answer</h2><p>${html(r.publicNote)}</p>`] : []),
    `</body></html>`,
  ].join("");
};

/** As letters name it in their papers. */
export const requestPaper = "service_request";

export const requestPaperMaker: PaperMaker = {
  name: requestPaper,
  make: async (app, orgId, id) => {
    const { branding } = await readOrganization(app.database.read({ orgId, personId: null }));
    return makePdf(inLook(await documentOf(app, orgId, id), branding));
  },
};
