import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import {
  changesNamed,
  contractsNamed,
  proposeChange,
  type AppliedChange,
  type ChangeInput,
} from "#areas/contracts/contracts.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { draftOrderChange, ordersUnder } from "#areas/procurement/procurement.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { dailyLog } from "../log/log.tables.ts";
import { chargedTo } from "../money/money.service.ts";
import { contractIdsOf, type ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import type { OpenedChange } from "./change.model.ts";
import { projectChange } from "./change.tables.ts";
import { rfi } from "./rfi.tables.ts";

type Source = { type: "rfi" | "dailyLog" | "schedule"; id: string; projectId: string };

/** Opens a change of a contract of the project from a record, as either side. 422 `contract_unknown`. */
export const openChange = async (
  tx: Tx,
  actor: Actor,
  source: Source,
  input: ChangeInput,
  by: { side: "agency" } | { side: "vendor"; proposedBy: string } = { side: "agency" },
): Promise<{ id: string; number: string; status: string; version: number }> => {
  const p = await getRow(tx, project, source.projectId, "project");
  if (!contractIdsOf(p).includes(input.contractId))
    throw invalidField("contractId", "Choose a contract of this project.", "contract_unknown");
  const { type, id } = source;
  const made = await proposeChange(tx, actor, input, { ...by, record: { type, id } });
  await insertRow(tx, projectChange, {
    orgId: tx.scope.orgId!,
    id: made.id,
    projectId: source.projectId,
    sourceType: type,
    sourceId: id,
  });
  return { id: made.id, number: made.number, status: made.status, version: made.version };
};

/**
 * Opens a change of the contract from an answered question: it is judged, priced, approved and signed
 * as every change. 404, 409 `not_answered` and the errors of a proposal; 422 `contract_unknown`.
 */
export const changeFromRfi = async (tx: Tx, actor: Actor, id: string, input: ChangeInput) => {
  const q = await lockRow(tx, rfi, id, "RFI");
  if (q.status !== "answered" && q.status !== "closed")
    throw conflict(
      "not_answered",
      "It is not answered: what changes is known once it is. Answer it first.",
    );
  if (q.contractId !== null && q.contractId !== input.contractId)
    throw invalidField("contractId", "Choose the contract of the question.", "contract_unknown");
  return openChange(tx, actor, { type: "rfi", id, projectId: q.projectId }, input);
};

/** The same from a submitted log with a delay. 404, 409 `no_delay`; 422 `contract_unknown`. */
export const changeFromLog = async (tx: Tx, actor: Actor, id: string, input: ChangeInput) => {
  const log = await lockRow(tx, dailyLog, id, "daily log");
  if (log.status !== "submitted" || log.delayCause === null)
    throw conflict(
      "no_delay",
      "Only a submitted log with a delay opens a change: it must say what stood still.",
    );
  return openChange(tx, actor, { type: "dailyLog", id, projectId: log.projectId }, input);
};

/** The changes that a record opened, and the contracts that a further one may change. */
export const changesFrom = async (
  db: Db,
  sourceId: string,
  p: ProjectStored,
): Promise<{ changes: OpenedChange[]; changeable: { id: string; label: string }[] }> => {
  const opened = await db.rows<{ id: string }>(sql`
    select id
    from project_change
    where org_id = ${db.scope.orgId} and source_id = ${sourceId}
    limit 50
  `);
  const [changes, contracts] = await Promise.all([
    changesNamed(
      db,
      opened.map(({ id }) => id),
    ),
    contractsNamed(db, contractIdsOf(p)),
  ]);
  return {
    changes,
    changeable: contracts
      .filter(({ status }) => status === "active" || status === "suspended")
      .map(({ id, number, title }) => ({ id, label: `${number} ${title}` })),
  };
};

const running: ReadonlySet<string> = new Set([
  "issued",
  "acknowledged",
  "partly_received",
  "received",
]);

/**
 * A change that a question or log opened is in force: its contract has moved, its order has not. The
 * change of the order is drafted with its lines, for the buyer to finish; who runs the project hears.
 */
export const orderFollows = async (tx: Tx, actor: Actor, c: AppliedChange): Promise<void> => {
  const link = await tx.maybe<{ projectId: string }>(sql`
    select project_id
    from project_change
    where org_id = ${tx.scope.orgId} and id = ${c.id}
  `);
  if (!link) return;
  const p = await getRow(tx, project, link.projectId, "project");
  const [under, { documents }] = await Promise.all([
    ordersUnder(tx, c.contractId),
    chargedTo(tx, p.segmentId),
  ]);
  const ours = new Set(documents.map(({ id }) => id));
  const order = under.find(({ id, status }) => running.has(status) && ours.has(id));
  const drafted = order
    ? await draftOrderChange(tx, actor, {
        orderId: order.id,
        because: `${c.number}: ${c.title}`,
        href: `/claims-change-orders/changes/${c.id}`,
        lines: c.lines
          .filter(({ amount }) => amount !== 0)
          .map(({ description, amount }) => ({ description, cents: amount })),
        days: c.days,
      })
    : null;
  notify(tx, p.engineerId ? [p.engineerId] : [], {
    kind: "project",
    title: `${c.number} of ${p.number} is in force`,
    body: drafted
      ? `The change of ${drafted.number} is drafted; its buyer finishes it.`
      : "No order of the project under its contract is open: place one, or change one by hand.",
    link: `/projects/${p.id}`,
  });
};
