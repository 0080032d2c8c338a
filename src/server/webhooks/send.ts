import type { Readable } from "node:stream";
import type { App } from "../app.ts";
import { isAway } from "../db/away.ts";
import { databaseMs } from "../db/database-clock.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { OutgoingRefusal } from "../outgoing/refusal.ts";
import {
  answerSeconds,
  beginAttempt,
  endAttempt,
  mostAtOnce,
  type Begun,
  type Heard,
  type Place,
} from "./attempt.ts";
import { pauseAsked } from "./retry.model.ts";
import { signedHeaders } from "./secret.ts";

/** So much of an answer is kept, in bytes. */
const kept = 2048;

// What a database does not store is left out.
const startOf = async (body: Readable): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      parts.push(part as Buffer);
      size += (part as Buffer).length;
      if (size >= kept) break;
    }
  } catch (error) {
    if (!(error instanceof OutgoingRefusal)) throw error;
  } finally {
    body.destroy();
  }
  return Buffer.concat(parts).subarray(0, kept).toString().replaceAll("\u0000", "");
};

const unheard = (error: string): Heard => ({ status: null, answer: null, error, pauseMs: 0 });

/** Calls the receiver once. Neither redirects nor private addresses are followed. */
const call = async (app: App, begun: Begun): Promise<Heard> => {
  try {
    const answer = await app.outgoing.of(begun.orgId).call(begun.address, {
      purpose: "webhook",
      method: "POST",
      headers: {
        ...signedHeaders(
          { orgId: begun.orgId, id: begun.endpointId },
          [begun.secret, begun.secretBefore],
          { id: begun.messageId, body: begun.body },
          new Date(databaseMs()),
        ),
        ...(begun.replay && { "levee-replay": "true" }),
      },
      body: begun.body,
      limits: {
        wholeMs: answerSeconds * 1000,
        atOnce: 64,
        queue: 1000,
        // What is tried when is decided by each endpoint's own queue.
        backOff: false,
      },
    });
    const { status, headers } = answer;
    return {
      status,
      answer: await startOf(answer.body),
      error: null,
      pauseMs:
        status === 429 || status === 503 ? pauseAsked(headers["retry-after"], databaseMs()) : 0,
    };
  } catch (error) {
    if (error instanceof OutgoingRefusal) return unheard(error.message);
    throw error;
  }
};

const serve = async (app: App, place: Place): Promise<number> => {
  for (let sent = 0; ; sent++) {
    const begun = await beginAttempt(app, place);
    if (!begun) return sent;
    await endAttempt(app, begun, await call(app, begun));
  }
};

const busy = new WeakMap<App["database"], Map<string, number>>();
const busyOf = ({ database }: App): Map<string, number> => {
  let found = busy.get(database);
  if (!found) busy.set(database, (found = new Map()));
  return found;
};

/** One endpoint's own line of this instance: others wait for nobody's receiver. */
const inLine = async (app: App, place: Place): Promise<number> => {
  const lines = busyOf(app);
  lines.set(place.endpointId, (lines.get(place.endpointId) ?? 0) + 1);
  try {
    return await serve(app, place);
  } catch (error) {
    if (!isAway(error)) console.error(`webhook endpoint ${place.endpointId}:`, error);
    return 0;
  } finally {
    const left = lines.get(place.endpointId)! - 1;
    if (left > 0) lines.set(place.endpointId, left);
    else lines.delete(place.endpointId);
  }
};

/**
 * Sends what is due, of every endpoint in lines of its own, and gives how many tries were made. An
 * instance that dies between a receiver's answer and its note sends that message again, under the
 * same webhook-id: HTTP has no way to ask whether it was taken.
 */
export const sendDueWebhooks = async (app: App): Promise<number> => {
  const due = await identityDb(app.database).rows<Place & { waiting: number }>(sql`
    select org_id, endpoint_id, count(*)::int as waiting
    from webhook_delivery
    where status in ('queued', 'sending', 'retrying') and next_attempt_at <= clock_timestamp()
    group by org_id, endpoint_id
  `);
  const lines = due.flatMap(({ orgId, endpointId, waiting }) => {
    const open = mostAtOnce - (busyOf(app).get(endpointId) ?? 0);
    return Array.from({ length: Math.max(0, Math.min(open, waiting)) }, () =>
      inLine(app, { orgId, endpointId }),
    );
  });
  return (await Promise.all(lines)).reduce((sum, each) => sum + each, 0);
};

/** So often each instance looks for what is due. */
const lookMs = 2_000;

/** Starts sending without waiting for it; what fails stays due. */
export const kickWebhooks = (app: App): void =>
  void sendDueWebhooks(app).catch((error: unknown) => console.error("webhooks:", error));

/** Sends webhooks as they come; gives the function that stops it. */
export const beginWebhooks = async (app: App): Promise<() => Promise<void>> => {
  const timer = setInterval(() => kickWebhooks(app), lookMs);
  return async () => clearInterval(timer);
};
