import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Instant } from "#kernel/time.ts";
import {
  attachPhotos,
  fieldKind,
  shaped,
  type PacketItem,
  type ToApply,
} from "#areas/field/field.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ServiceStatus } from "./service.labels.ts";
import { reportInput } from "./service.model.ts";
import { moveRequest, report } from "./service.service.ts";

const degrees = (most: number) => z.number().min(-most).max(most).nullable().default(null);

/** A report as a crew captures it; without an address, the device's place stands for it. */
const captured = z.strictObject({
  serviceCode: z.string().min(1, "Choose what it is about").max(40),
  description: z.string().trim().max(4000),
  address: z.string().trim().max(300).default(""),
  latitude: degrees(90),
  longitude: degrees(180),
  tag: z.string().trim().max(60).default(""),
  attributes: z.record(z.string().max(40), z.string().trim().max(500)).default({}),
  outside: z.enum(["", "send"]).default(""),
});

const steps = ["acknowledge", "start", "close"] as const;
const capturedStep = z.strictObject({
  action: z.enum(steps),
  reason: z.string().trim().max(2000).default(""),
});

const typesFor = (db: Db): Promise<PacketItem[]> =>
  db.rows<PacketItem>(sql`
    select
      id, version, name as title, null::timestamptz as due_at, null::float8 as latitude,
      null::float8 as longitude,
      jsonb_build_object(
        'code', code, 'name', name, 'description', description, 'category', category, 'attributes',
        attributes
      ) as data
    from service_type
    where org_id = ${db.scope.orgId} and active
    order by name
    limit 200
  `);

type Open = {
  id: string;
  version: number;
  number: string;
  status: ServiceStatus;
  service: string;
  description: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
  expectedAt: Instant;
  createdAt: Instant;
  own: boolean;
};

/** So many open requests lie on a device: one's own first, then what is expected first. */
const mostOpen = 300;

const openFor = async (db: Db, actor: Actor): Promise<PacketItem[]> =>
  (
    await db.rows<Open>(sql`
      select
        r.id, r.version, r.number, r.status, y.name as service, r.description, r.address,
        r.latitude, r.longitude, r.expected_at, r.created_at,
        r.owner_id is not distinct from ${actor.personId}::uuid as own
      from service_request r
      join service_type y on y.org_id = r.org_id and y.id = r.service_type_id
      where r.org_id = ${db.scope.orgId} and r.status in ('received', 'acknowledged', 'in_progress')
      order by own desc, r.expected_at, r.id
      limit ${mostOpen}
    `)
  ).map(({ id, version, latitude, longitude, expectedAt, ...data }) => ({
    ...{ id, version, latitude, longitude, dueAt: expectedAt, data },
    title: `${data.number} ${data.service}`,
  }));

const applyReport = async (tx: Tx, actor: Actor, capture: ToApply<z.output<typeof captured>>) => {
  const { values, place, photos } = capture;
  const placed = values.latitude !== null && values.longitude !== null;
  const input = shaped(reportInput, {
    ...values,
    latitude: placed ? values.latitude : (place?.latitude ?? null),
    longitude: placed ? values.longitude : (place?.longitude ?? null),
    name: actor.name,
  });
  const { id, name, timeZone } = await readOrganization(tx);
  const [first, ...others] = photos;
  const made = await report(tx, actor, { id, name, timeZone }, input, first?.fileId ?? null);
  const record = { type: "serviceRequest", ...made };
  await attachPhotos(tx, actor, record, others);
  return record;
};

/** A report that a crew makes where there is no line. */
export const capturedReports = fieldKind({
  kind: "service_request",
  permission: "serviceRequest.read",
  payload: captured,
  demandsPhotos: true,
  packet: (db) => typesFor(db),
  apply: applyReport,
});

/** A step of a request that a crew takes where there is no line. */
export const capturedSteps = fieldKind({
  kind: "service_request_step",
  permission: "serviceRequest.edit",
  payload: capturedStep,
  packet: openFor,
  stands: async (db, _actor, id) => {
    const row = await db.maybe<{
      number: string;
      version: number;
      status: ServiceStatus;
      reason: string;
    }>(sql`
      select number, version, status, public_note as reason
      from service_request
      where org_id = ${db.scope.orgId} and id = ${id}
    `);
    if (!row) return null;
    const { number, version, ...values } = row;
    return { number, version, values };
  },
  apply: async (tx, actor, { recordId, values: { action, reason }, photos }) => {
    const id = recordId!;
    const { number } = await moveRequest(tx, actor, action, { id, version: null, reason });
    const record = { type: "serviceRequest", id, number };
    await attachPhotos(tx, actor, record, photos);
    return record;
  },
});
