// Records of the agency that the fields of others name in the round trip.
import type { Actor } from "#kernel/access.ts";
import type { Database } from "#server/db/db.ts";
import { beginOffers } from "#areas/billing/plan/plan.service.ts";
import { declaredDisaster, obligatedProject } from "#server/testing/recovery.ts";
import { sql } from "#server/db/sql.ts";
import { agencyDay } from "#server/testing/days.ts";
import { assetInput } from "#areas/assets/asset/asset.model.ts";
import { createAsset } from "#areas/assets/asset/asset.service.ts";
import { createClass } from "#areas/assets/asset/class.service.ts";
import { awardInput } from "#areas/grants/award/award.model.ts";
import { createAward } from "#areas/grants/award/award.service.ts";
import { itemInput } from "#areas/inventory/item/item.model.ts";
import { enterItem } from "#areas/inventory/item/item.service.ts";
import { locationInput } from "#areas/inventory/location/location.model.ts";
import { enterLocation } from "#areas/inventory/location/location.service.ts";
import { projectInput } from "#areas/projects/project/project.model.ts";
import { proposeProject } from "#areas/projects/project/project.service.ts";
import { requestWork, workOrderInput } from "#areas/assets/assets.server.ts";
import { clientInput } from "#areas/served/client/client.model.ts";
import { addClient } from "#areas/served/client/client.service.ts";
import { two } from "./round-trip.setup.ts";

/** A class of assets; gives its id. */
export const makeClass = (database: Database, actor: Actor, code: string): Promise<string> =>
  database.transaction(actor, async (tx) => {
    const conditionScale = "one_to_five" as const;
    const input = { code, name: code, conditionScale, lifeMonths: 120, active: true };
    return (await createClass(tx, actor, input)).id;
  });

/** An asset of the first class; gives its id. */
export const makeAsset = (database: Database, actor: Actor, name: string): Promise<string> =>
  database.transaction(actor, async (tx) => {
    const input = assetInput.parse({ name, classId: two.class[0] });
    return (await createAsset(tx, actor, input)).id;
  });

/** An award that is in force; gives its id. */
export const makeAward = (database: Database, actor: Actor): Promise<string> =>
  database.transaction(actor, async (tx) => {
    const input = awardInput.parse({
      title: "Older people",
      grantor: "ACL",
      amount: 900_000_00,
      periodFrom: agencyDay(-100),
      periodTo: agencyDay(900),
    });
    const { id } = await createAward(tx, actor, input);
    await tx.rows(sql`
      update grant_award
      set status = 'active'
      where org_id = ${actor.orgId} and id = ${id}
    `);
    return id;
  });

/** A recovery project of permanent work; gives its id. */
export const makeProject = async (database: Database, actor: Actor): Promise<string> => {
  const { id } = await declaredDisaster(database, actor);
  return obligatedProject(database, actor, id, { category: "E" });
};

/** A project under way that names both contracts; gives its id. */
const makeBuilding = async (database: Database, actor: Actor): Promise<string> =>
  database.transaction(actor, async (tx) => {
    const input = projectInput.parse({
      name: "Yard paving",
      segmentCode: "P902",
      departmentId: two.department[0],
      contracts: two.contract.map((contractId) => ({ contractId })),
    });
    const { id } = await proposeProject(tx, actor, input);
    await tx.rows(sql`
      update project
      set status = 'active'
      where org_id = ${actor.orgId} and id = ${id}
    `);
    return id;
  });

/** A client that is served, and two work orders for it. */
const makeClient = (database: Database, actor: Actor): Promise<void> =>
  database.transaction(actor, async (tx) => {
    const client = { name: "Laketown", kind: "township", email: "clerk@laketown.test" };
    two.client[0] = (await addClient(tx, actor, clientInput.parse(client))).id;
    for (const at of [0, 1] as const) {
      const work = workOrderInput.parse({ title: `Grade road ${at}` });
      two.workOrder[at] = (await requestWork(tx, actor, work)).id;
    }
  });

/** The offers of a fresh installation, of which an agreement names one. */
const makePlans = async (database: Database, actor: Actor): Promise<void> => {
  await database.transaction(actor, beginOffers);
  const plans = await database.read(actor).rows<{ id: string }>(sql`
    select id
    from price_plan
    where org_id = ${actor.orgId}
    order by place
    limit 2
  `);
  plans.forEach(({ id }, at) => (two.plan[at] = id));
  two.agency[0] = actor.orgId!;
};

/** An item that is told apart, two locations of a place, a project and a client, for the forms that name them. */
export const makeStores = async (database: Database, actor: Actor): Promise<void> => {
  two.project[0] = await makeBuilding(database, actor);
  await makeClient(database, actor);
  await makePlans(database, actor);
  await database.transaction(actor, async (tx) => {
    const item = itemInput.parse({ name: "Sandbags", unit: "bag", tracking: "lot" });
    two.stockItem[0] = (await enterItem(tx, actor, item)).id;
    for (const at of [0, 1] as const) {
      const room = { code: `R-${at}`, name: "Room", placeId: two.place[0] };
      two.stockLocation[at] = (await enterLocation(tx, actor, locationInput.parse(room))).id;
    }
  });
};
