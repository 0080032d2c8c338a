import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessDaysOf } from "#areas/organization/organization.server.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireFiles } from "#server/files/named-files.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { contractIdsOf, type ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import type { RfiChange, RfiInput } from "./rfi.model.ts";
import { rfiNoun, type RfiStored } from "./rfi.noun.ts";
import { tellContractor } from "./told.service.ts";
import { ourHand, takeTurn, type Hand } from "./turns.service.ts";

/** While a project stands so, its questions are asked and answered. */
export const asking: ReadonlySet<string> = new Set([
  "approved",
  "active",
  "on_hold",
  "substantially_complete",
]);

/** The project of a question behind its lock, so that no number is given twice. 409 `project_not_open`. */
export const holdAsked = async (tx: Tx, id: string): Promise<ProjectStored> => {
  const row = await lockRow(tx, project, id, "project");
  if (!asking.has(row.status))
    throw conflict(
      "project_not_open",
      `${row.number} is not under way: questions are asked from its approval until it is closed.`,
    );
  return row;
};

type Named = Pick<RfiChange, "contractId" | "askedOf">;

const refuseContract = (p: ProjectStored, { contractId, askedOf }: Named): void => {
  if (contractId !== null && !contractIdsOf(p).includes(contractId))
    throw invalidField("contractId", "Choose a contract of this project.", "contract_unknown");
  if (contractId === null && askedOf === "contractor")
    throw invalidField(
      "contractId",
      "Choose the contract whose contractor is to answer.",
      "contract_missing",
    );
};

/** Drafts a question. 404, 409 `project_not_open`; 422 `contract_unknown`, `contract_missing`, `file_missing`. */
export const draftRfi = async (tx: Tx, actor: Actor, input: RfiInput): Promise<RfiStored> => {
  const p = await holdAsked(tx, input.projectId);
  refuseContract(p, input);
  await requireFiles(tx, actor, input.fileIds, []);
  return create(tx, actor, rfiNoun, {
    number: { within: "Draft" },
    row: {
      ...input,
      orgId: tx.scope.orgId!,
      id: newId(),
      side: "agency",
      askedBy: actor.personId,
      askedByName: actor.name ?? "",
    },
  });
};

/** Changes a draft. 404, 409 once it was asked, 412; 422 as at its begin. */
export const changeRfi = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: RfiChange,
  version: number | null,
): Promise<RfiStored> =>
  change(tx, actor, rfiNoun, {
    id,
    version,
    effect: async (before) => {
      refuseContract(await holdAsked(tx, before.projectId), input);
      await requireFiles(tx, actor, input.fileIds, before.fileIds);
      return { patch: input };
    },
  });

/** The day by which a question of this project is answered, asked now. */
export const dueOfProject = (tx: Tx, { questionDays }: ProjectStored) =>
  businessDaysOf(tx, businessDate(tx.scope), questionDays);

/** What a question gets as it is asked: the next number of its project, its day, its first turn. */
export const askedColumns = async (tx: Tx, p: ProjectStored, row: RfiStored, by: Hand) => {
  const { sequence } = await tx.one<{ sequence: number }>(sql`
    select coalesce(max(sequence), 0) + 1 as sequence
    from rfi
    where org_id = ${tx.scope.orgId} and project_id = ${p.id}
  `);
  const turn = await takeTurn(tx, row.id, {
    kind: "asked",
    by,
    says: row.question,
    court: row.askedOf,
  });
  return {
    ...turn,
    sequence,
    number: `RFI-${p.segmentCode}-${String(sequence).padStart(3, "0")}`,
    askedOn: businessDate(tx.scope),
    dueOn: await dueOfProject(tx, p),
  };
};

/** Asks a drafted question: it gets its number, its day and the other side. 404, 409, 412. */
export const openRfi = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<RfiStored> => {
  const row = await transition(tx, actor, rfiNoun, {
    id,
    action: "open",
    version,
    effect: async (before) => {
      const p = await holdAsked(tx, before.projectId);
      return { patch: await askedColumns(tx, p, before, ourHand(actor)) };
    },
  });
  if (row.askedOf === "contractor") await tellContractor(tx, row, "asked");
  return row;
};

/** Ends a draft or an open question, with the reason. 404, 409, 412, 422 without one. */
export const withdrawRfi = (tx: Tx, actor: Actor, at: TakenStep, by: Hand): Promise<RfiStored> =>
  transition(tx, actor, rfiNoun, {
    ...at,
    action: "withdraw",
    effect: async () => {
      const says = at.reason?.trim() ?? "";
      const turn = await takeTurn(tx, at.id, { kind: "withdrawn", by, says, court: null });
      return { patch: { ...turn, statusReason: says, designerLinkId: null } };
    },
  });
