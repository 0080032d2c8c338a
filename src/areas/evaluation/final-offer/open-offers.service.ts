import { systemActor, type Actor } from "#kernel/access.ts";
import { conflict, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { unbase64 } from "#kernel/sealing/bytes.ts";
import { openEnvelope } from "#kernel/sealing/envelope.ts";
import { SealError } from "#kernel/sealing/seal-error.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import { keyStore } from "#server/keystore.ts";
import { announce } from "#server/lifecycle.ts";
import { notify, organizationIds } from "#areas/organization/organization.server.ts";
import {
  forgetParts,
  clockAgainst,
  revealEvents,
  sealScope,
  bytesOf,
  type Kept,
} from "#areas/sourcing/sourcing.server.ts";
import { finalOfferContent, type FinalOfferContent } from "./final-offer.model.ts";
import { finalOfferLine, finalOfferRound, type finalOfferEnvelope } from "./final-offer.tables.ts";
import { roundHeld } from "./round-outage.service.ts";

type Envelope = typeof finalOfferEnvelope.$inferSelect;
type Due = typeof finalOfferRound.$inferSelect & { number: string; evaluationNumber: string };
type Read = {
  envelope: Envelope;
  part: string | null;
  content: FinalOfferContent | null;
  failure: string;
};

/**
 * Has the key store forget final offers that were replaced or taken back, or whose round was taken
 * back; what it does not answer is tried again every minute.
 */
export const eraseOffers = async (app: App, orgId: string): Promise<number> => {
  await app.database.transaction(sealScope(orgId), (tx) =>
    tx.rows(sql`
      update final_offer_envelope e
      set state = 'erasing'
      from final_offer f
      join final_offer_round r on r.org_id = f.org_id and r.id = f.round_id
      where e.org_id = ${orgId}
        and f.org_id = e.org_id
        and f.id = e.offer_id
        and r.ended_at is not null
        and e.state = 'sealed'
    `),
  );
  return forgetParts(app, orgId, "final_offer_envelope");
};

const readOne = async (
  app: App,
  envelope: Envelope,
  part: string,
  items: ReadonlySet<string>,
): Promise<Read> => {
  try {
    const ciphertext = await bytesOf(app, envelope.sha256).catch((error: { code?: string }) => {
      if (error.code !== "ENOENT") throw error;
      throw new SealError("ciphertext", "the stored ciphertext is missing");
    });
    const opened = await openEnvelope(envelope.manifest, ciphertext, unbase64(part), []);
    const content = finalOfferContent.safeParse(opened.content);
    if (!content.success) throw new SealError("content", "what is inside is no final offer");
    if (
      content.data.lines.some((line) => !items.has(line.itemId)) ||
      new Set(content.data.lines.map((line) => line.itemId)).size < content.data.lines.length
    )
      throw new SealError("content", "it prices what was not asked for");
    return { envelope, part, content: content.data, failure: "" };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return { envelope, part, content: null, failure: error.message };
  }
};

const partsOf = async (
  round: Due,
  envelopes: readonly Envelope[],
  now: string,
): Promise<ReadonlyMap<string, string>> => {
  if (envelopes.length === 0) return new Map();
  try {
    return await keyStore().release(
      round.id,
      envelopes.map((each) => each.id),
      now,
    );
  } catch (error) {
    if (error instanceof Problem && error.code === "key_store_unknown")
      throw conflict(
        "parts_lost",
        "The key store does not hold the keys of these final offers. Bring back its backup and they open by themselves. If there is none, the chair takes the request back: then the bids count as they stand, and a new round can be asked for.",
      );
    throw error;
  }
};

/** Who leads an evaluation and is told of its rounds. */
const leading = async (tx: Tx, orgId: string, evaluationId: string): Promise<string[]> =>
  (
    await tx.rows<{ personId: string }>(sql`
      select person_id
      from evaluation_member
      where org_id = ${orgId}
        and evaluation_id = ${evaluationId}
        and role in ('chair', 'coordinator')
        and recused_at is null
    `)
  ).map((each) => each.personId);

const write = async (
  tx: Tx,
  system: Actor,
  round: Due,
  read: readonly Read[],
  now: string,
): Promise<void> => {
  for (const { envelope, part, content, failure } of read) {
    await tx.rows(sql`
      update final_offer_envelope
      set
        state = ${content ? "opened" : "failed"}, opened_at = ${now}, server_part = ${part},
        failure = ${content ? null : failure}, note = ${content?.note ?? ""}
      where org_id = ${round.orgId} and id = ${envelope.id}
    `);
    if (content)
      await insertRows(
        tx,
        finalOfferLine,
        content.lines.map((line) => ({
          orgId: round.orgId,
          id: newId(),
          offerId: envelope.offerId,
          ...line,
        })),
      );
  }
  await revealEvents(tx, system, round.solicitationId, round.number);
  await updateRow(tx, finalOfferRound, round.id, { openedAt: now, stuck: null });
  // A way to award that was chosen before knows the old prices.
  await tx.rows(sql`
    update evaluation
    set scenario_id = null, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${round.orgId} and id = ${round.evaluationId}
  `);
  note(tx, system, "evaluation", round.evaluationId, {
    number: round.evaluationNumber,
    action: "openFinalOffers",
    after: {
      round: round.roundNo,
      came: read.filter((each) => each.content).map((each) => each.envelope.offerId),
      failed: read
        .filter((each) => !each.content)
        .map((each) => ({ offer: each.envelope.offerId, why: each.failure })),
    },
  });
  notify(tx, await leading(tx, round.orgId, round.evaluationId), {
    kind: "evaluation",
    title: `${round.evaluationNumber}: the final offers are open`,
    body: "Rank the bids anew.",
    link: `/bid-evaluation/${round.evaluationId}?tab=price`,
  });
};

/**
 * Opens the final offers of a round together, once its due instant has passed by the database's
 * clock and the key store's: all of them in one transaction.
 * What does not open is recorded with its reason, and that bidder's bid counts. Gives whether it
 * was opened now. 503 without the key store.
 */
export const openFinalOffers = async (
  app: App,
  actor: Actor,
  roundId: string,
): Promise<boolean> => {
  const orgId = actor.orgId!;
  const scope = sealScope(orgId, actor);
  const system = {
    ...systemActor(orgId),
    ...(actor.businessNow ? { businessNow: actor.businessNow } : {}),
  };
  return app.database.transaction(scope, async (tx) => {
    const round = await tx.maybe<Due>(sql`
      select r.*, s.number, e.number as evaluation_number
      from final_offer_round r
      join solicitation s on s.org_id = r.org_id and s.id = r.solicitation_id
      join evaluation e on e.org_id = r.org_id and e.id = r.evaluation_id
      where r.org_id = ${orgId} and r.id = ${roundId} and r.opened_at is null and r.ended_at is null
      for update of r
    `);
    if (!round) return false;
    const clock = await clockAgainst(tx, round.dueAt);
    if (clock.timely) return false;
    const [envelopes, items] = await Promise.all([
      tx.rows<Envelope>(sql`
        select e.*
        from final_offer_envelope e
        join final_offer f on f.org_id = e.org_id and f.id = e.offer_id
        where e.org_id = ${orgId} and f.round_id = ${roundId} and e.state = 'sealed'
        order by e.received_at, e.id
      `),
      tx.rows<{ id: string }>(sql`
        select id
        from solicitation_item
        where org_id = ${orgId} and solicitation_id = ${round.solicitationId}
      `),
    ]);
    const parts = await partsOf(round, envelopes, clock.now);
    const known = new Set(items.map((item) => item.id));
    const read: Read[] = [];
    for (const envelope of envelopes)
      read.push(await readOne(app, envelope, parts.get(envelope.id)!, known));
    await write(tx, system, round, read, clock.now);
    return true;
  });
};

/**
 * Says on the screens, and once to the chair and the coordinator, why a round that is due does not
 * open.
 */
const tellStuck = (app: App, orgId: string, id: string, why: string): Promise<void> =>
  app.database.transaction(sealScope(orgId), async (tx) => {
    const row = await tx.maybe<{ evaluationId: string; number: string }>(sql`
      update final_offer_round r
      set stuck = ${why}
      from evaluation e
      where r.org_id = ${orgId}
        and r.id = ${id}
        and r.opened_at is null
        and r.ended_at is null
        and r.stuck is distinct from ${why}
        and e.org_id = r.org_id
        and e.id = r.evaluation_id
      returning r.evaluation_id, e.number
    `);
    if (!row) return;
    announce(tx, orgId, "evaluation.finalOffersStuck", row.evaluationId);
    notify(tx, await leading(tx, orgId, row.evaluationId), {
      kind: "evaluation",
      title: `${row.number}: the final offers do not open`,
      body: why,
      link: `/bid-evaluation/${row.evaluationId}?tab=price`,
    });
  });

const openRound = async (app: App, orgId: string, id: string): Promise<boolean> => {
  const held = await roundHeld(app, orgId, id);
  if (held) await tellStuck(app, orgId, id, held);
  return held === null && tryRound(app, orgId, id);
};

const tryRound = (app: App, orgId: string, id: string): Promise<boolean> =>
  openFinalOffers(app, systemActor(orgId), id).catch(async (error: Error) => {
    console.error(`final offers of ${id}: ${error.message}`);
    // The key store's clock may be a moment behind the database's.
    if (!(error instanceof Problem && error.code === "key_store_too_early"))
      await tellStuck(
        app,
        orgId,
        id,
        error instanceof Problem
          ? error.message
          : "Something failed on the server. Ask whoever operates it; it is tried again every few seconds.",
      );
    return false;
  });

/**
 * Opens the rounds whose due instant has passed, in every agency, and says how far the next one is.
 * Those that wait for their chair after an outage stay sealed.
 */
export const keepRounds = async (app: App): Promise<Kept> => {
  let changed = 0;
  let nextMs: number | null = null;
  for (const orgId of await organizationIds(app.database)) {
    const waiting = await app.database.read(sealScope(orgId)).rows<{ id: string; ms: number }>(sql`
      select id, (extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as ms
      from final_offer_round
      where org_id = ${orgId} and opened_at is null and ended_at is null
      order by due_at
      limit 50
    `);
    for (const { id, ms } of waiting) {
      if (ms >= 0) nextMs = Math.min(nextMs ?? ms, ms);
      else if (await openRound(app, orgId, id)) changed += 1;
    }
  }
  return { changed, nextMs };
};

/**
 * Every minute, by any instance: what must be forgotten is, and rounds whose due instant has passed
 * are opened.
 */
export const openDueOffers = async (app: App): Promise<void> => {
  for (const orgId of await organizationIds(app.database)) await eraseOffers(app, orgId);
  await keepRounds(app);
};

export const finalOfferSchedules: readonly Schedule[] = [
  {
    name: "final-offers",
    cron: "* * * * *",
    afterRestore: {
      kind: "openings",
      due: `
        select count(*)::int as due, 0 as people, min(due_at) as since
        from final_offer_round
        where opened_at is null and ended_at is null and due_at <= clock_timestamp()
      `,
    },
    run: openDueOffers,
  },
];
