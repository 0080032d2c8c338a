import type { Actor } from "#kernel/access.ts";
import { utcDay } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { carverCountyId, demoPersonId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readNoticesOf } from "#areas/organization/organization.server.ts";
import { later } from "#areas/procurement/procurement.server.ts";
import { assetInput } from "../asset/asset.model.ts";
import { createAsset, moveAsset, readCondition } from "../asset/asset.service.ts";
import { createClass } from "../asset/class.service.ts";
import { workOrderInput } from "../work-order/work-order.model.ts";
import {
  approveWork,
  completeWork,
  endWork,
  holdWork,
  requestWork,
  scheduleWork,
  startWork,
} from "../work-order/work-order.service.ts";
import { seedFurther } from "./further.seed.ts";
import { seedOldAssets, seedOldWork } from "./many.seed.ts";
import { seedField } from "./field.seed.ts";
import { seedSafety } from "./safety.seed.ts";
import { demoAssets, demoClasses, demoWork, type DemoAsset, type DemoWork } from "./assets.data.ts";

const enter = async (
  tx: Tx,
  actor: Actor,
  one: DemoAsset,
  known: { classes: ReadonlyMap<string, string>; ids: ReadonlyMap<string, string> },
): Promise<string> => {
  const { code, of, reading, inServiceOn, ...said } = one;
  const row = await createAsset(
    tx,
    actor,
    assetInput.parse({
      ...said,
      classId: known.classes.get(code),
      parentId: of ? known.ids.get(of) : null,
      acquiredOn: inServiceOn,
      lifeMonths: demoClasses.find((c) => c.code === code)!.lifeMonths,
    }),
    { inServiceOn },
  );
  await moveAsset(tx, actor, "putInService", { id: row.id, version: null });
  if (reading)
    await readCondition(tx, actor, row.id, { readOn: reading.on, value: reading.value, note: "" });
  return row.id;
};

const seedRegister = async (app: App): Promise<ReadonlyMap<string, string>> => {
  const keeper = demoActor("manager");
  const ids = new Map<string, string>();
  await app.database.transaction(keeper, async (tx) => {
    const classes = new Map<string, string>();
    for (const one of demoClasses)
      classes.set(one.code, (await createClass(tx, keeper, { ...one, active: true })).id);
    for (const one of demoAssets(businessDate(tx.scope)))
      ids.set(one.tag, await enter(tx, keeper, one, { classes, ids }));
  });
  return ids;
};

const steps = ["requested", "approved", "scheduled", "in_progress", "completed", "closed"] as const;

const tellWork = async (app: App, now: Date, assetId: string, work: DemoWork): Promise<void> => {
  const at = (days: number) => later(now, -work.ago + days).toISOString();
  const asked = demoActor("receiver", at(0));
  const manager = demoActor("manager", at(0.2));
  const crew = demoActor("receiver", at(0.4));
  const reached = work.until === "on_hold" ? 3 : steps.indexOf(work.until);
  const { id } = await app.database.transaction(asked, (tx) =>
    requestWork(
      tx,
      asked,
      workOrderInput.parse({
        title: work.title,
        kind: work.kind,
        priority: work.priority,
        assetId,
        estimateMinutes: work.minutes,
        dueOn: utcDay(later(now, -work.ago + 9)),
        digs: work.digs ?? false,
        ...(work.digs
          ? {
              locateTicket: `26-${1000 + work.ago}`,
              locateUntil: utcDay(later(now, 14)),
            }
          : {}),
        tasks: (work.tasks ?? []).map((title) => ({ title, mandatory: false })),
      }),
    ),
  );
  const step = { id, version: null };
  const run = (actor: Actor, act: (tx: Tx) => Promise<unknown>) =>
    app.database.transaction(actor, act);
  if (reached >= 1) await run(manager, (tx) => approveWork(tx, manager, step));
  if (reached >= 2)
    await run(manager, (tx) =>
      scheduleWork(tx, manager, step, {
        scheduledOn: utcDay(later(now, -work.ago + 2)),
        leadId: demoPersonId("receiver@demo.levee.test"),
      }),
    );
  if (reached >= 3) await run(crew, (tx) => startWork(tx, crew, "start", step));
  if (work.until === "on_hold")
    await run(crew, (tx) => holdWork(tx, crew, step, { because: "material" }));
  const done = demoActor("receiver", at(0.4 + work.minutes / 480));
  if (reached >= 4)
    await run(done, (tx) =>
      completeWork(tx, done, step, { problem: "", cause: "", remedy: work.remedy ?? "Done." }),
    );
  if (reached >= 5) await run(manager, (tx) => endWork(tx, manager, "close", step));
};

/** The county's register, and two years of work on it. */
export const seedAssets = async (app: App, log: (line: string) => void): Promise<void> => {
  log("assets and work orders");
  const now = new Date();
  const told = await seedRegister(app);
  const ids = new Map([...told, ...(await seedOldAssets(app))]);
  for (const work of demoWork) await tellWork(app, now, ids.get(work.tag)!, work);
  await seedField({ app, now, ids });
  await seedOldWork(app, now, ids);
  await seedSafety(app, now);
  await seedFurther({ app, now, ids });
  await readNoticesOf(app, carverCountyId, ["workOrder", "inspection", "safetyCase"]);
};
