import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { createSegment, projectsByCode, segmentInput } from "#areas/budget/budget.server.ts";
import { contractsNamed } from "#areas/contracts/contracts.server.ts";
import { departmentById, membersNamed } from "#areas/organization/organization.server.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Funding, Phase } from "../projects.tables.ts";
import { projectNoun, type ProjectStored } from "./project.noun.ts";
import type { forecastInput, ProjectInput } from "./project.model.ts";
import type { z } from "zod";

const requirePeople = async (tx: Tx, input: ProjectInput, before: ProjectStored | null) => {
  const named = [
    ...(input.engineerId && input.engineerId !== before?.engineerId
      ? [{ id: input.engineerId, path: "engineerId" }]
      : []),
    ...input.inspectors.flatMap(({ personId }, at) =>
      before?.inspectors.some((each) => each.personId === personId)
        ? []
        : [{ id: personId, path: `inspectors.${at}.personId` }],
    ),
  ];
  if (named.length === 0) return;
  const members = await membersNamed(tx, { ids: named.map(({ id }) => id) });
  for (const { id, path } of named)
    if (!members.some((member) => member.id === id && member.active))
      throw invalidField(path, "Choose somebody of the agency.", "person_unknown");
};

const requireContracts = async (tx: Tx, { contracts }: ProjectInput) => {
  if (contracts.length === 0) return;
  const found = await contractsNamed(
    tx,
    contracts.map((each) => each.contractId),
  );
  for (const [at, { contractId }] of contracts.entries())
    if (!found.some((c) => c.id === contractId))
      throw invalidField(
        `contracts.${at}.contractId`,
        "Choose a contract of the agency.",
        "contract_unknown",
      );
};

const judge = async (tx: Tx, input: ProjectInput, before: ProjectStored | null): Promise<void> => {
  if (input.departmentId !== before?.departmentId) await departmentById(tx, input.departmentId);
  await requirePeople(tx, input, before);
  await requireContracts(tx, input);
};

// The project of the ledger with this code: the one that is there, else a new one.
const segmentOf = async (tx: Tx, actor: Actor, code: string, name: string): Promise<string> => {
  const there = (await projectsByCode(tx, [code])).get(code);
  if (!there) {
    const input = segmentInput.parse({ kind: "project", code, name: name.slice(0, 120) });
    return (await createSegment(tx, actor, input)).id;
  }
  const other = await tx.maybe<{ number: string }>(sql`
    select number
    from project
    where org_id = ${tx.scope.orgId} and segment_id = ${there.id}
  `);
  if (other)
    throw invalidField(
      "segmentCode",
      `${other.number} charges ${code} already: enter another code.`,
      "segment_taken",
    );
  return there.id;
};

const columnsOf = ({ segmentCode: _code, ...rest }: ProjectInput) => rest;

/** What a capital plan adds to a project. */
export type OfPlan = {
  capitalRequestId: string;
  phases: Phase[];
  funding: Funding[];
};

/**
 * Proposes a project. Its code in the ledger is taken where it is there, else made. 422 at the field.
 */
export const proposeProject = async (
  tx: Tx,
  actor: Actor,
  input: ProjectInput,
  plan: Partial<OfPlan> = {},
): Promise<ProjectStored> => {
  await judge(tx, input, null);
  const segmentId = await segmentOf(tx, actor, input.segmentCode, input.name);
  return create(tx, actor, projectNoun, {
    number: { kind: "PRJ" },
    row: {
      ...columnsOf(input),
      ...plan,
      segmentId,
      segmentCode: input.segmentCode,
      orgId: actor.orgId!,
      id: newId(),
      proposedBy: actor.personId,
    },
    from: plan.capitalRequestId ? [{ type: "capitalRequest", id: plan.capitalRequestId }] : [],
  });
};

/**
 * Changes a project; its code in the ledger stays. 404, 409 `segment_stays`, `not_in_this_status`,
 * 412; 422 at the field.
 */
export const changeProject = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: ProjectInput,
  version: number | null,
): Promise<ProjectStored> =>
  change(tx, actor, projectNoun, {
    id,
    version,
    effect: async (before) => {
      if (input.segmentCode !== before.segmentCode)
        throw conflict(
          "segment_stays",
          `It is charged to ${before.segmentCode} for good: propose another project for another code.`,
        );
      await judge(tx, input, before);
      return { patch: columnsOf(input) };
    },
  });

/**
 * Writes down what the engineer expects the project to cost in the end, with the reason; the day is
 * today. 404, 409, 412.
 */
export const forecastProject = (
  tx: Tx,
  actor: Actor,
  id: string,
  { cents, reason }: z.output<typeof forecastInput>,
  version: number | null,
): Promise<ProjectStored> =>
  change(tx, actor, projectNoun, {
    id,
    version,
    action: "forecast",
    patch: {
      forecastCents: cents,
      forecastReason: reason,
      forecastOn: businessDate(tx.scope),
      forecastBy: actor.personId,
    },
  });
