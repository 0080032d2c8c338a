import { dateIn, formatDate } from "#kernel/dates.ts";
import type { Actor } from "#kernel/access.ts";
import { dayAfter } from "#kernel/holidays.ts";
import type { Instant } from "#kernel/time.ts";
import { extensionPoint } from "#server/area.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import { notify, peopleWhoMay, readOrganization } from "#areas/organization/organization.server.ts";
import { reportAnswer, reportLetter } from "../letters.service.ts";
import { idUnderSeal, sealedId } from "../token.service.ts";
import { requestPaper } from "./paper.service.ts";
import { reopenDays } from "./type.service.ts";

const reporter = "service-report";
const follower = "service-follow-end";

/** The request that a reporter's key opens, or null for any other text. */
export const requestOfKey = (key: string): string | null => idUnderSeal(reporter, key);
/** The key of whoever reported, which stands in their letters alone. */
export const reporterKey = (requestId: string): string => sealedId(reporter, requestId);
/** The follower whose letters such a token ends, or null. */
export const followerOfToken = (token: string): string | null => idUnderSeal(follower, token);

/** Those who do the work that a report asks for: another area brings them. */
export type RequestCrew = {
  /** Who of the crew hears what the reporter adds. */
  peopleOf: (db: Db, requestId: string) => Promise<string[]>;
  /** The reporter opened it again: gives the number of the work that follows, or null. */
  reopened: (
    tx: Tx,
    actor: Actor,
    request: { id: string; words: string },
  ) => Promise<string | null>;
};
const crews: RequestCrew[] = [];
/** Areas whose work answers service requests. */
export const requestCrews = extensionPoint<RequestCrew>(
  "crews of service requests",
  (crew) => void crews.push(crew),
);
/** The work that follows a reopened request, by its number; null where nobody has worked on it. */
export const reopenWork = async (
  tx: Tx,
  actor: Actor,
  request: { id: string; words: string },
): Promise<string | null> => {
  for (const crew of crews) {
    const number = await crew.reopened(tx, actor, request);
    if (number) return number;
  }
  return null;
};

type Party = { id: string; number: string; reporterEmail: string | null };

/** The last day on which a request that ends now may be opened again, as people read it. */
const lastDay = async (tx: Tx): Promise<string | null> => {
  const { timeZone } = await readOrganization(tx);
  const today = businessDate(tx.scope, timeZone);
  const days = await reopenDays(tx, today);
  return days === 0 ? null : formatDate(dayAfter(today, days));
};

/** Writes to whoever reported and to whoever follows, each once. */
export const tellParties = async (
  tx: Tx,
  orgId: string,
  request: Party,
  letter: { service: string; text: string; ended?: boolean },
): Promise<void> => {
  const { number } = request;
  const { service, text } = letter;
  const [followers, until] = await Promise.all([
    tx.rows<{ id: string; email: string }>(sql`
      select id, email
      from service_follower
      where org_id = ${orgId}
        and service_request_id = ${request.id}
        and confirmed_at is not null
        and ended_at is null
      order by id
      limit 5000
    `),
    letter.ended && request.reporterEmail ? lastDay(tx) : null,
  ]);
  const key = reporterKey(request.id);
  if (request.reporterEmail)
    await queueMail(tx, {
      ...(letter.ended ? reportAnswer : reportLetter)({ number, service, text, key, until }),
      to: request.reporterEmail,
      orgId,
      // What they reported and what was answered, to keep.
      ...(letter.ended
        ? { papers: [{ maker: requestPaper, of: request.id, name: `${number}.pdf` }] }
        : {}),
    });
  await Promise.all(
    followers
      .filter(({ email }) => email !== request.reporterEmail)
      .map(({ id, email }) =>
        queueMail(tx, {
          ...reportLetter({ number, service, text, endToken: sealedId(follower, id) }),
          to: email,
          orgId,
          bulk: true,
        }),
      ),
  );
};

/**
 * Tells the people of the agency whom a request concerns, once: its crew and its owner; else the
 * steward of its kind; else everybody who may answer. What only an answer ends (`answers`) goes past
 * the crew to who may give it.
 */
export const tellStaff = async (
  tx: Tx,
  actor: Actor,
  requestId: string,
  { answers = false, ...notice }: { title: string; body: string; answers?: boolean },
): Promise<void> => {
  const { ownerId, stewardId } = await tx.one<{
    ownerId: string | null;
    stewardId: string | null;
  }>(sql`
    select r.owner_id, y.steward_id
    from service_request r
    join service_type y on y.org_id = r.org_id and y.id = r.service_type_id
    where r.org_id = ${tx.scope.orgId} and r.id = ${requestId}
  `);
  const may = await peopleWhoMay(tx, answers ? "serviceRequest.edit" : "serviceRequest.read");
  const crew = answers
    ? []
    : (await Promise.all(crews.map((each) => each.peopleOf(tx, requestId)))).flat();
  const known = [...crew, ...(ownerId ? [ownerId] : [])].filter((id) => may.includes(id));
  const steward = stewardId && may.includes(stewardId) ? [stewardId] : [];
  const first = known.length ? known : steward;
  const people = first.length ? first : await peopleWhoMay(tx, "serviceRequest.edit");
  notify(
    tx,
    people.filter((id) => id !== actor.personId),
    { kind: "serviceRequest", ...notice, link: `/service-requests/${requestId}` },
  );
};

/** Whether a request that ended may still be opened again by who reported it. */
export const mayReopen = async (
  db: Db,
  request: { status: string; closedAt: Instant | null; timeZone: string },
): Promise<boolean> => {
  if (!["closed", "declined"].includes(request.status) || !request.closedAt) return false;
  const ended = dateIn(request.closedAt, request.timeZone);
  const days = await reopenDays(db, ended);
  return days > 0 && businessDate(db.scope, request.timeZone) <= dayAfter(ended, days);
};
