import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { areaServers } from "#areas.server.ts";
import { principal } from "#areas/identity/identity.server.ts";
import { pages, workbenchPages } from "#areas.ts";
import { inOrderOfStory, missingParts } from "./area.ts";
import type { Config } from "./config.ts";
import { refreshStatistics } from "./db/statistics.ts";
import { openDatabase } from "./db/open-database.ts";
import { openDemoStory } from "./db/demo-story.ts";
import { migrate } from "./db/migrate.ts";
import { lookedAtFiles } from "./files/looked-at.ts";
import { openPlace } from "./files/open-place.ts";
import type { App } from "./app.ts";
import { buildApp } from "./http/app.ts";
import { drain } from "./http/draining.ts";
import { clientFolder } from "./http/built.ts";
import { site } from "./http/site.ts";
import { letterPreviewEndpoints } from "./mail/letter-preview.api.ts";
import { eventEndpoints, stopEvents } from "./realtime/events.ts";
import { outgoingDoor } from "./outgoing/door.ts";
import { openOutgoing } from "./outgoing/outgoing.ts";
import { refuseNoStandby } from "./db/standby/belonging.ts";
import { standbyOf } from "./db/standby/standby.ts";
import { primaryOf } from "./db/wire/hosts.ts";
import { refuseStranger, refuseStrangerFirst } from "./operation/belonging.ts";
import { lineageJudge, refuseEarlier } from "./operation/lineage.ts";
import { awaySeconds, selfOf, startHeartbeat, type Self } from "./operation/heartbeat.ts";
import { agencyDays } from "./jobs/agency-days.ts";
import { startJobs } from "./jobs/jobs.ts";
import type { Telemetry } from "./telemetry/sending.ts";
import { openTelemetry } from "./telemetry/telemetry.ts";

export type Instance = { app: App; address: string; stop: () => Promise<void> };

/**
 * Everything an HTTP server needs, without listening; for tests and for writing the API document.
 */
export const assemble = (app: App, telemetry: Telemetry | null = null) =>
  buildApp({
    ...app,
    telemetry,
    endpoints: [
      ...areaServers.flatMap((a) => a.endpoints),
      ...(app.config.LEVEE_DEV ? letterPreviewEndpoints : []),
      ...eventEndpoints(principal(app.database) as never),
    ],
    principal: principal(app.database),
    site: site(app.config.LEVEE_DEV ? [...pages, ...workbenchPages] : pages, app.config, {
      app,
      pages: Object.assign({}, ...areaServers.map((a) => a.live ?? {})),
    }),
  });

const tellChapters = async (app: App, log: (line: string) => void): Promise<void> => {
  for (const area of inOrderOfStory(areaServers)) {
    await area.seed!.tell(app, log);
    await refreshStatistics(app.database);
  }
};

/**
 * From here on a database that is not the one this instance knows is refused, and at once a machine that
 * is no standby of it.
 */
const knowDatabase = async (config: Config, ownerUrl: string): Promise<void> => {
  mkdirSync(config.LEVEE_DATA_DIR, { recursive: true });
  primaryOf(ownerUrl).judgedBy(lineageJudge(config.LEVEE_DATA_DIR));
  await refuseEarlier(config.LEVEE_DATA_DIR, ownerUrl);
  if (config.DATABASE_READ_URL) await refuseNoStandby(config.DATABASE_READ_URL, ownerUrl);
};

const tellUnbuilt = (log: (line: string) => void): void => {
  if (!existsSync(join(clientFolder(), "__spa-fallback.html")))
    log("the browser part is not built; only the API answers");
};

/** What the database is read from besides, by the settings. */
const readingOf = ({ DATABASE_READ_URL: url, LEVEE_READ_LAG: lagSeconds }: Config) =>
  url ? { url, lagSeconds } : null;

/** Writes from now on that this instance is there, and looks how far its standby is; gives what ends the writing. */
const beginBeating = async (app: App, self: Self, log: (line: string) => void) => {
  const { database } = app;
  const stop = await startHeartbeat(app, self, log);
  await standbyOf(database)?.watch({ database, instance: self.id, awaySeconds });
  return stop;
};

/** Works on until the proxy in front knows, then takes no new request and ends those that run. */
const closeInOrder = async (server: Awaited<ReturnType<typeof assemble>>, config: Config) => {
  await drain(server, config.LEVEE_DRAIN_SECONDS);
  stopEvents();
  await server.close();
};

/**
 * Refuses to go on where this instance does not belong to the database, migrates, seeds the demo
 * story once, starts jobs, and listens. `ownerUrl` is the address of the database's owner.
 * The screens are mounted when `screens` is done: until then database and story get ready.
 * Stopping works on for as long as the settings say, so that the proxy in front learns of it, takes no new
 * request then, lets running ones finish, and closes the pool.
 */
export const startInstance = async (
  config: Config,
  ownerUrl: string,
  { log = () => {}, screens }: { log?: (line: string) => void; screens?: Promise<void> } = {},
): Promise<Instance> => {
  const missing = missingParts();
  if (missing.length) throw new Error(missing.join(" "));
  const self = selfOf(config.PORT);
  const telemetry = await openTelemetry(config, self.name);
  await knowDatabase(config, ownerUrl);
  const place = await openPlace(config);
  await place.examine();
  await refuseStrangerFirst(ownerUrl, place);
  await migrate(ownerUrl, log);
  const story = config.demo ? await openDemoStory(ownerUrl, log) : null;
  const database = openDatabase(ownerUrl, { starting: true, reading: readingOf(config) });
  await refuseStranger(database, place);
  const app: App = {
    database,
    config,
    files: lookedAtFiles(place, database, config.LEVEE_CLAMD),
    outgoing: outgoingDoor(openOutgoing({ allow: config.LEVEE_OUTGOING_ALLOW }), database),
  };
  const assembling = (async () => {
    await screens;
    return assemble(app, telemetry);
  })();
  assembling.catch(() => {});
  const kinds = areaServers.flatMap((a) => a.jobs ?? []);
  const jobs = await startJobs(app, ownerUrl, kinds);
  await story?.tell(() => tellChapters(app, log));
  await story?.close();
  database.settle();
  const server = await assembling;
  const stopHeartbeat = await beginBeating(app, self, log);
  // Not while the story is told: what is done every minute would meet its half-told chapters.
  const [workers] = await Promise.all([
    Promise.all(areaServers.flatMap((a) => (a.start ? [a.start.begin(app)] : []))),
    jobs.schedule([
      ...areaServers.flatMap((a) => a.schedules ?? []),
      agencyDays(areaServers.flatMap((a) => a.days ?? [])),
    ]),
  ]);
  tellUnbuilt(log);
  const address = await server.listen({ port: config.PORT, host: config.HOST });
  return {
    app,
    address,
    stop: async () => {
      await closeInOrder(server, config);
      await Promise.all(workers.map((stop) => stop()));
      await jobs.stop();
      await stopHeartbeat();
      await telemetry?.stop();
      await app.outgoing.close();
      await database.close();
    },
  };
};
