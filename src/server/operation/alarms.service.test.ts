import { afterAll, beforeAll, expect, test } from "vitest";
import { noScope } from "../db/db.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { openAlarms, settleAlarm, type AlarmKind } from "./alarms.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

const kinds: Record<Exclude<AlarmKind, `rule:${string}`>, true> = {
  ...{ backup: true, clock: true, database: true, disk: true, files: true, scanner: true },
  standby: true,
};

test("an alarm of every kind is written down, and ends", async () => {
  const all = [...(Object.keys(kinds) as AlarmKind[]), "rule:1" as const];
  const settle = (text: string | null) =>
    t.database.transaction(noScope, async (tx) => {
      for (const kind of all) settleAlarm(tx, kind, "one:8150", text);
    });
  await settle("It is so.");
  const open = await openAlarms(t.database.read(noScope));
  expect(open.map(({ kind }) => kind).toSorted()).toEqual(all.toSorted());
  await settle(null);
  expect(await openAlarms(t.database.read(noScope))).toEqual([]);
});

test("one that comes again within the hour is the same, and says what is wrong now", async () => {
  const settle = (text: string | null) =>
    t.database.transaction(noScope, async (tx) => settleAlarm(tx, "standby", "two:8150", text));
  const open = () => openAlarms(t.database.read(noScope));
  await settle("It is behind.");
  const [first] = await open();
  await settle(null);
  await settle("It is gone.");
  expect(await open()).toEqual([{ ...first!, text: "It is gone." }]);
  await settle("It is behind.");
  expect(await open()).toEqual([first]);
});
