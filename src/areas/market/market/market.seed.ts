import { readFile } from "node:fs/promises";
import { utcDay } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { neighboursPackage } from "./neighbours.data.ts";
import { readInOcds } from "./ocds-import.service.ts";

const day = 86_400_000;
const dateIn = (days: number): string => utcDay(Date.now() + days * day);

/** What others pay: imports of what they published. */
export const seedMarket = async (app: App): Promise<void> => {
  // A real process of another country, as its portal published it (CC0; see the fixture's README):
  // what an import looks like, with its report.
  await readInOcds(
    app,
    demoActor("buyer"),
    "prozorro-ocds-be6bcu-UA-2018-06-22-001789-a.json",
    await readFile(new URL("./fixtures/prozorro-record-package.json", import.meta.url), "utf8"),
  );
  // What neighbours pay for the same things, so that prices stand beside each other.
  await readInOcds(
    app,
    demoActor("buyer"),
    "neighbours.json",
    JSON.stringify(neighboursPackage(dateIn)),
  );
};
