// What speaks for the first section that the help finds: the questions of docs/guide/asked.json in
// five parts, each asked of an index that knows the other four. Writes one line of JSON a question, by
// which `counts` of src/areas/assistant/help/doubt.model.ts were found. `node bench/help-doubt.ts > FILE`.
import { readdirSync, readFileSync } from "node:fs";
import type { AskedLines } from "#areas/assistant/help/asked-line.model.ts";
import { guideIndexOf, seek } from "#areas/assistant/help/guide-index.model.ts";
import { guideSections } from "#kernel/guide.ts";

const folder = new URL("../docs/guide/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
const sections = readdirSync(folder)
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .flatMap((name) => guideSections(name.slice(0, -3), read(name)));
const asked = JSON.parse(read("asked.json")) as AskedLines;
const parts = 5;

const keyOf = (href: string) => href.replace("/documentation/", "");
for (let part = 0; part < parts; part++) {
  const known = Object.fromEntries(
    Object.entries(asked).map(([key, lines]) => [
      key,
      lines.filter((_line, at) => at % parts !== part),
    ]),
  );
  const index = guideIndexOf(sections, [], known);
  for (const [key, lines] of Object.entries(asked))
    for (const line of lines.filter((_line, at) => at % parts === part)) {
      const { passages, evidence } = seek(index, line);
      const first = passages[0];
      if (!first) continue;
      const rank = passages.findIndex(({ href }) => keyOf(href) === key);
      console.log(JSON.stringify({ key, line, first: keyOf(first.href), rank, ...evidence }));
    }
}
