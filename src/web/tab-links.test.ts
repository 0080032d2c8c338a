import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pages } from "#areas.ts";

// A link to a tab that is not there opens the first one, and nobody hears of it.
const areas = new URL("../areas/", import.meta.url);
const files = readdirSync(areas, { recursive: true, encoding: "utf8" }).filter((file) =>
  /\.tsx?$/.test(file),
);
const textOf = new Map(files.map((file) => [file, readFileSync(new URL(file, areas), "utf8")]));

/** The tabs that some text links to, each with its page by name. */
const linked = (text: string) =>
  [...text.matchAll(/pathTo\("(\w+)", \{[^}]*\}\)\}?\?tab=([\w-]+)/g)].map(([, page, tab]) => ({
    page: page!,
    tab: tab!,
  }));

const areaOf = (id: string): string =>
  /areas\/([\w-]+)\//.exec(pages.find((page) => page.id === id)!.file)![1]!;

test("every link to a tab names one of its page", () => {
  expect(linked('to={`${pathTo("contract", { id: c.id })}?tab=closeout`}')).toEqual([
    { page: "contract", tab: "closeout" },
  ]);
  const missing = files.flatMap((file) =>
    linked(textOf.get(file)!)
      .filter(({ page, tab }) => {
        const area = areaOf(page);
        return !files.some(
          (one) => one.startsWith(`${area}/`) && textOf.get(one)!.includes(`id: "${tab}"`),
        );
      })
      .map(({ page, tab }) => `${file}: ${page} has no tab ${tab}`),
  );
  expect(missing).toEqual([]);
});
