import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { Problem } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { fileRows } from "#server/import/file-rows.ts";
import { circleDistances, roadDistances, type Closure } from "../graph.model.ts";
import { fileDistances, holesSay, readWays, type NamedPlace } from "../matrix/matrix.model.ts";
import type { Matrix } from "../problem.model.ts";
import { closedOn, closuresOf, layerNow, networkOf } from "../road/road.service.ts";
import type { PlanStored } from "./plan.noun.ts";
import { mile, placesOf, type OpenStop, type UnderWay } from "./problem-of.model.ts";

/** A place lies at a road that is no farther than this, in meters. */
export const reach = 400;
/** Pairs of 200 stops and a depot are 40,400. */
const mostLines = 60_000;

type Network = Awaited<ReturnType<typeof networkOf>>;
/** The roads on which lines of a map are drawn; null where a plan drives none. */
export type Roads = { network: Network; closures: Closure[] } | null;
type Distances = { seconds: Matrix; meters: Matrix; basis: string; roads: Roads };

/** Why nothing is solved, in words for whoever asked. */
export class NotSolvable extends Error {}

const byRoads = async (
  db: Db,
  row: PlanStored,
  stops: readonly OpenStop[],
  underWay: readonly UnderWay[],
): Promise<Distances | null> => {
  const [layer, closed] = await Promise.all([layerNow(db), closedOn(db, row.onDay)]);
  if (!layer) return null;
  const roads = { network: await networkOf(db, layer.id), closures: closuresOf(closed) };
  const around = closed.map(({ name }) => name).join(", ");
  return {
    ...roadDistances(roads.network, placesOf(row.setup, stops, underWay), {
      reach,
      closures: roads.closures,
    }),
    basis: `Roads of ${layer.name}${around ? `, without ${around}` : ""}`,
    roads,
  };
};

const byLines = (
  { setup }: PlanStored,
  stops: readonly OpenStop[],
  underWay: readonly UnderWay[],
): Distances => ({
  ...circleDistances(placesOf(setup, stops, underWay), {
    factor: 1 + setup.longer / 100,
    speed: (setup.speed * mile) / 1000,
  }),
  basis: `Straight lines, ${setup.longer} % longer, at ${setup.speed} miles an hour`,
  roads: null,
});

// "North shed, 12 Yard Road" is written in a file as the one, the other or both.
const namesOf = (name: string, place: string): NamedPlace =>
  [name, place, place.split(",")[0]!].filter((each) => each.trim() !== "");

const readFile = async (app: App, sha256: string): Promise<string[][]> => {
  const rows: string[][] = [];
  for await (const some of fileRows(app.files, sha256)) {
    rows.push(...some);
    if (rows.length > mostLines)
      throw new NotSolvable(
        `The file of distances has more than ${mostLines.toLocaleString("en-US")} lines: keep those between the stops of a day.`,
      );
  }
  return rows;
};

const byFile = async (
  app: App,
  actor: Actor,
  row: PlanStored,
  stops: readonly OpenStop[],
  underWay: readonly UnderWay[],
): Promise<Distances> => {
  if (!row.matrixFileId) throw new NotSolvable("The plan has no file of distances. Add one.");
  const file = await requireSeenFile(app.database.read(actor), actor, row.matrixFileId);
  const read = readWays(await readFile(app, file.sha256));
  if (!read.ok) throw new NotSolvable(`${file.name}: ${read.problem}`);
  const places = [
    [row.setup.depot.name],
    ...stops.map(({ told }) => namesOf(told.name, told.place)),
    ...underWay.map(({ at }) => namesOf(at.name, at.place)),
  ];
  const { holes, ...distances } = fileDistances(read.ways, places);
  if (holes.length > 0) throw new NotSolvable(holesSay(file.name, holes));
  return { ...distances, basis: `Distances of ${file.name}`, roads: null };
};

/**
 * How far and how long it is between the places of a plan, by what the plan names. Throws `NotSolvable` where
 * its file cannot be read or has a hole.
 */
export const distancesOf = async (
  app: App,
  actor: Actor,
  row: PlanStored,
  stops: readonly OpenStop[],
  underWay: readonly UnderWay[],
): Promise<Distances> => {
  const { ways } = row.setup;
  try {
    if (ways === "matrix") return await byFile(app, actor, row, stops, underWay);
  } catch (error) {
    if (error instanceof Problem) throw new NotSolvable(error.message);
    throw error;
  }
  const driven =
    ways === "roads" ? await byRoads(app.database.read(actor), row, stops, underWay) : null;
  return driven ?? byLines(row, stops, underWay);
};
