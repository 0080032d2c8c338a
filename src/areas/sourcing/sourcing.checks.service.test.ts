// A key store and a database of two days: what does not fit is named after a restore.
import { expect, test } from "vitest";
import { systemActor } from "#kernel/access.ts";
import { useKeyStore } from "#server/keystore.ts";
import { bidOf, useTestKeyStore } from "#server/testing/opening.ts";
import { ada, agency, bidSetUp, bo, priced, store, t, tender } from "./bid/bid.setup.ts";
import { partsRule } from "./sourcing.checks.ts";

bidSetUp();

const found = async (): Promise<string[]> => {
  const actor = systemActor(agency.orgId);
  const db = t.database.read(actor);
  const findings = await partsRule.check({ app: t.app, actor, db, beat: async () => {} });
  return findings.map(({ sentence }) => sentence);
};

test("a key store that is older than the bids, or newer than the database, is told by solicitation", async () => {
  const s = await tender();
  const { manifests } = await bidOf(t.app, ada.actor, s.id, await priced(s.id, "1"));
  await bidOf(t.app, bo.actor, s.id, await priced(s.id, "2"));
  expect(await found()).toEqual([]);
  // Newer than the database: withdrawn after the backup.
  await store.store.erase([manifests[0]!.binding.envelopeId]);
  expect(await found()).toEqual([
    expect.stringMatching(
      /^\S+: the parts of 1 sealed envelope were erased: these bids were withdrawn/,
    ),
  ]);
  // Older than the bids: its copy was made before them.
  const older = await useTestKeyStore();
  expect(await found()).toEqual([
    expect.stringMatching(/: the key store holds no part of 2 sealed envelopes; its copy is older/),
  ]);
  await older.close();
  // A rehearsal beside has no key store to ask.
  useKeyStore(undefined);
  expect(await found()).toEqual([]);
  useKeyStore(store.store);
});
