import { expect, test } from "vitest";
import { hourFunders, type FieldHour } from "#areas/assets/assets.server.ts";
import type { Tx } from "#server/db/db.ts";
import { ownToFund } from "./own-hours.service.ts";

// What else is registered asks the database, which holds nothing here.
const tx = { scope: { orgId: "agency" }, rows: () => Promise.resolve([]) } as unknown as Tx;
const hour = (id: string) => ({ id }) as FieldHour;

test("an hour that is billed to an agency served is not claimed of public assistance too", async () => {
  hourFunders
    .of({
      name: "of this test",
      holds: (_db, ids) => Promise.resolve(ids.filter((id) => id === "billed")),
    })
    .add();
  expect(await ownToFund(tx, [hour("free"), hour("billed")])).toEqual({
    hours: [hour("free")],
    funded: 1,
  });
  await expect(ownToFund(tx, [hour("billed")])).rejects.toMatchObject({ code: "hours_billed" });
});
