import { day } from "#kernel/time.ts";
/** What a crawler fetches pages for. */
export const crawlerUses = {
  search: "Search",
  answers: "Answers with sources",
  asked: "On a person's request",
  training: "Training of models",
} as const;

/** A crawler as its operator describes it. */
export type Crawler = {
  /** The word by which robots.txt names it. */
  token: string;
  operator: string;
  use: keyof typeof crawlerUses;
  userAgent: string;
  /** What is lost when robots.txt keeps it out. */
  keptOut: string;
  source: string;
};

/** The day on which the list was put together, and how sure it is. */
export const crawlersAsOf = {
  on: day("2026-11-24"),
  note: "Names and uses as the operators publish them; the whole text of a user agent changes with its version and was not verified.",
};

const like = (inside: string) =>
  `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${inside})`;

/** Crawlers of search engines and assistants. */
export const crawlers: readonly Crawler[] = [
  {
    token: "Googlebot",
    operator: "Google",
    use: "search",
    userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    keptOut: "The pages leave Google's results and its answers above them.",
    source: "https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers",
  },
  {
    token: "bingbot",
    operator: "Microsoft",
    use: "search",
    userAgent: "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    keptOut: "The pages leave Bing, and what Copilot answers from it.",
    source: "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0",
  },
  {
    token: "Applebot",
    operator: "Apple",
    use: "search",
    userAgent: "Mozilla/5.0 (compatible; Applebot/0.1; +http://www.apple.com/go/applebot)",
    keptOut: "The pages leave Siri, Spotlight and Safari suggestions.",
    source: "https://support.apple.com/en-us/119829",
  },
  {
    token: "OAI-SearchBot",
    operator: "OpenAI",
    use: "answers",
    userAgent: like("OAI-SearchBot/1.0; +https://openai.com/searchbot"),
    keptOut: "ChatGPT's search no longer cites the pages.",
    source: "https://developers.openai.com/docs/bots",
  },
  {
    token: "Claude-SearchBot",
    operator: "Anthropic",
    use: "answers",
    userAgent: like("Claude-SearchBot/1.0; +https://www.anthropic.com"),
    keptOut: "Claude's search finds the pages less well.",
    source: "https://support.claude.com/en/articles/8896518",
  },
  {
    token: "PerplexityBot",
    operator: "Perplexity",
    use: "answers",
    userAgent: like("PerplexityBot/1.0; +https://perplexity.ai/perplexitybot"),
    keptOut: "Perplexity no longer cites the pages.",
    source: "https://docs.perplexity.ai/guides/bots",
  },
  {
    token: "ChatGPT-User",
    operator: "OpenAI",
    use: "asked",
    userAgent: like("ChatGPT-User/1.0; +https://openai.com/bot"),
    keptOut: "A page that a person names may not be read; robots.txt may not be asked.",
    source: "https://developers.openai.com/docs/bots",
  },
  {
    token: "Claude-User",
    operator: "Anthropic",
    use: "asked",
    userAgent: like("Claude-User/1.0; +https://www.anthropic.com"),
    keptOut: "A page that a person names is not read.",
    source: "https://support.claude.com/en/articles/8896518",
  },
  {
    token: "GPTBot",
    operator: "OpenAI",
    use: "training",
    userAgent: like("GPTBot/1.2; +https://openai.com/gptbot"),
    keptOut: "The pages do not train OpenAI's models; its search still cites them.",
    source: "https://developers.openai.com/docs/bots",
  },
  {
    token: "ClaudeBot",
    operator: "Anthropic",
    use: "training",
    userAgent: like("ClaudeBot/1.0; +claudebot@anthropic.com"),
    keptOut: "The pages do not train Anthropic's models.",
    source: "https://support.claude.com/en/articles/8896518",
  },
  {
    token: "CCBot",
    operator: "Common Crawl",
    use: "training",
    userAgent: "CCBot/2.0 (https://commoncrawl.org/faq/)",
    keptOut: "The pages leave an archive from which many models are trained.",
    source: "https://commoncrawl.org/ccbot",
  },
];
