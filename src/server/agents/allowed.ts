import type { Actor } from "#kernel/access.ts";
import { decides, neverForPrograms, onlyByPerson } from "#kernel/program-rights.ts";
import { allAgents } from "../area.ts";
import { endpointNamed } from "../http/call.ts";
import { refusalOf } from "../http/doors.ts";
import type { Endpoint } from "../http/endpoint.ts";
import type { AgentDefinition, Reading } from "./agent.ts";

/** Steps that go out to others, move money's books, or open what is private: a person begins them. */
const outward: ReadonlySet<string> = new Set([
  ...[
    "send",
    "resend",
    "share",
    "distribute",
    "respond",
    "message",
    "deliver",
    "import",
    "invoice",
  ],
  ...[
    "post",
    "reverse",
    "writeOff",
    "dispose",
    "setAside",
    "read-private",
    "move-over",
    "hand-over",
  ],
]);

/** What an agency lives by: its set-up, rules, holds, books and proofs, by parts of addresses. */
const ofTheAgency = new RegExp(
  [
    "^(agents?|assistant|copilot|language|agency|organizations|field|me|billing|support)(-|$)",
    "^(account|legal|fiscal|journals?|journal-entries)(-|$)",
    "^(controls?|match|training-gates|exclusion|check|notice-topics|object-classes)(-|$)",
    "^(restore|system|comprehensive|evidence|officers|private|settle|vendor-merges)(-|$)",
    "^(mass-notices|decisions|thresholds)$",
    "-(thresholds|waivers|decisions)$",
  ].join("|"),
);

/**
 * Drafts whose names hold a word of power in another sense: what a contract's sides owe each other is
 * called as what a grantor obligates, and an application for a grant grants nothing.
 */
const otherSense: ReadonlySet<string> = new Set([
  "POST /api/v1/contracts/{id}/obligations",
  "PATCH /api/v1/grant-applications/{id}",
  "POST /api/v1/grant-applications/{id}/sections",
]);

/**
 * Why no proposal may call an endpoint, as one sentence; null where one may. What decides, moves
 * money, or touches rights, rules or what is published is begun by a person.
 */
export const neverProposed = (e: Endpoint): string | null => {
  const name = `${e.method} ${e.path}`;
  if (e.method === "GET") return `${name} changes nothing.`;
  if (e.method === "DELETE") return `${name} takes something away.`;
  if (e.raw || e.ownTransaction) return `${name} opens a transaction of its own.`;
  const permissions = [e.permission].flat();
  if (permissions.some((p) => p === "public" || p === "signed-in"))
    return `${name} asks for no permission.`;
  const step = /\/actions\/([\w-]+)/.exec(e.path)?.[1];
  if (step && decides(step)) return `${name} decides: ${step}.`;
  if (step && outward.has(step)) return `${name} goes out or moves books: ${step}.`;
  const touched = otherSense.has(name)
    ? undefined
    : e.path.split("/").find((part) => onlyByPerson(part) || ofTheAgency.test(part));
  if (touched) return `${name} touches ${touched}.`;
  const operators = permissions.find((permission) => /^(platform|billing)\./.test(permission));
  if (operators) return `${name} is between an agency and whoever runs the installation.`;
  for (const permission of permissions) {
    const [noun, verb] = permission.split(".");
    // Who may take a step stands in its permission; what it does stands in its name.
    const why = neverForPrograms(`${noun}.${step ? "step" : verb}`, step ? [step] : []);
    if (why) return `${name}: ${why}`;
    if (onlyByPerson(permission) && !otherSense.has(name)) return `${name} asks for ${permission}.`;
  }
  return null;
};

const readingsOf = (agent: AgentDefinition): readonly Reading[] => Object.values(agent.reads);

/** What is wrong with the agents of the loaded areas, one sentence each; asked at start. */
export const wrongAgents = (agents = allAgents()): string[] =>
  agents.flatMap((agent) => [
    ...readingsOf(agent).flatMap(({ at }) => {
      const e = endpointNamed(at);
      if (!e) return [`The ${agent.name} reads ${at}, which no area has.`];
      return e.raw ? [`The ${agent.name} reads ${at}, which answers a file.`] : [];
    }),
    ...agent.proposes.flatMap((name) => {
      const e = endpointNamed(name);
      if (!e) return [`The ${agent.name} proposes ${name}, which no area has.`];
      const why = neverProposed(e);
      return why ? [`The ${agent.name} may not propose: ${why}`] : [];
    }),
  ]);

/** An agent by its name; null where no loaded area has it. */
export const agentNamed = (id: string): AgentDefinition | null =>
  allAgents().find((agent) => agent.id === id) ?? null;

/** Whether somebody may read everything that an agent reads. */
export const mayUse = (actor: Actor, agent: AgentDefinition): boolean =>
  actor.permissions.has("agent.run") &&
  actor.permissions.has(agent.subject.permission) &&
  readingsOf(agent).every(({ at }) => {
    const e = endpointNamed(at);
    return e !== null && refusalOf(e, actor) === null;
  });

/** The agents that somebody may use. */
export const agentsOf = (actor: Actor): readonly AgentDefinition[] =>
  allAgents().filter((agent) => mayUse(actor, agent));
