import { requireFiles } from "#server/files/named-files.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { businessDaysOf, readCalendar } from "#areas/organization/organization.server.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { contractIdsOf, type ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import { submitByOf } from "./days.model.ts";
import type { SubmitInput, SubmittalChange, SubmittalInput } from "./submittal.model.ts";
import { submittalNoun, type SubmittalStored } from "./submittal.noun.ts";
import { tellContractor } from "./told.service.ts";
import { takeTurn, type Hand } from "./turns.service.ts";

const building: ReadonlySet<string> = new Set([
  "approved",
  "active",
  "on_hold",
  "substantially_complete",
]);

/** The project of a submittal behind its lock, so that no number is given twice. 409 `project_not_open`. */
export const holdProject = async (tx: Tx, id: string): Promise<ProjectStored> => {
  const row = await lockRow(tx, project, id, "project");
  if (!building.has(row.status))
    throw conflict(
      "project_not_open",
      `${row.number} is not under way: submittals are taken from its approval until it is closed.`,
    );
  return row;
};

/** The hand of a person of the agency. */
export const ourHand = (actor: Actor): Hand => ({ side: "agency", name: actor.name ?? "" });

const refuseContract = (p: ProjectStored, { contractId }: { contractId: string }): void => {
  if (!contractIdsOf(p).includes(contractId))
    throw invalidField("contractId", "Choose a contract of this project.", "contract_unknown");
};

type Days = Pick<SubmittalChange, "neededOn" | "leadDays" | "reviewDays">;
const submitBy = async (tx: Tx, { neededOn, leadDays, reviewDays }: Days): Promise<Day | null> =>
  neededOn === null ? null : submitByOf(await readCalendar(tx), { neededOn, leadDays, reviewDays });

/**
 * Lists what is to be submitted, with the next number of its project; it waits for the contractor. 404,
 * 409 `project_not_open`; 422 `contract_unknown`.
 */
export const listSubmittal = async (
  tx: Tx,
  actor: Actor,
  input: SubmittalInput,
): Promise<SubmittalStored> => {
  const p = await holdProject(tx, input.projectId);
  refuseContract(p, input);
  const { sequence } = await tx.one<{ sequence: number }>(sql`
    select coalesce(max(sequence), 0) + 1 as sequence
    from submittal
    where org_id = ${tx.scope.orgId} and project_id = ${p.id}
  `);
  return create(tx, actor, submittalNoun, {
    number: { within: `SUB-${p.segmentCode}-${String(sequence).padStart(3, "0")}` },
    row: {
      ...input,
      orgId: tx.scope.orgId!,
      id: newId(),
      sequence,
      submitBy: await submitBy(tx, input),
      listedBy: actor.personId,
      court: "contractor",
      courtSince: businessDate(tx.scope),
    },
  });
};

/** Changes what is listed and not submitted yet. 404, 409, 412; 422 as at its begin. */
export const changeSubmittal = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: SubmittalChange,
  version: number | null,
): Promise<SubmittalStored> =>
  change(tx, actor, submittalNoun, {
    id,
    version,
    effect: async (before) => {
      refuseContract(await holdProject(tx, before.projectId), input);
      return { patch: { ...input, submitBy: await submitBy(tx, input) } };
    },
  });

/**
 * Submits what is listed, or again as its next revision what was to be revised; its review is due in
 * business days. 404, 409, 412; 422 `file_missing` unless its files were looked at.
 */
export const submitSubmittal = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { fileIds, says }: SubmitInput,
  by: Hand,
): Promise<SubmittalStored> => {
  const row = await transition(tx, actor, submittalNoun, {
    id,
    action: "submit",
    version,
    effect: async (before) => {
      await holdProject(tx, before.projectId);
      if (by.side === "agency") await requireFiles(tx, actor, fileIds, []);
      const revision = before.submittedOn === null ? 0 : before.revision + 1;
      const turn = await takeTurn(tx, id, {
        kind: "submitted",
        revision,
        by,
        says,
        fileIds,
        court: "agency",
      });
      const today = businessDate(tx.scope);
      return {
        patch: {
          ...turn,
          revision,
          fileIds,
          submittedByName: by.name,
          submittedOn: today,
          dueOn: await businessDaysOf(tx, today, before.reviewDays),
          review: "",
          reviewFileIds: [],
          reviewedByName: "",
          reviewedAt: null,
        },
      };
    },
  });
  await tellContractor(tx, row, "received", says);
  return row;
};

/** Ends what is listed, submitted or to be revised, with the reason. 404, 409, 412, 422 without one. */
export const withdrawSubmittal = (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
  by: Hand,
): Promise<SubmittalStored> =>
  transition(tx, actor, submittalNoun, {
    ...at,
    action: "withdraw",
    effect: async ({ revision }) => {
      const says = at.reason?.trim() ?? "";
      const turn = await takeTurn(tx, at.id, {
        kind: "withdrawn",
        revision,
        by,
        says,
        court: null,
      });
      return { patch: { ...turn, statusReason: says } };
    },
  });
