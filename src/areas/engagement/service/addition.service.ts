import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { filesNamed, type FileToAttach } from "#server/http/attachments.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { serviceAddition } from "../engagement.tables.ts";
import type { Host } from "../host.service.ts";
import { mayReopen, reopenWork, requestOfKey, tellStaff } from "./parties.service.ts";
import type { Addition } from "./service.model.ts";
import { serviceNoun } from "./service.noun.ts";

/** What whoever reported added, oldest first; at most 200. */
export const additionsOf = (db: Db, requestId: string): Promise<Addition[]> =>
  db.rows<Addition>(sql`
    select id, words, photo_id, reopens, created_at
    from service_addition
    where org_id = ${db.scope.orgId} and service_request_id = ${requestId}
    order by created_at, id
    limit 200
  `);

type Told = { number: string; words: string; photos: FileToAttach["file"][] };
/** A request's number, its words and its photos, with what was added to it; null for none. */
export const toldOfRequest = async (db: Db, requestId: string): Promise<Told | null> => {
  const request = await db.maybe<{
    number: string;
    description: string;
    photoId: string | null;
  }>(sql`
    select number, description, photo_id
    from service_request
    where org_id = ${db.scope.orgId} and id = ${requestId}
  `);
  if (!request) return null;
  const added = await additionsOf(db, requestId);
  const words = [request.description, ...added.map((each) => each.words)].filter(Boolean);
  const photos = [request.photoId, ...added.map((each) => each.photoId)].flatMap((id) => id ?? []);
  return {
    number: request.number,
    words: words.join("\n\n").slice(0, 10_000),
    photos: await filesNamed(db, photos),
  };
};

type Opened = {
  id: string;
  number: string;
  status: string;
  closedAt: Instant | null;
  timeZone: string;
};
/** The request that a reporter's key opens. @throws 404 */
const requestByKey = async (db: Db, host: Host, key: string): Promise<Opened> => {
  const id = requestOfKey(key);
  const row =
    id &&
    (await db.maybe<Omit<Opened, "timeZone">>(sql`
      select id, number, status, closed_at
      from service_request
      where org_id = ${host.id} and id = ${id}
    `));
  if (!row) throw notFound("report");
  return { ...row, timeZone: host.timeZone };
};

/** So many additions one report takes. */
const most = 50;
export type Said = { key: string; words: string; photoId: string | null; reopen: boolean };

/**
 * Adds words or a photo of whoever reported, which reach those who deal with it; or opens the
 * request again, and the same crew gets a follow-up above the rest. 404 for a key that is nobody's,
 * 409 when its days are over.
 */
export const addToRequest = async (
  tx: Tx,
  actor: Actor,
  host: Host,
  said: Said,
): Promise<{ number: string; message: string }> => {
  if (said.words === "" && !said.photoId)
    throw invalidField("words", "Write a few words, or choose a photo.");
  if (said.reopen && said.words.length < 5)
    throw invalidField("words", "Say in a few words what is still wrong.");
  const request = await requestByKey(tx, host, said.key);
  await tx.one(sql`
    select id
    from service_request
    where org_id = ${host.id} and id = ${request.id}
    for update
  `);
  // Read again behind the lock: somebody may have opened it meanwhile.
  const now = await requestByKey(tx, host, said.key);
  if (said.reopen && !(await mayReopen(tx, now)))
    throw conflict(
      "not_reopenable",
      ["closed", "declined"].includes(now.status)
        ? "The days in which this report can be opened again are over. Report it anew."
        : "This report is open. Add words or a photo instead.",
    );
  if ((await additionsOf(tx, now.id)).length >= most)
    throw conflict("full", `A report takes ${most} additions. Report it anew, or write to us.`);
  const row = await insertRow(tx, serviceAddition, {
    orgId: host.id,
    id: newId(),
    serviceRequestId: now.id,
    words: said.words,
    photoId: said.photoId,
    reopens: said.reopen,
  });
  note(tx, actor, "serviceRequest", now, {
    action: said.reopen ? "askAgain" : "add",
    after: row,
    event: "serviceRequest.add",
  });
  if (!said.reopen) {
    await tellStaff(tx, actor, now.id, {
      title: `${now.number}: the reporter added ${said.photoId ? "a photo" : "words"}`,
      body: said.words,
    });
    return { number: now.number, message: "It is added, and reaches those who deal with it." };
  }
  return reopen(tx, actor, now, said.words);
};

const reopen = async (
  tx: Tx,
  actor: Actor,
  { id, number }: Pick<Opened, "id" | "number">,
  words: string,
) => {
  await transition(tx, asSystem(actor), serviceNoun, {
    id,
    action: "reopen",
    reason: "Opened again by who reported it",
    effect: async () => ({ patch: { closedAt: null, lateAskedAt: null } }),
  });
  const work = await reopenWork(tx, actor, { id, words });
  await tellStaff(tx, actor, id, {
    title: `${number} is open again${work ? `: ${work} follows` : ""}`,
    body: words,
  });
  return {
    number,
    message: work
      ? `Your report is open again. ${work} is with the same crew, above the rest.`
      : "Your report is open again, and those who deal with it know.",
  };
};
