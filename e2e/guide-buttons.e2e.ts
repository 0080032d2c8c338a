// What the guide tells people to press first is there: each area's main action, named by the first
// sentence of a section of its page, found on the screen by whoever has it.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { groupBy } from "#kernel/group.ts";
import { crew } from "./crew.ts";
import { mainActions } from "./guide-buttons.ts";

const { come } = crew();

/** First sentences of a page of the guide: of its lead and of every section. */
const firstSentences = (slug: string): string[] =>
  readFileSync(new URL(`../docs/guide/${slug}.md`, import.meta.url), "utf8")
    .split(/^#{1,6} .*$/m)
    .flatMap((section) => section.trim().split("\n\n").slice(0, 1))
    .map((paragraph) => /^(?:\*\*What to do\.\*\* )?.*?[.:](?=\s|$)/s.exec(paragraph)?.[0] ?? "");

test("each main action stands in the first sentence of a section of its guide", () => {
  for (const { guide, button } of mainActions)
    expect(
      firstSentences(guide).filter((sentence) => sentence.includes(`**${button}**`)),
      `${guide}: ${button}`,
    ).not.toEqual([]);
});

const byPerson = groupBy(mainActions, (each) => each.who);
test.each([...byPerson.keys()])("%s finds the buttons that the guide names", async (who) => {
  const actions = byPerson.get(who)!;
  const page = await come(who, actions[0]!.path);
  for (const { guide, path, button } of actions) {
    if (path !== actions[0]!.path) await page.goto(new URL(path, page.url()).href);
    // A list's main button names its key behind its words.
    const name = new RegExp(`^${button}( C)?$`);
    const main = page.locator("main");
    const named = main.getByRole("button", { name }).or(main.getByRole("link", { name }));
    await named
      .filter({ visible: true })
      .first()
      .waitFor()
      .catch(() => {
        throw new Error(`${guide}: ${who} finds no “${button}” on ${path}`);
      });
    const off = await named.first().getAttribute("aria-disabled");
    expect(off, `${guide}: “${button}” on ${path} is off for ${who}`).not.toBe("true");
  }
});
