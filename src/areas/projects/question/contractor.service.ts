import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { contractorsOf } from "#areas/contracts/contracts.server.ts";
import type { App } from "#server/app.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { findRow } from "#server/db/rows.ts";
import { asVendor, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { asSystem, transition, type TakenStep } from "#server/lifecycle.ts";
import { contractIdsOf } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import { answerRfi, closeRfi, reopenRfi } from "./answering.service.ts";
import type { ContractorQuestion } from "./contractor.model.ts";
import { contractorMay } from "./contractor.read.service.ts";
import type { ContractorAsks } from "./rfi.model.ts";
import { rfiNoun, type RfiStored } from "./rfi.noun.ts";
import { askedColumns, dueOfProject, holdAsked, withdrawRfi } from "./rfi.service.ts";
import { rfi } from "./rfi.tables.ts";
import { tellContractor, tellOurs } from "./told.service.ts";
import { takeTurn, type Hand } from "./turns.service.ts";

const isOf = async (tx: Tx, vendor: ActingVendor, contractId: string): Promise<boolean> =>
  (await contractorsOf(tx, [contractId])).get(contractId) === vendor.id;

const handOf = (who: Actor, vendor: ActingVendor): Hand => ({
  side: "contractor",
  name: `${who.name}, ${vendor.name}`,
});

type At = { orgId: string; id: string };

/** Stores a contractor's question and asks it at once, as the system, behind the project's lock. */
export const askFor = async (
  tx: Tx,
  system: Actor,
  projectId: string,
  input: ContractorAsks,
  by: Hand,
): Promise<RfiStored> => {
  const p = await holdAsked(tx, projectId);
  const made = await create(tx, system, rfiNoun, {
    number: { within: "Draft" },
    row: {
      ...input,
      orgId: tx.scope.orgId!,
      id: newId(),
      projectId,
      side: "contractor",
      askedOf: "agency",
      askedBy: system.personId,
      askedByName: by.name,
    },
  });
  const row = await transition(tx, system, rfiNoun, {
    id: made.id,
    action: "open",
    effect: async (before) => ({ patch: await askedColumns(tx, p, before, by) }),
  });
  await tellOurs(tx, row, `${by.name} asks ${row.number}`, row.question);
  await tellContractor(tx, row, "received");
  return row;
};

/**
 * The contractor asks a question of a project that names its contract; the agency is told, and the
 * contractor keeps a copy. 404 for another's project; 409 `project_not_open`; 422 `contract_unknown`.
 */
export const askAsContractor = (
  app: App,
  actor: Actor,
  { orgId, id }: At,
  input: ContractorAsks,
): Promise<RfiStored> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    const p = await findRow(tx, project, id);
    const own = p ? await Promise.all(contractIdsOf(p).map((each) => isOf(tx, vendor, each))) : [];
    if (!p || !own.includes(true)) throw notFound("project");
    if (!contractIdsOf(p).includes(input.contractId) || !(await isOf(tx, vendor, input.contractId)))
      throw invalidField("contractId", "Choose your contract of this project.", "contract_unknown");
    return askFor(tx, asSystem(who), id, input, handOf(who, vendor));
  });

type May = ContractorQuestion["may"][number];
/** A contractor answers in words alone, by no designer. */
const words = { fileIds: [], designerLinkId: null };

const reply = async (tx: Tx, who: Actor, at: TakenStep, by: Hand): Promise<RfiStored> => {
  const says = at.reason ?? "";
  const row = await transition(tx, who, rfiNoun, {
    ...at,
    action: "reply",
    effect: async (before) => {
      const p = await holdAsked(tx, before.projectId);
      const turn = await takeTurn(tx, at.id, { kind: "replied", by, says, court: "agency" });
      return { patch: { ...turn, dueOn: await dueOfProject(tx, p) } };
    },
  });
  await tellOurs(tx, row, `${by.name} replied to ${row.number}`, says);
  return row;
};

/**
 * The contractor's step of a question of its contract: answers, replies, takes the answer, reopens or
 * withdraws. 404 for another's; 409 `not_your_turn`.
 */
export const stepAsContractor = (
  app: App,
  actor: Actor,
  { orgId, id }: At,
  act: May,
  { says, version }: { says: string; version: number | null },
): Promise<RfiStored> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    const row = await findRow(tx, rfi, id);
    if (!row?.contractId || row.sequence === null || !(await isOf(tx, vendor, row.contractId)))
      throw notFound("RFI");
    if (!contractorMay(row).includes(act))
      throw conflict(
        "not_your_turn",
        `${row.number} does not wait for this from you. Open it again to see where it stands.`,
      );
    const by = handOf(who, vendor);
    const system = asSystem(who);
    const at: TakenStep = { id, version, reason: says };
    if (act === "answer") return answerRfi(tx, system, at, { answer: says, ...words }, by);
    if (act === "reply") return reply(tx, system, at, by);
    if (act === "close") return closeRfi(tx, system, at, by);
    return act === "reopen" ? reopenRfi(tx, system, at, by) : withdrawRfi(tx, system, at, by);
  });
