// What is sealed counts nowhere: no figure, part, file, forecast, kept or published report of any area
// changes when a bid comes in before the opening.
import { expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { permissions } from "#roles.ts";
import { allFacts } from "#server/area.ts";
import type { Fact } from "#server/facts/facts.ts";
import { askFigures } from "#server/facts/figures.ts";
import { askingOf } from "#server/testing/asking.ts";
import { bidOf, giveAll, pastDeadline } from "#server/testing/opening.ts";
import { openStage } from "../opening/open-stage.service.ts";
import {
  ada,
  agency,
  bidSetUp,
  bo,
  moveDue,
  officers,
  people,
  priced,
  statuses,
  t,
  tender,
} from "./bid.setup.ts";

bidSetUp();
const asking = askingOf(() => t);

// Whoever holds every permission at once, in the place of any reader.
const all = (): Actor => ({ ...people.manager, permissions: new Set(Object.keys(permissions)) });
const chosen = (fact: Fact): Record<string, string[]> =>
  Object.fromEntries((fact.apart ?? []).map((id) => [id, [id === "side" ? "spending" : "2027"]]));

/** Every measure of every fact, whole and by each dimension, with the words of the parts. */
const everyFigure = async () => {
  const actor = all();
  const db = t.database.read(actor);
  const questions = allFacts().flatMap((fact) =>
    Object.keys(fact.measures).flatMap((name) =>
      [[], ...fact.dimensions.map((d) => [d.of.id])].map((by) => ({
        measures: [`${fact.id}.${name}`],
        by,
        where: chosen(fact),
      })),
    ),
  );
  return Promise.all(questions.map((question) => askFigures(db, actor, allFacts(), question)));
};

/** What else says figures: forecasts, ready reports, tiles, what waits, what can be asked. */
const everyOutput = async () => {
  const said: Record<string, unknown> = {};
  for (const path of ["outlook", "ready-reports", "dashboard-tiles", "report-facts", "dashboard"])
    said[path] = {
      ...(await asking<object>(all(), `GET /api/v1/${path}`)),
      asOf: "when it was asked",
    };
  return said;
};

const kept = async (): Promise<unknown> => {
  const question = {
    measures: ["solicitations.open"],
    by: ["solicitationStatus"],
    where: {},
    period: "all",
  };
  const actor = all();
  const { id } = await asking(actor, "POST /api/v1/kept-runs", { name: "Solicitations", question });
  return (await asking<{ answer: unknown }>(actor, `GET /api/v1/kept-runs/${id}`)).answer;
};
const everything = async () => ({
  figures: await everyFigure(),
  outputs: await everyOutput(),
  kept: await kept(),
});
/** Facts whose rows are bids. */
const ofBids = () => allFacts().filter(({ list }) => /^\s*bid\b/.test(list.from));

const countsOfBids = async () => {
  const actor = all();
  const counts: number[] = [];
  for (const { id, measures } of ofBids()) {
    const [name] = Object.entries(measures).find(([, { kind }]) => kind === "count")!;
    const question = { measures: [`${id}.${name}`], by: [], where: {} };
    const { totals } = await askFigures(t.database.read(actor), actor, allFacts(), question);
    counts.push(totals[0]!.rows);
  }
  return counts;
};

test("a bid that is sealed, changed and joined by another one changes no figure; opened ones do", async () => {
  const s = await tender();
  await moveDue(s.id, "2026-11-01T20:00:00Z");
  const before = await everything();
  const early = (actor: Actor) => ({ ...actor, businessNow: "2026-11-01T19:00:00Z" });
  await bidOf(t.app, early(ada.actor), s.id, await priced(s.id, "5", "6"));
  expect(await statuses(s.id)).toEqual(["submitted"]);
  expect(await everything()).toEqual(before);
  await bidOf(t.app, early(ada.actor), s.id, await priced(s.id, "4", "5"));
  await bidOf(t.app, early(bo.actor), s.id, await priced(s.id, "7", "8"));
  expect(await everything()).toEqual(before);
  await pastDeadline(t.database, agency.orgId, s.id);
  const closed = await everything();
  expect(await countsOfBids()).toEqual(ofBids().map(() => 0));
  for (const officer of officers.slice(0, 2)) await giveAll(t.database, officer, s.id);
  expect(await openStage(t.app, officers[0]!.actor, s.id)).toEqual({ opened: 2, failed: 0 });
  expect(await everything()).not.toEqual(closed);
  expect(await countsOfBids()).toEqual(ofBids().map(() => 2));
});
