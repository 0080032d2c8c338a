import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// The browser follows a link without the session: what needs it is fetched by `download`.
const areas = new URL("../areas/", import.meta.url);
const screens = readdirSync(areas, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".tsx"),
);
const linked = (text: string): string[] =>
  [...text.matchAll(/<a\b[^>]*?href=(?:\{`|")([^`"]*)/g)].map(([, href]) =>
    href!.replace(
      /^\$\{(\w+)\}/,
      (all, name: string) => new RegExp(`const ${name} = \`([^\`]*)`).exec(text)?.[1] ?? all,
    ),
  );

test("no screen links to a file that needs the session", () => {
  expect(
    linked('const at = `/api/v1/books/1`;<a className="btn" href={`${at}.pdf`} download>'),
  ).toEqual(["/api/v1/books/1.pdf"]);
  const found = screens.flatMap((file) =>
    linked(readFileSync(new URL(file, areas), "utf8"))
      .filter((href) => href.startsWith("/api/") && !href.startsWith("/api/v1/public/"))
      .map((href) => `${file}: ${href}`),
  );
  expect(found).toEqual([]);
});
