import type { Actor } from "#kernel/access.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { limitPublicSearch } from "#areas/identity/identity.server.ts";
import { askForList } from "./ask.service.ts";
import { seekGuide } from "./guide.service.ts";
import { guideAnswer, helpAnswer, helpQuery, type GuideAnswer } from "./help.model.ts";
import { listInWords } from "./lists.service.ts";
import { pagesOf } from "./pages.service.ts";
import { wordsIn } from "./words.model.ts";

const mostKept = 500;
/** Answers of the public search by what was sought; the guide does not change while the server runs. */
const kept = new Map<string, GuideAnswer>();

const inGuide = (q: string, kind: Actor["kind"], most: number): GuideAnswer => {
  const { passages, sure } = seekGuide(q, kind, { most, prefix: true });
  const items = passages.map(({ href, page, heading, sentence }) => ({
    href,
    page,
    heading,
    sentence,
  }));
  return { items, sure };
};

/** The same search for everybody: what it finds is public. */
const documentationSearch = endpoint({
  method: "GET",
  path: "/api/v1/public/documentation-search",
  permission: "public",
  tag: "assistant",
  summary: "Sections of the documentation that answer a question, with the sentence that does",
  query: helpQuery,
  response: guideAnswer,
  handler: async ({ app, query, request, reply }) => {
    await limitPublicSearch(identityDb(app.database), addressForLimits(request.ip));
    reply.header("cache-control", "public, max-age=300");
    const sought = query.q.toLowerCase();
    const known = kept.get(sought);
    if (known) return known;
    const answer = inGuide(sought, "anonymous", 8);
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
    kept.set(sought, answer);
    return answer;
  },
});

const help = endpoint({
  method: "GET",
  path: "/api/v1/help",
  permission: "signed-in",
  tag: "assistant",
  summary: "What a question asks for: a list with its filters, and sections of the documentation",
  query: helpQuery,
  response: helpAnswer,
  handler: async ({ app, actor, query }) => {
    const list = await askForList(app.database, actor, query.q);
    const pages = pagesOf(actor, wordsIn(query.q));
    if (list)
      return { items: [], sure: true, list: { label: listInWords(list), href: list.href }, pages };
    return { ...inGuide(query.q, actor.kind, 3), list: null, pages };
  },
});

export const helpEndpoints: Endpoint[] = [documentationSearch, help];
