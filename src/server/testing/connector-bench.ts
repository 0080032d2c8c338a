import type { Actor } from "#kernel/access.ts";
import { connectorInput, type RunRow } from "#areas/connectors/connector/connector.model.ts";
import {
  addConnector,
  changeConnector,
  readConnector,
  stepConnector,
} from "#areas/connectors/connector/connector.service.ts";
import { beginRun, listRuns, workRun } from "#areas/connectors/run/run.service.ts";
import { outgoingDoor } from "../outgoing/door.ts";
import { openOutgoing } from "../outgoing/outgoing.ts";
import type { TestDatabase } from "./database.ts";
import { openStandIn, type StandInAnswer } from "./stand-in.ts";

let serial = 0;

/**
 * A source that stands in for another system's, and connectors of `admin`'s agency that call it:
 * `says` is what it answers, `at` an address of it.
 */
export const connectorBench = async (t: TestDatabase, admin: Actor) => {
  let says: (path: string) => StandInAnswer = () => ({});
  const source = await openStandIn((path) => says(path));
  const allow = [{ host: "localhost", port: source.port, clear: true }];
  const config = { ...t.app.config, LEVEE_OUTGOING_ALLOW: allow };
  let app = { ...t.app, config, outgoing: outgoingDoor(openOutgoing({ allow }), t.database) };
  const at = (path: string) => `http://localhost:${source.port}${path}`;
  const typed = (over: object) =>
    connectorInput.parse({
      name: `Connector ${++serial}`,
      kind: "file",
      importer: "commodities",
      address: at("/file.csv"),
      runAt: "02:30",
      ...over,
    });
  const add = (over: object, by = admin) =>
    t.database.transaction(by, (tx) => addConnector(app, tx, by, typed(over)));
  const read = (id: string) => readConnector(t.database.read(admin), admin, id);
  const runs = (id: string) => listRuns(t.database.read(admin), id);
  const run = async (id: string, how: { dry?: boolean; accept?: boolean } = {}) => {
    const begun = await t.database.transaction(admin, (tx) =>
      beginRun(tx, id, { dry: how.dry ?? false, accept: how.accept ?? false }),
    );
    await workRun(app, admin.orgId!, begun.id);
    return (await runs(id))[0]!;
  };
  const active = async (over: object): Promise<string> => {
    const { id } = await add(over);
    const tried = await run(id, { dry: true });
    if (tried.outcome !== "checked") throw new Error(`${tried.outcome}: ${tried.message}`);
    const { version } = await read(id);
    await t.database.transaction(admin, (tx) =>
      stepConnector(tx, admin, "activate", { id, version }),
    );
    return id;
  };
  const change = async (id: string, over: object) => {
    const { name, version } = await read(id);
    return t.database.transaction(admin, (tx) =>
      changeConnector(app, tx, admin, id, typed({ name, ...over }), version),
    );
  };
  /** Runs it while the source answers so, as if the source had not been called before. */
  const runAgainst = async (id: string, answer: StandInAnswer): Promise<RunRow> => {
    await app.outgoing.close();
    app = { ...app, outgoing: outgoingDoor(openOutgoing({ allow }), t.database) };
    const before = says;
    says = () => answer;
    const ended = await run(id);
    await app.outgoing.close();
    app = { ...app, outgoing: outgoingDoor(openOutgoing({ allow }), t.database) };
    says = before;
    return ended;
  };
  const close = async () => {
    await app.outgoing.close();
    await source.close();
  };
  const setSays = (answer: typeof says) => {
    says = answer;
  };
  return { source, at, add, read, runs, run, active, change, runAgainst, close, says: setSays };
};
export type ConnectorBench = Awaited<ReturnType<typeof connectorBench>>;
