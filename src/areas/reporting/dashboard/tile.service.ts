import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { allFacts, allFigures, type FigureSource } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { figuresNamed, partsOfFigures } from "#server/facts/figures.ts";
import { allReadyReports } from "#server/facts/ready.ts";
import { builderAddress } from "../builder/address.ts";
import type { ReportQuestion } from "../figure/figure.model.ts";
import type { ChartKind, SavedReportStatus } from "../report/report.labels.ts";
import type { ShownTile } from "./dashboard.model.ts";
import type { TileInput } from "./dashboard.labels.ts";

type Saved = {
  id: string;
  name: string;
  status: SavedReportStatus;
  ownerId: string;
  question: ReportQuestion;
  chart: ChartKind;
};
type Shown = Omit<ShownTile, keyof TileInput>;

const nothing = (name: string, why: string): Shown => ({
  name,
  why,
  says: null,
  question: null,
  measures: [],
  parts: [],
  times: "none",
  page: null,
  counts: null,
});

const ofQuestion = (question: ReportQuestion) => ({
  ...partsOfFigures(allFacts(), question.measures),
  question,
  measures: figuresNamed(allFacts(), question.measures),
  counts: null,
  why: null,
});

// Facts that a later release no longer has: the tile says so, and the others stand.
const answerable = ({ measures }: ReportQuestion) =>
  measures.every((id) => {
    const [fact = "", measure = ""] = id.split(".");
    const found = allFacts().find((each) => each.id === fact);
    return found && Object.hasOwn(found.measures, measure);
  });
const gone = "A figure of this report is no longer kept. Take the tile off, or build it anew.";

const readyTile = (id: string): Shown => {
  const report = allReadyReports().find((each) => each.id === id);
  if (!report?.question)
    return nothing("A ready report", "This ready report is no longer there. Take the tile off.");
  const question = report.question as unknown as ReportQuestion;
  return {
    ...ofQuestion(question),
    name: report.name,
    says: report.says,
    page: report.page ?? builderAddress(question, report.chart, { ready: id }),
  };
};

const savedTile = (saved: Saved | undefined, actor: Actor): Shown => {
  if (!saved || (saved.status !== "shared" && saved.ownerId !== actor.personId))
    return nothing("A report", "Whoever made this report keeps it to themselves.");
  if (saved.status === "retired")
    return nothing(saved.name, "This report is retired. Take the tile off.");
  if (!answerable(saved.question)) return nothing(saved.name, gone);
  return {
    ...ofQuestion(saved.question),
    name: saved.name,
    says: null,
    page: `/reports/${saved.id}`,
  };
};

const mayCount = (actor: Actor, { permission, duty }: FigureSource) =>
  (!permission || actor.permissions.has(permission)) && (!duty || actor.duties.includes(duty));

const waitingFigures = () => allFigures().filter(({ group }) => group === "duty");

const waitsTile = (id: string, actor: Actor): Shown => {
  const figure = waitingFigures().find((each) => each.id === id);
  if (!figure) return nothing("What waits", "This is no longer counted. Take the tile off.");
  if (!mayCount(actor, figure))
    return nothing(figure.label, "What waits here is not among what you may read.");
  const { label, api, query, page } = figure;
  return {
    ...nothing(label, ""),
    why: null,
    page: `${page}${page.includes("?") ? "&" : "?"}${query}`,
    counts: { api, query },
  };
};

const savedOf = (db: Db, tiles: readonly TileInput[]) => {
  const ids = tiles.flatMap(({ of, id }) => (of === "report" ? id : []));
  return ids.length
    ? db.rows<Saved>(sql`
      select id, name, status, owner_id, question, chart
      from saved_report
      where org_id = ${db.scope.orgId} and id = any(${ids}::uuid[])
    `)
    : [];
};

/** Tiles as this reader sees them: one that shows nothing says why, and never takes another with it. */
export const showTiles = async (
  db: Db,
  actor: Actor,
  tiles: readonly TileInput[],
): Promise<ShownTile[]> => {
  const saved = await savedOf(db, tiles);
  return tiles.map((tile) => {
    if (tile.of === "ready") return { ...tile, ...readyTile(tile.id) };
    if (tile.of === "waits") return { ...tile, ...waitsTile(tile.id, actor) };
    return {
      ...tile,
      ...savedTile(
        saved.find((each) => each.id === tile.id),
        actor,
      ),
    };
  });
};

/** Names of tiles that readers of a shared dashboard would not see: reports that are not shared. */
export const notForAll = async (db: Db, tiles: readonly TileInput[]): Promise<string[]> =>
  (await savedOf(db, tiles)).filter(({ status }) => status !== "shared").map(({ name }) => name);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Refuses tiles that nobody can see. One that stood before stays, also when its report is gone: it says
 * so itself. @throws 422 naming the tile.
 */
export const requireTiles = async (
  db: Db,
  actor: Actor,
  tiles: readonly TileInput[],
  before: readonly TileInput[] = [],
): Promise<void> => {
  const keyOf = ({ of, id }: TileInput) => `${of} ${id}`;
  const keys = tiles.map(keyOf);
  const double = keys.findIndex((key, at) => keys.indexOf(key) !== at);
  if (double >= 0) throw invalidField(`tiles.${double}`, "This tile is on the dashboard already.");
  const stood = new Set(before.map(keyOf));
  const malformed = tiles.findIndex(({ of, id }) => of === "report" && !uuid.test(id));
  if (malformed >= 0) throw invalidField(`tiles.${malformed}.id`, "Choose a report of the list.");
  const shown = await showTiles(db, actor, tiles);
  const strange = shown.findIndex((tile) => tile.why && !stood.has(keyOf(tile)));
  if (strange >= 0) throw invalidField(`tiles.${strange}.id`, shown[strange]!.why!);
};

/** All that can become a tile for this person, as it would show, with the look in which it begins. */
export const tileChoices = async (db: Db, actor: Actor): Promise<ShownTile[]> => {
  const saved = await db.rows<Pick<Saved, "id" | "chart">>(sql`
    select id, chart
    from saved_report
    where org_id = ${db.scope.orgId}
      and (status = 'shared' or (status = 'own' and owner_id = ${actor.personId}))
    order by name, id
    limit 200
  `);
  const half = "half" as const;
  return showTiles(db, actor, [
    ...allReadyReports().flatMap(({ id, question, chart }) =>
      question ? [{ of: "ready" as const, id, look: chart, width: half }] : [],
    ),
    ...saved.map(({ id, chart }) => ({ of: "report" as const, id, look: chart, width: half })),
    ...waitingFigures()
      .filter((figure) => mayCount(actor, figure))
      .map(({ id }) => ({
        of: "waits" as const,
        id,
        look: "figure" as const,
        width: "third" as const,
      })),
  ]);
};
