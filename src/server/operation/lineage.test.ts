import { expect, test } from "vitest";
import {
  judgeLineage,
  judgeMoment,
  missingWrites,
  unconfirmed,
  type Held,
  type Witness,
} from "./lineage.model.ts";

const known: Witness = {
  systemId: "7100",
  timeline: 3,
  written: "5000",
  instance: "one",
  seenAt: "2026-11-30 18:00:00.123456+00",
  checkpoint: { orgId: "org", size: 40, root: "abc" },
  confirmed: true,
};
const found = { host: "two:5432", systemId: "7100", timeline: 4, written: 9000n };
const all: Held = { beat: true, checkpoint: true };

test("the same primary, and a standby of it that was promoted, are the database that the instance knows", () => {
  expect(judgeLineage(known, { ...found, timeline: 3 }, all)).toBeNull();
  expect(judgeLineage(known, found, all)).toBeNull();
  // Rows of instances are kept for a day: what cannot be said refuses nothing.
  expect(judgeLineage(known, found, { beat: null, checkpoint: null })).toBeNull();
});

test("another cluster, an earlier primary and a fork are refused, each in words that say what to do", () => {
  const refused = (change: Partial<typeof found>, held = all, by = known) =>
    judgeLineage(by, { ...found, ...change }, held);
  expect(refused({ systemId: "7200" })).toBe(
    "two:5432 is another database cluster (7200) than the one that this instance knows (7100). Was this database restored from a backup, or moved here for good? Then run `node bin/take-over.mjs` with the settings of this instance.",
  );
  expect(refused({ timeline: 2 })).toContain("is an earlier primary (timeline 2)");
  expect(refused({ timeline: 3, written: 4999n })).toContain(
    "is a fork: it ends before what this instance has written there",
  );
  expect(refused({}, { beat: true, checkpoint: false })).toContain(
    "is a fork: its record lacks a sealed checkpoint that this instance knows",
  );
  const lacking = { beat: false, checkpoint: true };
  expect(refused({}, lacking)).toContain(
    "is a fork: it lacks what this instance has written, and a standby confirmed",
  );
  expect(refused({ timeline: 3 }, lacking, { ...known, confirmed: false })).toContain("is a fork");
});

test("a standby that never confirmed goes on without the last seconds, and says what is missing", () => {
  const lacking = { beat: false, checkpoint: true };
  const alone = { ...known, confirmed: false };
  expect(judgeLineage(alone, found, lacking)).toBeNull();
  expect(missingWrites(alone, found, lacking)).toBe(
    "two:5432 was promoted, and acknowledged writes of the last seconds before it are missing there: no standby had confirmed them (last known 2026-11-30 18:00:00.123456+00). Look through the day's payments, letters and bids.",
  );
  expect(missingWrites(alone, found, all)).toBeNull();
  expect(unconfirmed(true)).toBeNull();
  expect(unconfirmed(false)).toBe(
    "No standby of the database confirms its writes: what was acknowledged last is lost when its machine fails. Set synchronous_standby_names on the primary, such as ANY 1 (*).",
  );
});

test("a database of one host that lacks what was written there was brought back, and is refused", () => {
  const alone = { ...known, systemId: null, timeline: 0, written: "0" };
  expect(judgeMoment(alone, all)).toBeNull();
  expect(judgeMoment(alone, { beat: null, checkpoint: null })).toBeNull();
  for (const held of [
    { beat: false, checkpoint: true },
    { beat: null, checkpoint: false },
  ])
    expect(judgeMoment(alone, held)).toBe(
      "The database lacks what this instance wrote there until 2026-11-30 18:00:00.123456+00: it was brought back to an earlier moment, or is another one. After going back run `npm run restored -- --to` with that minute, so that nothing goes out twice. If it is meant to take over, with what is missing there lost, run `node bin/take-over.mjs` with the settings of this instance.",
    );
  // With a standby added later the cluster is told who it is for the first time.
  expect(judgeLineage(alone, found, all)).toBeNull();
});
