// Whoever asks, whatever is asked, wherever it comes out: a figure is the total of the list that they read
// themselves, or is refused by the name of the figure that they may not read.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { addDays, day } from "#kernel/time.ts";
import { allFacts } from "#server/area.ts";
import type { Fact, Measure } from "#server/facts/facts.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery, type ListPage } from "#server/http/list.ts";
import { entriesOf, unpacked } from "#server/import/zip.ts";
import { agencyDay } from "#server/testing/days.ts";
import {
  addressOf,
  mayTell,
  agency,
  askersOf,
  asks,
  chosen,
  everything,
  figuresSetUp,
  figuresTearDown,
  identities,
  t,
} from "./figures-access.setup.ts";
import {
  boardOf,
  keepEach,
  mayPublish,
  proposed,
  publishedBy,
  sendTo,
  type Kept,
} from "./figures-access.kept.ts";

beforeAll(figuresSetUp, 180_000);
afterAll(figuresTearDown);

type Cell = { value: number | null; rows: number; opens: string | null };
type Answer = {
  measures: { id: string; unit: string }[];
  withheld: string[];
  rows: { keys: (string | null)[]; names: string[]; cells: Cell[] }[];
  totals: Cell[];
  finding: string;
};

const labelOf = (fact: Fact, measure: Measure) => `${fact.label}: ${measure.label}`;
const chosenOfList = (fact: Fact): Record<string, string> =>
  Object.fromEntries(
    Object.entries(chosen(fact)).map(([id, value]) => [
      fact.dimensions.find((d) => d.of.id === id)!.filter,
      value,
    ]),
  );
const searchOf = (fact: Fact, measures: readonly string[], by: readonly string[] = []): string =>
  new URLSearchParams({
    measures: measures.map((name) => `${fact.id}.${name}`).join(","),
    ...(by.length && { by: by.join(",") }),
    where: Object.entries(chosen(fact))
      .map(([id, value]) => `${id}:${value}`)
      .join(","),
  }).toString();
const inSixes = (names: readonly string[]): string[][] =>
  names.length ? [names.slice(0, 6), ...inSixes(names.slice(6))] : [];

/** What somebody's own list says, through its own address; null where that is closed to them. */
const ownList = async (who: string, fact: Fact, query: Record<string, string>) => {
  const { path } = addressOf(fact)!;
  const answer = await asks(who, `${path}?${new URLSearchParams({ limit: "1", ...query })}`);
  if (answer.statusCode === 401 || answer.statusCode === 403) return null;
  expect(answer.statusCode, `${who}: ${path}`).toBe(200);
  return answer.json() as ListPage<unknown>;
};
const ofList = (actor: Actor, { list }: Fact, query: Record<string, string>) =>
  runList<{ id: string }>(t.database.read(actor), actor, list, listQuery(list).parse(query));

// Words of a label may have numbers, a figure has no other ones.
const figuresIn = (text: string, fact: Fact): string[] => {
  let words = text.replaceAll(fact.label, "");
  for (const measure of Object.values(fact.measures)) words = words.replaceAll(measure.label, "");
  return words.match(/\d+/g) ?? [];
};
/** The cells of a workbook that hold numbers. */
const numbersIn = (file: Buffer): number[] => {
  const sheet = unpacked(entriesOf(file).get("xl/worksheets/sheet1.xml")!, 10_000_000, "sheet");
  return [
    ...sheet.toString("utf8").matchAll(/<c ([^>]*)>(?:<f>[^<]*<\/f>)?<v>([^<]*)<\/v>/g),
  ].flatMap(([, of, value]) => (/t="(?:s|str|b|d)"/.test(of!) ? [] : Number(value)));
};

// What is asked of the list for a figure, and what the figure then is.
const sumOf = (fact: Fact, measure: Measure): string | null =>
  (measure.kind === "sum" || measure.kind === "balance") && fact.list.totals?.[measure.total]
    ? measure.total
    : null;

const sameAsList = async (who: string, fact: Fact, answer: Answer) => {
  const actor = identities.get(who)!;
  for (const [at, { id }] of answer.measures.entries()) {
    const measure = fact.measures[id.split(".")[1]!]!;
    const page = await ofList(actor, fact, { ...measure.only, ...chosenOfList(fact) });
    const { value, rows } = answer.totals[at]!;
    expect(rows, `${who}: ${id}`).toBe(page.total);
    if (measure.kind === "count") expect(value, `${who}: ${id}`).toBe(page.total);
    const total = sumOf(fact, measure);
    if (total) expect(value, `${who}: ${id}`).toBe(page.totals![total]);
  }
};

/** Nothing of a figure but its name. */
const refused = (answer: Answer, labels: readonly string[]) =>
  expect(answer).toMatchObject({ measures: [], withheld: labels, rows: [], totals: [] });

const shownAs = ({ measures, totals }: Answer): number[] =>
  totals.flatMap(({ value }, at) =>
    value === null ? [] : measures[at]!.unit === "cents" ? value / 100 : value,
  );

/** What files hold is what the screen says; of what is refused no number. */
const sameInFiles = async (who: string, fact: Fact, search: string, answer: Answer) => {
  const csv = await asks(who, `/api/v1/report-figures/export?format=csv&${search}`);
  const said = shownAs(answer);
  const [, line = ""] = csv.body.replace("\uFEFF", "").split(/\r?\n/);
  expect(
    line
      .split(",")
      .filter(Boolean)
      .map(Number)
      .filter((n) => !Number.isNaN(n)),
    who,
  ).toEqual(said);
  if (!said.length) expect(figuresIn(csv.body, fact), who).toEqual([]);
  const xlsx = await asks(who, `/api/v1/report-figures/export?format=xlsx&${search}`);
  expect(numbersIn(xlsx.rawPayload), who).toEqual(said);
};

const screen = async (who: string, fact: Fact, search: string, measures: readonly string[]) => {
  const asked = await asks(who, `/api/v1/report-figures?${search}`);
  const actor = identities.get(who)!;
  if (!actor.permissions.has("report.read") || !actor.orgId) {
    expect([401, 403], who).toContain(asked.statusCode);
    expect(figuresIn(asked.json().detail ?? "", fact)).toEqual([]);
    return null;
  }
  expect(asked.statusCode, `${who}: ${search}: ${asked.body}`).toBe(200);
  const answer = asked.json() as Answer;
  const open = measures.filter((name) => mayTell(actor, fact, name));
  const shut = measures.filter((name) => !open.includes(name));
  expect(
    answer.measures.map((each) => each.id),
    who,
  ).toEqual(open.map((name) => `${fact.id}.${name}`));
  expect(answer.withheld, who).toEqual(shut.map((name) => labelOf(fact, fact.measures[name]!)));
  return answer;
};

const facts = allFacts();

test.each(facts.map((fact) => [fact.id, fact] as const))(
  "%s: on the screen and in files, the total of one's own list or a refusal by name",
  async (_id, fact) => {
    let read = 0;
    for (const who of askersOf(fact)) {
      const list = await ownList(who, fact, chosenOfList(fact));
      for (const [at, measures] of inSixes(Object.keys(fact.measures)).entries()) {
        const search = searchOf(fact, measures);
        const answer = await screen(who, fact, search, measures);
        if (!answer) continue;
        if (!list)
          refused(
            answer,
            measures.map((name) => labelOf(fact, fact.measures[name]!)),
          );
        await sameAsList(who, fact, answer);
        if (at === 0) await sameInFiles(who, fact, search, answer);
        read += answer.measures.length;
      }
    }
    expect(read, "somebody reads it").toBeGreaterThan(0);
  },
  240_000,
);

test.each(facts.map((fact) => [fact.id, fact] as const))(
  "%s: a cell opens so many rows of one's own list; a part that asks a right of its own is refused",
  async (_id, fact) => {
    const [measure] = Object.keys(fact.measures) as [string];
    const guarded = fact.dimensions.filter((d) => d.permission);
    for (const who of askersOf(fact))
      for (const { of } of new Set([fact.dimensions[0]!, ...guarded])) {
        const search = searchOf(fact, [measure], [of.id]);
        const asked = await asks(who, `/api/v1/report-figures?${search}`);
        if (asked.statusCode !== 200) continue;
        const answer = asked.json() as Answer;
        const actor = identities.get(who)!;
        if (!mayTell(actor, fact, measure, [of.id])) {
          refused(answer, [labelOf(fact, fact.measures[measure]!)]);
          continue;
        }
        for (const { cells } of answer.rows.slice(0, 3)) {
          const [{ opens, rows }] = cells as [Cell];
          if (!opens) continue;
          const query = Object.fromEntries(new URL(opens, "http://x").searchParams);
          delete query.tab;
          expect((await ofList(actor, fact, query)).total, `${who}: ${opens}`).toBe(rows);
        }
      }
  },
  240_000,
);

test("what is offered to build with is what somebody may read", async () => {
  for (const [who, actor] of identities) {
    const asked = await asks(who, "/api/v1/report-facts");
    if (asked.statusCode !== 200) continue;
    const offered = (asked.json() as { items: { id: string; measures: { id: string }[] }[] }).items;
    expect(
      offered.flatMap((each) => each.measures.map((m) => m.id)),
      who,
    ).toEqual(
      facts.flatMap((fact) =>
        Object.keys(fact.measures).flatMap((name) =>
          mayTell(actor, fact, name) ? `${fact.id}.${name}` : [],
        ),
      ),
    );
  }
});

// The months that a forecast looks back on, as days of its list.
const lookedBackOn = (fact: Fact): Record<string, string> => {
  const last = addDays(day(`${agencyDay(0).slice(0, 7)}-01`), -1);
  return { [`${fact.day!.filter}.max`]: last };
};

test.each(facts.map((fact) => [fact.id, fact] as const))(
  "%s: a forecast looks back on one's own list, or says what may not be read",
  async (_id, fact) => {
    const [name, measure] = Object.entries(fact.measures).find(
      ([, each]) => each.kind === "count" || (each.kind === "sum" && sumOf(fact, each)),
    )!;
    for (const who of askersOf(fact)) {
      const actor = identities.get(who)!;
      const asked = await asks(
        who,
        `/api/v1/outlook/question?${searchOf(fact, [name], ["month"])}`,
      );
      if (!actor.permissions.has("report.read") || !actor.orgId || !mayTell(actor, fact, name)) {
        expect([401, 403], who).toContain(asked.statusCode);
        expect(figuresIn(asked.json().detail, fact), who).toEqual([]);
        continue;
      }
      if (!fact.day) {
        expect(asked.json().code).toBe("figures_do_not_meet");
        continue;
      }
      const { values } = asked.json() as { values: number[] };
      const query = { ...measure.only, ...chosenOfList(fact), ...lookedBackOn(fact) };
      const page = await ofList(actor, fact, query);
      const total = sumOf(fact, measure);
      expect(
        values.reduce((sum, each) => sum + each, 0),
        who,
      ).toBe(total ? page.totals![total] : page.total);
    }
  },
  240_000,
);

let kept: Kept[];
const mayRead = (who: string, { fact, measure }: Kept) =>
  mayTell(identities.get(who)!, fact, measure);
/** Whether everybody who may read it sees the same rows. */
const forAll = ({ fact }: Kept) => !fact.list.visible?.length;
const readers = () =>
  [...identities].flatMap(([who, { permissions, orgId }]) =>
    permissions.has("report.read") && orgId ? who : [],
  );
const idsOf = async (who: string, path: string): Promise<string[]> =>
  ((await asks(who, `${path}?limit=200`)).json() as { items: { id: string }[] }).items.map(
    (each) => each.id,
  );
const statusOf = async (who: string, url: string) => (await asks(who, url)).statusCode;

test("a kept run is there for those who may read its figure, and for nobody else at any address", async () => {
  kept = await keepEach();
  for (const who of readers()) {
    const { orgId, personId } = identities.get(who)!;
    const mine = kept.filter(
      (each) =>
        orgId === agency.orgId &&
        mayRead(who, each) &&
        (forAll(each) || personId === everything.personId),
    );
    const seen = await idsOf(who, "/api/v1/kept-runs");
    expect(new Set(seen), who).toEqual(new Set(mine.map((each) => each.runId)));
    const others = kept.filter((each) => !mine.includes(each));
    for (const { runId } of others.slice(0, 3))
      for (const url of [`kept-runs/${runId}`, `kept-runs/${runId}/history`])
        expect(await statusOf(who, `/api/v1/${url}`), who).toBe(404);
    if (others.length && mine.length)
      expect(
        await statusOf(who, `/api/v1/kept-run-packets?ids=${mine[0]!.runId},${others[0]!.runId}`),
      ).toBe(404);
    const found = (await asks(who, "/api/v1/search?q=Figure")).body;
    for (const { runId } of others) expect(found, who).not.toContain(runId);
  }
  for (const who of ["nobody", "a vendor"])
    expect([401, 403]).toContain(await statusOf(who, `/api/v1/kept-runs/${kept[0]!.runId}`));
});

test("a tile names the figure of which each reader asks; nobody reads it from the dashboard", async () => {
  const boards = [await boardOf(kept.slice(0, 12)), await boardOf(kept.slice(12, 24))];
  for (const who of readers().filter((each) => identities.get(each)!.orgId === agency.orgId))
    for (const [at, id] of boards.entries()) {
      const { tiles } = (await asks(who, `/api/v1/report-dashboards/${id}`)).json();
      expect(
        tiles.map((tile: { question: { measures: string[] } }) => tile.question.measures),
      ).toEqual(
        kept.slice(at * 12, at * 12 + 12).map(({ fact, measure }) => [`${fact.id}.${measure}`]),
      );
      expect(JSON.stringify(tiles)).not.toMatch(/"(cells|totals|value|rows|finding)"/);
    }
});

test("a letter says what its reader's screen says, or the name of what they may not read", async () => {
  const people = [...identities.values()].filter(
    ({ kind, orgId, personId }) =>
      kind === "member" && orgId === agency.orgId && personId !== everything.personId,
  );
  for (const each of kept) {
    const letters = await sendTo(each, people);
    for (const [who, actor] of identities) {
      const letter = letters.get(actor.email);
      if (!letter || !people.includes(actor)) continue;
      const { finding } = (
        await asks(who, `/api/v1/report-figures?${searchOf(each.fact, [each.measure])}`)
      ).json() as Answer;
      expect(letter, who).toContain(finding);
      const words = letter.slice(0, letter.indexOf("/reports/"));
      if (!mayRead(who, each)) expect(figuresIn(words, each.fact), who).toEqual([]);
    }
  }
});

test("nobody reads beforehand what is asked to be published, but who may read its figures; then everybody reads that", async () => {
  await mayPublish();
  for (const each of kept.filter(forAll)) {
    const id = await proposed(each);
    const open = `/api/v1/public/reports/figure-of-${each.fact.id.toLowerCase()}`;
    for (const who of readers()) {
      const { permissions, orgId } = identities.get(who)!;
      const may = mayRead(who, each) && orgId === agency.orgId;
      if (!permissions.has("report.publish")) continue;
      const urls = [`publications/${id}`, `publications/${id}/history`];
      for (const url of urls)
        expect(await statusOf(who, `/api/v1/${url}`), `${who}: ${each.fact.id}`).toBe(
          may ? 200 : 404,
        );
      expect((await idsOf(who, "/api/v1/publications")).includes(id), who).toBe(may);
    }
    for (const url of [open, `${open}/data.csv`, `${open}/data.json`])
      expect(await statusOf("nobody", url)).toBe(404);
    await publishedBy(id);
    const read = (await asks("nobody", open)).json();
    const run = (await asks("everything", `/api/v1/kept-runs/${each.runId}`)).json();
    const [total] = read.content.parts[0].totals;
    if (!total.hidden) expect(total.value).toBe(run.answer.totals[0].value);
    expect(total.hidden ?? false, each.fact.id).toBe(
      Boolean(each.fact.people) && run.answer.totals[0].value > 0,
    );
  }
});
