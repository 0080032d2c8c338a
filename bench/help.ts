// How well questions in people's own words are answered (bench/help-questions.json): right in first
// place, right in the first three, wrong with confidence, nothing found. `npm run help:figure`; with
// LEVEE_HELP_QUESTIONS another file of the same shape.
import { readFileSync } from "node:fs";
import "#areas.server.ts";
import { sourcesOf } from "#areas/assistant/chat/answer.service.ts";
import { ask as askHelp } from "#areas/assistant/help/ask.service.ts";
import { benchDatabase } from "./parts/database.ts";
import { sayer } from "./parts/figures.ts";
import { helpWorld } from "./parts/help-world.ts";

type Question = { ask: string; as: string; answers?: string[]; nothing?: true };
/** What was shown, best first, and whether the first was shown as the answer. */
type Shown = { hrefs: string[]; sure: boolean };

const say = sayer("help");
const file = process.env.LEVEE_HELP_QUESTIONS ?? new URL("./help-questions.json", import.meta.url);
const questions = JSON.parse(readFileSync(file, "utf8")) as Question[];

const partsOf = (href: string) => {
  const [path = "", query = ""] = href.split("?");
  const asked = new URLSearchParams(query);
  asked.delete("sort");
  asked.delete("tab");
  asked.sort();
  const parts = [...asked].map(([key, value]) => `${key}=${value.split(",").toSorted().join(",")}`);
  return `${path}?${parts.join("&")}`;
};
const escaped = (text: string) => text.replace(/[.?+^$()[\]{}|\\]/g, "\\$&").replace(/\*/g, ".*");

/**
 * Whether an address is one of the answers: the order of rows, of values and the tab of a screen do
 * not matter; * stands for anything.
 */
const answers = (question: Question, href: string | undefined) =>
  href !== undefined &&
  (question.answers ?? []).some((one) => {
    const whole = one.includes("#") || (one.endsWith("*") && !one.includes("?"));
    return new RegExp(`^${escaped(whole ? one : partsOf(one))}$`).test(
      whole ? href : partsOf(href),
    );
  });

const bench = await benchDatabase("help");
const people: Record<string, import("#kernel/access.ts").Actor> = await helpWorld(bench);

const ask = async ({ ask: question, as }: Question): Promise<Shown> => {
  const actor = people[as];
  if (!actor) throw new Error(`nobody is a ${as}`);
  const found = await askHelp(bench.database, actor, question);
  return { hrefs: sourcesOf(found).map(({ href }) => href), sure: found.sure };
};

const tally = { first: 0, three: 0, wrong: 0, nothing: 0 };
for (const question of questions) {
  const { hrefs, sure } = await ask(question);
  const none = hrefs.length === 0;
  const first = question.nothing ? none : answers(question, hrefs[0]);
  const three =
    first || (!question.nothing && hrefs.slice(0, 3).some((href) => answers(question, href)));
  const wrong = !first && !none && sure;
  tally.first += Number(first);
  tally.three += Number(three);
  tally.wrong += Number(wrong);
  tally.nothing += Number(none && !question.nothing);
  if (!first || process.env.LEVEE_HELP_ALL)
    say({ question: question.ask, as: question.as, wrong, sure, shown: hrefs.slice(0, 3) });
}
say({
  figure: "questions",
  asked: questions.length,
  right_in_first_place: tally.first,
  right_in_first_three: tally.three,
  wrong_with_confidence: tally.wrong,
  nothing_found: tally.nothing,
});
await bench.close();
