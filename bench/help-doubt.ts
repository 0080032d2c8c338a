// By what the help ranks sections and doubts the first: the questions of docs/guide/asked.json in five
// parts, each asked of an index that knows the other four. Prints how many find their section, the
// weights of `ranking.model.ts` and `doubt.model.ts` found on them, and what each share of wrong ones
// said plainly would leave of the right ones. With LEVEE_HELP_ALL a line for each question, too.
import { readdirSync, readFileSync } from "node:fs";
import type { AskedLines } from "#areas/assistant/help/asked-line.model.ts";
import { guideIndexOf, marksFor, seek } from "#areas/assistant/help/guide-index.model.ts";
import { guideSections } from "#kernel/guide.ts";
import { weightsOfChoice, weightsOfRight, type Choice } from "./parts/regression.ts";

const folder = new URL("../docs/guide/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
const sections = readdirSync(folder)
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .flatMap((name) => guideSections(name.slice(0, -3), read(name)));
const asked = JSON.parse(read("asked.json")) as AskedLines;
const parts = 5;
const among = 60;

const keyOf = (href: string) => href.replace("/documentation/", "");
type Doubted = { key: string; first: string; line: string; marks: Record<string, number> };
const choices: Choice[] = [];
const doubted: Doubted[] = [];
const ranks: number[] = [];

const hear = (index: ReturnType<typeof guideIndexOf>, key: string, line: string) => {
  const all = marksFor(index, line);
  ranks.push(all.findIndex(({ href }) => keyOf(href) === key));
  const near = all.slice(0, among);
  const right = near.findIndex(({ href }) => keyOf(href) === key);
  if (right >= 0) choices.push({ marks: near.map(({ marks }) => marks), right });
  const { passages, evidence } = seek(index, line);
  const [first] = passages;
  if (first) doubted.push({ key, line, first: keyOf(first.href), marks: { ...evidence } });
};
for (let part = 0; part < parts; part++) {
  const kept = (of: boolean) => (lines: readonly string[]) =>
    lines.filter((_line, at) => (at % parts === part) === of);
  const known = Object.entries(asked).map(([key, lines]) => [key, kept(false)(lines)]);
  const index = guideIndexOf(sections, [], Object.fromEntries(known) as AskedLines);
  for (const [key, lines] of Object.entries(asked))
    for (const line of kept(true)(lines)) hear(index, key, line);
}

const say = (line: object) => console.log(JSON.stringify(line));
const share = (n: number, of: number) => Math.round((1000 * n) / of) / 1000;
const within = (most: number) => ranks.filter((rank) => rank >= 0 && rank < most).length;
say({
  questions: ranks.length,
  ...Object.fromEntries(
    [1, 3, 10].map((most) => [`in_first_${most}`, share(within(most), ranks.length)]),
  ),
});
const rounded = (of: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(of).map(([name, each]) => [name, Math.round(each * 1000) / 1000]),
  );
const names = Object.keys(choices[0]!.marks[0]!);
say({ ranking: rounded(weightsOfChoice(choices, names)) });

// Weighed on one half and judged on the other, so that nothing is judged by itself.
const cases = doubted.map(({ key, first, ...rest }) => ({
  ...rest,
  key,
  first,
  right: key === first,
}));
const of = Object.keys(cases[0]!.marks);
const halves = [0, 1].map((half) =>
  weightsOfRight(
    cases.filter((_, at) => at % 2 !== half),
    of,
  ),
);
const judged = cases.map((each, at) => {
  const { counts, base } = halves[at % 2]!;
  const sum = of.reduce((total, name) => total + counts[name]! * each.marks[name]!, base);
  return { ...each, likely: 1 / (1 + Math.exp(-sum)) };
});
const { counts, base } = weightsOfRight(cases, of);
say({ doubt: rounded(counts), base: Math.round(base * 1000) / 1000 });
const right = judged.filter((each) => each.right);
const wrong = judged.filter((each) => !each.right).toSorted((a, b) => b.likely - a.likely);
for (const part of [0.05, 0.1, 0.15, 0.2, 0.25, 0.3]) {
  const from = wrong[Math.floor(part * wrong.length)]!.likely;
  const said = right.filter(({ likely }) => likely > from).length;
  say({
    wrong_said: part,
    right_said: share(said, right.length),
    from: Math.round(from * 1000) / 1000,
  });
}
if (process.env.LEVEE_HELP_ALL)
  for (const { key, first, line, likely, right: is } of judged)
    say({ line, key, first, likely, right: is });
