import { day } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { accountStringsOf } from "#areas/budget/budget.server.ts";
import { demoPersonId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { listDepartments } from "#areas/organization/organization.server.ts";
import { poolInput } from "../allocation/allocation.model.ts";
import { addPool } from "../allocation/allocation.service.ts";
import { centerInput } from "../center/center.model.ts";
import { addCenter, setParent } from "../center/center.service.ts";

const since = "2024-10-01";
const owner = demoPersonId("budget@demo.levee.test");

// Code, name, department, and the center above it.
const centers = [
  ["OPS", "County operations", "RDB", null],
  ["ROADS", "Roads and bridges", "RDB", "OPS"],
  ["SNOW", "Snow and ice", "RDB", "ROADS"],
  ["WATER", "Water and lift stations", "UTL", "OPS"],
  ["HEALTH", "Public health", "PHL", null],
] as const;

/** Cost centers of the county with parents by date, and a pool whose months wait to be shared out. */
export const seedCosting = (app: App, log: (line: string) => void): Promise<void> => {
  const officer = demoActor("budget");
  return app.database.transaction(officer, async (tx) => {
    const departments = await listDepartments(tx);
    const ids = new Map<string, string>();
    for (const [code, name, department, above] of centers) {
      const departmentId = departments.find((d) => d.code === department)?.id ?? departments[0]!.id;
      const input = centerInput.parse({ code, name, departmentId, ownerId: owner, fromOn: since });
      const { id } = await addCenter(tx, officer, input);
      ids.set(code, id);
      if (above)
        await setParent(tx, officer, id, { parentId: ids.get(above)!, fromOn: day(since) });
    }
    const [shared, roads, parks] = await accountStringsOf(tx, [
      "101-ADM-5350",
      "210-RDB-5350",
      "101-PRK-5350",
    ]);
    await addPool(
      tx,
      officer,
      poolInput.parse({
        code: "SHOP",
        name: "Repair shop",
        accountStringId: shared,
        basis: "percent",
        targets: [
          { accountStringId: roads, share: 6500 },
          { accountStringId: parks, share: 3500 },
        ],
      }),
    );
    log(`cost centers: ${centers.length}, and a pool that is shared out by percent`);
  });
};
