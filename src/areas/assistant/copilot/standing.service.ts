import type { Actor } from "#kernel/access.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { Problem } from "#kernel/errors.ts";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import type { Proposal } from "#kernel/proposal.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { keyInWords } from "#kernel/words.ts";
import { neverProposed } from "#server/agents/allowed.ts";
import { errand } from "#server/agents/errand.ts";
import type { App } from "#server/app.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import { callEndpoint, endpointNamed, type Call } from "#server/http/call.ts";
import { refusalOf } from "#server/http/doors.ts";
import type { EndpointName } from "#server/http/endpoint.ts";
import { nounNamed, type Noun } from "#server/noun.ts";
import { actionNamed, decidesIn, intentOf, reminderIn, sinceIn } from "./intent.model.ts";

/** How a record stands, in sentences, with what each rests on, and what may be done about it. */
export type Standing = {
  lines: string[];
  sources: { name: string; href: string; text: string }[];
  proposal: Proposal | null;
};
type Named = { kind: string; id: string; number: string; href: string };
type Asking = { app: App; actor: Actor };
type ApprovalRead = {
  id: string;
  documentNumber: string;
  requestedAt: string;
  steps: {
    name: string;
    mode: "all" | "any" | "quorum";
    status: string;
    dueAt: string | null;
    assignees: { name: string; decision: string | null; reaches: string[] }[];
  }[];
};
type Read = {
  status?: string;
  version?: number;
  actions?: OfferedAction[];
  exceptions?: { message: string; resolvedAt: string | null }[];
};

// What an address answers to whoever asks; null where that is nothing, or not for them.
const asked = async <T>({ app, actor }: Asking, name: EndpointName, call: Call) => {
  const e = endpointNamed(name);
  if (!e || refusalOf(e, actor) !== null) return null;
  try {
    return (await callEndpoint(app, actor, e, call)) as T;
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return null;
    throw error;
  }
};
const listed = async <T>(of: Asking, path: string, query: Record<string, unknown>) =>
  (await asked<{ items: T[] }>(of, `GET ${path}` as EndpointName, { query }))?.items ?? [];

const readOf = (of: Asking, noun: Noun, id: string) =>
  asked<Read>(of, `GET /api/v1/${noun.path}/{id}`, { params: { id } });

const zoned = ({ actor }: Asking, at: string) =>
  formatInstant(at as Instant, actor.timeZone ?? "UTC");

const bare: Standing = { lines: [], sources: [], proposal: null };

/** Approvals that are open of a record: which step waits for whom, since when, until when. */
const approvalsOf = async (of: Asking, id: string): Promise<Standing> => {
  const open = await listed<{ id: string }>(of, "/api/v1/approvals", {
    ...{ documentId: [id], status: ["pending"], limit: 3 },
  });
  const read = await Promise.all(
    open.map((each) =>
      asked<ApprovalRead>(of, "GET /api/v1/approvals/{id}", { params: { id: each.id } }),
    ),
  );
  const lines = read.flatMap((approval) =>
    (approval?.steps ?? [])
      .filter(({ status }) => status === "open")
      .map((step) => {
        const people = step.assignees
          .filter(({ decision }) => decision === null)
          .map(({ name, reaches }) =>
            reaches.length > 0 ? `${name} (away: ${reaches.join(", ")})` : name,
          );
        const until = step.dueAt ? `, due ${zoned(of, step.dueAt)}` : "";
        return `It waits for **${people.join(step.mode === "any" ? " or " : " and ")}** in the step ${step.name}, asked ${zoned(of, approval!.requestedAt)}${until}.`;
      }),
  );
  const sources = read.flatMap((approval) =>
    approval
      ? [
          {
            name: `Approval of ${approval.documentNumber}`,
            href: `/approvals/${approval.id}`,
            text: lines.join(" "),
          },
        ]
      : [],
  );
  return { ...bare, lines, sources };
};

type Deadline = { title: string; dueOn: Day; owner: string | null; link: string };

const deadlinesOf = async (of: Asking, id: string): Promise<Standing> => {
  const rows = await listed<Deadline>(of, "/api/v1/deadlines", {
    ...{ sourceId: [id], status: ["open"], limit: 3 },
  });
  const today = businessDate(of.actor);
  const lineOf = ({ title, dueOn, owner }: Deadline) =>
    `${title}: ${dueOn < today ? "was due" : "due"} ${formatDate(dueOn)}${owner ? `, ${owner} looks after it` : ""}.`;
  return {
    ...bare,
    lines: rows.map(lineOf),
    sources: rows.map((row) => ({ name: row.title, href: row.link, text: lineOf(row) })),
  };
};

const findingsOf = async (of: Asking, id: string): Promise<Standing> => {
  const rows = await listed<{ what: string; number: string; agent: string; subjectHref: string }>(
    of,
    "/api/v1/agent-findings",
    { subjectId: [id], status: ["open"], limit: 3 },
  );
  return {
    ...bare,
    lines: rows.map(({ what }) => what),
    sources: rows.map(({ what, number, agent }) => ({
      ...{ name: `${number} of the ${keyInWords(agent).toLowerCase()} agent`, text: what },
      href: `/${agent}-agent`,
    })),
  };
};

type Item = {
  at: string;
  actorName: string | null;
  action: string;
  from: string | null;
  to: string | null;
  reason: string | null;
  changes: { field: string }[];
};
const historyOf = async (of: Asking, noun: Noun, id: string): Promise<Item[]> =>
  (await asked<{ items: Item[] }>(of, `GET /api/v1/${noun.path}/{id}/history`, { params: { id } }))
    ?.items ?? [];

const labelOf = (noun: Noun, status: string | null | undefined): string =>
  (status && noun.cycle.statuses[status]?.label) || status || "";

// Why a record is where it is: since when, on whom it waits, and what each next step still lacks.
const stuckOf = async (of: Asking, noun: Noun, named: Named, read: Read): Promise<Standing> => {
  const [history, ...parts] = await Promise.all([
    historyOf(of, noun, named.id),
    approvalsOf(of, named.id),
    deadlinesOf(of, named.id),
    findingsOf(of, named.id),
  ]);
  const since = history.find(({ from, to }) => to === read.status && from !== to)?.at;
  const status = labelOf(noun, read.status);
  const ended = Boolean(noun.cycle.statuses[read.status ?? ""]?.terminal);
  const head = status
    ? [
        `${named.number} is **${status.toLowerCase()}**${since ? ` since ${zoned(of, since)}` : ""}.`,
      ]
    : [];
  const exceptions = (read.exceptions ?? [])
    .filter(({ resolvedAt }) => resolvedAt === null)
    .map(({ message }) => message);
  const actions = ended ? [] : (read.actions ?? []);
  const off = actions
    .filter(({ enabled, reason }) => !enabled && reason)
    .slice(0, 4)
    .map(({ label, reason }) => `**${label}** is not possible for you: ${reason}`);
  const may = actions.filter(({ enabled }) => enabled).map(({ label }) => label);
  const nothing =
    !ended && exceptions.length + parts.flatMap(({ lines }) => lines).length + off.length === 0
      ? ["I find nothing that holds it up."]
      : [];
  return {
    lines: [
      ...head,
      ...exceptions,
      ...parts.flatMap(({ lines }) => lines),
      ...off,
      ...nothing,
      ...(may.length > 0 ? [`You may take the next step: ${may.join(", ")}.`] : []),
    ],
    sources: parts.flatMap(({ sources }) => sources),
    proposal: null,
  };
};

const mostChanges = 8;
const past: Readonly<Record<string, string>> = {
  ...{ create: "created", change: "changed", proposed: "accepted a proposal" },
  ...{ attach: "attached a file", comment: "commented" },
};

const changedOf = async (
  of: Asking,
  noun: Noun,
  named: Named,
  question: string,
): Promise<Standing> => {
  const from = sinceIn(question, businessDate(of.actor));
  const items = (await historyOf(of, noun, named.id)).filter(
    ({ at }) => dayIn(of.actor, at as Instant) >= from,
  );
  const lineOf = (item: Item) => {
    const step = item.action.split(".").at(-1)!;
    const label = noun.cycle.actions[step]?.label ?? past[step] ?? keyInWords(step);
    const moved =
      item.from !== item.to && item.to ? `, now ${labelOf(noun, item.to).toLowerCase()}` : "";
    const fields = [...new Set(item.changes.map(({ field }) => keyInWords(field).toLowerCase()))]
      .filter((field) => !["status", "version"].includes(field))
      .slice(0, 4);
    const what = fields.length > 0 && !moved ? ` (${fields.join(", ")})` : "";
    return `${zoned(of, item.at)}, ${item.actorName ?? "the system"}: ${label.toLowerCase()}${moved}${what}${item.reason ? `, “${item.reason}”` : ""}`;
  };
  const more = items.length - mostChanges;
  return {
    ...bare,
    lines:
      items.length === 0
        ? [`Nothing of ${named.number} changed since ${formatDate(from)}.`]
        : [
            `Since ${formatDate(from)}:`,
            ...items.slice(0, mostChanges).map((item) => `- ${lineOf(item)}`),
            ...(more > 0 ? [`- and ${more} more, in its history`] : []),
          ],
    sources: [{ name: `History of ${named.number}`, href: `${named.href}?tab=history`, text: "" }],
  };
};

const said = (line: string): Standing => ({ ...bare, lines: [line] });

/** Where a step is taken, as its page does it: `POST /api/v1/<noun>/{id}/actions/<step>`. */
const stepOf = (noun: Noun, name: string) =>
  endpointNamed(`POST /api/v1/${noun.path}/{id}/actions/${name}`);

// A step that is asked for becomes a proposal; what a person decides, or what asks for more, is said.
const doneOf = (noun: Noun, named: Named, read: Read, action: Step): Standing => {
  const here = `[${named.number}](${named.href})`;
  if (!action.offered)
    return said(
      `**${action.label}** is not possible: ${named.number} is ${labelOf(noun, read.status).toLowerCase()}.`,
    );
  if (!action.enabled)
    return said(`**${action.label}** is not possible for you: ${action.reason ?? "not now."}`);
  const e = stepOf(noun, action.name);
  if (!e) return said(`**${action.label}** is done on the page of ${here}.`);
  if (neverProposed(e))
    return said(
      `**${action.label}** decides, moves money or goes out: you do it yourself on the page of ${here}.`,
    );
  if (action.needsReason || (e.body && !e.body.safeParse({}).success))
    return said(`**${action.label}** asks for more than a yes: do it on the page of ${here}.`);
  return {
    ...bare,
    lines: [`I can do that once you accept it: **${action.label}** of ${named.number}.`],
    proposal: {
      label: `${action.label} ${named.number}`,
      endpoint: `${e.method} ${e.path}`,
      params: { id: named.id },
      body: {},
      record:
        read.version === undefined
          ? null
          : {
              reading: `GET /api/v1/${noun.path}/{id}`,
              params: { id: named.id },
              version: read.version,
            },
      changes: [
        { label: "Status", path: null, from: labelOf(noun, read.status), to: action.label },
      ],
    },
  };
};

type Step = OfferedAction & { offered: boolean };

// Every step of a noun, as its record offers it now, or not at all.
const stepsOf = (noun: Noun, read: Read): Step[] =>
  Object.entries(noun.cycle.actions)
    .filter(([, { system }]) => !system)
    .map(([name, { label }]) => {
      const now = (read.actions ?? []).find((each) => each.name === name);
      const off = { enabled: false, reason: null, needsReason: false, tone: "default" as const };
      return now ? { ...now, offered: true } : { name, label, ...off, offered: false };
    });

/** A task that somebody wants to have: theirs once they accept it. */
export const remindedOf = (question: string, named: Named | null): Standing | null => {
  const what = reminderIn(question);
  if (!what) return null;
  return {
    ...bare,
    lines: ["I can make that a task of yours once you accept it."],
    proposal: errand({
      title: what,
      detail: named ? `About ${named.number}.` : "You asked the copilot to keep it in mind.",
      link: named?.href ?? "/ai-copilot",
    }),
  };
};

/**
 * What a question asks of a record, answered from what whoever asks may read: why it is where it is,
 * what changed, or the step that they want done as a proposal. Null where it asks nothing of that.
 */
export const standingOf = async (
  of: Asking,
  named: Named,
  question: string,
): Promise<Standing | null> => {
  const noun = nounNamed(named.kind);
  if (!noun) return null;
  const reminded = remindedOf(question, named);
  if (reminded) return reminded;
  if (decidesIn(question))
    return said(
      `That decides, moves money or goes out: a person does it on the page of [${named.number}](${named.href}).`,
    );
  const read = await readOf(of, noun, named.id);
  if (!read) return null;
  const steps = stepsOf(noun, read);
  const intent = intentOf(question, steps);
  if (intent === "do") return doneOf(noun, named, read, actionNamed(question, steps)!);
  if (intent === "changed") return changedOf(of, noun, named, question);
  return intent === "stuck" ? stuckOf(of, noun, named, read) : null;
};
