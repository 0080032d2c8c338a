import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { listQuery } from "#server/http/list.ts";
import { runList } from "#server/http/list-page.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { openStandIn, type StandIn, type StandInAnswer } from "#server/testing/stand-in.ts";
import { connectorInput } from "#areas/connectors/connector/connector.model.ts";
import {
  addConnector,
  readConnector,
  stepConnector,
} from "#areas/connectors/connector/connector.service.ts";
import { beginRun, listRuns, workRun } from "#areas/connectors/run/run.service.ts";
import { federalList } from "./federal.list.ts";
import "../sourcing.server.ts";

let t: TestDatabase;
let app: App;
let source: StandIn;
let says: (path: string) => StandInAnswer = () => ({});
let agency: Agency;
let ann: Actor;

beforeAll(async () => {
  t = await freshDatabase();
  source = await openStandIn((path) => says(path));
  const allow = [{ host: "localhost", port: source.port, clear: true }];
  app = {
    ...t.app,
    config: { ...t.app.config, LEVEE_OUTGOING_ALLOW: allow },
    outgoing: outgoingDoor(openOutgoing({ allow }), t.database),
  };
  agency = await makeAgency(t.database);
  ({ ann } = await makeMembers(t.database, agency, { ann: { role: "admin" } }));
});
afterAll(async () => {
  await app.outgoing.close();
  await source.close();
  await t.drop();
});
beforeEach(() => {
  source.asked.length = 0;
});

const json = (body: unknown): StandInAnswer => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
// One notice as the published schema of version 2 has it.
const notice = (n: number, over: object = {}) => ({
  noticeId: `c0ffee${n}`,
  title: `Levee repair ${n}`,
  solicitationNumber: `W9126G26R${n}`,
  fullParentPathName: "DEPT OF DEFENSE.DEPT OF THE ARMY.US ARMY CORPS OF ENGINEERS",
  postedDate: "2026-11-20",
  type: "Solicitation",
  typeOfSetAsideDescription: n === 1 ? "Total Small Business Set-Aside (FAR 19.5)" : null,
  responseDeadLine: "2099-01-15T14:00:00-05:00",
  naicsCode: "237990",
  classificationCode: "Y1KA",
  active: "Yes",
  pointOfContact: [{ fullName: "Somebody" }],
  placeOfPerformance: {
    city: { code: "1", name: "Galveston" },
    state: { code: "TX", name: "Texas" },
  },
  uiLink: `https://sam.gov/opp/c0ffee${n}/view`,
  ...over,
});
const pageOf = (path: string): number =>
  Number(new URL(path, "http://x.test").searchParams.get("offset"));
const pages =
  (...of: readonly (readonly object[])[]) =>
  (path: string) =>
    json({
      totalRecords: of.flat().length,
      limit: 1000,
      offset: pageOf(path),
      opportunitiesData: of[pageOf(path)] ?? [],
    });

let serial = 0;
const run = async (id: string, dry = false) => {
  const begun = await t.database.transaction(ann, (tx) => beginRun(tx, id, { dry, accept: false }));
  await workRun(app, agency.orgId, begun.id);
  return (await listRuns(t.database.read(ann), id))[0]!;
};
const active = async () => {
  const { id } = await t.database.transaction(ann, (tx) =>
    addConnector(
      app,
      tx,
      ann,
      connectorInput.parse({
        name: `SAM.gov ${++serial}`,
        kind: "sam-opportunities",
        importer: "federal-opportunities",
        address: `http://localhost:${source.port}/opportunities/v2/search?state=TX`,
        credentialHeader: "X-Api-Key",
        credential: "sealed-key",
        runAt: "02:30",
        dailyCalls: 10,
      }),
    ),
  );
  expect(await run(id, true)).toMatchObject({ outcome: "checked", message: null });
  const { version } = await readConnector(t.database.read(ann), ann, id);
  await t.database.transaction(ann, (tx) =>
    stepConnector(tx, ann, "activate", { id, reason: "Tried", version }),
  );
  source.asked.length = 0;
  return id;
};
const shown = async (query: Record<string, string>) =>
  (await runList(t.database.read(ann), ann, federalList, listQuery(federalList).parse(query)))
    .items as {
    number: string;
    title: string;
    dueOn: string;
    agency: string;
    place: string;
  }[];

test("notices are read page by page of the last two months, and the same again changes nothing", async () => {
  says = pages([notice(1), notice(2)], [notice(3, { responseDeadLine: "2020-02-01" })]);
  const id = await active();
  expect(await run(id)).toMatchObject({ outcome: "done", read: 3, created: 3, rejected: 0 });
  const asked = source.asked.map(({ path }) => new URL(path, "http://x.test").searchParams);
  expect(asked.map((each) => each.get("offset"))).toEqual(["0", "1"]);
  expect(asked[0]!.get("state")).toBe("TX");
  expect(asked[0]!.get("postedFrom")).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
  const [first] = await shown({ q: "R1" });
  expect(first).toMatchObject({
    number: "W9126G26R1",
    dueOn: "2099-01-15",
    agency: "DEPT OF DEFENSE / DEPT OF THE ARMY / US ARMY CORPS OF ENGINEERS",
    place: "Galveston, Texas",
  });
  expect((await shown({ open: "true" })).map(({ number }) => number)).toEqual([
    "W9126G26R1",
    "W9126G26R2",
  ]);
  expect((await shown({ setAside: "true" })).map(({ number }) => number)).toEqual(["W9126G26R1"]);
  expect((await run(id)).outcome).toBe("unchanged");
  says = pages([notice(1, { title: "Levee repair 1, amended" }), notice(2)], [notice(3)]);
  expect(await run(id)).toMatchObject({ outcome: "done", created: 0, updated: 2, skipped: 1 });
});

test("a changed answer, the same page for ever, too many and a pause bring nothing in", async () => {
  says = pages([notice(11), notice(12)]);
  const id = await active();
  const before = (await shown({})).length;
  const refused = async (answer: (path: string) => StandInAnswer, words: RegExp) => {
    says = answer;
    const done = await run(id);
    expect(done).toMatchObject({ outcome: "failed", created: 0 });
    expect(done.message).toMatch(words);
    expect(await shown({})).toHaveLength(before);
  };
  await refused(
    () => json({ totalRecords: 1, opportunitiesData: [{ id: "x", name: "y" }] }),
    /no longer what its published schema says, at opportunitiesData\.0\.noticeId/,
  );
  await refused(
    () => json({ totalRecords: 5, opportunitiesData: [notice(11), notice(12)] }),
    /same page again/,
  );
  await refused(
    () => json({ totalRecords: 44_000, opportunitiesData: [notice(11)] }),
    /44000 notices were found\. Narrow the search/,
  );
  await refused(
    () => ({ status: 429, headers: { "retry-after": "600" }, body: "" }),
    /asks for a pause/,
  );
});
