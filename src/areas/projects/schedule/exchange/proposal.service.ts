import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { seenFile } from "#server/files/holders.ts";
import { asSystem, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { readWhole } from "#server/reading/reader.ts";
import type { ProjectStored } from "../../project/project.noun.ts";
import { project } from "../../projects.tables.ts";
import { applyNetwork } from "../apply.service.ts";
import { loadNetwork } from "../network.service.ts";
import type { ScheduleStored } from "../schedule.noun.ts";
import { createSchedule } from "../schedule.service.ts";
import { contentOf, currentOf, scheduleOfProject, type Content } from "./current.service.ts";
import type { FileAnswer, FileQuestion } from "./file.thread.ts";
import { dataDayOf, mergedPlan, type Choices } from "./merge.model.ts";
import { dayAt, type Plan } from "./plan.model.ts";
import type { DecideInput, ProposalInput } from "./proposal.model.ts";
import { proposalNoun, type ProposalStored } from "./proposal.noun.ts";
import { scheduleProposalContent } from "./proposal.tables.ts";
import { tellContractor, tellOurs } from "./told.service.ts";

const thread = new URL("./file.thread.ts", import.meta.url);
const open: ReadonlySet<string> = new Set([
  "approved",
  "active",
  "on_hold",
  "substantially_complete",
]);

/** Why a project takes no schedule now; null while it does. */
export const closedOf = ({ number, status }: Pick<ProjectStored, "number" | "status">) =>
  open.has(status)
    ? null
    : `${number} is not under way: schedules are taken from its approval until it is closed.`;

/** Who hands a schedule in, and under which contract. */
type Bringer = { side: "agency" | "contractor"; name: string; contractId: string | null };
type Against = { current: Plan | null; comparedVersion: number | null };
type Read = FileAnswer & Pick<Against, "comparedVersion">;

/** The schedule that a file of a project is held against. */
export const againstOf = async (db: Db, projectId: string): Promise<Against> => {
  const row = await scheduleOfProject(db, projectId);
  return {
    current: row ? (await currentOf(db, row)).plan : null,
    comparedVersion: row?.version ?? null,
  };
};

/** What a kept file says, read in a thread of its own and held against the schedule. */
export const readFileOf = async (
  app: App,
  sha256: string,
  { current, comparedVersion }: Against,
): Promise<Read> => {
  const path = await app.files.pathOf(sha256);
  const answer = await readWhole<FileQuestion, FileAnswer>(
    thread,
    { path, current },
    { path: "fileId", megabytes: 1024, seconds: 120 },
  );
  return { ...answer, comparedVersion };
};

const nextOf = async (tx: Tx, projectId: string, side: string) => {
  const { next, waits } = await tx.one<{ next: number; waits: boolean }>(sql`
    select
      coalesce(max(sequence), 0) + 1 as next,
      coalesce(bool_or(status in ('draft', 'compared') and side = ${side}), false) as waits
    from schedule_proposal
    where org_id = ${tx.scope.orgId} and project_id = ${projectId}
  `);
  if (waits)
    throw conflict(
      "proposal_waits",
      "A schedule that was handed in waits to be decided already. It is accepted or returned first.",
    );
  return next;
};

/**
 * Keeps what was read of a file as a proposed update, compared at once. 404, 409 `project_not_open`,
 * `proposal_waits`.
 */
export const keepProposal = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  { fileId, narrative }: ProposalInput,
  { plan, report, comparedVersion }: Read,
  by: Bringer,
): Promise<ProposalStored> => {
  const p = await lockRow(tx, project, projectId, "project");
  const closed = closedOf(p);
  if (closed) throw conflict("project_not_open", closed);
  const sequence = await nextOf(tx, projectId, by.side);
  const id = newId();
  const made = await create(tx, actor, proposalNoun, {
    number: { within: `SUP-${p.segmentCode}-${String(sequence).padStart(3, "0")}` },
    row: {
      orgId: tx.scope.orgId!,
      id,
      sequence,
      projectId,
      side: by.side,
      contractId: by.contractId,
      fileId,
      format: plan.format,
      narrative,
      dataDate: dataDayOf(plan),
      tasks: report.tasks,
      differing: report.differences.length,
      changing: report.changes.length,
      comparedVersion,
      handedInBy: actor.personId,
      handedInName: by.name,
      handedInOn: businessDate(tx.scope),
    },
    store: async () => {
      const choices: Choices = { tasks: {}, dates: {} };
      const content = { orgId: tx.scope.orgId!, proposalId: id, plan, report, choices };
      await insertRow(tx, scheduleProposalContent, content);
    },
  });
  return transition(tx, asSystem(actor), proposalNoun, { id: made.id, action: "compare" });
};

/**
 * Hands a file in for a project: read, computed and compared at once. 404, 409 `project_not_open`,
 * `proposal_waits`; 422 `file_missing`, `schedule_unreadable` with what is wrong by row.
 */
export const handIn = async (
  app: App,
  actor: Actor,
  projectId: string,
  input: ProposalInput,
): Promise<ProposalStored> => {
  const db = app.database.read(actor);
  const file = await seenFile(db, actor, input.fileId);
  if (!file)
    throw invalidField("fileId", "This file is not there. Upload it again.", "file_missing");
  const read = await readFileOf(app, file.sha256, await againstOf(db, projectId));
  const by: Bringer = { side: "agency", name: actor.name ?? "", contractId: null };
  return app.database.transaction(actor, (tx) =>
    keepProposal(tx, actor, projectId, input, read, by),
  );
};

const known = ({ report }: Content, { tasks, dates }: DecideInput): void => {
  const codes = new Set(report.changes.map(({ code }) => code));
  const uids = new Map(report.differences.map((each) => [each.uid, each]));
  const strange = Object.keys(tasks).find((code) => !codes.has(code));
  if (strange !== undefined)
    throw invalidField("tasks", `The file changes no task ${strange}.`, "task_unknown");
  for (const [uid, choice] of Object.entries(dates)) {
    const difference = uids.get(uid);
    if (!difference)
      throw invalidField("dates", "This task has the file's date already.", "task_unknown");
    if (choice === "theirs" && difference.keeps === null)
      throw invalidField(
        "dates",
        `The file's date of ${difference.code} ${difference.name} cannot be kept here: nothing of the task alone gives it.`,
        "date_follows",
      );
  }
};

/** Decides of some tasks whose word counts. 404, 409 once it is decided, 412; 422 `task_unknown`, `date_follows`. */
export const decideTasks = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: DecideInput,
  version: number | null,
): Promise<ProposalStored> =>
  change(tx, actor, proposalNoun, {
    id,
    version,
    action: "decide",
    unless: ({ status }) =>
      status === "compared" ? null : "It was decided: what was chosen of it stays.",
    effect: async () => {
      const stored = await contentOf(tx, id);
      known(stored, input);
      const choices: Choices = {
        tasks: { ...stored.choices.tasks, ...input.tasks },
        dates: { ...stored.choices.dates, ...input.dates },
      };
      await tx.rows(sql`
        update schedule_proposal_content
        set choices = ${JSON.stringify(choices)}
        where org_id = ${tx.scope.orgId} and proposal_id = ${id}
      `);
      const count = (of: Choices["tasks"], what: string) =>
        Object.values(of).filter((each) => each === what).length;
      const tasksOurs = count(choices.tasks, "ours");
      return { content: { tasksOurs, datesTheirs: count(choices.dates, "theirs") } };
    },
  });

// The schedule that it becomes; a project without one begins it by the file.
const scheduleFor = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  { start, outOfSequence }: Plan,
): Promise<ScheduleStored> => {
  const there = await scheduleOfProject(tx, projectId);
  if (there) return there;
  await createSchedule(tx, asSystem(actor), projectId, {
    start: dayAt(start),
    calendarId: null,
    outOfSequence,
    mustFinishOn: null,
  });
  return (await scheduleOfProject(tx, projectId))!;
};

const refuseOutdated = (p: ProposalStored, now: ScheduleStored | null): void => {
  if ((now?.version ?? null) === p.comparedVersion) return;
  throw conflict(
    "schedule_moved",
    "The schedule was changed since the file was compared with it. Withdraw it, and hand the file in again.",
  );
};

/**
 * Makes the file the schedule, with what was decided of its tasks, as one update. 404, 409
 * `schedule_moved`, 412, and what `applyNetwork` refuses.
 */
export const acceptProposal = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<ProposalStored> => {
  const row = await transition(tx, actor, proposalNoun, {
    id,
    version,
    action: "accept",
    effect: async (p) => {
      refuseOutdated(p, await scheduleOfProject(tx, p.projectId));
      const { plan, report, choices } = await contentOf(tx, id);
      const schedule = await scheduleFor(tx, actor, p.projectId, plan);
      const stored = await loadNetwork(tx, schedule);
      const merged = mergedPlan(
        {
          file: plan,
          standing: { plan: stored.plan, calendars: stored.calendars },
          differences: report.differences,
          choices,
        },
        newId,
      );
      await applyNetwork(tx, asSystem(actor), schedule.id, schedule.version, {
        ...merged,
        dataDate: p.dataDate,
        narrative: p.narrative || `${p.number}, ${p.handedInName}`,
        source: "proposal",
      });
      return { patch: { decidedBy: actor.personId, decidedOn: businessDate(tx.scope) } };
    },
  });
  await tellContractor(tx, row, "accepted", "");
  return row;
};

/** Gives it back with the reason; a contractor hears of it. 404, 409, 412, 422 without a reason. */
export const returnProposal = async (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
): Promise<ProposalStored> => {
  const reason = at.reason?.trim() ?? "";
  const row = await transition(tx, actor, proposalNoun, {
    ...at,
    action: "return",
    effect: () =>
      Promise.resolve({
        patch: {
          decidedBy: actor.personId,
          decidedOn: businessDate(tx.scope),
          statusReason: reason,
        },
      }),
  });
  await tellContractor(tx, row, "returned", reason);
  return row;
};

/** Takes it back before it is decided. 404, 409, 412, 422 without a reason. */
export const withdrawProposal = (tx: Tx, actor: Actor, at: TakenStep): Promise<ProposalStored> =>
  transition(tx, actor, proposalNoun, {
    ...at,
    action: "withdraw",
    effect: () => Promise.resolve({ patch: { statusReason: at.reason?.trim() ?? "" } }),
  });

/** Tells the people of the project of a schedule that came from outside. */
export const announceProposal = (tx: Tx, row: ProposalStored): Promise<void> => tellOurs(tx, row);
