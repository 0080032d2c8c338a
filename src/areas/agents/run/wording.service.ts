import type { Actor } from "#kernel/access.ts";
import type { AgentDefinition, Found } from "#server/agents/agent.ts";
import type { Logged } from "#server/agents/reader.ts";
import type { App } from "#server/app.ts";
import { extensionPoint } from "#server/area.ts";
import { sql } from "#server/db/sql.ts";
import { digestOf } from "../finding/digest.ts";

/** What a model is given of a finding, each with the kind and page by which it may leave or not. */
export type WordPart = { kind: string; href: string; text: string };
/** A model's words, which its sources hold; what it was sent, and what that cost. */
type Worded = { text: string | null; tokens: number; fault: boolean; sent: string };

/** Betters the words of one finding; null where no model is connected or nothing may leave. */
export type Wording = (
  app: App,
  actor: Actor,
  parts: readonly WordPart[],
) => Promise<Worded | null>;

let wording: Wording | null = null;

/** Who betters the words of findings. */
export const wordings = extensionPoint<Wording>("words of findings", (given) => {
  wording = given;
});

/** So many findings of a run are put into a model's words, the dearest first. */
const mostWorded = 10;

const partsOf = (agent: AgentDefinition, found: Found): WordPart[] => {
  const kind = agent.subject.permission.split(".")[0]!;
  const own = { kind, href: found.subject.href, text: `${found.what}\n${found.why}` };
  const others = found.sources.flatMap((source): WordPart[] =>
    source.kind === "record"
      ? [{ kind, href: source.href, text: `${source.label}: ${source.says}` }]
      : [],
  );
  return [own, ...others.slice(0, 8)];
};

// What stands already in the same words is not asked again.
const knownDigests = async (
  app: App,
  actor: Actor,
  agent: AgentDefinition,
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await app.database.read(actor).rows<{ digest: string }>(sql`
        select digest
        from agent_finding
        where org_id = ${actor.orgId} and agent = ${agent.id} and status = 'open'
      `)
    ).map(({ digest }) => digest),
  );

/**
 * The findings with a model's words, where one is connected: the dearest new ones, one after the other,
 * until the first fault. What was sent stands in the log. Without a model they come back as they are.
 */
export const worded = async (
  app: App,
  actor: Actor,
  { agent, found, log }: { agent: AgentDefinition; found: readonly Found[]; log: Logged[] },
): Promise<{ found: readonly Found[]; tokens: number }> => {
  if (!wording || found.length === 0) return { found, tokens: 0 };
  const known = await knownDigests(app, actor, agent);
  const due = found
    .filter((each) => !known.has(digestOf(each)))
    .toSorted((a, b) => b.cents - a.cents)
    .slice(0, mostWorded);
  const words = new Map<string, string>();
  let tokens = 0;
  for (const each of due) {
    const told = await wording(app, actor, partsOf(agent, each));
    if (!told) break;
    tokens += told.tokens;
    log.push({ at: "Language model", asked: { text: told.sent }, records: [] });
    if (told.fault) break;
    if (told.text) words.set(each.key, told.text);
  }
  return {
    found: found.map((each) => ({ ...each, words: words.get(each.key) ?? "" })),
    tokens,
  };
};
