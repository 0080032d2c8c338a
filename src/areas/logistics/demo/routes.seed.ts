// A two-truck plan around the closed County Road 14: driven yesterday, one stop of it not delivered; and
// the plan of tomorrow, solved and not yet released.
import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { dateIn, instantIn } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, type Day, type Instant } from "#kernel/time.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { planInput, type PlanInput } from "../route/plan/plan.model.ts";
import { planNoun } from "../route/plan/plan.noun.ts";
import { beginPlan, releasePlan } from "../route/plan/plan.service.ts";
import { solvePlanJob } from "../route/plan/solve.job.ts";
import { stopsOf } from "../route/plan/under-way.service.ts";
import { announceClosure } from "../route/road/closure.service.ts";
import { closureInput } from "../route/road/road.model.ts";
import { importRoads } from "../route/road/road.service.ts";
import { arriveAt, failStop, finishStop } from "../route/stop/drive.service.ts";
import { stopInput } from "../route/stop/stop.model.ts";
import { addStop } from "../route/stop/stop.service.ts";
import type { StopStored } from "../route/stop/stop.noun.ts";
import { demoDepot, demoRoads, demoStops, mayStop } from "./routes.data.ts";

type Told = { app: App; today: Day; zone: string };

const on = ({ app, zone }: Told, who: string, wall: string) => {
  const businessNow = new Date(instantIn(wall, zone)).toISOString() as Instant;
  const actor: Actor = { ...demoActor(who, businessNow), timeZone: zone };
  return <T>(work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T> =>
    app.database.transaction(actor, (tx) => work(tx, actor));
};

const seedRoads = async (told: Told, dispatcher: Actor): Promise<void> => {
  const { app, today } = told;
  const stored = await app.files.put(Readable.from([Buffer.from(JSON.stringify(demoRoads))]));
  const fileId = await app.database.transaction(dispatcher, (tx) =>
    recordFile(tx, {
      ...{ ...stored, orgId: carverCountyId, uploadedBy: dispatcher.personId },
      name: "main-roads.geojson",
    }),
  );
  await importRoads(app, dispatcher, {
    ...{ fileId, name: "Main roads, drawn for the demonstration" },
    ...{ source: "Drawn, not surveyed", asOf: addDays(today, -40) },
  });
  await app.database.transaction(dispatcher, (tx) =>
    announceClosure(
      tx,
      dispatcher,
      closureInput.parse({
        ...{ name: "County Road 14 under water", road: "County Road 14" },
        ...{ reason: "Flood at the Carver Creek crossing", fromOn: addDays(today, -3) },
      }),
    ),
  );
};

const planOf = (name: string, onDay: Day): PlanInput => {
  const [crew1, crew2] = ["crew1", "crew2"].map((who) => demoActor(who).personId);
  const truck = { from: "06:30", to: "15:00" };
  return planInput.parse({
    ...{ name, onDay, depot: demoDepot, seconds: 3 },
    vehicles: [
      { ...truck, key: "Truck 12", driverId: crew1, weight: 5000, volume: 320, skills: "liftgate" },
      { ...truck, key: "Truck 15", driverId: crew2, weight: 4000, volume: 260 },
    ],
  });
};

const told = ({ at: [longitude, latitude], over = {}, ...stop }: (typeof demoStops)[number]) =>
  stopInput.parse({ ...stop, latitude, longitude, ...over });

/** Solves a plan at once: nobody waits beside a story. */
const solve = async (app: App, actor: Actor, planId: string): Promise<void> => {
  await app.database.transaction(actor, (tx) =>
    transition(tx, actor, planNoun, { id: planId, action: "solve" }),
  );
  await solvePlanJob.run({
    ...{ app, actor: asSystem(actor), jobId: newId(), payload: { planId } },
    progress: () => Promise.resolve(),
  });
};

const two = (n: number) => String(n).padStart(2, "0");
const wallAt = (day: Day, minutes: number) =>
  `${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

// Minutes that each stop was reached later than planned; the third is never delivered.
const later = [2, -4, 11, 26, 7];

const driveStop = async (t: Told, day: Day, stop: StopStored, at: number): Promise<void> => {
  const who = stop.planned!.vehicle === "Truck 12" ? "crew1" : "crew2";
  const arrived = stop.planned!.arrival + later[at % later.length]!;
  const step = { id: stop.id, version: null, reason: null };
  await on(t, who, wallAt(day, arrived))((tx, actor) => arriveAt(tx, actor, step));
  const over = on(t, who, wallAt(day, arrived + stop.told.minutes));
  if (stop.told.name.startsWith("Pump"))
    await over((tx, actor) =>
      failStop(tx, actor, { ...step, reason: "The gate was locked and nobody had the key." }),
    );
  else
    await over((tx, actor) =>
      finishStop(tx, actor, step, { receiver: stop.told.contact.split(",")[0] ?? "", note: "" }),
    );
};

const driveYesterday = async (t: Told): Promise<void> => {
  const day = addDays(t.today, -1);
  const planning = on(t, "dispatcher", wallAt(addDays(day, -1), 15 * 60));
  const id = await planning(async (tx, actor) => {
    const plan = await beginPlan(tx, actor, planOf("Supplies around County Road 14", day));
    for (const stop of demoStops) await addStop(tx, actor, plan.id, told(stop));
    return plan.id;
  });
  await solve(t.app, demoActor("dispatcher"), id);
  await on(
    t,
    "dispatcher",
    wallAt(day, 6 * 60),
  )((tx, actor) => releasePlan(tx, actor, { id, version: null }));
  const stops = await stopsOf(t.app.database.read(demoActor("dispatcher")), id);
  const routed = stops
    .filter(({ planned }) => planned)
    .toSorted((a, b) => a.planned!.arrival - b.planned!.arrival);
  for (const [at, stop] of routed.entries()) await driveStop(t, day, stop, at);
};

/** Tells the routes of Carver County. */
export const seedRoutes = async (app: App): Promise<void> => {
  const dispatcher = demoActor("dispatcher");
  const db = app.database.read(dispatcher);
  const { timeZone: zone } = await readOrganization(db);
  const t: Told = { app, zone, today: dateIn(new Date().toISOString() as Instant, zone) };
  await seedRoads(t, dispatcher);
  await driveYesterday(t);
  const next = await app.database.transaction(dispatcher, async (tx) => {
    const plan = await beginPlan(
      tx,
      dispatcher,
      planOf("Pump, cots and pallets", addDays(t.today, 1)),
    );
    for (const stop of [demoStops[3]!, demoStops[0]!, demoStops[2]!, mayStop])
      await addStop(tx, dispatcher, plan.id, told(stop));
    return plan.id;
  });
  await solve(app, dispatcher, next);
};
