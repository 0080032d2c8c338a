import type { AreaServer } from "#server/area.ts";
import type { App } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { lookedAtFiles } from "#server/files/looked-at.ts";
import { roundOf } from "#server/jobs/agency-days.ts";
import { startJobs } from "#server/jobs/jobs.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import { join } from "node:path";
import type { BenchDatabase } from "./database.ts";
import { round } from "./figures.ts";

// About the machine and not about agencies; `npm run journeys -- operation` and other benches measure them.
const apart = new Set(["backup", "backup-rehearsal", "late-migrations", "weather-feeds"]);

type Spent = { name: string; seconds: number };

const timed = async (name: string, work: () => Promise<unknown>): Promise<Spent> => {
  const began = performance.now();
  await work();
  return { name, seconds: (performance.now() - began) / 1000 };
};

const longest = (spent: readonly Spent[]) =>
  spent
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 5)
    .map(({ name, seconds }) => `${name} ${round(seconds)}`);

const sum = (spent: readonly Spent[]): number =>
  round(spent.reduce((all, { seconds }) => all + seconds, 0));

/**
 * What one process needs for a day's work of all agencies (goal: an hour), and for one round of what is done
 * every minute and every few minutes.
 */
export const byTheClock = async (
  bench: BenchDatabase,
  areas: readonly AreaServer[],
  { say, world }: { say: (line: object) => void; world: object },
): Promise<void> => {
  const app: App = {
    database: bench.database,
    config: readConfig({
      LEVEE_DATA_DIR: bench.dataDir,
      LEVEE_LOG: "silent",
      DATABASE_URL: bench.url,
    }),
    files: lookedAtFiles(join(bench.dataDir, "files"), bench.database, null),
    outgoing: outgoingDoor(openOutgoing(), bench.database),
  };
  // Work that is handed over waits: what hands it over is measured.
  const jobs = await startJobs(app, bench.url, []);
  try {
    const days: Spent[] = [];
    for (const day of areas.flatMap((area) => area.days ?? []))
      days.push(await timed(day.name, () => roundOf(app, day)));
    say({
      figure: "a day's work of all agencies",
      ...world,
      seconds: sum(days),
      longest: longest(days),
      most: 3600,
    });
    const rounds: Spent[] = [];
    for (const one of areas.flatMap((area) => area.schedules ?? []))
      if (!apart.has(one.name)) rounds.push(await timed(one.name, () => one.run(app)));
    say({
      figure: "one round of everything that is done by the clock",
      ...world,
      seconds: sum(rounds),
      longest: longest(rounds),
    });
  } finally {
    await jobs.stop();
  }
};
