import type { Actor } from "#kernel/access.ts";
import { invalid, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { outsideBoundary } from "#areas/places/places.server.ts";
import { actionsFor, asSystem, nextNumber, transition, type TakenStep } from "#server/lifecycle.ts";
import { serviceRequest } from "../engagement.tables.ts";
import type { Host } from "../host.service.ts";
import {
  type PublicRequest,
  type Report,
  serviceCycle,
  type ServiceRecord,
} from "./service.model.ts";
import { additionsOf } from "./addition.service.ts";
import { requireExplained } from "./late.service.ts";
import { tellParties, tellStaff } from "./parties.service.ts";
import { serviceNoun } from "./service.noun.ts";
import { requireTag } from "./tag.service.ts";
import { wrongAnswers, type Attribute } from "./type.model.ts";
import { businessNow } from "#server/clock.ts";

/** The agency's service requests. */
export const serviceList: ListDefinition = {
  name: "service-requests",
  from: "service_request r join service_type y on y.org_id = r.org_id and y.id = r.service_type_id",
  alias: "r",
  columns: {
    id: { sql: "r.id", hidden: true },
    number: { sql: "r.number", label: "Number", sort: true },
    status: { sql: "r.status", label: "Status", codes: serviceCycle.statuses },
    service: { sql: "y.name", label: "About" },
    description: { sql: "r.description", label: "Description" },
    address: { sql: "r.address", label: "Place" },
    reporterName: { sql: "r.reporter_name", label: "From" },
    createdAt: { sql: "r.created_at", label: "Received", sort: true },
    expectedAt: { sql: "r.expected_at", label: "Expected", sort: true },
    hidden: { sql: "r.hidden", hidden: true },
    version: { sql: "r.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "r.id", type: "uuid" },
    open: { kind: "flag", sql: "r.closed_at is null" },
    status: { kind: "set", sql: "r.status", type: "text" },
    service: { kind: "set", sql: "y.code", type: "text" },
    late: { kind: "flag", sql: "(r.closed_at is null and r.expected_at < clock_timestamp())" },
    createdAt: { kind: "range", sql: "r.created_at", type: "instant" },
    closedAt: { kind: "range", sql: "r.closed_at", type: "instant" },
  },
  search: ["r.number", "r.description", "r.address"],
  defaultSort: "-createdAt",
};

type Kind = { id: string; name: string; expectedDays: number; attributes: Attribute[] };

type At = Pick<Report, "latitude" | "longitude">;
/**
 * Asks whoever reports a place outside of the agency; gives whether it lies outside and was sent all the
 * same. A place in words alone is not looked up. 422 `outside` at `outside`.
 */
const requireWithin = async (
  tx: Tx,
  host: Host,
  { latitude, longitude }: At,
  sendAnyway: boolean,
): Promise<boolean> => {
  if (latitude === null || longitude === null) return false;
  const far = await outsideBoundary(tx, { latitude, longitude });
  if (far === null) return false;
  if (!sendAnyway)
    throw invalidField(
      "outside",
      `This place lies ${far} outside of ${host.name}, which may not be able to do anything there. Correct the place, or say that you send it anyway.`,
      "outside",
    );
  return true;
};

/**
 * Takes a report from anybody: numbers it, and confirms by mail where an address was left. @throws
 * 422 for an unknown service, and for a place outside of the agency that nobody was asked about.
 */
export const report = async (
  tx: Tx,
  actor: Actor,
  host: Host,
  input: Report,
  photoId: string | null = null,
): Promise<{ id: string; number: string }> => {
  const kind = await tx.maybe<Kind>(sql`
    select id, name, expected_days, attributes
    from service_type
    where org_id = ${host.id} and code = ${input.serviceCode} and active
  `);
  if (!kind)
    throw invalidField("serviceCode", "Choose what it is about from the list.", "unknown_service");
  const wrong = wrongAnswers(kind.attributes, input.attributes);
  if (wrong.length) throw invalid("invalid_input", "Some answers are missing or not valid.", wrong);
  const tagged = input.tag ? await requireTag(tx, input.tag) : null;
  // What a label names is the agency's own, wherever it stands.
  const outside = !tagged && (await requireWithin(tx, host, input, input.outside === "send"));
  const { expectedAt } = await tx.one<{ expectedAt: Instant }>(sql`
    select clock_timestamp() + make_interval(days => ${kind.expectedDays}) as expected_at
  `);
  const id = newId();
  const row = await insertRow(tx, serviceRequest, {
    orgId: host.id,
    id,
    number: await nextNumber(tx, "SR"),
    serviceTypeId: kind.id,
    status: "received",
    description: input.description,
    address: input.address || (tagged?.location ?? ""),
    latitude: input.latitude ?? tagged?.latitude ?? null,
    longitude: input.longitude ?? tagged?.longitude ?? null,
    outside,
    attributes: input.attributes,
    tag: input.tag,
    reporterName: input.name,
    reporterEmail: input.email,
    reporterPhone: input.phone,
    photoId,
    expectedAt,
  });
  note(tx, actor, "serviceRequest", id, { number: row.number, action: "create", after: row });
  await Promise.all([
    tellParties(tx, host.id, row, {
      service: kind.name,
      text: `${host.name} has your report. It is usually dealt with in ${counted(kind.expectedDays, "day")}.`,
    }),
    tellStaff(tx, actor, id, { title: `New: ${row.number}`, body: kind.name }),
  ]);
  return { id, number: row.number };
};

/**
 * Moves a request on; the reason of a close, decline or reopening is what the public reads, and the
 * reporter is told.
 */
export const moveRequest = async (
  tx: Tx,
  actor: Actor,
  action: keyof typeof serviceCycle.actions,
  { id, version, reason }: TakenStep,
): Promise<ServiceRecord> => {
  const after = await transition(tx, actor, serviceNoun, {
    id,
    action,
    reason,
    version,
    effect: async (before) => {
      if (action === "close" || action === "decline")
        requireExplained(tx, before as typeof serviceRequest.$inferSelect);
      return {
        patch: {
          // From here on everybody may read what was reported.
          ...(action !== "decline" && {
            acknowledgedAt:
              (before as typeof serviceRequest.$inferSelect).acknowledgedAt ??
              businessNow(tx.scope).toISOString(),
          }),
          ...(reason ? { publicNote: reason } : {}),
          ...(action === "start" || action === "acknowledge" ? { ownerId: actor.personId } : {}),
          closedAt:
            action === "close" || action === "decline" ? businessNow(tx.scope).toISOString() : null,
        },
      };
    },
  });
  const { name } = await tx.one<{ name: string }>(sql`
    select name
    from service_type
    where org_id = ${actor.orgId} and id = ${after.serviceTypeId}
  `);
  await tellParties(tx, actor.orgId!, after, {
    service: name,
    text: `${serviceCycle.statuses[after.status].label}.${reason ? ` ${reason}` : ""}`,
    ended: action === "close" || action === "decline",
  });
  return readRequest(tx, actor, id);
};

/**
 * Takes a request off the public pages, or puts it back (somebody wrote what does not belong
 * there).
 */
export const hideRequest = async (
  tx: Tx,
  actor: Actor,
  id: string,
  hidden: boolean,
): Promise<ServiceRecord> => {
  const row = await tx.maybe<{ number: string }>(sql`
    update service_request
    set hidden = ${hidden}, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${actor.orgId} and id = ${id}
    returning number
  `);
  if (!row) throw notFound("service request");
  note(tx, actor, "serviceRequest", id, {
    number: row.number,
    action: hidden ? "hide" : "show",
    before: { hidden: !hidden },
    after: { hidden },
    event: null,
  });
  return readRequest(tx, actor, id);
};

type ReadRow = Omit<ServiceRecord, "actions" | "answers" | "additions"> & {
  attributes: Record<string, string>;
  asked: Attribute[];
};

/** A request as the agency's people see it. */
export const readRequest = async (db: Db, actor: Actor, id: string): Promise<ServiceRecord> => {
  const row = await db.maybe<ReadRow>(sql`
    select
      r.id, r.number, r.status, y.name as service, y.code as service_code, r.description, r.address,
      r.latitude, r.longitude, r.reporter_name, r.reporter_email, r.reporter_phone, r.public_note,
      r.photo_id, r.outside, r.hidden, r.created_at, r.expected_at, r.closed_at,
      p.display_name as owner, r.tag, r.late_reason, r.attributes, y.attributes as asked,
      (
        r.closed_at is null
        and r.expected_at < ${businessNow(db.scope).toISOString()}::timestamptz
      ) as late,
      (
        select count(*)::int
        from service_follower f
        where f.org_id = r.org_id
          and f.service_request_id = r.id
          and f.confirmed_at is not null
          and f.ended_at is null
      ) as followers,
      r.version
    from service_request r
    join service_type y on y.org_id = r.org_id and y.id = r.service_type_id
    left join person p on p.id = r.owner_id
    where r.org_id = ${actor.orgId} and r.id = ${id}
  `);
  if (!row) throw notFound("service request");
  const { attributes, asked, ...head } = row;
  return {
    ...head,
    answers: asked
      .filter(({ code }) => attributes[code])
      .map(({ code, label }) => ({ label, value: attributes[code]! })),
    additions: await additionsOf(db, id),
    actions: actionsFor(actor, serviceNoun, row as never),
  };
};

/** Work began on what was reported: the request stands in progress, and its reporter is told. */
export const workBegan = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const request = await tx.maybe<{ status: string }>(sql`
    select status
    from service_request
    where org_id = ${tx.scope.orgId} and id = ${id}
    for update
  `);
  if (request && ["received", "acknowledged"].includes(request.status))
    await moveRequest(tx, asSystem(actor), "start", { id, version: null, reason: null });
};

/** The work for what was reported is done: whoever answers confirms the public answer. */
export const workEnded = async (
  tx: Tx,
  actor: Actor,
  id: string,
  done: { workOrder: string; remedy: string },
): Promise<void> => {
  const request = await tx.maybe<{ number: string; status: string }>(sql`
    select number, status
    from service_request
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
  if (request?.status === "in_progress")
    await tellStaff(tx, actor, id, {
      title: `${request.number}: the work is done, write the public answer`,
      body: `${done.workOrder}: ${done.remedy}`,
      answers: true,
    });
};

/** The number of a service request and where it points to (degrees), or null where the agency has none such. */
export const requestPlaced = (
  db: Db,
  id: string,
): Promise<{ number: string; latitude: string | null; longitude: string | null } | null> =>
  db.maybe(sql`
    select number, latitude::text, longitude::text
    from service_request
    where org_id = ${db.scope.orgId} and id = ${id}
  `);

const seen = sql`
  select
    r.id, r.number, r.status, y.code as service_code, y.name as service_name,
    r.public_description as description, r.public_address as address, r.public_latitude as latitude,
    r.public_longitude as longitude, r.public_note, r.created_at, r.updated_at, r.expected_at,
    r.late_reason, o.name as agency, o.time_zone
  from service_request r
  join service_type y on y.org_id = r.org_id and y.id = r.service_type_id
  join organization o on o.id = r.org_id
`;

export type Sought = {
  number?: string;
  ids?: readonly string[];
  codes?: readonly string[];
  from?: string;
  to?: string;
  status?: "open" | "closed";
  page?: number;
  limit?: number;
};

/**
 * Published requests, newest first, as the published role sees them: without words and with the
 * place to a hundredth of a degree until somebody of the agency has looked. `page` from 1, at most 1,000 a
 * page.
 */
export const publicRequests = (db: Db, sought: Sought = {}): Promise<PublicRequest[]> => {
  const limit = Math.min(sought.limit ?? 20, 1000);
  const offset = (Math.max(sought.page ?? 1, 1) - 1) * limit;
  const ended = sql`r.status in ('closed', 'declined')`;
  return db.rows<PublicRequest>(sql`
    ${seen}
    where (${sought.number ?? null}::text is null or r.number = ${sought.number ?? null})
      and (${sought.ids ?? null}::text[] is null or r.number = any(${sought.ids ?? null}::text[]))
      and (${sought.codes ?? null}::text[] is null or y.code = any(${sought.codes ?? null}::text[]))
      and (
        ${sought.from ?? null}::timestamptz is null
        or r.created_at >= ${sought.from ?? null}::timestamptz
      )
      and (
        ${sought.to ?? null}::timestamptz is null
        or r.created_at <= ${sought.to ?? null}::timestamptz
      )
      and (
        ${sought.status ?? null}::text is null
        or ${ended} = (${sought.status ?? null}::text = 'closed')
      )
    order by r.created_at desc, r.id desc
    limit ${limit}
    offset ${offset}
  `);
};

export type ServiceType = {
  code: string;
  name: string;
  description: string;
  category: string;
  expectedDays: number;
  attributes: Attribute[];
};
/** What can be reported, as the published role sees it. */
export const publicServices = (db: Db): Promise<ServiceType[]> =>
  db.rows<ServiceType>(sql`
    select
      distinct on (category, name, code) code, name, description, category, expected_days,
      attributes
    from service_type
    where active
    order by category, name, code
    limit 200
  `);
