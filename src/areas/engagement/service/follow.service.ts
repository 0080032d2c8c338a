import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import { freshBytes } from "#server/random.ts";
import { visitorNumber, type Host } from "../host.service.ts";
import { followLetter } from "../letters.service.ts";
import { digestOf } from "../token.service.ts";
import { followerOfToken } from "./parties.service.ts";
import { publicRequests } from "./service.service.ts";
import type { PublicRequest } from "./service.model.ts";

/** How far two reports of one thing may be apart, degrees of latitude: some 400 m. */
const near = 0.004;
/** Before somebody has looked, a place is public to a hundredth of a degree alone. */
const blurred = 0.009;

export type Sought = {
  serviceCode: string;
  latitude: number | null;
  longitude: number | null;
  address: string;
};

/**
 * Open reports of the same kind of the last 30 days near a place or at the same address, as
 * everybody may see them; newest first, at most five.
 */
export const nearRequests = async (db: Db, sought: Sought): Promise<PublicRequest[]> => {
  const { serviceCode, latitude, longitude } = sought;
  const address = sought.address.trim().toLowerCase().replace(/\s+/g, " ");
  const rows = await db.rows<{ number: string }>(sql`
    select r.number
    from service_request r
    join service_type y on y.org_id = r.org_id and y.id = r.service_type_id
    where y.code = ${serviceCode}
      and r.status in ('received', 'acknowledged', 'in_progress')
      and r.created_at > clock_timestamp() - interval '30 days'
      and (
        (
          ${address} <> ''
          and lower(regexp_replace(trim(r.public_address), '\\s+', ' ', 'g')) = ${address}
        )
        or (
          abs(r.public_latitude - ${latitude}::float8) < case
            when r.acknowledged_at is null then ${blurred}::float8
            else ${near}::float8
          end
          and abs(
              r.public_longitude - ${longitude}::float8
            ) * cos(radians(${latitude}::float8)) < case
            when r.acknowledged_at is null then ${blurred}::float8
            else ${near}::float8
          end
        )
      )
    order by r.created_at desc
    limit 5
  `);
  if (rows.length === 0) return [];
  return publicRequests(db, { ids: rows.map((row) => row.number), limit: 5 });
};

/**
 * Somebody says "me too": a letter asks the address to confirm. Said again for the same report,
 * nothing more is sent while the first is confirmed. @throws 404 for a report that is not public.
 */
export const followRequest = async (
  tx: Tx,
  actor: Actor,
  host: Host,
  { number, email }: { number: string; email: string },
): Promise<void> => {
  const request = await tx.maybe<{ id: string; service: string }>(sql`
    select r.id, y.name as service
    from service_request r
    join service_type y on y.org_id = r.org_id and y.id = r.service_type_id
    where r.org_id = ${host.id} and r.number = ${number} and not r.hidden
  `);
  if (!request) throw notFound("report");
  const token = freshBytes(24).toString("base64url");
  const row = await tx.maybe<{ id: string }>(sql`
    insert into service_follower as f (org_id, id, service_request_id, email, token_digest)
    values (${host.id}, ${newId()}, ${request.id}, ${email}, ${digestOf(token)})
    on conflict (org_id, service_request_id, email)
    do update set
      token_digest = excluded.token_digest, version = f.version + 1, updated_at = clock_timestamp()
    where f.ended_at is not null or f.confirmed_at is null
    returning id
  `);
  if (!row) return;
  note(tx, actor, "serviceFollower", row.id, {
    number: visitorNumber(row.id),
    action: "ask",
    after: { number, email },
    event: null,
  });
  await queueMail(tx, {
    ...followLetter({ number, service: request.service, token }),
    to: email,
    orgId: host.id,
  });
};

/** Confirms or ends a follower's letters; the same twice changes nothing. @throws 404 */
export const answerFollow = async (
  tx: Tx,
  actor: Actor,
  host: Host,
  token: string,
  end: boolean,
): Promise<void> => {
  const row = await tx.maybe<{ id: string }>(
    end
      ? sql`
        update service_follower
        set ended_at = coalesce(ended_at, clock_timestamp()), updated_at = clock_timestamp()
        where org_id = ${host.id} and id = ${followerOfToken(token)}::uuid
        returning id
      `
      : sql`
        update service_follower
        set
          confirmed_at = coalesce(confirmed_at, clock_timestamp()), ended_at = null,
          updated_at = clock_timestamp()
        where org_id = ${host.id} and token_digest = ${digestOf(token)}
        returning id
      `,
  );
  if (!row) throw notFound("report that is followed");
  note(tx, actor, "serviceFollower", row.id, {
    number: visitorNumber(row.id),
    action: end ? "end" : "confirm",
    after: { ended: end },
    event: null,
  });
};
