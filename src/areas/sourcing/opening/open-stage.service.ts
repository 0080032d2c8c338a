import { hash } from "node:crypto";
import { groupBy } from "#kernel/group.ts";
import { type Actor, systemActor } from "#kernel/access.ts";
import { conflict, notFound, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { type Bytes, unbase64 } from "#kernel/sealing/bytes.ts";
import type { EnclosedFile } from "#kernel/sealing/enclosed.ts";
import { openEnvelope } from "#kernel/sealing/envelope.ts";
import { SealError } from "#kernel/sealing/seal-error.ts";
import { counted } from "#kernel/words.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import { note } from "#server/change.ts";
import type { Scope, Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { keyStore } from "#server/keystore.ts";
import { announce, transition } from "#server/lifecycle.ts";
import { bidNoun } from "../bid/bid.noun.ts";
import { bid, type bidEnvelope } from "../bid/bid.tables.ts";
import { clockAgainst, revealEvents, sealScope } from "../bid/under-seal.service.ts";
import { moveSolicitation } from "../solicitation/solicitation.noun.ts";
import { type Content, contentOf, keepFiles, storeContent } from "./content.service.ts";
import { writeMinutes } from "./minutes.service.ts";
import {
  beginSitting,
  blockedBy,
  type OpeningRow,
  type SolicitationRow,
} from "./opening.service.ts";
import { bidTabulation, opening } from "./opening.tables.ts";
import { tabulate } from "./tabulation.service.ts";

type Envelope = typeof bidEnvelope.$inferSelect & {
  manifest: NonNullable<(typeof bidEnvelope.$inferSelect)["manifest"]>;
  receivedAt: string;
};
type Read = { content: Content; files: Awaited<ReturnType<typeof keepFiles>> };

const begin = (
  app: App,
  actor: Actor,
  solicitationId: string,
): Promise<{ row: SolicitationRow; sitting: OpeningRow; now: string; entry: string | null }> =>
  app.database.transaction(sealScope(actor.orgId!, actor), async (tx) => {
    const row = await tx.maybe<SolicitationRow>(sql`
      select *
      from solicitation
      where org_id = ${actor.orgId} and id = ${solicitationId}
      for update
    `);
    if (!row) throw notFound("solicitation");
    const sitting = await beginSitting(tx, row);
    const { now } = await clockAgainst(tx, row.dueAt!);
    if (sitting.state === "opening") return { row, sitting, now, entry: null };
    const blocked = await blockedBy(tx, row, sitting);
    if (blocked) throw conflict("blocked", blocked);
    const begun = await updateRow(tx, opening, sitting.id, { state: "opening", beganAt: now });
    const entry = note(tx, actor, "solicitation", row, {
      action: "opening.begin",
      after: { stage: sitting.stage, protection: row.protection },
      event: null,
    });
    announce(tx, row.orgId, "opening.begin", row.id);
    return { row, sitting: begun, now, entry };
  });

const envelopesOf = (app: App, scope: Scope, row: SolicitationRow, stage: string) =>
  app.database.read(scope).rows<Envelope>(sql`
    select e.*, b.received_at
    from bid_envelope e
    join bid b on b.org_id = e.org_id and b.id = e.bid_id
    where e.org_id = ${row.orgId}
      and b.solicitation_id = ${row.id}
      and e.envelope = ${stage}
      and e.state = 'sealed'
    order by b.received_at, b.id
    limit 5000
  `);

/** The bytes of a stored ciphertext. */
export const bytesOf = async (app: App, sha256: string): Promise<Bytes> => {
  const { stream } = await app.files.open(sha256);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Uint8Array.from(Buffer.concat(chunks));
};

type GivenShare = { envelopeId: string; x: number; share: string };

const readEnvelope = async (
  app: App,
  envelope: Envelope,
  part: string,
  given: readonly GivenShare[],
): Promise<Read> => {
  const ciphertext = await bytesOf(app, envelope.manifest.ciphertextSha256).catch(
    (error: { code?: string }) => {
      if (error.code !== "ENOENT") throw error;
      throw new SealError("ciphertext", "the stored ciphertext is missing");
    },
  );
  const opened = await openEnvelope(
    envelope.manifest,
    ciphertext,
    unbase64(part),
    given.map(({ x, share }) => ({ x, bytes: unbase64(share) })),
  );
  const content = contentOf(envelope.envelope, opened.content);
  return { content, files: await keepFiles(app.files, content, opened.files as EnclosedFile[]) };
};

const recordOpened = async (
  tx: Tx,
  actor: Actor,
  envelope: Envelope,
  part: string,
  read: Read,
  now: string,
) => {
  const { technical, price } = read.content;
  const said = {
    ...(technical ? { statement: technical.statement } : {}),
    ...(price ? { priceNote: price.note, validDays: price.validDays, priceOpenedAt: now } : {}),
  };
  const row = await tx.one<typeof bid.$inferSelect>(sql`
    select *
    from bid
    where org_id = ${envelope.orgId} and id = ${envelope.bidId}
    for update
  `);
  await storeContent(tx, row, envelope.envelope, read.content, read.files);
  await tx.rows(sql`
    update bid_envelope
    set state = 'opened', opened_at = ${now}, server_part = ${part}
    where org_id = ${envelope.orgId} and id = ${envelope.id}
  `);
  if (envelope.envelope !== "price")
    return void (await transition(tx, actor, bidNoun, {
      id: row.id,
      action: "open",
      effect: async () => ({ patch: { openedAt: now, ...said } }),
    }));
  const after = await updateRow(tx, bid, row.id, said);
  note(tx, actor, "bid", row.id, {
    number: bidNoun.number(row),
    action: "openPrice",
    before: row,
    after,
    event: "bid.open",
  });
};

const recordFailed = async (
  tx: Tx,
  actor: Actor,
  envelope: Envelope,
  part: string | null,
  failure: string,
  now: string,
) => {
  await tx.rows(sql`
    update bid_envelope
    set state = 'failed', opened_at = ${now}, failure = ${failure}, server_part = ${part}
    where org_id = ${envelope.orgId} and id = ${envelope.id}
  `);
  await transition(tx, actor, bidNoun, {
    id: envelope.bidId,
    action: "failOpening",
    effect: async (row) => ({ patch: { openedAt: row.openedAt ?? now, failure }, note: failure }),
  });
};

/**
 * Opens one envelope and writes what came out, in one transaction of its own: a stop in between is
 * gone on from.
 */
const openOne = async (
  app: App,
  actor: Actor,
  scope: Scope,
  envelope: Envelope,
  part: string | null,
  given: readonly GivenShare[],
  now: string,
): Promise<void> => {
  const tried =
    part === null
      ? new SealError("server_part", "the key store has no part for this envelope")
      : await readEnvelope(app, envelope, part, given).catch((error: unknown) => error);
  const write = (work: (tx: Tx) => Promise<void>) =>
    app.database.transaction(scope, async (tx) => {
      const still = await tx.maybe(sql`
        select 1 as still
        from bid_envelope
        where org_id = ${envelope.orgId} and id = ${envelope.id} and state = 'sealed'
        for update
      `);
      if (still) await work(tx);
    });
  if (tried instanceof Error && !(tried instanceof SealError)) throw tried;
  if (tried instanceof SealError)
    return write((tx) => recordFailed(tx, actor, envelope, part, tried.message, now));
  await write((tx) => recordOpened(tx, actor, envelope, part!, tried as Read, now)).catch(
    async (error: unknown) => {
      if (!(error instanceof SealError)) throw error;
      await write((tx) => recordFailed(tx, actor, envelope, part, error.message, now));
    },
  );
};

/**
 * The server's parts: all at once, or one by one where some were erased. A part that the store does
 * not know stops the opening, since its backup may have it; with `lost` such bids are given up.
 */
const partsOf = async (
  row: SolicitationRow,
  envelopes: readonly Envelope[],
  now: string,
  lost: boolean,
): Promise<ReadonlyMap<string, string>> => {
  const parts = new Map<string, string>();
  const unknown: string[] = [];
  const code = (error: unknown) => (error instanceof Problem ? error.code : null);
  if (envelopes.length === 0) return parts;
  try {
    return await keyStore().release(
      row.id,
      envelopes.map((each) => each.id),
      now,
    );
  } catch (error) {
    if (code(error) !== "key_store_unknown" && code(error) !== "key_store_erased") throw error;
  }
  for (const { id } of envelopes) {
    try {
      for (const [key, part] of await keyStore().release(row.id, [id], now)) parts.set(key, part);
    } catch (error) {
      if (code(error) === "key_store_unknown") unknown.push(id);
      else if (code(error) !== "key_store_erased") throw error;
    }
  }
  if (unknown.length && !lost)
    throw conflict(
      "parts_lost",
      `The key store does not hold the parts of ${counted(unknown.length, "envelope")}. Bring back its backup and open again; nothing is lost until then.`,
    );
  return parts;
};

/** 409 when bids were sealed to another key store than the one that answers. */
const sameStore = async (app: App, scope: Scope, row: SolicitationRow): Promise<void> => {
  const { publicKey } = await keyStore().status();
  const own = hash("sha256", publicKey, "hex");
  const other = await app.database.read(scope).maybe(sql`
    select 1 as other
    from bid
    where org_id = ${row.orgId}
      and solicitation_id = ${row.id}
      and status = 'submitted'
      and key_store <> ${own}
  `);
  if (other)
    throw conflict(
      "other_key_store",
      "Bids were sealed to another key store. Set LEVEE_KEYSTORE_URL to the one that all instances share.",
    );
};

const finish = (app: App, actor: Actor, scope: Scope, row: SolicitationRow, sitting: OpeningRow) =>
  app.database.transaction(scope, async (tx) => {
    const rows = await tabulate(tx, row, sitting.stage);
    const { now } = await clockAgainst(tx, row.dueAt!);
    const opened = rows.filter((each) => each.outcome === "opened").length;
    if (sitting.stage !== "price") {
      await revealEvents(tx, actor, row.id, row.number);
      await moveSolicitation(tx, actor, row.id, "open", {
        effect: async () => ({ patch: { openedAt: now } }),
      });
    }
    const minutes = await writeMinutes(tx, row, sitting, rows, now);
    await updateRow(tx, opening, sitting.id, {
      state: "done",
      doneAt: now,
      opened,
      failed: rows.length - opened,
      minutes,
    });
    note(tx, actor, "solicitation", row, {
      action: "opening.done",
      after: { stage: sitting.stage, opened, failed: rows.length - opened, minutes },
    });
  });

/**
 * Opens the envelopes of the sitting, in the order in which the bids were received: the key store's
 * parts and the officers' shares give each key; what opens becomes
 * rows, what does not is recorded with the reason and is out. Ends with the minutes and moves the
 * solicitation on. The beginning is in the audit ledger before the first
 * envelope is opened. May be called again after a stop. `lost` gives up what the key store has lost
 * for good. 409 while officers are missing, before the time, or when the key store refuses.
 */
export const openStage = async (
  app: App,
  actor: Actor,
  solicitationId: string,
  { lost = false } = {},
): Promise<{ opened: number; failed: number }> => {
  const { row, sitting, now, entry } = await begin(app, actor, solicitationId);
  const scope = sealScope(row.orgId, actor);
  const system = {
    ...systemActor(row.orgId),
    ...(actor.businessNow ? { businessNow: actor.businessNow } : {}),
  };
  if (entry) await (await sequencerOf(app.database)).waitForInclusion(row.orgId, entry);
  const envelopes = await envelopesOf(app, scope, row, sitting.stage);
  await sameStore(app, scope, row);
  const parts = await partsOf(row, envelopes, now, lost);
  const shares = await app.database.read(scope).rows<GivenShare>(sql`
    select distinct on (envelope_id, person_id) envelope_id, x, share
    from opening_share
    where org_id = ${row.orgId} and opening_id = ${sitting.id} and good
    order by envelope_id, person_id, given_at
  `);
  const byEnvelope = groupBy(shares, (share) => share.envelopeId);
  for (const envelope of envelopes)
    await openOne(
      app,
      system,
      scope,
      envelope,
      parts.get(envelope.id) ?? null,
      byEnvelope.get(envelope.id) ?? [],
      now,
    );
  await finish(app, system, scope, row, sitting);
  const done = await app.database
    .read(scope)
    .one<OpeningRow>(sql`select * from opening where org_id = ${row.orgId} and id = ${sitting.id}`);
  return { opened: done.opened, failed: done.failed };
};

/** Publishes the tabulation of a finished sitting; it cannot be changed afterwards. */
export const publishTabulation = async (
  tx: Tx,
  actor: Actor,
  solicitationId: string,
): Promise<{ id: string }> => {
  const sitting = await tx.maybe<OpeningRow>(sql`
    select *
    from opening
    where org_id = ${actor.orgId} and solicitation_id = ${solicitationId} and state = 'done'
    order by created_at desc
    limit 1
  `);
  if (!sitting) throw conflict("not_done", "The opening is not finished.");
  const before = await tx.maybe(sql`
    select id
    from bid_tabulation
    where org_id = ${actor.orgId}
      and solicitation_id = ${solicitationId}
      and stage = ${sitting.stage}
  `);
  if (before) throw conflict("published", "This tabulation is published.");
  const rows = sitting.minutes?.rows ?? [];
  const row = await insertRow(tx, bidTabulation, {
    orgId: actor.orgId!,
    id: newId(),
    solicitationId,
    stage: sitting.stage,
    rows,
  });
  note(tx, actor, "solicitation", solicitationId, {
    number: sitting.minutes?.number ?? null,
    action: "opening.publishTabulation",
    after: { stage: sitting.stage, bids: rows.length },
    event: "opening.published",
  });
  return { id: row.id };
};
