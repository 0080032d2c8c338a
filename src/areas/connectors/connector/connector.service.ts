import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { seal } from "#server/auth/sealing.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsFor, asSystem, transition } from "#server/lifecycle.ts";
import { checkAddress } from "#server/outgoing/address.ts";
import { OutgoingRefusal } from "#server/outgoing/refusal.ts";
import { memberNow, readOrganization } from "#areas/organization/organization.server.ts";
import { connector } from "../connectors.tables.ts";
import { credentialOf, type Connector } from "../source/answer.ts";
import { requireTaker, takerOf } from "../source/taker.service.ts";
import { requireSearch } from "../outward/outward.service.ts";
import { connectorCycle, everies, importerKinds, onlyImports } from "./connector.labels.ts";
import { connectorSettings, type ConnectorInput, type ConnectorRecord } from "./connector.model.ts";
import { connectorNoun } from "./connector.noun.ts";
import { importerRowOf, requireImporter } from "./importer.service.ts";
import { nextRun } from "./schedule.service.ts";

export const connectorList: ListDefinition = {
  name: "connectors",
  alias: "c",
  from: "connector c",
  columns: {
    id: { sql: "c.id", hidden: true },
    name: { sql: "c.name", label: "Connector", sort: true },
    kind: { sql: "c.kind", label: "Kind", hidden: true },
    importer: { sql: "c.importer", label: "Brings in", codes: importerKinds },
    address: { sql: "c.address", label: "Address" },
    ownerName: { sql: "c.owner_name", label: "Owner" },
    status: {
      sql: "c.status",
      label: "Status",
      codes: Object.fromEntries(
        Object.entries(connectorCycle.statuses).map(([name, { label }]) => [name, label]),
      ),
    },
    every: { sql: "c.every", label: "Runs", codes: everies },
    runAt: { sql: "c.run_at", label: "Runs at" },
    nextRunAt: { sql: "c.next_run_at", label: "Next run (UTC)" },
    lastOkAt: { sql: "c.last_ok_at", label: "Data of (UTC)", sort: true },
    lastRows: { sql: "c.last_rows", label: "Rows" },
    version: { sql: "c.version", hidden: true },
  },
  filters: { status: { kind: "set", sql: "c.status", type: "text" } },
  search: ["c.name", "c.address"],
  defaultSort: "name",
};

const what = "connector";
const mostConnectors = 100;

/** What the audit record keeps: never the credential, sealed or not. */
const shown = ({ credential, ...rest }: Connector) => ({ ...rest, locked: credential !== null });

/** A connector as screens show it, never with its credential. @throws Problem 404. */
export const readConnector = async (db: Db, actor: Actor, id: string): Promise<ConnectorRecord> => {
  const row = await getRow(db, connector, id, what);
  const importer = importerRowOf(row.importer);
  const { credential: _, credentialHeader, callsOn, callsMade, ...rest } = row;
  const { timeZone } = await readOrganization(db);
  const { today } = await db.one<{ today: string }>(
    sql`select (clock_timestamp() at time zone ${timeZone})::date as today`,
  );
  return {
    ...rest,
    settings: connectorSettings.parse(row.settings),
    callsToday: callsOn === today ? callsMade : 0,
    number: row.name,
    credentialHeader: credentialHeader ?? "",
    fields: importer?.fields ?? [],
    importerLabel: importer?.label ?? importerKinds[row.importer] ?? row.importer,
    actions: actionsFor(actor, connectorNoun, row),
  };
};

const requireAddress = (app: App, address: string): void => {
  try {
    checkAddress(address, app.config.LEVEE_OUTGOING_ALLOW);
  } catch (error) {
    if (error instanceof OutgoingRefusal) throw invalidField("address", error.message, error.code);
    throw error;
  }
};

const requireName = async (tx: Tx, name: string, but: string | null): Promise<void> => {
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`connectors ${tx.scope.orgId}`}, 0))::text as locked
  `);
  const others = await tx.rows<{ name: string }>(sql`
    select name
    from connector
    where org_id = ${tx.scope.orgId} and status <> 'retired' and id is distinct from ${but}::uuid
  `);
  if (others.some((each) => each.name.toLowerCase() === name.toLowerCase()))
    throw invalidField("name", "Another connector has this name.");
  if (others.length >= mostConnectors)
    throw conflict("too_many", `An agency has ${mostConnectors} connectors at most.`);
};

const requireKind = async (tx: Tx, actor: Actor, input: ConnectorInput): Promise<void> => {
  const only = onlyImports[input.kind];
  if (only !== undefined && input.importer !== only)
    throw invalidField("importer", `This source brings in ${importerKinds[only] ?? only} alone.`);
  const taker = takerOf(input.kind);
  if (taker) requireTaker(actor, taker);
  else if (input.kind === "list") await requireSearch(tx, actor, input.settings);
  else if (input.kind !== "push") requireImporter(actor, input.importer);
};

const requireSettings = ({ kind, settings, every, dailyCalls }: ConnectorInput): void => {
  if (kind === "push" && settings.method !== "POST")
    throw invalidField("settings.method", "A destination takes each file as a new one: POST.");
  if (kind === "rest" && settings.fields.length === 0)
    throw invalidField("settings.fields", "Name the fields of an item that are taken.");
  if (kind === "rest" && (settings.watermark === "") !== (settings.since === ""))
    throw invalidField(
      "settings.since",
      "Name both: the field that says how new an item is, and the parameter that asks from there.",
    );
  if (every === "hour" && dailyCalls !== null && dailyCalls < 24)
    throw invalidField(
      "dailyCalls",
      "Every hour makes 24 calls a day at least. Let it run every day, or allow more calls.",
    );
};

const checked = async (app: App, tx: Tx, actor: Actor, input: ConnectorInput): Promise<void> => {
  requireAddress(app, input.address);
  await requireKind(tx, actor, input);
  requireSettings(input);
  if (
    /^(host|cookie|content-length|content-type|connection|transfer-encoding|idempotency-key)$/i.test(
      input.credentialHeader,
    )
  )
    throw invalidField("credentialHeader", "This header cannot be set.");
  if (input.credential && !input.credentialHeader)
    throw invalidField("credentialHeader", "Name the header that carries it.");
};

type Written = { id: string; number: string; status: string; version: number };
const writtenOf = ({ id, name, status, version }: Connector): Written => ({
  id,
  number: name,
  status,
  version,
});

const sealed = (
  of: { orgId: string; id: string },
  { credentialHeader, credential }: ConnectorInput,
) =>
  credential
    ? { credentialHeader, credential: seal("connector", credentialOf(of), credential) }
    : {};

/**
 * Sets a connector up, as a draft that never ran. Whoever sets it up answers for it. @throws Problem
 * 422 for an address that is not called or an import that the person may not do.
 */
export const addConnector = async (
  app: App,
  tx: Tx,
  actor: Actor,
  input: ConnectorInput,
): Promise<Written> => {
  await checked(app, tx, actor, input);
  await requireName(tx, input.name, null);
  const ids = { orgId: tx.scope.orgId!, id: newId() };
  const { credential: _c, credentialHeader: _h, ...plain } = input;
  const made = await insertRow(tx, connector, {
    ...plain,
    ...ids,
    ...sealed(ids, input),
    ownerId: actor.personId!,
    ownerName: actor.name,
  });
  note(tx, actor, "connector", made.id, {
    number: made.name,
    action: "create",
    after: shown(made),
  });
  return writtenOf(made);
};

/** What a change of these makes a test necessary: it is another source, or read another way. */
const sourceOf = ({ kind, importer, address, settings }: ConnectorInput | Connector) =>
  JSON.stringify([
    kind,
    importer,
    address,
    Object.entries(connectorSettings.parse(settings)).toSorted(),
  ]);

/** What a change of the schedule makes of the next run of a connector that runs. */
const newHour = async (tx: Tx, before: Connector, input: ConnectorInput) => {
  const same = (["every", "weekDay", "runAt"] as const).every((key) => before[key] === input[key]);
  if (same || input.kind === "push" || (before.status !== "active" && before.status !== "failing"))
    return {};
  const { timeZone } = await readOrganization(tx);
  return { nextRunAt: await nextRun(tx, input, timeZone) };
};

/**
 * Changes a connector. Another source begins as a draft again and is tested anew; a credential is
 * kept where none is typed, under the header that is named now, but never for another host.
 */
export const changeConnector = async (
  app: App,
  tx: Tx,
  actor: Actor,
  id: string,
  input: ConnectorInput,
  version: number | null,
): Promise<Written> => {
  const before = await lockRow(tx, connector, id, what);
  requireVersion(before.version, version);
  if (before.status === "retired") throw conflict("retired", "It is retired. Set up a new one.");
  await checked(app, tx, actor, input);
  if (input.name !== before.name) await requireName(tx, input.name, id);
  const { credential: _c, credentialHeader, ...plain } = input;
  const sameHost = new URL(before.address).origin === new URL(input.address).origin;
  const forget = !credentialHeader || (!sameHost && !input.credential);
  const patch = {
    ...plain,
    ...(forget
      ? { credential: null, credentialHeader: null }
      : { ...(before.credential && { credentialHeader }), ...sealed(before, input) }),
  };
  const another = sourceOf(input) !== sourceOf(before);
  const anew = {
    columns: [],
    mapping: {},
    etag: null,
    modified: null,
    sha256: null,
    lastRows: null,
    watermark: null,
  };
  const after = another
    ? await transition(tx, asSystem(actor), connectorNoun, {
        id,
        action: "change",
        effect: async () => ({ patch: { ...patch, ...anew, nextRunAt: null } }),
      })
    : await updateRow(tx, connector, id, { ...patch, ...(await newHour(tx, before, input)) });
  if (!another) {
    note(tx, actor, "connector", after.id, {
      number: after.name,
      action: "edit",
      before: before && shown(before),
      after: shown(after),
    });
  }
  return writtenOf(after);
};

/** Keeps which column fills which field; the next dry run checks it. @throws Problem 422. */
export const mapConnector = async (
  tx: Tx,
  actor: Actor,
  id: string,
  mapping: Record<string, string | null>,
  version: number | null,
): Promise<Written> => {
  const before = await lockRow(tx, connector, id, what);
  requireVersion(before.version, version);
  const { fields } = importerRowOf(before.importer) ?? { fields: [] };
  const kept = Object.fromEntries(fields.map(({ name }) => [name, mapping[name] ?? null]));
  const strange = Object.values(kept).find((one) => one && !before.columns.includes(one));
  if (strange) throw invalid("mapping", `The source has no column ${strange}.`);
  const missing = fields.filter(({ name, required }) => required && !kept[name]);
  if (missing.length > 0)
    throw invalid(
      "mapping",
      `Choose a column for ${missing.map((each) => each.label).join(", ")}.`,
    );
  const after = await updateRow(tx, connector, id, { mapping: kept });
  note(tx, actor, "connector", after.id, {
    number: after.name,
    action: "map",
    before: before && shown(before),
    after: shown(after),
  });
  return writtenOf(after);
};

type Step = { reason?: string | null | undefined; version: number | null };

/** Activates a tested connector, pauses it, lets it go on, or retires it. */
export const stepConnector = async (
  tx: Tx,
  actor: Actor,
  action: "activate" | "pause" | "resume" | "retire",
  { id, reason, version }: { id: string } & Step,
): Promise<Written> =>
  writtenOf(
    await transition(tx, actor, connectorNoun, {
      id,
      action,
      reason: reason ?? null,
      version,
      effect: async () => {
        if (action === "pause" || action === "retire") return { patch: { nextRunAt: null } };
        const one = await getRow(tx, connector, id, what);
        if (!(await memberNow(tx, one.ownerId)))
          throw conflict("nobody_answers", "Whoever answers for it is no member now. Retire it.");
        // A destination has no hour: it takes what is sent there.
        if (one.kind === "push") return { patch: { failures: 0 } };
        const { timeZone } = await readOrganization(tx);
        return { patch: { nextRunAt: await nextRun(tx, one, timeZone), failures: 0 } };
      },
    }),
  );
