import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { memberNow, membersNamed, notify } from "#areas/organization/organization.server.ts";
import { askPeople, endTasks, giveTask, newestApproval } from "#areas/workflow/workflow.server.ts";
import { queueMail } from "#server/mail/mail.ts";
import type { FlowNode, NodeOf } from "../definition/flow.labels.ts";
import { recordKind } from "../record/record.service.ts";
import { stepNamed } from "../record/step.service.ts";
import { filledText } from "./facts.service.ts";
import { flowLetter } from "./flow.letter.ts";
import { after } from "./ways.model.ts";
import { answerBy } from "./time.model.ts";
import type { Outcome, Turn } from "./turn-shape.service.ts";
import { peopleMeant } from "./who.service.ts";

/** Where the record of a run opens, else the run itself. */
const linkOf = ({ run }: Pick<Turn, "run">): string => {
  const kind = run.objectType === null ? null : recordKind(run.objectType);
  return kind && run.objectId ? kind.href(run.objectId) : `/workflow-engine/${run.id}`;
};

const aboutOf = ({ run, flow }: Turn): string => `${flow.name}, ${run.objectNumber ?? run.number}`;

/** One line of at most 200 letters, whatever somebody filled in. */
const lineOf = ({ run }: Turn, text: string): string =>
  filledText(text, run.facts, run.objectNumber ?? run.number)
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 200);

const someone = (node: FlowNode, people: readonly string[]): void => {
  if (people.length === 0)
    throw conflict("nobody_there", `Nobody is there for “${node.label}” any more.`);
};

const giveAll = async (
  turn: Turn,
  people: readonly string[],
  task: { title: string; detail: string; link: string; dueAt: Instant },
): Promise<string[]> => {
  const ids: string[] = [];
  for (const personId of people)
    ids.push((await giveTask(turn.tx, turn.machine, { personId, kind: "follow_up", ...task })).id);
  return ids;
};

const namesOf = async (turn: Turn, ids: readonly string[]): Promise<string> =>
  (await membersNamed(turn.tx, { ids })).map((each) => each.name).join(", ");

/** Gives everybody who is meant a task; the first who does it ends the others'. */
export const beginTask = async (turn: Turn, node: NodeOf<"task">): Promise<Outcome> => {
  const people = await peopleMeant(turn.tx, node.who, turn.run.startedBy);
  someone(node, people);
  const dueAt = answerBy(node.dueDays, turn.now, turn.time);
  const ids = await giveAll(turn, people, {
    title: lineOf(turn, node.label),
    detail: node.detail || aboutOf(turn),
    link: linkOf(turn),
    dueAt,
  });
  return {
    told: `Asked ${await namesOf(turn, people)}.`,
    detail: { people },
    wait: { for: "task", ids, people, dueAt: null, until: dueAt },
  };
};

export const endTask = async (turn: Turn, node: FlowNode): Promise<Outcome> => {
  const { run, flow } = turn;
  await endTasks(turn.tx, turn.machine, run.waitingIds);
  const by = run.came?.personId ?? null;
  return {
    to: after(flow, node),
    told: by ? `Done by ${await namesOf(turn, [by])}.` : "Done.",
    detail: { by },
  };
};

/** Asks whom the step names, never whoever had a hand in the run; or waits for the record's policies. */
export const beginApproval = async (turn: Turn, node: NodeOf<"approval">): Promise<Outcome> => {
  const { tx, machine, run, flow } = turn;
  if (node.by === "policies") {
    const asked = run.objectId ? await newestApproval(tx, run.objectId) : null;
    if (!asked)
      throw conflict("not_asked", `Nobody has sent ${run.objectNumber ?? "it"} for approval yet.`);
    if (asked.status !== "pending") return decided(turn, node, asked.status === "approved");
    return {
      told: "Waits for the approval that the policies ask for.",
      detail: { approvalId: asked.id, people: asked.people },
      wait: {
        for: "approval",
        ids: [asked.id],
        people: asked.people,
        dueAt: null,
        until: asked.dueAt,
      },
    };
  }
  const people = (await peopleMeant(tx, node.who, run.startedBy)).filter(
    (person) => !run.parties.includes(person),
  );
  const id = await askPeople(
    tx,
    machine,
    {
      type: "flowRun",
      id: run.id,
      number: run.objectNumber ?? run.number,
      title: `${node.label}: ${flow.name}`.slice(0, 200),
      requesterId: run.startedBy,
      departmentId: null,
      facts: {
        amount: 0,
        fundIds: [],
        departmentIds: [],
        commodities: [],
        emergency: false,
        parties: run.parties,
      },
    },
    { personIds: people, step: node.label.slice(0, 80), hours: node.hours },
  );
  const until = new Date(turn.now + node.hours * 3_600_000).toISOString();
  return {
    told: `Asked ${await namesOf(turn, people)} to decide.`,
    detail: { approvalId: id, people },
    wait: { for: "approval", ids: [id], people, dueAt: null, until },
  };
};

const decided = (turn: Turn, node: FlowNode, approved: boolean): Outcome => ({
  to: after(turn.flow, node, approved ? "approved" : "rejected"),
  told: approved ? "Approved." : "Not approved.",
  detail: { outcome: approved ? "approved" : "rejected" },
});
export const endApproval = (turn: Turn, node: FlowNode): Outcome =>
  decided(turn, node, turn.run.came?.outcome === "approved");

/** Whoever published the version, as a member may now; null where they are none any more. */
const publisherOf = async ({ tx, flow }: Turn): Promise<Actor | null> =>
  flow.publishedBy === null ? null : memberNow(tx, flow.publishedBy);

const starterEmailOf = async ({ tx, run }: Turn): Promise<string | null> => {
  if (run.startedBy === null) return run.starterEmail;
  const [member] = await membersNamed(tx, { ids: [run.startedBy] });
  return member?.email ?? run.starterEmail;
};

/** A step that another area brought. */
export const beginStep = async (turn: Turn, node: NodeOf<"step">): Promise<Outcome> => {
  const { tx, run, flow } = turn;
  const step = stepNamed(node.step);
  if (!step) throw conflict("no_such_step", `Steps of the kind ${node.step} are not here.`);
  const people = step.asks ? await peopleMeant(tx, node.who, run.startedBy) : [];
  if (step.asks) someone(node, people);
  const begun = await step.begin(tx, {
    runId: run.id,
    runNumber: run.number,
    objectType: run.objectType,
    objectId: run.objectId,
    target: node.target,
    facts: run.facts,
    stepKey: `${run.id}/${run.steps}`,
    publisher: await publisherOf(turn),
    starterEmail: await starterEmailOf(turn),
    people,
  });
  if (!begun) return { to: after(flow, node), told: `${step.label}: done.` };
  const dueAt = answerBy(node.dueDays, turn.now, turn.time);
  const tasks = await giveAll(turn, people, {
    title: node.label,
    detail: aboutOf(turn),
    link: begun.link,
    dueAt,
  });
  return {
    told: people.length > 0 ? `Asked ${await namesOf(turn, people)}.` : `${step.label}: begun.`,
    detail: { people, tasks },
    wait: {
      for: step.asks ? "form" : "step",
      ids: [...begun.ids],
      people,
      dueAt: null,
      until: people.length > 0 ? dueAt : null,
    },
  };
};

/** Whoever answered is a party of the run from then on; what they said is known to it. */
export const endStep = async (
  turn: Turn,
  node: NodeOf<"step">,
  tasks: readonly string[],
): Promise<Outcome> => {
  const { tx, run, flow, machine } = turn;
  const came = run.came;
  await endTasks(tx, machine, tasks);
  const said = came?.objectId ? await stepNamed(node.step)?.facts?.(tx, came.objectId) : undefined;
  const by = came?.personId ?? null;
  return {
    to: after(flow, node),
    told: by ? `Answered by ${await namesOf(turn, [by])}.` : "Done.",
    detail: { by, objectId: came?.objectId ?? null },
    ...(by && { parties: [by] }),
    ...(said && {
      facts: { forms: { ...(run.facts.forms as object | undefined), [node.id]: said } },
    }),
  };
};

/** Tells whom the step names, in the system and by mail where the step says so. */
export const tell = async (turn: Turn, node: NodeOf<"notice">): Promise<Outcome> => {
  const { tx, run, flow } = turn;
  const people = await peopleMeant(tx, node.who, run.startedBy);
  const outside = node.who.kind === "starter" && run.startedBy === null ? run.starterEmail : null;
  if (outside === null) someone(node, people);
  const number = run.objectNumber ?? run.number;
  const subject = lineOf(turn, node.subject);
  const text = filledText(node.text, run.facts, number);
  notify(tx, people, { kind: "workflow", title: subject, body: text, link: linkOf(turn) });
  const addresses = [
    ...(node.mail ? (await membersNamed(tx, { ids: people })).map((each) => each.email) : []),
    ...(outside === null ? [] : [outside]),
  ];
  for (const to of addresses)
    await queueMail(tx, {
      ...flowLetter({ subject, text, path: to === outside ? null : linkOf(turn) }),
      orgId: run.orgId,
      to,
    });
  const names = people.length > 0 ? await namesOf(turn, people) : run.starterName;
  return { to: after(flow, node), told: `Told ${names}: ${subject}`, detail: { people } };
};

/**
 * Takes an action of the record as whoever published the version, with what they may do now. 403
 * where they may not any more, or are no member.
 */
export const act = async (turn: Turn, node: NodeOf<"action">): Promise<Outcome> => {
  const { tx, run, flow } = turn;
  const kind = run.objectType === null ? null : recordKind(run.objectType);
  const action = kind?.actions[node.action];
  if (!kind || !action || !run.objectId)
    throw conflict("no_such_action", `“${node.label}” names no action that a workflow takes.`);
  const publisher = await publisherOf(turn);
  if (!publisher?.permissions.has(action.permission))
    throw conflict(
      "publisher_may_not",
      `Whoever published this workflow may not do this any more: ${action.label}. Somebody who may publishes it anew.`,
    );
  const name = `${publisher.name}, by the workflow ${flow.name}`;
  const reason = node.reason || `${flow.name}, ${run.number}`;
  await action.take(tx, { ...publisher, name }, run.objectId, reason);
  return {
    to: after(flow, node),
    told: `${action.label}: ${run.objectNumber ?? run.number}, as ${publisher.name} may.`,
    detail: { action: node.action, publisher: publisher.personId },
  };
};
