import type { Actor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { signNote } from "#kernel/checkpoint.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import { note } from "#server/change.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import type { App } from "#server/app.ts";
import { auditKeys } from "#server/keys.ts";
import { keyStore } from "#server/keystore.ts";
import { scoresLockedFormat } from "#keystore/vault.ts";
import { announce } from "#server/lifecycle.ts";
import { solicitation } from "../solicitation/solicitation.tables.ts";
import { sittingOf } from "./opening.service.ts";
import { opening } from "./opening.tables.ts";

/**
 * Allows the price envelopes of a two-envelope solicitation to be opened: the technical scores are
 * locked (`scoresDigest`: SHA-256, hex, of the frozen score sheet).
 * The statement is in the audit ledger before the key store gets it, signed; the sitting for prices
 * begins. 409 with one envelope, before the technical opening, or twice.
 */
export const unlockPrices = async (
  app: App,
  actor: Actor,
  solicitationId: string,
  scoresDigest: string,
): Promise<void> => {
  const { entry, at } = await app.database.transaction(actor, async (tx) => {
    const row = await lockRow(tx, solicitation, solicitationId, "solicitation");
    const { current } = await sittingOf(tx, row);
    if (row.envelopes !== 2) throw conflict("one_envelope", "There is no separate price envelope.");
    if (current?.stage === "price") return { entry: null, at: current.createdAt };
    if (current?.state !== "done")
      throw conflict("not_opened", "The technical envelopes are not open yet.");
    const made = await insertRow(tx, opening, {
      orgId: row.orgId,
      id: newId(),
      solicitationId: row.id,
      stage: "price",
    });
    announce(tx, row.orgId, "opening.price", row.id);
    return {
      entry: note(tx, actor, "solicitation", row, {
        action: "opening.unlockPrices",
        after: { scoresDigest },
        event: null,
      }),
      at: made.createdAt,
    };
  });
  if (entry) await (await sequencerOf(app.database)).waitForInclusion(actor.orgId!, entry);
  const { verifier, sign } = auditKeys();
  await keyStore().unlockPrices(
    solicitationId,
    signNote(
      verifier,
      `${canonicalJson({ format: scoresLockedFormat, orgId: actor.orgId, solicitationId, scoresDigest, at })}\n`,
      sign,
    ),
  );
};
