import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import {
  createRequisition,
  lineIdsOf,
  placeUnderIncident,
  requisitionInput,
  submitRequisition,
} from "#areas/procurement/procurement.server.ts";
import { businessDate, businessNow, dayIn } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows, updateRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor, transition, type TakenStep } from "#server/lifecycle.ts";
import type { Section } from "../incident/incident.labels.ts";
import { tellHolders, tellPeople } from "../incident/hand-on.service.ts";
import { lacksPosition, requireSection, sectionsOf } from "../incident/incident.service.ts";
import { incident, incidentRequest, incidentRequestLine } from "../incident/incident.tables.ts";
import { requestNoun } from "../incident/nouns.ts";
import { linesOf, mayGive, sourceLines, type RequestLine } from "./line.service.ts";
import { letGoOfLines } from "./stock.service.ts";
import { requestList } from "./request.list.ts";
import type { RequestAction } from "./request.labels.ts";
import type { RequestDetail, RequestInput, ResourceRequest, StepInput } from "./request.model.ts";

type Row = typeof incidentRequest.$inferSelect;
type Head = typeof incident.$inferSelect;

const everybody: readonly Section[] = ["command", "operations", "planning", "logistics", "finance"];
// Who takes which step, by the section of their position; deciding about money is finance's.
const takers: Readonly<Record<RequestAction, readonly Section[]>> = {
  approveSection: ["command", "operations", "planning", "logistics"],
  check: ["planning", "logistics"],
  order: ["logistics"],
  toFinance: ["logistics"],
  fund: ["finance"],
  deny: ["command", "logistics", "finance"],
  cancel: everybody,
  follow: [],
  demobilize: ["logistics", "planning"],
};

const chiefs: Readonly<Record<Section, string>> = {
  command: "IC",
  operations: "OSC",
  planning: "PSC",
  logistics: "LSC",
  finance: "FSC",
};
const wordOf = (r: { id: string; title: string; incident: string }, what: string) => ({
  title: `${r.incident}: a resource request ${what}`,
  body: r.title,
  link: `/disaster-response/requests/${r.id}`,
});

type Turn = {
  what: string;
  chief?: string;
  who?: (tx: Tx, row: Row) => Promise<(string | null)[]>;
};
const asker = async (_: Tx, row: Row) => [row.requestedBy];
const givers = async (tx: Tx, row: Row) => (await linesOf(tx, row)).map((line) => line.giverId);

// Whose turn it is after a step; whoever asked, where it ends.
const turns: Partial<Record<RequestAction, Turn>> = {
  approveSection: { what: "waits for logistics", chief: chiefs.logistics },
  check: { what: "waits for logistics", chief: chiefs.logistics },
  toFinance: { what: "waits for finance", chief: chiefs.finance },
  fund: { what: "waits for what you give", who: givers },
  deny: { what: "was denied", who: asker },
  cancel: { what: "was cancelled", who: asker },
};

const tellNext = async (tx: Tx, actor: Actor, action: RequestAction, row: Row): Promise<void> => {
  const turn = turns[action];
  if (!turn) return;
  const { number } = await getRow(tx, incident, row.incidentId, "incident");
  const word = wordOf({ id: row.id, title: row.title, incident: number }, turn.what);
  if (turn.chief) await tellHolders(tx, actor, row.incidentId, [turn.chief], word);
  if (turn.who) tellPeople(tx, actor, await turn.who(tx, row), word);
};

/** Asks for a resource in an incident (213RR). 409 once the incident is demobilized. */
export const askForResource = async (tx: Tx, actor: Actor, input: RequestInput) => {
  const of = await getRow(tx, incident, input.incidentId, "incident");
  if (!["activated", "response", "recovery"].includes(of.status))
    throw conflict(
      "incident_not_active",
      `${of.number} is not active: nothing is asked for in it.`,
    );
  await requireSection(tx, actor, of.id, everybody);
  const { lines, ...fields } = input;
  const id = newId();
  const orgId = tx.scope.orgId!;
  return create(tx, actor, requestNoun, {
    number: { kind: "RR" },
    row: {
      ...fields,
      category: fields.category ?? null,
      orgId,
      id,
      requestedBy: actor.personId,
      createdAt: businessNow(tx.scope).toISOString(),
    },
    content: { lines },
    from: [{ type: "incident", id: of.id }],
    store: async () => {
      const mine = await sectionsOf(tx, actor.personId, of.id);
      await tellHolders(
        tx,
        actor,
        of.id,
        mine.map((section) => chiefs[section]),
        wordOf({ ...fields, id, incident: of.number }, "waits for its section"),
      );
      await insertRows(
        tx,
        incidentRequestLine,
        lines.map((line, n) => ({ ...line, orgId, id: newId(), requestId: id, lineNo: n + 1 })),
      );
    },
  });
};

const sentence = (text: string): string =>
  /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;

/** Why it is bought without competition, from the incident and its period: to be edited. */
const exigencyOf = (of: Head, request: Row): string =>
  `${of.number} ${of.title}, incident period from ${formatDate(of.beginsOn)}${of.endsOn ? ` to ${formatDate(of.endsOn)}` : ""}: ${sentence(request.need)} The public exigency will not permit the delay of competition (2 CFR 200.320(c)(3)).`;

// An ordinary requisition of the incident's department: reservation, approvals, order and receipt are
// procurement's. An exigency sets its method with its reason (2 CFR 200.320(c)(3)); without one it is
// competed as any other purchase.
const buy = async (
  tx: Tx,
  actor: Actor,
  request: Row,
  of: Head,
  lines: readonly RequestLine[],
): Promise<string | null> => {
  if (of.exercise || lines.length === 0) return null;
  if (!of.accountStringId || !of.departmentId)
    throw invalidField(
      "sources",
      "The incident names no department and account. Whoever commands it enters them first.",
    );
  const day = dayIn(tx.scope, request.neededAt);
  const today = businessDate(tx.scope);
  const exigency = request.exigency.slice(0, 4000);
  const drafted = await createRequisition(
    tx,
    actor,
    requisitionInput.parse({
      title: `${request.number}: ${request.title}`.slice(0, 200),
      justification: exigency || request.need,
      departmentId: of.departmentId,
      neededOn: day < today ? today : day,
      deliverTo: request.deliverTo,
      emergency: exigency !== "",
      ...(exigency ? { method: "noncompetitive", methodReason: exigency } : {}),
      lines: lines.map((line) => ({
        description: line.description,
        quantity: String(Number(line.quantity)),
        unit: line.unit,
        unitPrice: String(Number(line.unitPrice)),
        splits: [{ accountStringId: of.accountStringId, percent: "100" }],
      })),
    }),
    [{ type: "incidentRequest", id: request.id }],
  );
  await placeUnderIncident(tx, drafted.id, of.id);
  await submitRequisition(tx, actor, { id: drafted.id, version: drafted.version });
  const stored = await lineIdsOf(tx, drafted.id);
  for (const [n, line] of lines.entries())
    await updateRow(tx, incidentRequestLine, line.id, { requisitionLineId: stored[n]! });
  return drafted.id;
};

type Told = Omit<StepInput, "reason">;
type Patched = { patch?: Partial<Row> } | void;

// A step of whoever holds a position of the section that takes it.
const taken = async (
  tx: Tx,
  actor: Actor,
  action: RequestAction,
  at: TakenStep,
  effect?: (row: Row) => Promise<Patched>,
) => {
  const row = await getRow(tx, incidentRequest, at.id, "resource request");
  await requireSection(tx, actor, row.incidentId, takers[action]);
  return transition(tx, actor, requestNoun, {
    ...at,
    action,
    effect: async (record) => {
      const done = await effect?.(record as Row);
      await tellNext(tx, actor, action, record as Row);
      return done;
    },
  });
};
const passes = (action: RequestAction) => (tx: Tx, actor: Actor, at: TakenStep) =>
  taken(tx, actor, action, at);

const approveSection = (tx: Tx, actor: Actor, at: TakenStep) =>
  taken(tx, actor, "approveSection", at, async () => ({ patch: { sectionBy: actor.personId } }));

const order = (tx: Tx, actor: Actor, at: TakenStep, { sources }: Told) =>
  taken(tx, actor, "order", at, async (row) => sourceLines(tx, actor, row, sources ?? []));

// Funding drafts and sends the requisition of what is bought, once: the row's lock holds a second
// reviewer.
const fund = (tx: Tx, actor: Actor, at: TakenStep, input: Told) =>
  taken(tx, actor, "fund", at, async (row) => {
    const of = await getRow(tx, incident, row.incidentId, "incident");
    const bought = (await linesOf(tx, row)).filter((l) => l.source === "purchase");
    const exigency = bought.length ? (input.exigency ?? exigencyOf(of, row)) : "";
    const requisitionId = await buy(tx, actor, { ...row, exigency }, of, bought);
    return { patch: { financeBy: actor.personId, requisitionId, exigency } };
  });

const deny = (tx: Tx, actor: Actor, at: TakenStep) =>
  taken(tx, actor, "deny", at, async (row) => {
    await letGoOfLines(tx, actor, await linesOf(tx, row));
    return { patch: { statusReason: at.reason } };
  });

const cancel = (tx: Tx, actor: Actor, at: TakenStep) =>
  taken(tx, actor, "cancel", at, async (row) => {
    await letGoOfLines(tx, actor, await linesOf(tx, row));
    return { patch: { statusReason: at.reason } };
  });

type Verb = (tx: Tx, actor: Actor, at: TakenStep, input: Told) => ReturnType<typeof taken>;
/** The steps of a resource request, a verb each; 403 for whoever has no part in its section. */
export const requestSteps: Readonly<Record<Exclude<RequestAction, "follow">, Verb>> = {
  approveSection,
  check: passes("check"),
  order,
  toFinance: passes("toFinance"),
  fund,
  deny,
  cancel,
  demobilize: passes("demobilize"),
};

// A step is off for whoever holds no position of its section here, and says who takes it.
const offered = async (db: Db, actor: Actor, row: Row) => {
  const actions = actionsFor(actor, requestNoun, row);
  if (actor.kind === "system" || actor.permissions.has("incident.edit")) return actions;
  const held = await sectionsOf(db, actor.personId, row.incidentId);
  return actions.map((each) => {
    const allowed = takers[each.name as RequestAction];
    return each.enabled && !held.some((section) => allowed.includes(section))
      ? { ...each, enabled: false, reason: lacksPosition(allowed) }
      : each;
  });
};

const similarTo = (db: Db, row: Row) =>
  db.rows<RequestDetail["similar"][number]>(sql`
    select o.id, o.number, o.title
    from incident_request o
    where o.org_id = ${db.scope.orgId}
      and o.incident_id = ${row.incidentId}
      and o.id <> ${row.id}
      and o.status not in ('denied', 'cancelled', 'received', 'demobilized')
      and exists (
        select
        from regexp_split_to_table(lower(${row.title}), '\\W+') w
        where length(w) > 3 and position(w in lower(o.title)) > 0
      )
    order by o.number
    limit 10
  `);

/** A resource request with lines, similar open requests and the actor's actions. 404. */
export const readRequest = async (db: Db, actor: Actor, id: string): Promise<RequestDetail> => {
  const head = await db.maybe<ResourceRequest>(
    bind(
      `
        select ${recordColumns(requestList, {})}
        from ${requestList.from}
        where x.org_id = $1 and x.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!head) throw notFound("resource request");
  const row = await getRow(db, incidentRequest, id, "resource request");
  const [of, lines, similar, people] = await Promise.all([
    getRow(db, incident, row.incidentId, "incident"),
    linesOf(db, row),
    similarTo(db, row),
    db.one<{ section: string | null; finance: string | null }>(sql`
      select
        (select display_name from person where id = ${row.sectionBy}) as section,
        (select display_name from person where id = ${row.financeBy}) as finance
    `),
  ]);
  return {
    ...head,
    need: row.need,
    category: row.category,
    deliverTo: row.deliverTo,
    exigency: row.exigency || exigencyOf(of, row),
    sectionApprover: people.section,
    financeReviewer: people.finance,
    statusReason: row.statusReason,
    lines: await Promise.all(
      lines.map(async (line) => ({
        ...line,
        mayGive: await mayGive(db, actor, row.incidentId, line),
      })),
    ),
    similar,
    actions: await offered(db, actor, row),
  };
};
